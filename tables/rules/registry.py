"""Where a reglamento is found by its name: the five of the product, and a house's own, which its shelf keeps."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from tables.rules.reglamento import Reglamento


class Shelf(Protocol):
    """What a house keeps of its own reglamentos."""

    def find(self, name: str) -> Reglamento | None:
        """By `slug@version`, or the newest by `slug`; None if there is none."""

    def slugs(self) -> Iterable[str]:
        """Every slug, once."""


class Registry(Mapping[str, Reglamento]):
    """`registry["argentina"]`, `registry["casa"]` (the newest), `registry["casa@2"]`. Raises KeyError.

    Going through it gives the product's own, which need no database; `newest` gives the house's too.
    """

    def __init__(self, built_in: Iterable[Reglamento]) -> None:
        self.of_the_product: Mapping[str, Reglamento] = {rules.slug: rules for rules in built_in}
        self._shelf: Shelf | None = None
        self._found: dict[str, Reglamento] = {}

    def use(self, shelf: Shelf | None) -> None:
        """From now on the house's own are looked up there."""
        self._shelf, self._found = shelf, {}

    def __getitem__(self, name: str) -> Reglamento:
        known = self.of_the_product.get(name) or self._found.get(name) or self._look_up(name)
        if known is None:
            raise KeyError(name)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self.of_the_product)

    def __len__(self) -> int:
        return len(self.of_the_product)

    def newest(self) -> list[Reglamento]:
        """All that a table can be opened with: the product's, then the newest of each of the house's."""
        own = self._shelf.slugs() if self._shelf else ()
        return [*self.of_the_product.values(), *(self[slug] for slug in own)]

    def _look_up(self, name: str) -> Reglamento | None:
        found = self._shelf.find(name) if self._shelf else None
        if found and name == found.name:
            self._found[name] = found  # a version never changes; which is the newest does
        return found
