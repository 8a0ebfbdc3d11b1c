"""Parsing of JSON from outside, shared by scripts, HTTP, sockets and passkeys."""

import json
from typing import Any

from casino.common.refusals import Refusal

Json = dict[str, Any]  # an object of JSON


def read_json(data: bytes | str) -> Any:
    """The JSON value in `data`. An object that says the same name twice is refused: two readers could take it for two
    different ones. Raises Refusal (`malformed`)."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_once_each)
    except UnicodeDecodeError as error:
        raise Refusal("malformed", fault="not_utf8") from error
    except (ValueError, RecursionError) as error:
        raise Refusal("malformed", fault="not_json") from error


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise Refusal(
            "malformed", fault="said_twice", field=next(name for name in found if names.count(name) > 1)
        )
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no JSON number")
