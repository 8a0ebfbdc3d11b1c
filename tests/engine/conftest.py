"""How long hypothesis looks: quickly and always the same in a test run, long with --hypothesis-profile=long."""

from hypothesis import HealthCheck, settings

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick", max_examples=12, derandomize=True, deadline=None, suppress_health_check=QUIET
)
settings.register_profile("long", max_examples=600, deadline=None, suppress_health_check=QUIET)
settings.load_profile("quick")
