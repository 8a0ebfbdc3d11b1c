"""Parsing of JSON from outside, shared by scripts, HTTP and sockets."""

import json
from typing import Any

from casino.common.errors import Refusal


def read_json(data: bytes | str) -> Any:
    """The JSON value in `data`. Raises Refusal (`malformed`)."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return json.loads(text, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise Refusal("malformed", fault="not_utf8") from error
    except (ValueError, RecursionError) as error:
        raise Refusal("malformed", fault="not_json") from error


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no JSON number")
