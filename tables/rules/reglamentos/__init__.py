"""The product's own reglamentos by slug."""

from collections.abc import Mapping
from types import MappingProxyType

from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import argentina, chemin_de_fer, monte_carlo, slovenia, spain

REGLAMENTOS: Mapping[str, Reglamento] = MappingProxyType(
    {
        rules.slug: rules
        for rules in (
            argentina.REGLAMENTO,
            slovenia.REGLAMENTO,
            monte_carlo.REGLAMENTO,
            spain.REGLAMENTO,
            chemin_de_fer.REGLAMENTO,
        )
    }
)
