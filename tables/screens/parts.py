"""The parts of a screen: each declares what it shows, and is rendered again only when that has changed.

A fragment's template sees nothing but what its part shows and the functions of the reader's voice (`voice`), so a part
that shows the same is rendered the same.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.safestring import mark_safe

from tables.screen import Fragments, Json, Kept, TableView
from tables.screens.fragments import GAP, Picked, render
from tables.screens.voice import Voice, voice


class Part(NamedTuple):
    """A part of a screen: the id of its element and its template. `shows`: plain data, all that the template sees.

    `follows`: where some of it is expensive to find, what that follows from; `read` then finds it.
    `fills`: the HTML that goes where the template says `{{ gap }}`: what changes with each command, in a part of which
    the rest seldom does."""

    element: str
    template: str
    shows: "Mapping[str, Any] | Showing" = MappingProxyType({})
    follows: Any = None
    read: Callable[[Voice], Json] | None = None
    fills: Callable[[Voice], str] | None = None


class Together(NamedTuple):
    """Parts that seldom change. `follows`: all that they follow from, beside the voice; while it stays the same they
    are not made."""

    name: str
    follows: Any
    parts: Callable[[], Iterable[Part]]


class _Rendered(NamedTuple):
    """A part as it was rendered: by which voice, what it showed, and the HTML."""

    voice: Voice
    template: str
    shows: Any
    follows: Any
    html: str


MOST_KEPT = 4  # renderings of one part: a seat looks the same in each phase of the next pass
Parts = Callable[[TableView], Iterable[Part | Together]]
NOTHING: Json = {}


def rendering(parts: Parts) -> Callable[[TableView, Kept], Fragments]:
    """The `fragments` of a screen with these parts."""

    def fragments(view: TableView, kept: Kept) -> Fragments:
        speaker = voice(translation.get_language(), view.reglamento)
        found: Fragments = {}
        for part in parts(view):
            if isinstance(part, Together):
                found.update(_together(part, speaker, kept))
            else:
                found[part.element] = _filled(part, speaker, kept)
        return found

    return fragments


def _together(several: Together, speaker: Voice, kept: Kept) -> Fragments:
    name, follows, parts = several
    known: tuple[Voice, Any, Fragments] | None = kept.get(name)
    if known is None or known[0] is not speaker or known[1] != follows:
        found = {part.element: _filled(part, speaker, kept) for part in parts()}
        known = kept[name] = (speaker, follows, found)
    return known[2]


def _filled(part: Part, speaker: Voice, kept: Kept) -> str:
    html = _rendered(part, speaker, kept)
    return mark_safe(html.replace(GAP, part.fills(speaker))) if part.fills else html  # noqa: S308, both are HTML


def _rendered(part: Part, speaker: Voice, kept: Kept) -> str:
    element, template, shows, follows, read, _fills = part
    known: deque[_Rendered] = kept.get(element) or kept.setdefault(element, deque(maxlen=MOST_KEPT))
    values = shows.values if isinstance(shows, Showing) else shows
    for one in known:
        if (
            one.shows == values
            and one.follows == follows
            and one.voice is speaker
            and one.template == template
        ):
            return one.html
    seen = shows.mapping() if isinstance(shows, Showing) else shows
    html = render(template, speaker, {**seen, **read(speaker)} if read else seen)
    known.appendleft(_Rendered(speaker, template, values, follows, html))
    return html


class Showing(NamedTuple):
    """What a part shows now. `values`: all of it, in an order of the part's own: parts are compared by it, and most
    show what they showed before, so that their mapping is not made."""

    shown: "Shown"
    view: TableView
    values: tuple[Any, ...]
    also: Mapping[str, Any]

    def mapping(self) -> Json:
        """The values by name: `snapshot`, `can`, `view` with slug, name and role, and each of `also`."""
        view, (*_, can) = self.view, self.values
        return {
            "view": {"slug": view.slug, "name": view.name, "role": view.role},
            "snapshot": picked(view.snapshot, self.shown.fields),
            "can": can,
            **self.also,
        }


@dataclass(frozen=True, slots=True)
class Shown:
    """What a part shows, by names separated by spaces: `fields` of the snapshot, whether `commands` can be given, and
    what `also`."""

    fields: str = ""
    commands: str = ""
    also: str = ""

    def of(self, view: TableView, also: Mapping[str, Any] = NOTHING, **own: Any) -> Showing:
        """The values of these now. `own`: of this part alone."""
        snapshot = view.snapshot
        for name in _split(self.also):
            own[name] = also[name]
        can = _set(self.commands).intersection(snapshot["actions"])
        values = (view.slug, view.name, view.role, *_found(snapshot, self.fields), *own.values(), can)
        return Showing(self, view, values, own)


def _found(snapshot: Mapping[str, Any], fields: str) -> Iterator[Any]:
    """One value for each name: of a field of which only parts are shown, these."""
    for name, parts in _names(fields):
        value = snapshot[name]
        yield value if parts is None or value is None else tuple(map(value.get, parts))


def picked(snapshot: Mapping[str, Any], fields: str) -> Picked:
    """These fields of a snapshot, separated by spaces: `phase bank.stake`. A part of a field that is None is None."""
    found = Picked()
    for name, parts in _names(fields):
        value = snapshot[name]
        found[name] = (
            value if parts is None or value is None else Picked((part, value.get(part)) for part in parts)
        )
    return found


@lru_cache(maxsize=256)
def _names(fields: str) -> tuple[tuple[str, tuple[str, ...] | None], ...]:
    """Field → its parts, or None for the whole field."""
    found: dict[str, list[str] | None] = {}
    for said in fields.split():
        name, _, part = said.partition(".")
        parts = found.setdefault(name, [] if part else None)
        if parts is not None and part:
            parts.append(part)
    return tuple((name, None if parts is None else tuple(parts)) for name, parts in found.items())


@lru_cache(maxsize=256)
def _split(names: str) -> tuple[str, ...]:
    return tuple(names.split())


@lru_cache(maxsize=256)
def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())
