"""Counters of a server process for Prometheus. What is looked at only when Prometheus asks is in
`casino.site.monitoring`.

Each process counts for itself, and `/metrics` answers for the process that is asked, which then also looks at what all
processes share, such as the age of the last backup.
"""

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # the start of the process says as much

SECONDS = (
    0.002,
    0.005,
    0.01,
    0.02,
    0.05,
    0.1,
    0.2,
    0.5,
    1,
    2,
    5,
    10,
)  # upper bounds of the histograms' buckets

COMMANDS = Counter(
    "novamas_commands",
    "Commands from outside, by outcome: accepted, waits (for a signature), refused.",
    ["outcome"],
)
REFUSALS = Counter("novamas_refusals", "Refused commands, by the code of the refusal.", ["code"])
COMMAND_SECONDS = Histogram(
    "novamas_command_seconds",
    "Time that a command took, from its arrival at the door to its answer.",
    buckets=SECONDS,
)
OUTAGES = Counter("novamas_database_errors", "Times that the database did not answer, or could not write.")
RESPONSES = Counter(
    "novamas_http_responses", "HTTP responses, by class of status: 2xx, 3xx, 4xx, 5xx.", ["status"]
)
SOCKETS = Gauge("novamas_sockets", "Open WebSockets, by what they show.", ["kind"])
SCREEN_LAG = Histogram(
    "novamas_screen_lag_seconds",
    "Time from when a change was heard of until it was rendered and given to the sockets.",
    buckets=SECONDS,
)
OLDEST_SCREEN = Gauge(
    "novamas_oldest_screen_seconds",
    "Age of the oldest change that is not yet shown, as of the last heartbeat.",
)
TOPICS_WAITING = Gauge("novamas_renderings_waiting", "Tables that wait for a worker that renders them.")
NOTIFICATIONS_LOST = Gauge(
    "novamas_notifications_lost",
    "1 while Redis does not answer: other processes' changes come with the heartbeat only.",
)
