"""Strict decoding: a stored value has exactly the fields of its class, at every depth.

A dataclass may have defaults for its constructor. They must not replace a field that is missing in a stored value, and
an unknown field must not be dropped: both would silently change the record.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator, core_schema


def exact_validator(adapter: TypeAdapter[Any]) -> SchemaValidator:
    """A validator like `adapter` that raises ValidationError (a ValueError) for a missing or unknown field."""
    return SchemaValidator(_exact(adapter.core_schema))


def exact_list_validator(adapters: Mapping[str, TypeAdapter[Any]], tag: str, beside: str) -> SchemaValidator:
    """A validator of lists of dataclasses, each with its key in `adapters` as its field `tag`, and perhaps a field
    `beside`; neither becomes a field of the value. It raises as `exact_validator` does, and for an unknown tag."""
    fields = [
        core_schema.dataclass_field(tag, core_schema.str_schema(), init_only=True),
        core_schema.dataclass_field(
            beside, core_schema.with_default_schema(core_schema.any_schema(), default=None), init_only=True
        ),
    ]
    kinds: dict[Any, Any] = {}
    for name, adapter in adapters.items():
        kind = _exact(adapter.core_schema)
        kinds[name] = kind | {"schema": kind["schema"] | {"fields": [*kind["schema"]["fields"], *fields]}}
    return SchemaValidator(core_schema.list_schema(core_schema.tagged_union_schema(kinds, tag)))


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
