"""How the last pass ended, and the lines of its payment."""

from dataclasses import dataclass

from tables.engine.making import made_at_once


@made_at_once
@dataclass(frozen=True)
class Settlement:
    """One line of a payment. `win` is before the deduction: negative for a loss, 0 for a stake that stays."""

    player: str | None
    chance: str
    stake: int
    win: int
    deduction: int
    article: str | None


@made_at_once
@dataclass(frozen=True)
class LastPass:
    """The last pass that was paid or voided. `corrected`: it was undone and paid again.
    `banca_counts_nothing`: of banca's cards only the third counted (chemin de fer)."""

    number: int
    result: str
    punto: tuple[str, ...]
    banca: tuple[str, ...]
    settlements: tuple[Settlement, ...]
    corrected: bool = False
    banca_counts_nothing: bool = False
