"""A difference between what was counted and what is expected is explained, and signed by a jefe."""

import pytest

from ledger import selectors as ledger
from ledger.audit import faults
from ledger.cage import selectors
from tests.ledger.mesa import BOOK, everything
from tests.support.counter import ask, done, go, held, moved, refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]
FOUND = "house:main:over_short"
ASKED_AND_SIGNED = [
    ("count", "croupier", "jefe", None),
    ("count", "jefe", "croupier", None),
    ("count", "croupier", "cambista", "jefe_must_sign"),
    ("count", "cambista", "jefe", None),
    ("count", "cambista", "croupier", "jefe_must_sign"),
    ("closing", "cambista", "jefe", None),
    ("closing", "cambista", "croupier", "jefe_must_sign"),
    ("closing", "croupier", "jefe", None),
    ("closing", "croupier", "cambista", "jefe_must_sign"),
    ("tips_out", "cambista", "jefe", None),
    ("tips_out", "cambista", "croupier", "jefe_must_sign"),
    ("cagnotte_out", "cambista", "jefe", None),
    ("cagnotte_out", "cambista", "croupier", "jefe_must_sign"),
    ("drop_out", "cambista", "jefe", None),
    ("drop_out", "cambista", "croupier", "jefe_must_sign"),
]


OVER = {"count": 10_015, "closing": 10_015, "tips_out": 15, "cagnotte_out": 15, "drop_out": 15}


@pytest.mark.parametrize(("kind", "by", "signer", "code"), ASKED_AND_SIGNED)
def test_a_difference_is_explained_and_signed_by_a_jefe(
    kind: str, by: str, signer: str, code: str | None
) -> None:
    before = everything()
    if by != "croupier":
        assert refusal(lambda: ask(kind, OVER[kind], by)) == "reason_needed"
        assert refusal(lambda: ask(kind, OVER[kind], by, reason="  ")) == "reason_needed"
    assert everything() == before
    slip = ask(kind, OVER[kind], by, reason="a chip behind the tray")
    assert held() == before[0], "nothing moves before it is signed"
    assert refusal(lambda: go(slip, "signed", signer)) == code
    assert held().get(FOUND, 0) == (0 if code else -15)


@pytest.mark.parametrize("kind", ["count", "closing"])
def test_who_counts_blind_explains_nothing_and_the_jefe_who_signs_does(kind: str) -> None:
    """Else he would learn from the refusal what should be there, without a trace."""
    slip, before = ask(kind, OVER[kind], "croupier"), everything()
    assert refusal(lambda: go(slip, "signed", "jefe")) == "reason_needed"
    assert refusal(lambda: go(slip, "signed", "jefe", "  ")) == "reason_needed"
    assert everything() == before
    go(slip, "signed", "jefe", "a chip behind the tray")
    assert held()[FOUND] == -15
    assert ask("opening" if kind == "closing" else "count", 10_015, "croupier").steps, (
        "and what is right needs none"
    )


@pytest.mark.parametrize(("kind", "of"), [("tips_out", "tips"), ("drop_out", "drop"), ("count", "tray")])
@pytest.mark.parametrize("difference", [-40, 40])
def test_a_difference_is_the_houses_and_what_was_counted_moves(kind: str, of: str, difference: int) -> None:
    done("buy_in", 500, player="ana")
    done("tip", 200, player="ana")
    there, before = selectors.balances(BOOK)[of], held()
    done(kind, there + difference, reason="counted twice")
    change = {FOUND: -difference}
    if kind == "count":
        assert moved(before, held()) == change | {f"{BOOK}:tray": difference}
    else:
        target = {"tips_out": "house:main:tronc", "drop_out": "cage:main:cash"}[kind]
        assert moved(before, held()) == change | {f"{BOOK}:{of}": -there, target: there + difference}
    assert (ledger.total(), list(faults(BOOK)), list(faults("house:main"))) == (0, [], [])


@pytest.mark.parametrize("kind", ["count", "tips_out"])
def test_without_a_difference_no_reason_and_no_jefe_is_needed(kind: str) -> None:
    there = 10_000 if kind == "count" else 0
    slip = ask(kind, there, "cambista")
    go(slip, "signed", "croupier")
    assert selectors.is_done(slip) and FOUND not in held()
