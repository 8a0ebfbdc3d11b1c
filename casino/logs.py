"""Log lines: readable on a terminal, JSON where a machine collects them."""

from typing import Any


def logging(level: str, *, as_json: bool) -> dict[str, Any]:
    """Django's LOGGING. `level` is a name such as INFO; `as_json` gives one JSON object a line."""
    formatter = "casino.logs.json_lines" if as_json else "casino.logs.plain_lines"
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"house": {"()": formatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "house"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {"daphne": quiet, "axes": quiet, "asyncio": quiet, "twisted": quiet},
    }


def plain_lines() -> Any:
    """A formatter for people: time, level, event, then key=value."""
    return _formatter(lambda structlog: structlog.dev.ConsoleRenderer(colors=False))


def json_lines() -> Any:
    """A formatter for machines: one JSON object a line."""
    return _formatter(lambda structlog: structlog.processors.JSONRenderer())


def _formatter(renderer: Any) -> Any:
    import structlog  # here: only a process that logs pays for it

    shared = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return structlog.stdlib.ProcessorFormatter(processor=renderer(structlog), foreign_pre_chain=shared)
