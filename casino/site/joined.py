"""Sheets and scripts as they are sent: without comments and indentation, and those of a folder `pages` as one file with
all that they import. As they are written a browser understands them too, a file for each."""

import posixpath
import re
from collections.abc import Callable

from casino.common.text import without_indentation

Read = Callable[[str], str]  # the name of a file → its text

CSS_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
CSS_IMPORT = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
CSS_URL = re.compile(r'url\("(\.[^"]+)"\)')
# A line of its own, or what stands behind the end of a line of code: not what a string says
JS_COMMENT = re.compile(r"^ *//.*\n|(?<=[;,{}()\]]) +//.*$", re.MULTILINE)
JS_IMPORT = re.compile(r'^import (?:(?:\* as (\w+)|(\{[^}]*\})) from )?"([^"]+)";\n', re.MULTILINE)
JS_EXPORT = re.compile(r"^export ((?:async function|function|const) (\w+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export) |\bimport\(", re.MULTILINE)


def sent(name: str, read: Read) -> str:
    """The text of this `.css` or `.js` as it is sent. Raises ValueError for what it cannot join."""
    is_page = posixpath.basename(posixpath.dirname(name)) == "pages"
    if name.endswith(".css"):
        return sheet(name, read) if is_page else _plain_sheet(read(name))
    return script(name, read) if is_page else _plain_script(read(name))


def sheet(name: str, read: Read) -> str:
    """The sheet with those that it imports, in their order."""
    folder = posixpath.dirname(name)

    def joined(path: str) -> str:
        whole = CSS_URL.sub(
            lambda found: f'url("{_moved(found[1], path, folder)}")', _plain_sheet(read(path))
        )
        return CSS_IMPORT.sub(lambda found: joined(_beside(path, found[1])), whole)

    return joined(name)


def script(name: str, read: Read) -> str:
    """The module with those that it imports, each once, as a function that returns what it exports, behind what it
    imports itself. Raises ValueError for a ring of imports, and for an import or export that is written otherwise."""
    numbers: dict[str, int] = {}
    begun: set[str] = set()
    parts: list[str] = []

    def take(path: str) -> int:
        if path in numbers:
            return numbers[path]
        if path in begun:
            raise ValueError(f"{path} imports itself")
        begun.add(path)

        def imported(found: re.Match[str]) -> str:
            whole, names, which = found.groups()
            number = take(_beside(path, which))
            return f"const {whole or names.replace(' as ', ': ')} = m{number};\n" if whole or names else ""

        text = JS_IMPORT.sub(imported, _plain_script(read(path)))
        exports = ", ".join(exported for _, exported in JS_EXPORT.findall(text))
        text = JS_EXPORT.sub(r"\1", text)
        if unknown := LEFT.search(text):
            raise ValueError(f"{path}: cannot join {unknown.group()!r}")
        numbers[path] = len(numbers)
        parts.append(f"const m{numbers[path]} = (() => {{\n{text}return {{ {exports} }};\n}})();\n")
        return numbers[path]

    take(name)
    return "".join(parts)


def _plain_sheet(text: str) -> str:
    return _plain(CSS_COMMENT.sub("", text))


def _plain_script(text: str) -> str:
    return _plain(JS_COMMENT.sub("", text))


def _plain(text: str) -> str:
    return re.sub(r"\n{2,}", "\n", without_indentation(text)).lstrip("\n")


def _beside(path: str, which: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), which))


def _moved(url: str, path: str, folder: str) -> str:
    return posixpath.relpath(_beside(path, url), folder)
