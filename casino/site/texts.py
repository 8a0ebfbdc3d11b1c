"""Finds every translatable text in code, templates and data. These are the keys of the catalogues."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils.translation.template import templatize

# A text and what it is said of, the `msgctxt` of the catalogues; None for a text of the product in general.
Text = tuple[str, str | None]

QUOTED = r"""(u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))"""
CALL = re.compile(rf"(?:gettext|\b_)\({QUOTED}\)")
PRINTED = re.compile(r"{{.*?}}", re.DOTALL)
PLURAL = re.compile(rf"ngettext\({QUOTED}, ?{QUOTED},")
CALLS = {"_", "gettext", "gettext_lazy"}
PLACES = ("casino", "tables", "ledger")
# Code that raises refusals does not call gettext: its texts are the values of MESSAGES and of `detail`.
TABLES_OF_TEXTS = {
    "MESSAGES",
    "OF_PAGES",
    "FAULTS",
    "TURNS",
    "NOT_TURNS",
    "TURN_OF",
    "NOTHING_MORE",
    "ONLY",
    "OF_FIELD",
    "LABELS",
}


def texts() -> set[Text]:
    """All translatable texts, in English."""
    general = {*_in_code(), *_in_templates(), *_in_data()}
    return {(text, None) for text in general} | set(_in_reglamentos())


def plurals() -> dict[str, str]:
    """The texts that depend on a number: for one → for several."""
    from casino.common.refusals.catalogue import COUNTED

    return {one: several for _field, one, several in COUNTED.values()} | dict(
        [*_counted_in_code(), *_counted_in_templates()]
    )


def _in_code() -> Iterator[str]:
    for place in PLACES:
        for path in sorted((settings.BASE_DIR / place).rglob("*.py")):
            yield from _marked(path.read_text())
            yield from _tabled(path.read_text())


def _in_templates() -> Iterator[str]:
    for calls in _calls_in_templates():
        yield from map(ast.literal_eval, CALL.findall(calls))


def _counted_in_code() -> Iterator[tuple[str, str]]:
    for place in PLACES:
        for path in sorted((settings.BASE_DIR / place).rglob("*.py")):
            for one, several in PLURAL.findall(path.read_text()):
                yield ast.literal_eval(one), ast.literal_eval(several)


def _counted_in_templates() -> Iterator[tuple[str, str]]:
    for calls in _calls_in_templates():
        for one, several in PLURAL.findall(calls):
            yield ast.literal_eval(one), ast.literal_eval(several)


def _calls_in_templates() -> Iterator[str]:
    """Of each template its gettext calls: templatize() replaces all else by runs of X and B. Of a variable it knows the
    first call only.
    """
    for path in sorted((settings.PRODUCT_DIR / "templates").rglob("*.html")):
        source = path.read_text()
        yield templatize(source, origin=str(path))
        yield from PRINTED.findall(source)  # of these templatize() keeps only the first call


def _in_data() -> Iterator[str]:
    from casino.people.permissions import Role
    from ledger.conf import CHART
    from tables.engine.state import PHASES

    yield from (*Role, "punto", "banca", "tie", *PHASES, *CHART.labels.values(), *plurals())


def _in_reglamentos() -> Iterator[Text]:
    from tables.rules.reglamentos import REGLAMENTOS

    for rules in REGLAMENTOS.values():
        yield from ((text, rules.slug) for text in rules.words.values())
        yield from ((text, None) for text in rules.source.readings.values())


def _marked(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            yield from _constants(node.args[:1])


def _tabled(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == "detail":
            yield from _constants([node.value])
        if isinstance(node, ast.Assign | ast.AnnAssign) and _names(node) & TABLES_OF_TEXTS and node.value:
            yield from _sentences(node.value)


def _names(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _sentences(table: ast.expr) -> Iterator[str]:
    values = table.values if isinstance(table, ast.Dict) else []
    for value in values:
        yield from _constants(value.elts if isinstance(value, ast.Tuple) else [value])


def _constants(nodes: list[ast.expr]) -> Iterator[str]:
    return (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def catalogue(language: str) -> Path:
    """The path of a language's catalogue."""
    return settings.PRODUCT_DIR / "locale" / language / "LC_MESSAGES" / "django.po"
