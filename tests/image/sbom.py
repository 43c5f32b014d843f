"""What an image is made of, as a CycloneDX document: Python distributions and Debian packages, each with its purl."""

import importlib.metadata
import json
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from typing import Final

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from sizes import SITE

VERSION: Final = SchemaVersion.V1_6
STATUS: Final = "var/lib/dpkg/status"


def sbom(root: Path, name: str, version: str) -> str:
    """The document of the image whose files lie under `root`."""
    document = Bom()
    document.metadata.component = Component(name=name, version=version, type=ComponentType.CONTAINER)
    document.components.update(python_components(root), debian_components(root))
    document.register_dependency(document.metadata.component, document.components)
    return make_outputter(document, OutputFormat.JSON, VERSION).output_as_string(indent=1)


def python_components(root: Path) -> Iterator[Component]:
    """Every installed distribution, with its licence where that is one known by SPDX."""
    licenses = LicenseFactory()
    for one in importlib.metadata.distributions(path=[str(root / SITE)]):
        name, version = one.metadata["Name"], one.version
        told = one.metadata.get("License-Expression")
        yield Component(
            name=name,
            version=version,
            purl=PackageURL("pypi", None, name.lower().replace("_", "-").replace(".", "-"), version),
            licenses=[licenses.make_from_string(told)] if told else (),
        )


def debian_components(root: Path) -> Iterator[Component]:
    """Every installed package of the system."""
    for paragraph in (root / STATUS).read_text("utf-8").strip().split("\n\n"):
        fields = Parser().parsestr(paragraph)
        where = {"arch": fields["Architecture"], "distro": "bookworm"}
        purl = PackageURL("deb", "debian", fields["Package"], fields["Version"], where)
        yield Component(name=fields["Package"], version=fields["Version"], purl=purl)


def fault(document: str) -> str:
    """What the schema finds wrong with it, "" where it holds."""
    found = JsonStrictValidator(VERSION).validate_str(document)
    return str(found.data) if found else ""


def count(document: str) -> int:
    """How many components it names."""
    return len(json.loads(document)["components"])
