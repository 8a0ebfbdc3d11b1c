"""The console's help: a short sheet for the phase that the table is in."""

from tables.house_reglamentos.shelf import resolve
from tables.labels.help import HELP, SUSPENDED
from tables.screen import Json, TableView
from tables.screens.parts import Part, Shown

SHOWN = Shown("phase suspended reglamento")


def help_part(view: TableView) -> Part:
    """What is done now, the keys, and the articles of the table's reglamento. It changes with the phase alone."""
    return Part("console-help", "console/help.html", SHOWN.of(view, **_help(view)))


def _help(view: TableView) -> Json:
    now = view.snapshot
    found = SUSPENDED if now["suspended"] else HELP[now["phase"]]
    return {"help": found, "articles": _articles(view.reglamento, found.rules)}


def _articles(reglamento: str | None, rules: tuple[str, ...]) -> list[str]:
    """The numbers of the articles that decide now, each once."""
    if reglamento is None:
        return []
    cited = (resolve(reglamento).article(rule) for rule in rules)
    return list(dict.fromkeys(number for number in cited if number))
