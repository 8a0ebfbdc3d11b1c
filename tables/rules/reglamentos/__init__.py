"""The registration of the reglamentos: the one place beside its own file where each is named."""

from tables.rules.registry import Registry
from tables.rules.reglamentos import argentina, chemin_de_fer, monte_carlo, slovenia, spain

REGLAMENTOS = Registry(
    (
        argentina.REGLAMENTO,
        slovenia.REGLAMENTO,
        monte_carlo.REGLAMENTO,
        spain.REGLAMENTO,
        chemin_de_fer.REGLAMENTO,
    )
)
