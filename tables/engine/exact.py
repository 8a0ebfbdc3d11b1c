"""Strict decoding: a stored value has exactly the fields of its class, at every depth.

A dataclass may have defaults for its constructor. They must not replace a field that is missing in a stored value, and
an unknown field must not be dropped: both would silently change the record.
"""

from typing import Any

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator


def exact_validator(adapter: TypeAdapter[Any]) -> SchemaValidator:
    """A validator like `adapter` that raises ValidationError (a ValueError) for a missing or unknown field."""
    return SchemaValidator(_exact(adapter.core_schema))


def _exact(schema: Any) -> Any:
    """The schema without defaults and with unknown fields forbidden in every dataclass."""
    if isinstance(schema, list):
        return [_exact(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "default":
        return _exact(schema["schema"])
    exact = {name: _exact(inner) for name, inner in schema.items()}
    return exact | {"extra_behavior": "forbid"} if schema.get("type") == "dataclass-args" else exact
