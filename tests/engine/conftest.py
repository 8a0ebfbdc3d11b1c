"""How long hypothesis looks: quickly and always the same in a test run, long with --hypothesis-profile=long."""

from hypothesis import HealthCheck, Phase, settings

# An example is one seed: there is nothing to shrink, its script is printed instead.
SEEDS = settings(
    phases=(Phase.explicit, Phase.generate),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

settings.register_profile("ci", SEEDS, max_examples=8, derandomize=True)
settings.register_profile("long", SEEDS, max_examples=800)
settings.load_profile("ci")
