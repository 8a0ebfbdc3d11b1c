"""The incident guide: what happened, what the reglamento says follows, and what else the command must state."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from textwrap import shorten

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _
from tables.record.reglamentos.catalogue import resolve
from tables.rules.reglamento import Reglamento
from tables.view.labels.commands import INCIDENT_LABELS

Choice = tuple[str, Promise | str]
NOBODY = _("Nobody")
LONGEST_BEGINNING = 24  # characters of an article beside its number


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the incident's form. `kind`: the input (card, cards, person, nobody or a person, number,
    flag, tick, text, article), or how one of `choices` is chosen (choice, optional). `none`: the
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
SEEN = (
    ("bank_unseen", _("No card of banca turned yet")),
    ("bank_seen", _("A card of banca has been turned")),
)
HOLDER_STAGES = (
    ("immediate", _("At once")),
    ("bank_unseen", _("Before banca was uncovered")),
    ("decided", _("After he had looked and spoken")),
)
REQUEST = (("punto", _("On punto's request")), ("banca", _("On banca's request")))
DONE = (("warned", _("Warned")), ("sent_away", _("Sent away")), ("handed_over", _("Handed over")))

INCIDENT_GUIDES: dict[str, IncidentGuide] = {
    guide.kind: guide
    for guide in (
        IncidentGuide(
            "exposed_card",
            INCIDENT_LABELS["exposed_card"],
            _("It is burned and the next replaces it."),
            (CARD,),
        ),
        IncidentGuide(
            "confused_deal",
            INCIDENT_LABELS["confused_deal"],
            _("They are burned and the pass is dealt anew; the bets stand, no claim is heard."),
        ),
        IncidentGuide(
            "cards_exhausted",
            INCIDENT_LABELS["cards_exhausted"],
            _("The pass is void: stakes go back, the bank is not lost, and the shoe is over."),
        ),
        IncidentGuide(
            "early_cards",
            INCIDENT_LABELS["early_cards"],
            _("They are burned."),
            (Field("count", _("How many"), "number"),),
        ),
        IncidentGuide(
            "wrong_card_holder",
            INCIDENT_LABELS["wrong_card_holder"],
            _(
                "If it is noticed at once, the cards go to the right player. If banca has not been seen, the right"
                " player speaks the will. Once the will has been spoken, it stands."
            ),
            (
                Field("given_to", _("Given to"), "person"),
                Field("stage", _("Noticed"), "choice", HOLDER_STAGES),
            ),
        ),
        IncidentGuide(
            "will_misread",
            INCIDENT_LABELS["will_misread"],
            _("No card of banca turned: the will changes. Otherwise what was announced stands."),
            (WILL, Field("stage", _("Noticed"), "choice", SEEN)),
        ),
        IncidentGuide(
            "undue_card",
            INCIDENT_LABELS["undue_card"],
            _(
                "Before no va más it is burned; after it, it counts, waits for banca or is burned, by who asked."
            ),
            (CARD, Field("request", _("Asked for by"), "optional", REQUEST)),
        ),
        IncidentGuide(
            "draw_error",
            INCIDENT_LABELS["draw_error"],
            _("It goes where the table of play gives it, or is burned; if neither can be, the pass is void."),
            (CARD, HAND),
        ),
        IncidentGuide(
            "too_many_bank_cards",
            INCIDENT_LABELS["too_many_bank_cards"],
            _("His hand counts 0 and he may draw."),
        ),
        IncidentGuide(
            "two_third_cards",
            INCIDENT_LABELS["two_third_cards"],
            _("Punto keeps the better, banca the worse."),
            (HAND, Field("cards", _("The two cards"), "cards")),
        ),
        IncidentGuide(
            "basketed_unseen", INCIDENT_LABELS["basketed_unseen"], _("That hand loses the pass."), (HAND,)
        ),
        IncidentGuide("stuck_cards", INCIDENT_LABELS["stuck_cards"], _("The pass is void.")),
        IncidentGuide(
            "miscall",
            INCIDENT_LABELS["miscall"],
            _("The banker may give the card or refuse it."),
            (Field("given", _("The banker gives it"), "flag"),),
        ),
        IncidentGuide(
            "conduct",
            INCIDENT_LABELS["conduct"],
            _("It is noted against the article, without effect on the game."),
            (
                Field("article", _("Article"), "article"),
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
    return [
        replace(guide, article=rules.article(guide.kind), fields=tuple(_fields(guide, rules)))
        for guide in known
    ]


def _fields(guide: IncidentGuide, rules: Reglamento) -> Iterator[Field]:
    """The fields of the form. An article is chosen by its number and its first words, among those that the text
    numbers; without any nothing is asked."""
    for field in guide.fields:
        if field.kind != "article":
            yield field
        elif rules.source.articles:
            articles = rules.source.articles.values()
            yield replace(field, choices=tuple((one.number, _beginning(one.text)) for one in articles))


@lru_cache(maxsize=4096)
def _beginning(text: str) -> str:
    """As much of an article as is needed to know it again."""
    return shorten(text, LONGEST_BEGINNING, placeholder="…")
