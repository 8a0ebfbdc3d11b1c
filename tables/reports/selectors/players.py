"""Stakes and wins of players: on bets, on the banks that they held alone or with an associate, and at the counter."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from tables.models import Bet, Pass
from tables.record.openings import Openings
from tables.reports.selectors.scope import Scope
from tables.rules.money import share_in_chips


@dataclass(frozen=True, slots=True)
class Stakes:
    """Stakes and wins of a player; `bets` is the number of bets or banks, `won` is before the deduction."""

    bets: int = 0
    staked: int = 0
    won: int = 0
    deducted: int = 0

    def __add__(self, other: "Stakes") -> "Stakes":
        return Stakes(
            self.bets + other.bets,
            self.staked + other.staked,
            self.won + other.won,
            self.deducted + other.deducted,
        )

    @property
    def result(self) -> int:
        """The player's win, negative for a loss."""
        return self.won - self.deducted


ByChance = dict[str, Stakes]


@dataclass(frozen=True, slots=True)
class SharedBank:
    """A bank of two in one pass: its stake, its win before the deduction, and the table's smallest chip."""

    stake: int
    win: int
    deduction: int
    chip: int

    def associates(self) -> Stakes:
        """The associate's half: in whole chips before the pass and after it (chemin-de-fer art. 2)."""
        before = share_in_chips(self.stake, self.chip)
        after = share_in_chips(self.stake + self.win - self.deduction, self.chip)
        deducted = share_in_chips(self.deduction, self.chip)
        return Stakes(1, before, after - before + deducted, deducted)

    def holders(self) -> Stakes:
        """The rest, which is the banker's."""
        half = self.associates()
        return Stakes(1, self.stake - half.staked, self.win - half.won, self.deduction - half.deducted)


def stakes_by_player(scope: Scope, player: str | None = None) -> dict[str, ByChance]:
    """Player → chance, or `bank` → stakes. For one `player`, others appear only with the banks that they
    share."""
    passes = scope.passes if player is None else scope.passes.filter(_with_bank_of(player))
    bets = Bet.objects.filter(hand__in=scope.passes, win__isnull=False)
    bets = bets if player is None else bets.filter(player=player)
    found: dict[str, ByChance] = defaultdict(dict)
    sums = bets.values_list("player", "chance").annotate(**_sums("amount", "win", "deduction"))
    for who, chance, *stakes in sums.order_by("chance"):
        found[who][chance] = Stakes(*stakes)
    for who, bank in _banks(passes, scope.openings):
        found[who]["bank"] = found[who].get("bank", Stakes()) + bank
    return found


def part_of_bank(played: Pass, player: str, openings: Openings) -> Stakes | None:
    """A player's part in the bank of a pass; None for whoever neither held it nor was the associate."""
    if played.bank_win is None or player not in (played.bank_holder, played.bank_associate):
        return None
    stake, deduction = played.bank_stake or 0, played.bank_deduction or 0
    if not played.bank_associate:
        return Stakes(1, stake, played.bank_win, deduction)
    bank = SharedBank(stake, played.bank_win, deduction, _chip(openings, played.paid))
    return bank.holders() if player == played.bank_holder else bank.associates()


def passes_of_player(scope: Scope, player: str) -> QuerySet[Pass]:
    """The passes in which a player bet, held the bank or was the associate."""
    own = Bet.objects.filter(hand=OuterRef("pk"), player=player)
    return scope.passes.filter(Exists(own) | _with_bank_of(player))


def _with_bank_of(player: str) -> Q:
    return Q(bank_holder=player) | Q(bank_associate=player)


def _banks(passes: QuerySet[Pass], openings: Openings) -> Iterator[tuple[str, Stakes]]:
    banks = passes.filter(bank_win__isnull=False).exclude(bank_holder="")
    sums = banks.filter(bank_associate="").values_list("bank_holder")
    for holder, *stakes in sums.annotate(**_sums("bank_stake", "bank_win", "bank_deduction")).order_by():
        yield holder, Stakes(*stakes)
    shared = banks.exclude(bank_associate="").values_list(
        "bank_holder", "bank_associate", "paid", "bank_stake", "bank_win", "bank_deduction"
    )
    for holder, associate, paid, stake, win, deduction in shared.order_by():
        bank = SharedBank(stake or 0, win or 0, deduction or 0, _chip(openings, paid))
        yield from ((holder, bank.holders()), (associate, bank.associates()))


def _chip(openings: Openings, paid: int | None) -> int:
    opening = openings.at(paid or 0)
    if opening is None:
        raise ValueError(f"no opening of the table before the record {paid}")
    return opening.chip


def _sums(stake: str, win: str, deduction: str) -> dict[str, Count | Sum]:
    """The fields of `Stakes` in their order."""
    return {"n": Count("pk"), "s": Sum(stake), "w": Sum(win), "d": Sum(deduction)}
