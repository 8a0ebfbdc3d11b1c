"""What the croupier announces now, and what he does next: the line under the hands. It follows from the snapshot, where
the engine has said whose card comes, who has won and what is due; no rule is applied here."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise

from casino.common import currency
from casino.common.json_input import Json
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.common.wording import titled
from tables.view.labels.game import CHANCE_LABELS, PHASE_LABELS, RESULT_LABELS, chance_label, label_of

TOTALS: tuple[Promise, ...] = (
    _("Zero"),
    _("One"),
    _("Two"),
    _("Three"),
    _("Four"),
    _("Five"),
    _("Six"),
    _("Seven"),
    _("Eight"),
    _("Nine"),
)
PAIR = 2  # cards of a hand before its third
FEW = 3  # people who are named one by one


class Announcement(NamedTuple):
    """`call`: what is said aloud, empty where nothing is; `act`: what is done then."""

    call: str
    act: str


NOTHING = Announcement("", "")

ASK = _("Ask by the right; touch who takes it.")
# Phases in which always the same is announced
PLAIN: dict[str, tuple[Promise, Promise]] = {
    "seating": (_("Take your seats"), _("Seat the players, then shuffle.")),
    "shuffling": (_("New shoe"), _("Shuffle the cards.")),
    "cutting": (_("Please cut"), _("Choose how deep the card was put.")),
    "burning": (_("First card"), _("Key it: as many cards are burned.")),
    "bank_choice": (_("The banker is free"), _("He draws, stands, or asks for the table.")),
}


def announcement(now: Json) -> Announcement:
    """What is announced at the table with this snapshot, in the active language and words."""
    phase = now["phase"]
    if not now["open"]:
        return NOTHING
    if now["suspended"]:
        return Announcement(gettext("The game is suspended"), gettext("Only the jefe resumes it."))
    if phase in PLAIN:
        call, act = PLAIN[phase]
        return Announcement(str(call), str(act))
    return _OF_PHASE[phase](now)


def _offer(now: Json) -> Announcement:
    of_sabot = now["bank_kind"] == "house"
    return Announcement(
        gettext("Who takes the sabot?") if of_sabot else gettext("Who takes the bank?"), str(ASK)
    )


def _suite(now: Json) -> Announcement:
    of_hand = now["bank_kind"] == "cover"  # chemin de fer passes the hand
    return Announcement(
        gettext("Who takes the hand?") if of_hand else gettext("Who takes the suite?"), str(ASK)
    )


def _auction(now: Json) -> Announcement:
    lead = now["auction"]["lead"]
    call = (
        gettext("%(amount)s, who bids more?") % {"amount": currency.written(lead)}
        if lead
        else gettext("Who bids?")
    )
    return Announcement(call, gettext("Touch who bids; close it when nobody does."))


def _betting(now: Json) -> Announcement:
    return Announcement(str(PHASE_LABELS["betting"]), " ".join(filter(None, (_missing(now), _covers(now)))))


def _missing(now: Json) -> str:
    """Who sits without a bet, while some have bet and few have not."""
    bank, bets = now["bank"] or {}, now["pass"]["bets"]
    aside = {bank.get("holder"), bank.get("associate"), *(bet["player"] for bet in bets)}
    waits = [now["names"][player] for player in now["seats"].values() if player and player not in aside]
    if not bets or not 0 < len(waits) <= FEW:
        return ""
    return gettext("Without a bet: %(names)s.") % {"names": _both(waits)}


def _covers(now: Json) -> str:
    bank = now["bank"]
    if not bank or "covered" not in now["pass"]:
        return ""
    left = max(bank["stake"] - now["pass"]["covered"], 0)
    if not left:
        return gettext("The bank is covered.")
    return gettext("%(amount)s of the bank is left to cover.") % {"amount": currency.written(left)}


def _dealing(now: Json) -> Announcement:
    side = now["pass"]["next"]
    if side is None:
        return Announcement(str(PHASE_LABELS["dealing"]), "")
    hand = now["pass"][side]
    to = gettext("A card for %(side)s.") % {"side": _in_a_sentence(label_of(side))}
    if len(hand["cards"]) < PAIR or hand["total"] is None:
        return Announcement(str(PHASE_LABELS["dealing"]), to)
    said = {"total": TOTALS[hand["total"]]}
    if side == "punto" and now["pass"]["will"] != "draw":
        return Announcement(gettext("%(total)s, card") % said, to)
    has = titled(label_of(side), _in_a_sentence(said["total"]))
    return Announcement(gettext("Card for %(side)s") % {"side": _in_a_sentence(label_of(side))}, f"{has}.")


def _will(now: Json) -> Announcement:
    name = now["names"].get(now["pass"]["card_holder"])
    ask = gettext("With five he may draw or stand.")
    if name:
        ask = gettext("%(name)s holds the cards: with five he may draw or stand.") % {"name": name}
    return Announcement(gettext("Five, card?"), ask)


def _resolved(now: Json) -> Announcement:
    result = now["pass"]["result"]
    side = "punto" if result == "tie" else result
    total = now["pass"][side]["total"]
    who = str(CHANCE_LABELS["tie"] if result == "tie" else RESULT_LABELS[result])
    call = gettext("%(total)s, %(result)s") % {
        "total": TOTALS[total] if total is not None else "",
        "result": who[:1].lower() + who[1:],
    }
    return Announcement(call.strip(", "), _payment(now))


def _payment(now: Json) -> str:
    """In which order it is worked: what is taken, then what is paid."""
    lines = [line for line in now["pass"]["due"]["settlements"] if line["chance"] != "bank"]
    taken = _chances(now, (line["chance"] for line in lines if line["net"] < 0))
    paid = _chances(now, (line["chance"] for line in lines if line["net"] > 0))
    if taken and paid:
        return gettext("Take %(lost)s; then pay %(won)s.") % {"lost": taken, "won": paid}
    if taken:
        return gettext("Take %(lost)s.") % {"lost": taken}
    if paid:
        return gettext("Pay %(won)s.") % {"won": paid}
    return gettext("Nothing is taken, nothing is paid.")


def _chances(now: Json, slugs: Iterable[str]) -> str:
    """Each once, those that have no word of the game's own together."""
    found = dict.fromkeys(slugs)
    known = [_in_a_sentence(chance_label(now["reglamento"], slug)) for slug in found if slug in CHANCE_LABELS]
    others = [gettext("side bets")] if any(slug not in CHANCE_LABELS for slug in found) else []
    return _both([*known, *others])


def _both(words: list[str]) -> str:
    *first, last = words or [""]
    return gettext(" and ").join(filter(None, (", ".join(first), last)))


def _in_a_sentence(label: object) -> str:
    said = str(label)
    return said[:1].lower() + said[1:]


_OF_PHASE = {
    "offer": _offer,
    "suite": _suite,
    "auction": _auction,
    "betting": _betting,
    "dealing": _dealing,
    "will": _will,
    "resolved": _resolved,
}
