"""All mutants of a file, each with a name that outlives changes elsewhere in the file."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutants.operators import NO_BEHAVIOUR, replacements

Steps = tuple[
    tuple[str, int | None], ...
]  # from the module to a node: a field, and the place in it if it is a list
LONGEST = 90  # characters of a node that are shown
UNREAD = ("annotation", "returns")


class Mutant(NamedTuple):
    """`place`: the function, class or name that is changed. `nth`: which of several that read alike, from 0.
    `lines`: the first and last of the node. `statement`: those of the innermost statement around it.
    `function`: the first line of the outermost function it is in, None for what is done on import."""

    path: str
    place: str
    was: str
    now: str
    nth: int
    lines: tuple[int, int]
    statement: tuple[int, int]
    function: int | None
    steps: Steps
    choice: int

    @property
    def name(self) -> str:
        again = f" #{self.nth + 1}" if self.nth else ""
        return f"{self.path}:{self.place}: {self.was} → {self.now}{again}"


class Around(NamedTuple):
    """What stands around a node."""

    place: str = "(module)"
    statement: tuple[int, int] = (1, 1)
    function: int | None = None


def mutants(path: str) -> list[Mutant]:
    """Every mutant of the file, in the order of its lines."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for node, steps, around in _walk(ast.parse(Path(path).read_text()), (), Around()):
        for choice, instead in enumerate(replacements(node)):
            read = around.place, _short(node, instead), _short(instead, node)
            lines = _lines(node, around.statement)
            found.append(
                Mutant(path, *read, seen[read], lines, around.statement, around.function, steps, choice)
            )
            seen[read] += 1
    return found


def mutated(mutant: Mutant) -> ast.Module:
    """The whole file with that mistake, at the same lines."""
    tree = ast.parse(Path(mutant.path).read_text())
    holder: Any = tree
    for field, place in mutant.steps[:-1]:
        holder = _at(holder, field, place)
    field, place = mutant.steps[-1]
    node = _at(holder, field, place)
    instead = list(replacements(node))[mutant.choice]
    if isinstance(node, ast.expr | ast.stmt):
        instead = ast.copy_location(instead, node)
    if place is None:
        setattr(holder, field, instead)
    else:
        getattr(holder, field)[place] = instead
    return ast.fix_missing_locations(tree)


def _at(holder: Any, field: str, place: int | None) -> Any:
    value = getattr(holder, field)
    return value if place is None else value[place]


def _walk(node: ast.AST, steps: Steps, around: Around) -> Iterator[tuple[ast.AST, Steps, Around]]:
    if _unread(node):
        return
    around = _within(node, around)
    yield node, steps, around
    for field, value in ast.iter_fields(node):
        inner = _inside(node, field, around)
        if field not in UNREAD and isinstance(value, ast.AST):
            yield from _walk(value, (*steps, (field, None)), inner)
        for place, one in enumerate(value if isinstance(value, list) else ()):
            if isinstance(one, ast.AST):
                yield from _walk(one, (*steps, (field, place)), inner)


def _unread(node: ast.AST) -> bool:
    """Docstrings, imports, what only mypy reads, and keywords that change no behaviour."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.keyword):
        return node.arg in NO_BEHAVIOUR
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "__all__"
    return isinstance(node, ast.Import | ast.ImportFrom)


def _within(node: ast.AST, around: Around) -> Around:
    if isinstance(node, ast.stmt):
        around = around._replace(statement=(node.lineno, node.end_lineno or node.lineno))
    if (
        around.function is None
        and around.place == "(module)"
        and isinstance(node, ast.Assign | ast.AnnAssign)
    ):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return around._replace(place=ast.unparse(target))
    if around.function is None and isinstance(node, ast.ClassDef | ast.FunctionDef):
        before = "" if around.place == "(module)" else f"{around.place}."
        return around._replace(place=f"{before}{node.name}")
    return around


def _inside(node: ast.AST, field: str, around: Around) -> Around:
    """A function's body runs when it is called; its decorators and defaults when it is defined."""
    if field != "body" or around.function is not None:
        return around
    if isinstance(node, ast.FunctionDef):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        return around._replace(function=first)
    return around._replace(function=node.lineno) if isinstance(node, ast.Lambda) else around


def _lines(node: ast.AST, statement: tuple[int, int]) -> tuple[int, int]:
    """Of a compound statement only the line of its condition."""
    node = getattr(node, "test", node)
    first = getattr(node, "lineno", statement[0])
    return first, getattr(node, "end_lineno", None) or first


def _short(node: ast.AST, other: ast.AST) -> str:
    """The node as text; of a statement with a condition, of a table and of a decorated function what differs."""
    if isinstance(node, ast.If | ast.While):
        return f"if {ast.unparse(node.test)}"
    if isinstance(node, ast.FunctionDef):
        return ", ".join(ast.unparse(one) for one in node.decorator_list)
    if isinstance(node, ast.Set | ast.List | ast.Tuple | ast.Dict) and isinstance(other, type(node)):
        return _of_a_table(node, other)
    text = ast.unparse(node).replace("\n", " ").strip()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _of_a_table(node: Any, other: Any) -> str:
    """`{…, 'sit': DEALERS}` against `{…}`: only what the other lacks."""
    mine, others = _entries(node), _entries(other)
    missing = next((one for place, one in enumerate(mine) if others[place : place + 1] != [one]), None)
    left = missing if len(mine) > len(others) else None
    return "{…}" if left is None else f"{{…, {left[:LONGEST]}}}"


def _entries(node: Any) -> list[str]:
    if isinstance(node, ast.Dict):
        return [
            f"{ast.unparse(key)}: {ast.unparse(value)}" if key else f"**{ast.unparse(value)}"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
    return [ast.unparse(one) for one in node.elts]
