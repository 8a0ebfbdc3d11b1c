"""The tours of the screens: what a person is told of each on his first shift."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _


@dataclass(frozen=True, slots=True)
class Step:
    """`at`: a CSS selector of what it tells of; a step whose element is not there is left out."""

    at: str
    title: Promise
    text: Promise


# By the name of the screen's address.
TOURS: Mapping[str, tuple[Step, ...]] = {
    "console": (
        Step(
            "#console-head",
            _("What the table does now"),
            _(
                "The phase, the pass, the limits and the bank. All else on this screen follows from the phase."
            ),
        ),
        Step(
            ".oval",
            _("The seats"),
            _(
                "As they are at the table. Touch a free seat to seat somebody; P and B below a name take his bets."
            ),
        ),
        Step(
            "#console-pad",
            _("The pad"),
            _("Here is always what the phase needs: chips, the ranks of the cards, amounts, answers."),
        ),
        Step(
            "#console-acts .act-primary",
            _("The button at the bottom right"),
            _(
                "The next act of the pass, always in this place. What cannot be done now is refused, with its article."
            ),
        ),
        Step(
            "#act-undo",
            _("Undo"),
            _("It says what it takes back. Until the payment you may undo yourself; after it, the jefe."),
        ),
        Step(
            "#act-incident",
            _("Incident"),
            _("Say what happened: the guide names the article and has the one button that does it."),
        ),
        Step(
            "#act-help",
            _("Help"),
            _("What is done in this phase, by which keys, and its articles. This tour starts again there."),
        ),
    ),
    "floor": (
        Step(
            ".pits",
            _("Every table"),
            _(
                "Its phase and how long it lasts, bank, limits, last results. Touch one for its page and your acts."
            ),
        ),
        Step(
            ".queue",
            _("Alerts"),
            _("They stay until somebody has seen to them. Each leads to the act that it asks for."),
        ),
    ),
    "counter": (
        Step(
            "main",
            _("Every tray"),
            _("Touch a table for its money: fills, credits, counts, and the slips that wait for you."),
        ),
        Step(
            ".top",
            _("The cage and the reports"),
            _("What the cage holds, and what the day has brought, are found up here."),
        ),
    ),
    "timeline": (
        Step(
            "form",
            _("Search the record"),
            _("By table, time, person, command, article or incident. You see everything and change nothing."),
        ),
    ),
}
