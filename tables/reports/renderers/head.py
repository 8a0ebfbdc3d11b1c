"""The head of a paper: whose it is."""

from dataclasses import dataclass

from casino.common.house import house


@dataclass(frozen=True, slots=True)
class Head:
    """The house's name, and its other lines: address, tax number, licence; those that it has not given are left out."""

    name: str
    lines: tuple[str, ...]


def house_head() -> Head:
    """The head of this house."""
    now = house()
    lines = (now.house_address, now.tax_number, now.licence)
    return Head(now.house_name, tuple(line for line in lines if line))
