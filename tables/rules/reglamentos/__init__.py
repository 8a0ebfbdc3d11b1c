"""The registration of the reglamentos: the one place beside its own file where each is named."""

from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import argentina, chemin_de_fer, monte_carlo, slovenia, spain

REGLAMENTOS: dict[str, Reglamento] = {
    reglamento.slug: reglamento
    for reglamento in (
        argentina.REGLAMENTO,
        slovenia.REGLAMENTO,
        monte_carlo.REGLAMENTO,
        spain.REGLAMENTO,
        chemin_de_fer.REGLAMENTO,
    )
}
