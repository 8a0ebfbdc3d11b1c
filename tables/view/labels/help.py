"""The short help of each phase: what is done now at the console, by which keys, and under which rules."""

from dataclasses import dataclass

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _


@dataclass(frozen=True, slots=True)
class PhaseHelp:
    """`steps`: what is done now, in order. `keys`: (key, what it does). `rules`: the engine's names of the rules that
    decide in this phase; a reglamento has an article for some of them."""

    steps: tuple[Promise, ...]
    keys: tuple[tuple[str | Promise, Promise], ...] = ()
    rules: tuple[str, ...] = ()


CORNER = (_("Enter"), _("the button at the bottom right"))
UNDO = ("Ctrl+Z", _("undoes the last act"))
SEATS = ("← ↑ → ↓", _("from seat to seat"))
CHIPS = ("1–9", _("the chips, from the left"))
RANKS = ("A 2–9 0 J Q K", _("the card; 0 is the ten"))
ANSWERS = ("1–9", _("the amounts and answers on the screen"))
DECLINES = (_("Backspace"), _("declines"))

ONE_AT_A_TIME = _("One person at a time is asked; the table's middle says who.")

HELP: dict[str, PhaseHelp] = {
    "closed": PhaseHelp((_("The jefe opens the table, with its reglamento and its limits."),)),
    "seating": PhaseHelp(
        (
            _("Enter who comes with “+ Person”; touch the person, then the seat."),
            _("When enough are seated, shuffle with the button at the bottom right."),
        ),
        (SEATS, CORNER),
        ("min_seated", "seated_only"),
    ),
    "shuffling": PhaseHelp(
        (_("Shuffle the cards; the button at the bottom right says how often they are riffled at least."),),
        (CORNER, UNDO),
        ("riffles",),
    ),
    "cutting": PhaseHelp(
        (
            ONE_AT_A_TIME,
            _(
                "Choose how deep the card was put; the button at the bottom right cuts there. Who declines is passed"
                " over."
            ),
        ),
        (ANSWERS, DECLINES, CORNER),
        ("cutter", "cut_depth"),
    ),
    "burning": PhaseHelp(
        (_("Show the first card and key it: as many cards are burned as it counts."),), (RANKS, UNDO)
    ),
    "auction": PhaseHelp(
        (
            _("Choose the amount, then touch who bids it."),
            _("When nobody bids more, close the auction with the button at the bottom right."),
        ),
        (ANSWERS, CORNER, UNDO),
        ("auction", "bank_limits"),
    ),
    "offer": PhaseHelp(
        (
            ONE_AT_A_TIME,
            _(
                "Choose the amount and touch the button at the bottom right if it is taken; “Declines” asks the next."
            ),
            _("Below the name stands what follows if it is declined."),
        ),
        (ANSWERS, DECLINES, CORNER),
        ("offer", "one_opening_a_lap", "twice_running", "bank_limits"),
    ),
    "betting": PhaseHelp(
        (
            _("Choose a chip, then touch the player's P or B for each bet."),
            _("“Repeat” lays the bets of the last pass again; “Take back” removes one."),
            _("The bank's own acts are under “More”, each with what it comes to."),
            _(
                "The button at the bottom right says no more bets: from then on none is made, changed or taken back."
            ),
        ),
        (SEATS, CHIPS, CORNER, UNDO),
        ("limits", "person_maximum", "cover", "bets_closed"),
    ),
    "dealing": PhaseHelp(
        (
            _("Key each card as it is shown; the hand that gets the next one is marked."),
            _("A card keyed wrongly: touch it on the table, then say what it is."),
            _("The table of play says by itself who draws."),
        ),
        (RANKS, UNDO),
        ("card_holder", "dealing_order", "punto_draw", "banca_draw", "natural"),
    ),
    "will": PhaseHelp(
        (
            _("Punto has five: its holder says whether he draws. His word binds."),
            _("If he draws, key his card: that says it too."),
        ),
        (RANKS, (_("Backspace"), _("stands")), CORNER, UNDO),
        ("will", "croupier_stands_on_five"),
    ),
    "bank_choice": PhaseHelp(
        (_("The banker says whether he draws or asks for the table, which then binds him."),),
        (ANSWERS, UNDO),
        ("banca_draw",),
    ),
    "resolved": PhaseHelp(
        (
            _("Take what was lost, then pay what was won, in the order of the list."),
            _("The button at the bottom right confirms the payment. After that only the jefe can undo it."),
            _("“Pay and repeat” confirms it and lays the same bets again for the next pass."),
        ),
        (CORNER, ("R", _("pays and repeats the bets")), UNDO),
        ("winner", "bank_tax", "banca_tax"),
    ),
    "suite": PhaseHelp(
        (
            ONE_AT_A_TIME,
            _("Who takes the bank gives at least its amount; “Declines” asks the next."),
            _("Below the name stands what follows if it is declined."),
        ),
        (ANSWERS, DECLINES, CORNER),
        ("suite", "suite_offer", "suite_tax"),
    ),
}
SUSPENDED = PhaseHelp(
    (_("The jefe has suspended the game. The button at the bottom right is his: it resumes."),)
)
