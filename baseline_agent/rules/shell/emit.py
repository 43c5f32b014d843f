"""Words as the code of an argument list, redirections and the like as keyword arguments."""

from collections.abc import Sequence

from code_review_env.baseline_agent.rules.shell.parts import Choice, Each, Literal, Many, Opaque, Text, Value, text_of
from code_review_env.baseline_agent.rules.shell.script import Command
from code_review_env.baseline_agent.rules.shell.words import Word, plain_words


def argv(words: Sequence[Word]) -> str:
    """A list display of the words."""
    if len(words) == 1 and len(words[0].parts) == 1 and isinstance(words[0].parts[0], Many):
        return words[0].parts[0].code
    return f"[{', '.join(map(item, words))}]"


def item(word: Word) -> str:
    """One item of a list display, or several with a star."""
    if len(word.parts) == 1:
        match word.parts[0]:
            case Many(code=code):
                return f"*{code}"
            case Choice(test=test, yes=yes, no=no):
                return f"*({pieces(yes)} if {test} else {pieces(no)})"
            case Each(text=text, clauses=clauses):
                return _each(text, clauses)
    if not word.glob:
        return text_of(word.parts)
    return _pattern(word)


def pieces(text: Text) -> str:
    """A list display of the words of a piece of a command line."""
    return argv(plain_words(text)) if text else "[]"


def _each(text: Text, clauses: str) -> str:
    words = plain_words(text)
    if len(words) == 1 and not _is_several(words[0]):
        return f"*[{item(words[0])} {clauses}]"
    return f"*[word {clauses} for word in {argv(words)}]"


def _is_several(word: Word) -> bool:
    return any(isinstance(part, Many | Choice | Each) for part in word.parts)


def _pattern(word: Word) -> str:
    """Names of files that fit, or the pattern itself where none does; `~` is the home folder."""
    first = word.parts[0]
    if isinstance(first, Literal) and first.text.startswith("~") and not any(sign in first.text for sign in "*?["):
        return f"os.path.expanduser({text_of(word.parts)})"
    escaped = [Value(f"glob.escape({part.as_text()})", known=True) if isinstance(part, Value) else part for part in word.parts]
    return f"*(sorted(glob.glob({text_of(escaped)})) or [{text_of(word.parts)}])"


def keywords(command: Command, given: dict[str, str], library: str) -> dict[str, str]:
    """Keyword arguments that stand for what a shell would prepare.

    Args:
        command: with its redirections and variables.
        given: keyword arguments of the call, as code.
        library: name under which subprocess is imported.
    """
    result = dict(given)
    for descriptor, operator, target in command.redirects:
        _redirect(result, (descriptor, operator, target), library)
    if command.environment:
        first = result.get("env", "os.environ")
        extra = ", ".join(
            f'"{name}": {text_of(word.parts) if word.parts else chr(34) * 2}' for name, word in command.environment
        )
        result["env"] = f"{{**{first}, {extra}}}"
    return result


def _redirect(result: dict[str, str], redirect: tuple[int, str, Word], library: str) -> None:
    descriptor, operator, target = redirect
    if result.get("capture_output") == "True" and descriptor:
        del result["capture_output"]
        result |= {"stdout": f"{library}.PIPE", "stderr": f"{library}.PIPE"}
    if operator == ">&":
        if (descriptor, target.literal()) != (2, "1"):
            message = "an unusual redirection"
            raise Opaque(message)
        result["stderr"] = f"{library}.STDOUT"
        return
    name = ("stdin", "stdout", "stderr")[descriptor]
    mode = {"<": "rb", ">": "wb", ">>": "ab"}[operator]
    if target.literal() == "/dev/null":
        result[name] = f"{library}.DEVNULL"
    else:
        result[name] = f'open({text_of(target.parts)}, "{mode}")'
