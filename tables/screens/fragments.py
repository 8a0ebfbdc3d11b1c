"""Renders the parts of the screens from the templates in `templates/fragments`, which Jinja2 compiles to Python.

Whole pages are rendered by Django's templates. A fragment sees what its part shows and the
functions of a `Voice`, nothing else: rendering it reads no database and no clock.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, Template, UndefinedError
from jinja2.runtime import Context
from jinja2.utils import missing

from casino.accounts import assurance
from casino.template_loader import INDENTATION
from tables.screens.voice import Voice

Json = dict[str, Any]


class Picked(Json):
    """A mapping of which a template may read only the keys that it has; reading another is a defect."""


class _Absent(ChainableUndefined):
    """A value that is not there is empty, as in Django's templates, except where a part had to declare it."""

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, *rest: Any
    ) -> None:
        if obj is missing or isinstance(obj, Picked):
            raise UndefinedError(f"{name!r} is not among what this part shows")
        super().__init__(hint, obj, name, *rest)


class _Context(Context):
    def call(
        self, function: Any, *said: Any, _loop_vars: Any = None, _block_vars: Any = None, **fields: Any
    ) -> Any:
        """The functions of a voice take no context, for which Jinja2 would look at each of them at each call."""
        return function(*said, **fields)


class _Environment(Environment):
    context_class = _Context

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._found: dict[Any, Template] = {}

    def get_template(self, name: Any, parent: Any = None, globals: Any = None) -> Template:
        """An `include` asks for its template at each rendering: it is looked up in one step."""
        found = self._found.get(name)
        if found is None or self.auto_reload:
            found = self._found[name] = super().get_template(name, parent, globals)
        return found

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`a.b` is `a["b"]` first: nearly all that is shown are mappings."""
        try:
            return obj[attribute]
        except (TypeError, LookupError, AttributeError):
            return super().getattr(obj, attribute)


class _Loader(FileSystemLoader):
    """Reads templates without their indentation, as `casino.template_loader` does."""

    def get_source(self, environment: Environment, template: str) -> Any:
        source, path, is_current = super().get_source(environment, template)
        return INDENTATION.sub("\n", source), path, is_current


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of the parts, each compiled when it is first asked for, or all by `compile_all`."""
    made = _Environment(
        loader=_Loader(settings.PRODUCT_DIR / "templates" / "fragments"),
        autoescape=True,
        keep_trailing_newline=True,
        undefined=_Absent,
        auto_reload=settings.DEBUG,
        cache_size=-1,
    )
    made.globals["asks_codes"] = assurance.is_on  # a setting of the house: no part has to declare it
    return made


def compile_all() -> None:
    """Compile every template of a part. A server does so before it listens: after a restart all screens come back at
    once, and the first of them would wait for it."""
    for name in environment().list_templates():
        environment().get_template(name)


def render(name: str, voice: Voice, shows: Mapping[str, Any]) -> SafeString:
    """The fragment as HTML. Raises `jinja2.UndefinedError` where the template reads what is not given."""
    template = environment().get_template(name)
    return mark_safe(template.render(voice.functions, **shows))  # noqa: S308, its values are escaped
