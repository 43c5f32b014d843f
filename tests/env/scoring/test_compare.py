"""What counts as the same behaviour beside equal values."""

from code_review_env.env.local import make
from code_review_env.tasks.bank import TaskBank

HANDLED = '    except FileNotFoundError:\n        return 127, "docker is not installed"\n'


def _failed(source: str) -> list[str]:
    with make(task_id="medium/push_image@1.0") as env:
        env.reset()
        return [group.name for group in env.step(source).group_results if not group.passed]


def test_the_exception_that_names_a_missing_program_is_as_good_as_the_status() -> None:
    """Without a shell Python tells by an exception what a shell told by 127; one that names something else does not do."""
    oracle = TaskBank.load().find("medium/push_image@1.0").reference
    assert HANDLED in oracle
    assert _failed(oracle) == []
    assert _failed(oracle.replace(HANDLED, "    except FileNotFoundError:\n        raise\n")) == []
    other = '    except FileNotFoundError as error:\n        raise FileNotFoundError(2, "no", "podman") from error\n'
    assert _failed(oracle.replace(HANDLED, other)) == ["missing docker"]
