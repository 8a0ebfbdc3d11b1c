"""What a table offers to bet on, as its reglamento has it."""

from tables.record.reglamentos.catalogue import resolve
from tables.rules.chances import Chance
from tables.view.screen import TableView


def offered(view: TableView) -> dict[str, Chance]:
    """The chances that are offered here by their slugs, in their order."""
    if not view.reglamento:
        return {}
    rules = resolve(view.reglamento)
    return {one["slug"]: rules.chance(one["slug"]) for one in view.snapshot["chances"]}


def is_side(chance: Chance) -> bool:
    """Whether it is a bet that a house offers beside the game's own."""
    return not (chance.main or chance.maximum_setting)
