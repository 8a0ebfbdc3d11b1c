"""What axe-core finds wrong with a page: the rules of WCAG 2.0 to 2.2, levels A and AA, and the size of what is touched."""

from functools import cache
from typing import TYPE_CHECKING

from deploy.shown.house import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPT = ROOT / ".venv" / "node_modules" / "axe-core" / "axe.min.js"
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
RUN = "async (options) => (await axe.run(document, options)).violations"


def violations(page: "Page") -> list[str]:
    """One line for each element that breaks a rule: the rule, the element, and what is wrong."""
    page.evaluate(_script())
    return [
        f"{rule['id']}: {' '.join(node['target'])}: {_why(node)}"
        for rule in page.evaluate(RUN, OPTIONS)
        for node in rule["nodes"]
    ]


def _why(node: dict[str, str]) -> str:
    lines = node["failureSummary"].splitlines()
    return "; ".join(line.strip() for line in lines[1:])


@cache
def _script() -> str:
    return SCRIPT.read_text()
