"""Seeded shell texts from a grammar of what the virtual shell offers, well formed except now and then."""

import random
import re
from typing import Final


def _list(text: str) -> tuple[str, ...]:
    """Items that three blanks or a line end keep apart."""
    return tuple(re.split(r" {3}|\n", text.strip("\n")))


NAMES: Final = ("x", "y", "UNSET", "1", "2")
"""Parameters for operators; HOME is left out, because its length differs in a scratch folder."""
SPECIAL: Final = _list(
    r"""
$x   $y   ${x}   $UNSET   $1   $2   $@   $*   $#   $?   $HOME   $0   ${10}   $-   $
"""
)
PLAIN: Final = _list(
    r"""
a   b c   x   tool   a.txt   sub   nosuch   -n   -   --   =   1   01   a=b   !   ]   [   {}   {   }   a.b.c   axbxc
:   a:b   .   ..   .hidden   #   a#b   %s   %d\n   ~   ~/x   x~   in   do   if   @   ^
"""
)
GLOBS: Final = _list(
    r"""
*   *.txt   ?.txt   [ab].txt   [!a].*   [^b]*   ./sub/*   */*   .h*   no*   [a-b].t?t   [[:alpha:]].txt
"""
)
PATTERNS: Final = (
    "",
    *_list(
        r"""
*   ?   a*   *x   *.   .*   [ab]   [!a]*   x*b   \*   '*'   "?"   $y   ${y}*   *[x.]
"""
    ),
)
OPERATORS: Final = (":-", "-", ":=", "=", ":+", "+", ":?", "?")
TRIMS: Final = ("%", "%%", "#", "##")
TARGETS: Final = ("o1", "o2", "sub/o3", "a.txt", "nosuch/o4", "sub", "/dev/null", '"o 5"', "$x", "$UNSET")
SOURCES: Final = ("a.txt", "b.txt", "sub/c.txt", "nosuch", "/dev/null", "'two words.log'", "sub")
TESTS: Final = (
    "",
    *_list(
        r"""
-f a.txt   -d sub   -e nosuch   -s a.txt   -z "$x"   -n "$x"   "$x" = a   "$x" != a   1 -lt 2   "$#" -eq 2   "$x"
! -f a.txt   -f a.txt -a -d sub   -f nosuch -o -d sub   "$x" -eq 1   ! "$x"   a   -x a.txt   -r a.txt   \( -f a.txt \)
"$x" = "$y"   a '<' b   -h a.txt   -L sub   3 -ge 4   -5 -le 4   ' 7 ' -ne 7   -n $x   $x = $y
"""
    ),
)
WORDS: Final = "<words>"
"""Stands for none to three words in a command."""
PROGRAMS: Final = _list(
    r"""
tool   tool   tool   echo   echo   echo   fail   nosuch   :   true   false   set --   "tool"   t\ool   'to'ol   $UNSET
$x   ./a.txt   sub   ''   /nosuch/p   "$@"   tool\    *.txt   command tool   eval tool
"""
)
COMMANDS: Final = (
    *_list(
        r"""
cat   cat   cat -   printf '%s-%s\n' a b c   printf '%d|%5d\n' 7 x   printf '<%s>' "$@"   printf '%b' 'a\tb\n'
printf %s<words>   printf 'a\n'   printf '%c%%\n' xyz   printf '%x %o\n' 255 010   printf '%s|'<words>   cd sub
cd nosuch   cd .   cd sub/..   cd -   cd   cd a.txt   cd ..   cd $UNSET   cd "$x"   cd -- sub   pwd   pwd   export x
export x=1   export Z=$x y=2   export 'Z=a b'   export y=$y"$x"   unset x   unset y nosuch   unset x y   set --<words>
set --<words>   set a b   shift   shift 1   shift 2   shift 0   eval<words>   eval 'echo $x; tool'   eval "echo \$x"
eval 'x=1'   eval '('   eval exit 3   eval 'nosuch'   exit   exit 0   exit 3   exit 256   command -v tool
command -v nosuch   command -v echo   command exec tool   command cd sub   command shift 9   exec tool a   exec >o1
exec 2>&1   exec nosuch   exec 3>o2   exec <a.txt   read x   read x y   read -r x y   break   break 1   continue
umask 022   wait   sh -c 'tool "$@"; echo $0' a b   sh -c 'exit 4'   sh -c 'echo $x'   sh nosuch.sh   sh a.txt   sh -c
sh -c nosuch
"""
    ),
    *(f"[ {test} ]" for test in TESTS),
    *(f"test {test}" for test in TESTS),
)
DEPTH: Final = 2


