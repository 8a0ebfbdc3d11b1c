"""Decoding without leniency: what is stored has exactly the fields of its class, at every depth.

A dataclass may have defaults for its constructor's sake. They must not fill in what a stored value lacks, and a field
that the class does not know must not be dropped: both would change the past without a word.
"""

from typing import Any

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator


def exact_validator(adapter: TypeAdapter[Any]) -> SchemaValidator:
    """Validates as `adapter` does, but raises ValidationError (a ValueError) for a field missing or unknown."""
    return SchemaValidator(_exact(adapter.core_schema))


def _exact(schema: Any) -> Any:
    """The schema without defaults, and with unknown fields forbidden in every dataclass."""
    if isinstance(schema, list):
        return [_exact(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "default":
        return _exact(schema["schema"])
    exact = {name: _exact(inner) for name, inner in schema.items()}
    return exact | {"extra_behavior": "forbid"} if schema.get("type") == "dataclass-args" else exact
