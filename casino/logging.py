"""Log lines: plain for a command, structured for the server (JSON where a machine collects them)."""

import logging
from typing import Any


def plain(level: str) -> dict[str, Any]:
    """Django's LOGGING for any command: plain lines on stderr from `level` (a name such as INFO) upward."""
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {"daphne": quiet, "axes": quiet, "asyncio": quiet},
    }


def structure(*, as_json: bool) -> None:
    """Turns this process's log lines, ours and the libraries', into structured ones.

    Called by the server alone: structlog takes 0.2 s to import, which `play` must not pay.
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
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer: Any = structlog.dev.ConsoleRenderer(colors=False)
    if as_json:
        renderer = structlog.processors.JSONRenderer()
    formatter = structlog.stdlib.ProcessorFormatter(processor=renderer, foreign_pre_chain=shared)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(formatter)
