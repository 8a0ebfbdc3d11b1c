"""Who plays in the fault trial and in the soak."""

from random import Random
from typing import Any, cast

from deploy.faults.clients import Client
from deploy.faults.players import MOST_OPEN, Counter

Json = dict[str, Any]


class Book:
    """The slips of a table, each with its state, as the three who sign them are answered."""

    def __init__(self) -> None:
        self.slips: list[str] = []

    async def money(self) -> Json:
        return {}

    async def request(self, said: Json) -> Json:
        self.slips.append("sent")
        return {"ok": True, "slip": {"number": len(self.slips) - 1}}

    async def step(self, number: int, step: str) -> Json:
        state = self.slips[number]
        if state in ("done", "void"):
            return {"ok": False, "error": {"code": "slip_done"}}
        if step not in (state, "void"):
            return {"ok": False, "error": {"code": "not_this_step"}}
        self.slips[number] = {"sent": "received", "received": "done", "void": "void"}[step]
        return {"ok": True, "slip": {"state": self.slips[number]}}


async def test_at_a_counter_never_more_than_a_few_slips_wait_however_long_it_works() -> None:
    """What waits is shown and kept: a heap that grew looked like memory that leaks."""
    book = Book()
    counter = Counter(*[cast(Client, book)] * 3, Random(1))
    for _ in range(3_000):
        await counter.act()
        assert sum(state not in ("done", "void") for state in book.slips) <= MOST_OPEN
    assert {"done", "void"} <= set(book.slips) and len(book.slips) > 300
