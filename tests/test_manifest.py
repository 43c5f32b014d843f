import json
from pathlib import Path

import pytest
import yaml
from openenv.validation.graders import Subject
from openenv.validation.graders.static import StaticManifestGrader
from openenv.validation.manifest import NormalizedManifestV2
from openenv.validation.parsers.openenv_yaml import OpenEnvYamlParser
from openenv.validation.policy import load_policy
from openenv.validation.runtime.contracts import RuntimePlan, load_runtime_plan

from code_review_env.env.terms import ResetOptions
from code_review_env.models import CodeReviewAction
from code_review_env.tasks.bank import TaskBank

ROOT = Path(__file__).parents[1]


@pytest.fixture
def manifest() -> NormalizedManifestV2:
    """The manifest as OpenEnv reads it."""
    parsed = OpenEnvYamlParser().parse(ROOT)
    assert isinstance(parsed, NormalizedManifestV2)
    return parsed


@pytest.fixture
def plan(manifest: NormalizedManifestV2) -> RuntimePlan:
    """The episode that OpenEnv plays to validate a running server."""
    return load_runtime_plan(ROOT, manifest.execution)


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_the_manifest_is_within_the_policy(manifest: NormalizedManifestV2, version: str) -> None:
    """Declared tolerances and the timeout are inside both severity policies."""
    subject = Subject(root=ROOT, manifest=manifest, image_ref=None, running=None, outputs_dir=ROOT / "outputs")
    result = StaticManifestGrader(load_policy(version).bounds).run(subject)
    assert result.status.value == "pass"


def test_the_declared_tasks_are_the_bank(manifest: NormalizedManifestV2) -> None:
    """The manifest counts the tasks of each split as the task API does."""
    bank = TaskBank.load()
    counted = {split: len(bank.tasks(split)) for split in bank.splits()}
    assert manifest.capabilities.declared_task_count == counted


def test_the_app_is_where_the_manifest_says() -> None:
    """`app` names a module of the tree, and the port is the image's."""
    raw = yaml.safe_load((ROOT / "openenv.yaml").read_text())
    module, _, attribute = raw["app"].partition(":")
    assert (ROOT / (module.replace(".", "/") + ".py")).is_file()
    assert (attribute, raw["port"], raw["runtime"]) == ("app", 8000, "fastapi")
    assert "EXPOSE 8000" in (ROOT / "Dockerfile").read_text()


def test_the_oracle_is_there(manifest: NormalizedManifestV2) -> None:
    """The oracle artifact is a script inside the package."""
    assert manifest.capabilities.oracle is not None
    script = ROOT / manifest.capabilities.oracle.location
    assert script.read_text().startswith("#!/bin/sh")
    assert script.stat().st_mode & 0o111


def test_the_plan_plays_a_real_task(plan: RuntimePlan) -> None:
    """The plan's reset and actions are ones that the environment knows, and its last action is that task's oracle."""
    options = ResetOptions.read({"seed": plan.reset.seed, "episode_id": plan.reset.episode_id, **plan.reset.options})
    actions = [CodeReviewAction.model_validate(action) for action in plan.actions]
    assert options.task_id is not None
    assert actions[-1].code == TaskBank.load().find(options.task_id).oracle


def test_the_plan_is_plain_json() -> None:
    """The sidecar is data: two actions, the first unparsable."""
    raw = json.loads((ROOT / "validation/runtime.json").read_text())
    assert [len(action["code"]) > 100 for action in raw["actions"]] == [False, True]
