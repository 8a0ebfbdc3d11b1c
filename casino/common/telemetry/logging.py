"""Logging: plain lines for commands, structured ones for the server (JSON if machines collect them)."""

import logging
import re
from typing import Any

# What lets somebody in and may stand in an address, a header or a cookie: it is left out of every line.
_SECRETS = re.compile(
    r"""(?P<before>
        (?:/|%2F)(?:wall|setup)(?:/|%2F)(?=[\w-]{32})  # the links of a display and of the first administrator
        | [?&](?:token|secret|code|state)=
        | \bBearer\s+
        | \b(?:sessionid|csrftoken|wall)\w*=
    )[^/\s'"&;,)<>%]+""",
    re.VERBOSE | re.IGNORECASE,
)


def masked(text: str) -> str:
    """The text without the secrets of displays, devices, sessions and the first link."""
    return _SECRETS.sub(r"\g<before>…", text)


class Masked(logging.Formatter):
    """The lines of another formatter, without secrets: tracebacks and lines of other libraries, too."""

    def __init__(self, other: logging.Formatter) -> None:
        super().__init__()
        self._other = other

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return masked(self._other.format(record))


def _plain() -> Masked:
    return Masked(logging.Formatter("{asctime} {levelname} {name}: {message}", style="{"))


def plain(level: str) -> dict[str, Any]:
    """Django's LOGGING for commands: plain lines on stderr from `level` (a name such as INFO) upward."""
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"()": _plain}},
        "filters": {"refusals": {"()": "casino.common.telemetry.logging.Refusals"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["refusals"]}
        },
        "root": {"handlers": ["stderr"], "level": level},
        # "commands": a line for each command from outside is for machines, which `structure` serves
        "loggers": dict.fromkeys(("daphne", "axes", "asyncio", "authlib", "urllib3", "commands"), quiet),
    }


class Refusals(logging.Filter):
    """Write one line for each refusal. Django adds a traceback, with which any stranger could fill the log, as
    would everybody who asks while the database is away (503)."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record passes."""
        status = getattr(record, "status_code", 500)
        if status < 500 or status == 503:
            record.exc_info = None
        return True


def structure(*, as_json: bool) -> None:
    """Make all log lines of this process structured, including those of libraries.

    Only the server calls this: importing structlog takes 0.2 s, which `play` should not have to wait for.
    """
    import structlog

    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer: Any = structlog.dev.ConsoleRenderer(colors=False)
    if as_json:
        renderer = structlog.processors.JSONRenderer()
        logging.getLogger("commands").setLevel(logging.NOTSET)
    formatter = structlog.stdlib.ProcessorFormatter(processor=renderer, foreign_pre_chain=shared)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(Masked(formatter))
