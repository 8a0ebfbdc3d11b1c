"""Renders the parts of the screens from the templates in `templates/fragments`, which Jinja2 compiles to Python.

Whole pages are rendered by Django's templates. A fragment sees what its part shows and the
functions of a `Voice`, nothing else: rendering it reads no database and no clock.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, Template, UndefinedError, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import escape

from casino.accounts import assurance
from casino.template_loader import INDENTATION
from tables.screens.voice import Sayings, Voice

Json = dict[str, Any]
GAP = mark_safe("<!-- gap -->")  # no value can be this: it would be escaped
INCLUDE = re.compile(r'{% include "([^"]+)" %}')


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


_escaped: Sayings[str, str] = Sayings(escape)


def _written(value: object) -> str:
    """The value as HTML, escaped unless it is HTML already."""
    kind = type(value)
    if kind is str:
        return _escaped[value]  # type: ignore[index]
    if kind is SafeString:
        return value  # type: ignore[return-value]
    return str(value) if kind is int else escape(value)


class _CodeGenerator(CodeGenerator):
    """Writes the Python of a template for values that are plain data and for functions that take no context."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Jinja2 would look at each call whether the function takes its context."""
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.written(")


class _Environment(Environment):
    code_generator_class = _CodeGenerator
    written = staticmethod(_written)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._found: dict[Any, Template] = {}

    def get_template(self, name: Any, parent: Any = None, globals: Any = None) -> Template:
        """Asked for at each rendering: it is looked up in one step."""
        found = self._found.get(name)
        if found is None or self.auto_reload:
            found = self._found[name] = super().get_template(name, parent, globals)
        return found

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`a.b` is `a["b"]` in a mapping, as in Django's templates."""
        try:
            return obj[attribute] if isinstance(obj, dict) else getattr(obj, attribute)
        except (LookupError, AttributeError):
            return super().getattr(obj, attribute)


class _Loader(FileSystemLoader):
    """Reads templates without their indentation, as `casino.template_loader` does, each with those that it includes:
    an `include` would make a context of its own at each rendering."""

    def get_source(self, environment: Environment, template: str) -> Any:
        source, path, is_current = super().get_source(environment, template)
        current = [is_current]

        def included(found: re.Match[str]) -> str:
            inner, _, inner_is_current = self.get_source(environment, found[1])
            current.append(inner_is_current)
            return f"{{% with %}}{inner}{{% endwith %}}"

        whole = INCLUDE.sub(included, INDENTATION.sub("\n", source))
        return whole, path, lambda: all(check() for check in current)


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
    made.globals["gap"] = GAP
    made.globals["asks_codes"] = assurance.is_on  # a setting of the house: no part has to declare it
    return made


def compile_all() -> None:
    """Compile every template of a part. A server does so before it listens: after a restart all screens come back at
    once, and the first of them would wait for it."""
    for name in environment().list_templates():
        environment().get_template(name)


@lru_cache(maxsize=64)
def _functions(voice: Voice) -> Json:
    """What every fragment may call."""
    return {**environment().globals, **voice.functions}


def render(name: str, voice: Voice, shows: Mapping[str, Any]) -> SafeString:
    """The fragment as HTML. Raises `jinja2.UndefinedError` where the template reads what is not given."""
    templates = environment()
    template = templates.get_template(name)
    seen = {**_functions(voice), **shows}
    try:
        # As Template.render does, which copies all that is seen three times.
        html = "".join(template.root_render_func(Context(templates, seen, name, template.blocks)))
    except Exception:  # noqa: BLE001, it is raised again, with the lines of the template
        templates.handle_exception()
    return SafeString(html)  # its values are escaped
