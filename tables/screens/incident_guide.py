"""The incident guide: what happened, what the reglamento says follows, and what else the command must state."""

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.house_reglamentos.shelf import resolve

Choice = tuple[str, Promise]
NOBODY = _("Nobody")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the incident's form. `kind`: the input (card, cards, person, nobody or a person, number,
    flag, tick, text), or how one of `choices` is chosen (choice, optional). `none`: the
    choice of nobody, or of none of them."""

    name: str
    label: Promise
    kind: str
    choices: tuple[Choice, ...] = ()
    none: Promise = NOBODY


@dataclass(frozen=True, slots=True)
class IncidentGuide:
    """One kind of incident. `title`: what happened; `consequence`: what follows by `article`."""

    kind: str
    title: Promise
    consequence: Promise
    fields: tuple[Field, ...] = ()
    article: str | None = None


CARD = Field("card", _("Card"), "card")
HAND = Field("hand", _("Hand"), "choice", (("punto", _("Punto")), ("banca", _("Banca"))))
WILL = Field("choice", _("What the holder said"), "choice", (("draw", _("Draw")), ("stand", _("Stand"))))
SEEN = (("bank_unseen", _("No bank card turned yet")), ("bank_seen", _("A bank card has been turned")))
HOLDER_STAGES = (
    ("immediate", _("At once")),
    ("bank_unseen", _("Before the bank was uncovered")),
    ("decided", _("After he had looked and spoken")),
)
REQUEST = (("punto", _("On punto's request")), ("banca", _("On banca's request")))
DONE = (("warned", _("Warned")), ("sent_away", _("Sent away")), ("handed_over", _("Handed over")))

INCIDENT_GUIDES: dict[str, IncidentGuide] = {
    guide.kind: guide
    for guide in (
        IncidentGuide(
            "exposed_card",
            _("A card lay face up in the shoe"),
            _("It is burned and the next replaces it."),
            (CARD,),
        ),
        IncidentGuide(
            "confused_deal",
            _("The cards of the pass are mixed up"),
            _("They are burned and the pass is dealt anew; the bets stand, no claim is heard."),
        ),
        IncidentGuide(
            "cards_exhausted",
            _("The shoe is empty"),
            _("The pass is void: stakes go back, the bank is not lost, and the shoe is over."),
        ),
        IncidentGuide(
            "early_cards",
            _("Cards were drawn before the croupier asked"),
            _("They are burned."),
            (Field("count", _("How many"), "number"),),
        ),
        IncidentGuide(
            "wrong_card_holder",
            _("The cards went to the wrong player"),
            _(
                "At once: to the right one. Bank unseen: the right one speaks the will. Once spoken: it stands."
            ),
            (
                Field("given_to", _("Given to"), "person"),
                Field("stage", _("Noticed"), "choice", HOLDER_STAGES),
            ),
        ),
        IncidentGuide(
            "will_misread",
            _("The croupier announced another will"),
            _("No bank card turned: the will changes. Otherwise what was announced stands."),
            (WILL, Field("stage", _("Noticed"), "choice", SEEN)),
        ),
        IncidentGuide(
            "undue_card",
            _("A card was turned by mistake"),
            _(
                "Before no va más it is burned; after it, it counts, waits for banca or is burned, by who asked."
            ),
            (CARD, Field("request", _("Asked for by"), "optional", REQUEST)),
        ),
        IncidentGuide(
            "draw_error",
            _("A card was drawn that the table of play forbids"),
            _("It goes where the table of play gives it, or is burned; if neither can be, the pass is void."),
            (CARD, HAND),
        ),
        IncidentGuide(
            "too_many_bank_cards",
            _("The banker dealt himself more than two cards"),
            _("His hand counts 0 and he may draw."),
        ),
        IncidentGuide(
            "two_third_cards",
            _("Two third cards were given"),
            _("Punto keeps the better, banca the worse."),
            (HAND, Field("cards", _("The two cards"), "cards")),
        ),
        IncidentGuide(
            "basketed_unseen", _("Cards were thrown in unseen"), _("That hand loses the pass."), (HAND,)
        ),
        IncidentGuide("stuck_cards", _("Cards stuck together"), _("The pass is void.")),
        IncidentGuide(
            "miscall",
            _("Punto called wrongly"),
            _("The banker may give the card or refuse it."),
            (Field("given", _("The banker gives it"), "flag"),),
        ),
        IncidentGuide(
            "conduct",
            _("Somebody's conduct"),
            _("It is noted against the article, without effect on the game."),
            (
                Field("article", _("Article"), "text"),
                Field("text", _("What happened"), "text"),
                Field("player", _("Who it was"), "nobody"),
                Field("done", _("What was done"), "optional", DONE, none=_("Nothing")),
                Field("device_kept", _("A device was kept"), "tick"),
            ),
        ),
    )
}


def guides(reglamento: str) -> list[IncidentGuide]:
    """The incidents that this reglamento provides for, each with its article."""
    rules = resolve(reglamento)
    known = (guide for kind, guide in INCIDENT_GUIDES.items() if kind in rules.incidents)
    return [replace(guide, article=rules.article(guide.kind)) for guide in known]
