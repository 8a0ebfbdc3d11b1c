"""The line of each value of a TOML text, which the standard library's reader does not tell."""

import re

Path = tuple[str | int, ...]
TOKEN = re.compile(
    r"""(?P<nothing>[ \t\r]+|\#[^\n]*)
    |(?P<text>\"{3}(?:\\.|[^\\])*?\"{3}\"{0,2}|'{3}.*?'{3}'{0,2}|"(?:\\.|[^"\\])*"|'[^']*')
    |(?P<mark>[\[\]{},=.\n])
    |(?P<bare>[^\s\[\]{},=."'\#]+)""",
    re.VERBOSE | re.DOTALL,
)
QUOTES = "\"'"


def line_of(text: str, path: Path) -> int:
    """The line (from 1) of the value at `path` in a valid text: its keys, and the numbers (from 0) of entries of
    arrays. If it is not in the text: that of what it would stand in, or the first line."""
    found = _Reader(text).read()
    return next((found[path[:end]] for end in range(len(path), 0, -1) if path[:end] in found), 1)


class _Reader:
    """Goes once through the tokens of a text. A value that is written in several ways, a table as `[a]`, as `a.b = 1`
    or as `a = {}`, is found where it is named first."""

    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, int]] = []
        self._at = 0
        self._found: dict[Path, int] = {}
        self._entries: dict[Path, int] = {}  # of each array of tables
        line = 1
        for match in TOKEN.finditer(text):
            if match.lastgroup != "nothing":
                self._tokens.append((match[0], line))
            line += match[0].count("\n")

    def read(self) -> dict[Path, int]:
        """The line of each table, key and entry."""
        table: Path = ()
        while self._at < len(self._tokens):
            if self._next() == "[":
                table = self._heading()
            elif self._next() == "\n":
                self._at += 1
            else:
                self._pair(table)
        return self._found

    def _next(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else "\n"

    def _take(self) -> tuple[str, int]:
        self._at += 1
        return self._tokens[self._at - 1]

    def _heading(self) -> Path:
        """`[a.b]`, or `[[a.b]]`, which begins another entry."""
        _, line = self._take()
        is_entry = self._next() == "["
        self._at += is_entry
        *outer, last = self._key()
        self._at += 1 + is_entry
        path: Path = ()
        for key in outer:
            path = self._newest((*path, key))
        path = (*path, last)
        self._found.setdefault(path, line)
        if is_entry:
            self._entries[path] = self._entries.get(path, 0) + 1
        path = self._newest(path)
        self._found.setdefault(path, line)
        return path

    def _newest(self, path: Path) -> Path:
        return (*path, self._entries[path] - 1) if path in self._entries else path

    def _key(self) -> list[str]:
        found = [self._take()[0].strip(QUOTES)]
        while self._next() == ".":
            self._at += 1
            found.append(self._take()[0].strip(QUOTES))
        return found

    def _pair(self, table: Path) -> None:
        line = self._tokens[self._at][1]
        path = table
        for key in self._key():
            path = (*path, key)
            self._found.setdefault(path, line)
        self._at += 1
        self._value(path)

    def _value(self, path: Path) -> None:
        """An array is read here too: half the depth at which the library gives up must be enough."""
        if self._next() == "{":
            self._inline(path)
        elif self._next() != "[":
            while self._next() not in (",", "]", "}", "\n"):
                self._at += 1
        else:
            self._at += 1
            number = 0
            while self._next() != "]":
                if self._next() in (",", "\n"):
                    self._at += 1
                    continue
                self._found[(*path, number)] = self._tokens[self._at][1]
                self._value((*path, number))
                number += 1
            self._at += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        while self._next() != "}":
            if self._next() in (",", "\n"):
                self._at += 1
            else:
                self._pair(path)
        self._at += 1
