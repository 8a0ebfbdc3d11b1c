"""Whether what the API answers is what its document says."""

import json
import re
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tables.api import api
from tables.api.schemas import REFUSED

DOCUMENT = "urn:openapi"


@cache
def document() -> Any:
    """The OpenAPI document, as a client reads it."""
    return json.loads(json.dumps(api.get_openapi_schema()))


@cache
def validator(*pointer: str) -> Draft202012Validator:
    """For the schema at this place of the document, such as `components`, `schemas`, `Snapshot`."""
    place = "/".join(part.replace("~", "~0").replace("/", "~1") for part in pointer)
    resource = Resource(contents=document(), specification=DRAFT202012)
    registry = Registry().with_resource(DOCUMENT, resource)
    return Draft202012Validator({"$ref": f"{DOCUMENT}#/{place}"}, registry=registry)


def faults(answer: Any, *pointer: str) -> list[str]:
    """Where a JSON value departs from the schema at this place."""
    return [f"{error.json_path}: {error.message}" for error in validator(*pointer).iter_errors(answer)]


def check(response: Any) -> None:
    """Assert that a response of the test client is documented: its status, and its content by that status's schema. An
    address or method that is in no document is refused, and the refusal has the shape of all others."""
    path, method = response.wsgi_request.path_info, response.wsgi_request.method.lower()
    if not path.startswith("/api/") or path == "/api/openapi.json":
        return
    operation = document()["paths"].get(_template(response), {}).get(method)
    if operation is None:
        assert response.status_code in (404, 405), f"{method} {path} is not documented, and is answered"
        REFUSED[response.status_code].model_validate(response.json())
        return
    status = str(response.status_code)
    assert status in operation["responses"], f"{method} {path} answers {status}, which is not documented"
    place = (
        "paths",
        _template(response),
        method,
        "responses",
        status,
        "content",
        "application/json",
        "schema",
    )
    assert not (wrong := faults(response.json(), *place)), f"{method} {path}: {wrong}"


def _template(response: Any) -> str:
    """The path as the document writes it: /api/tables/{slug}."""
    match = response.wsgi_request.resolver_match
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", match.route) if match else ""