class Grammar:
    """One text after the other from one seeded source."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - a seeded source
        self._parts = (
            *(self._plain, self._plain, self._plain, self._glob, self._special, self._special, self._single),
            *(self._double, self._double, self._braced, self._escape, self._substitution),
        )

    def script(self) -> str:
        """A text of one to four lines."""
        random_, lines = self.random, []
        if random_.random() < 0.5:
            lines.append(
                random_.choice(
                    ("x='a  b'", "x=a.txt y='*'", "set -- 'p q' r", "x=axbxc; y=x", "y='a*' x=", "IFS=:; x=a:b::c:")
                )
            )
        lines += [self.list(DEPTH) for _ in range(random_.choice((1, 1, 2)))]
        text = random_.choice((";", "\n", "; ")).join(lines)
        text = self._broken(text) if random_.random() < 0.06 else text
        return text.replace("$$", "$")

    def _broken(self, text: str) -> str:
        """The text with a character more or less; paths outside the project stay whole."""
        at = self.random.randrange(len(text) + 1)
        if "/" in text[max(at - 9, 0) : at + 2]:
            return text
        cut = self.random.choice((0, 1, 1, 2))
        return (
            text[:at]
            + self.random.choice(("", "", "'", '"', "`", "(", ")", ";", "&", "|", "}", "$", "\\", "<", "\n"))
            + text[at + cut :]
        )

    def list(self, depth: int) -> str:
        """Pipelines joined by `;`, `&&`, `||` or a line end."""
        random_ = self.random
        text = self.pipeline(depth)
        while random_.random() < 0.3:
            text += random_.choice(("; ", " && ", " || ", "\n", ";", " ||\n")) + self.pipeline(depth)
        return text

    def pipeline(self, depth: int) -> str:
        """One command, or some in a row."""
        random_ = self.random
        text = ("! " if random_.random() < 0.06 else "") + self.command(depth)
        while random_.random() < 0.15:
            text += random_.choice((" | ", "|", " |\n")) + self.command(depth)
        return text

    def command(self, depth: int) -> str:
        """A simple or a compound command."""
        if depth <= 0 or self.random.random() < 0.8:
            return self.simple(depth)
        text = self.random.choice((self._group, self._subshell, self._if, self._for, self._while))(depth - 1)
        return text + self.redirects(0.15)

    def _group(self, depth: int) -> str:
        return "{ " + self.list(depth) + self.random.choice(("; }", "\n}"))

    def _subshell(self, depth: int) -> str:
        return "(" + self.list(depth) + ")"

    def _if(self, depth: int) -> str:
        text = f"if {self.list(depth)}; then {self.list(depth)}"
        if self.random.random() < 0.3:
            text += f"; elif {self.list(depth)}; then {self.list(depth)}"
        if self.random.random() < 0.4:
            text += f"; else {self.list(depth)}"
        return text + "; fi"

    def _for(self, depth: int) -> str:
        words = (
            " in " + " ".join(self.word(depth) for _ in range(self.random.randint(0, 3)))
            if self.random.random() < 0.85
            else ""
        )
        jump = self.random.choice(("", "", "; break", "; continue", "; break 2", '; [ "$i" = b ] && continue; echo "$i"'))
        return f"for i{words}; do {self.list(depth)}{jump}; done"

    def _while(self, depth: int) -> str:
        kind = self.random.randrange(3)
        if kind == 0:
            return f"while read {self.random.choice(('x', 'x y', '-r x'))}; do {self.list(depth)}; done < {self.random.choice(SOURCES)}"
        if kind == 1:
            return f'n=; until [ "$n" = iii ]; do n=i$n; {self.list(depth)}; done'
        return f'n=; while [ "$n" != ii ]; do n=i$n; {self.list(depth)}; done'

    def simple(self, depth: int) -> str:
        """Assignments, a command with its words, redirections."""
        random_ = self.random
        assigns = "".join(
            f"{random_.choice('xyZ')}={self.word(depth, value=True)} " for _ in range(random_.choice((0, 0, 0, 0, 1, 2)))
        )
        if assigns and random_.random() < 0.4:
            return assigns + self.redirects(0.1)
        text = random_.choice(COMMANDS) if random_.random() < 0.6 else random_.choice(PROGRAMS) + WORDS
        words = " ".join(self.word(depth) for _ in range(random_.randint(0, 3)))
        return assigns + text.replace(WORDS, f" {words}").rstrip(" ") + self.redirects(0.22)

    def word(self, depth: int, *, value: bool = False) -> str:
        """One to three parts side by side; in an assignment no word may end early."""
        parts = [self._part(depth) for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        text = "".join(parts)
        return text.replace("b c", "b\\ c").replace("#", "\\#" if text.startswith("#") and not value else "#")

    def _part(self, depth: int) -> str:
        return self.random.choice(self._parts)(depth)

    def _plain(self, _depth: int) -> str:
        return self.random.choice(PLAIN)

    def _glob(self, _depth: int) -> str:
        return self.random.choice(GLOBS)

    def _special(self, _depth: int) -> str:
        return self.random.choice(SPECIAL)

    def _single(self, _depth: int) -> str:
        return "'" + self.random.choice((*PLAIN, "$x", '"', "\\", "*", "a\nb")) + "'"

    def _double(self, depth: int) -> str:
        return '"' + "".join(self._inside(depth) for _ in range(self.random.randint(0, 3))) + '"'

    def _escape(self, _depth: int) -> str:
        return "\\" + self.random.choice("a $\"'\\*~#;&|n\n`")

    def _inside(self, depth: int) -> str:
        random_ = self.random
        kind = random_.randrange(8)
        if kind < 3:
            return random_.choice((*PLAIN, "*", "'", "a  b", "(", ")", ";", "<", "~", "\n"))
        if kind < 5:
            return random_.choice(SPECIAL[:-1])
        if kind < 6:
            return "\\" + random_.choice("$\"\\`ax*}'\n")
        return self._braced(depth, quoted=True) if kind < 7 else self._substitution(depth)

    def _braced(self, depth: int, *, quoted: bool = False) -> str:
        random_ = self.random
        name = random_.choice(NAMES)
        kind = random_.randrange(8)
        if kind == 0:
            return "${#" + random_.choice(("x", "y", "UNSET", "1", "@", "")) + "}"
        if kind < 4:
            return "${" + name + random_.choice(TRIMS) + random_.choice(PATTERNS) + "}"
        word = random_.choice(("", "d", "a b", "$y", '"q  r"', "*", "$(echo s)", "~", "\\}", "'s t'", "${y-z}", '"$x"'))
        if quoted and depth < DEPTH and random_.random() < 0.5:
            word = random_.choice(("d", "a  b", "$y"))
        return "${" + name + random_.choice(OPERATORS) + word + "}"

    def _substitution(self, depth: int) -> str:
        random_ = self.random
        if depth <= 0:
            return random_.choice(("$(echo e)", "$(tool)", "`echo e f`", "$(fail 2>&1)", "$()", "$(echo 'a  b')"))
        if random_.random() < 0.25:
            return (
                "`"
                + random_.choice(("echo b", "tool", "echo \\$x", "echo \\\\a", "fail", "echo 'a  b'; false", "cat a.txt"))
                + "`"
            )
        return "$( " + self.list(min(depth - 2, 1)) + ")"

    def redirects(self, chance: float) -> str:
        """Some redirections with a leading blank."""
        random_, text = self.random, ""
        while random_.random() < chance:
            target = random_.choice(TARGETS)
            text += random_.choice(
                (
                    f" > {target}",
                    f" >> {target}",
                    f" >{target}",
                    f" < {random_.choice(SOURCES)}",
                    f" 2> {target}",
                    " 2>&1",
                    " >&2",
                    " 2>/dev/null",
                    f" >| {target}",
                    f" <> {random_.choice(SOURCES[:3])}",
                    " <&-",
                    " 2>&-",
                    " >&-",
                    " 3>&1",
                    " >&3",
                    " 1>&2",
                    f" 3< {random_.choice(SOURCES)}",
                )
            )
        return text
