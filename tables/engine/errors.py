"""A refusal: the one way in which the engine says no. Text is made last, in the reader's language."""

from collections.abc import Callable
from typing import Any

MESSAGES: dict[str, str] = {
    "malformed": "This command is not well-formed: %(fault)s",
    "unknown_command": "There is no command %(command)s.",
    "unknown_player": "%(player)s is not at this table.",
    "not_allowed": "The role %(role)s may not do this.",
    "stale": "The table has moved on: it is at version %(version)s.",
    "wrong_phase": "This cannot be done now: the table is in the phase %(phase)s.",
    "bets_closed": "No va más: no bet is made, changed or taken back before the payment.",
    "cards_drawn": "A card of this pass has already been drawn.",
    "not_asked": "%(player)s is not the one who is asked.",
    "not_enough_seated": "%(minimum)s seated players are needed, there are %(seated)s.",
    "in_play": "Not before the payment: there is a stake or a card in play.",
    "suspended": "The table is suspended.",
    "below_minimum": "Too little: at least %(minimum)s.",
    "above_maximum": "Too much: at most %(maximum)s.",
    "not_multiple": "Not a multiple of %(unit)s.",
    "wrong_hand": "The drawing table gives this card to nobody: %(detail)s",
    "impossible_card": "%(card)s cannot be in the shoe any more.",
    "bad_setting": "The setting %(setting)s cannot be %(value)s.",
    "nothing_to_undo": "There is nothing left to undo.",
    "counted_since": "The table's money has been counted and signed since: what lies before stands.",
    "already_here": "%(player)s is already at the table.",
    "seat_taken": "Seat %(seat)s is taken.",
    "already_seated": "%(player)s is already seated.",
    "not_seated": "%(player)s is not seated.",
    "already_waiting": "%(player)s is already on the waiting list.",
    "not_waiting": "%(player)s is not on the waiting list.",
    "nothing_covered": "Nobody plays against the bank.",
    "no_bet": "%(player)s has no bet on %(chance)s.",
    "opened_already": "%(player)s has already opened in this lap.",
    "thrice_running": "%(player)s has opened twice running and cannot open a third time.",
    "not_entitled": "This is not due now: %(detail)s",
    "already_suspended": "The table is already suspended.",
    "not_suspended": "The table is not suspended.",
}


# fields that hold money, where these codes do not count cards or riffles
AMOUNTS = {"below_minimum": "minimum", "above_maximum": "maximum", "not_multiple": "unit"}
# fields that hold words of the product, not of the user; a detail may have places for other fields
WORDED = frozenset({"detail", "phase", "role", "chance"})


class Refused(Exception):
    """A command that changes nothing: `code` is stable, `article` is of this reglamento or None, `fields` fill the
    message."""

    def __init__(
        self, code: str, article: str | None = None, *, counted: bool = False, **fields: Any
    ) -> None:
        """`counted`: the number refused is one of cards or riffles, not of money."""
        super().__init__(code)
        self.code = code
        self.article = article
        self.fields = fields
        self._counted = counted

    def text(self, translate: Callable[[str], str] = str, written: Callable[[int], str] = str) -> str:
        """The sentence for a reader; `translate` turns English words and templates into his language, `written` an
        amount into his figures."""
        worded = {
            name: translate(str(self.fields[name])) % self.fields for name in WORDED & self.fields.keys()
        }
        money = AMOUNTS.get(self.code)
        paid = {money: written(self.fields[money])} if money and not self._counted else {}
        return translate(MESSAGES[self.code]) % (self.fields | worded | paid)

    def as_dict(
        self, translate: Callable[[str], str] = str, written: Callable[[int], str] = str
    ) -> dict[str, Any]:
        """The `error` of protocol.md: code, article, message, fields."""
        return {
            "code": self.code,
            "article": self.article,
            "message": self.text(translate, written),
            "fields": self.fields,
        }
