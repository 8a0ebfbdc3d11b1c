"""Renders the parts of the screens from the templates in `templates/fragments`, by Jinja2.

Whole pages are rendered by Django's templates. A fragment sees what it is given and the functions of
`tables.screens.functions`, nothing else: rendering it reads no database and no clock.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, UndefinedError

from casino.common.json_input import Json
from casino.common.text import without_indentation
from casino.people.sessions import required
from tables.record.reglamentos.words import speaking
from tables.screens.functions import functions
from tables.view.screen import Fragments, TableView

NOT_GIVEN = object()


class Complete(dict[str, Any]):
    """A mapping of which a template may read only the keys that it has; reading another is a defect."""

    def __missing__(self, key: str) -> Any:
        raise UndefinedError(f"there is no {key!r}")


class _Absent(ChainableUndefined):
    """A value that is not there is empty, as in Django's templates. A name that nobody has given is a defect."""

    def __init__(
        self, hint: str | None = None, obj: Any = NOT_GIVEN, name: str | None = None, *rest: Any
    ) -> None:
        if obj is NOT_GIVEN:
            raise UndefinedError(hint or f"{name!r} is not given to this template")
        super().__init__(hint, obj, name, *rest)


class _Loader(FileSystemLoader):
    """Reads templates without their indentation, as `casino.site.files` does for whole pages."""

    def get_source(self, environment: Environment, template: str) -> Any:
        source, path, is_current = super().get_source(environment, template)
        return without_indentation(source), path, is_current


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of the parts, each compiled when it is first asked for, or all by `compile_all`."""
    made = Environment(
        loader=_Loader(settings.PRODUCT_DIR / "templates" / "fragments"),
        autoescape=True,
        keep_trailing_newline=True,
        undefined=_Absent,
        auto_reload=settings.DEBUG,
        cache_size=-1,
    )
    made.globals["asks_codes"] = required.is_on
    return made


def compile_all() -> None:
    """Compile every template of a part. A server does so before it listens: after a restart all screens come back at
    once, and the first of them would wait for it."""
    for name in environment().list_templates():
        environment().get_template(name)


def render(name: str, reglamento: str | None, shows: Mapping[str, Any]) -> SafeString:
    """The fragment as HTML, in the active language and the words of this reglamento. Raises `jinja2.UndefinedError`
    where the template reads what is not given."""
    with speaking(reglamento):
        known = functions(translation.get_language(), reglamento)
        html = environment().get_template(name).render({**known, **shows})
    return mark_safe(html)  # noqa: S308, its values are escaped


class Part(NamedTuple):
    """A part of a screen: the id of its element, its template, and what only this part is given."""

    element: str
    template: str
    own: Mapping[str, Any] = MappingProxyType({})


Parts = Callable[[TableView], tuple[Json, Iterable[Part]]]


def rendering(parts: Parts) -> Callable[[TableView], Fragments]:
    """The `fragments` of a screen. `parts` finds what all its parts are given, and the parts; each is given the `view`
    of the table, its `snapshot`, and the commands that `can` be given now, too."""

    def fragments(view: TableView) -> Fragments:
        common, found = parts(view)
        snapshot = Complete(view.snapshot)
        can = frozenset(snapshot.get("actions", ()))
        given = {"view": view, "snapshot": snapshot, "can": can, **common}
        return {part.element: render(part.template, view.reglamento, {**given, **part.own}) for part in found}

    return fragments
