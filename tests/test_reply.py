"""The code in a reply: one table of shapes."""

import pytest

from code_review_env.reply import MAX_CHARACTERS, extract

CODE = "def f(a):\n    return a\n"
FENCED = f"```python\n{CODE}```"

SHAPES = {
    "whole": (CODE, CODE, "whole", False),
    "whole with CRLF": (CODE.replace("\n", "\r\n"), CODE.replace("\n", "\r\n"), "whole", False),
    "whole with BOM": ("\ufeff" + CODE, "\ufeff" + CODE, "whole", False),
    "whole with fence inside a docstring": (
        f'"""Doc.\n\n{FENCED}\n"""\n{CODE}',
        f'"""Doc.\n\n{FENCED}\n"""\n{CODE}',
        "whole",
        False,
    ),
    "python fence": (FENCED, CODE, "fence", False),
    "bare fence": (f"```\n{CODE}```", CODE, "fence", False),
    "tilde fence": (f"~~~py\n{CODE}~~~", CODE, "fence", False),
    "prose around": (f"Sure, here it is:\n\n{FENCED}\n\nAll done!", CODE, "fence", False),
    "longer fence": (f"````python\n{CODE}````", CODE, "fence", False),
    "fence in a list": (
        f"1. Fix:\n\n   ```python\n   {CODE.replace(chr(10), chr(10) + '   ').rstrip()}\n   ```",
        CODE,
        "fence",
        False,
    ),
    "fence in a quote": ("> ```python\n> def f(a):\n>     return a\n> ```\n", CODE, "fence", False),
    "definer beats later block": (f"{FENCED}\nRun it:\n```bash\npython x.py\n```", CODE, "fence", False),
    "definer beats parsable": (f"```python\nprint(1)\n```\n{FENCED}\n```python\nprint(2)\n```", CODE, "fence", False),
    "last definer wins": (f"```python\ndef f(a):\n    return 0\n```\nBetter:\n{FENCED}", CODE, "fence", False),
    "parsing definer beats broken one": (f"{FENCED}\n```python\ndef f(a):\n    return (\n```", CODE, "fence", False),
    "open fence": (f"Here:\n```python\n{CODE}", CODE, "fence", True),
    "think then fence": (f"<think>maybe ```python\nx\n``` no</think>\n{FENCED}", CODE, "fence", False),
    "think then raw": (f"<think>hm</think>\n{CODE}", CODE, "run", False),
    "open think": ("<think>I wonder about def f", "", "none", True),
    "json": ('{"code": "def f(a):\\n    return a\\n"}', CODE, "json", False),
    "json with more keys": ('{"plan": "x", "code": "def f(a):\\n    return a\\n"}', CODE, "json", False),
    "json without code": ('{"answer": 1}', '{"answer": 1}', "whole", False),
    "prose before code": (f"Here is the file\n{CODE}", CODE, "run", False),
    "prose around code": (f"Here is the file\n{CODE}Hope that helps you!\n", CODE, "run", False),
    "decorated after prose": (f"See below\n@cache\n{CODE}", f"@cache\n{CODE}", "run", False),
    "prose only": ("I could not do it, sorry", "I could not do it, sorry", "raw", False),
    "broken code": ("def f(a:\n    return a\n", "def f(a:\n    return a\n", "raw", False),
    "empty": ("", "", "none", False),
    "blank": (" \n\n", " \n\n", "none", False),
    "async definer": (
        "```python\nasync def f(a):\n    return a\n```\n```python\nx = 1\n```",
        "async def f(a):\n    return a\n",
        "fence",
        False,
    ),
    "indented closing fence": (f"```python\n{CODE}  ```\nDone.", CODE, "fence", False),
    "upper-case tag": (f"```Python\n{CODE}```", CODE, "fence", False),
    "tag with attributes": (f'```python title="f.py" linenums=1\n{CODE}```', CODE, "fence", False),
    "tag of version 3": (f"```python3\n{CODE}```", CODE, "fence", False),
    "fence after CRLF prose": (
        f"Sure:\r\n\r\n```python\r\n{CODE.replace(chr(10), chr(13) + chr(10))}```\r\n",
        CODE,
        "fence",
        False,
    ),
    "fence after a BOM": (f"\ufeff{FENCED}", CODE, "fence", False),
    "two thoughts then fence": (f"<think>a</think>\n<THINK>b</THINK>\n{FENCED}", CODE, "fence", False),
    "thought opened after the code": (f"{FENCED}\n<think>is that right", "", "none", True),
    "fence of a diff and one of the file": (f"```diff\n-x\n+y\n```\n{FENCED}", CODE, "fence", False),
    "closed definer beats open one": (f"{FENCED}\n```python\n{CODE}", CODE, "fence", False),
    "definer without a tag beats a tagged stranger": (f"```\n{CODE}```\n```python\nx = 1\n```", CODE, "fence", False),
    "fence with nothing in it": ("```python\n```", "", "fence", False),
    "fence of four backticks around three": (
        f'````python\n"""\n```\nx\n```\n"""\n{CODE}````',
        f'"""\n```\nx\n```\n"""\n{CODE}',
        "fence",
        False,
    ),
    "json over several lines": ('{\n  "code": "x = 1\\n"\n}\n', "x = 1\n", "json", False),
    "json with an empty code": ('{"code": ""}', "", "json", False),
    "json whose code is a number": ('{"code": 3}', '{"code": 3}', "whole", False),
    "json with a fence in its code": ('{"code": "```python\\nx = 1\\n```"}', "```python\nx = 1\n```", "json", False),
    "cut off in the middle of a def": ("```python\ndef f(a):\n    return (a", "def f(a):\n    return (a", "fence", True),
    "two files, the last defines": (f"```python\nimport os\n```\nand\n{FENCED}", CODE, "fence", False),
    "header and code": (f"### f.py\n\n{CODE}\nThat is all, folks.\n", f"### f.py\n\n{CODE}\n", "run", False),
    "chat markers around code": (f"<|im_start|>assistant\n{CODE}<|im_end|>\n", CODE, "run", False),
    "comment only": ("# nothing to do\n", "# nothing to do\n", "whole", False),
    "class after prose": ("The class:\nclass A:\n    x = 1\n", "class A:\n    x = 1\n", "run", False),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shape_yields_its_code(shape: str) -> None:
    """Each shape of reply gives the text it must, and says how it was found."""
    text, code, how, truncated = SHAPES[shape]
    found = extract(text, "f")
    assert (found.code, found.how, found.truncated) == (code, how, truncated)


@pytest.mark.parametrize(
    "text", ["(" * 60_000, "-" * 7_700, "`" * 100_000, "```\n" * 20_000, "def f\n" * 10_000, "\x00", "\ud800"]
)
def test_hostile_text_is_survived(text: str) -> None:
    """No reply raises, whatever it costs to parse."""
    assert extract(text, "f").code is not None


def test_very_long_text_is_passed_on_unsearched() -> None:
    """The gate will refuse it; nothing here spends time on it."""
    text = "x = 1\n" * MAX_CHARACTERS
    assert extract(text, "f").how == "raw"
