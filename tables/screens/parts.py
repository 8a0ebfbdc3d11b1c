"""The parts of a screen: each declares what it shows, and is rendered again only when that has changed.

A fragment's template sees nothing but what its part shows and the functions of the reader's voice (`voice`), so a part
that shows the same is rendered the same.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils import translation

from tables.screen import Fragments, Json, Kept, TableView
from tables.screens.fragments import Picked, render
from tables.screens.voice import Voice, voice


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a screen: the id of its element and its template. `shows`: plain data, all that the template sees.

    `follows`: where some of it is expensive to find, what that follows from; `read` then finds it."""

    element: str
    template: str
    shows: Mapping[str, Any] = field(default_factory=dict)
    follows: Any = None
    read: Callable[[Voice], Json] | None = None


@dataclass(frozen=True, slots=True)
class _Rendered:
    """A part as it was rendered: by which voice, what it showed, and the HTML."""

    voice: Voice
    template: str
    shows: Any
    html: str


MOST_KEPT = 4  # renderings of one part: a seat looks the same in each phase of the next pass
Parts = Callable[[TableView], Iterable[Part]]
NOTHING: Json = {}


def rendering(parts: Parts) -> Callable[[TableView, Kept], Fragments]:
    """The `fragments` of a screen with these parts."""

    def fragments(view: TableView, kept: Kept) -> Fragments:
        speaker = voice(translation.get_language(), view.reglamento)
        return {part.element: _rendered(part, speaker, kept) for part in parts(view)}

    return fragments


def _rendered(part: Part, speaker: Voice, kept: Kept) -> str:
    known: deque[_Rendered] = kept.get(part.element) or kept.setdefault(part.element, deque(maxlen=MOST_KEPT))
    shows = part.shows if part.read is None else (part.shows, part.follows)
    for one in known:
        if one.shows == shows and one.voice is speaker and one.template == part.template:
            return one.html
    read = part.read(speaker) if part.read else {}
    html = render(part.template, speaker, {**part.shows, **read})
    known.appendleft(_Rendered(speaker, part.template, shows, html))
    return html


@dataclass(frozen=True, slots=True)
class Shown:
    """What a part shows, by names separated by spaces: `fields` of the snapshot, whether `commands` can be given, and
    what `also`."""

    fields: str = ""
    commands: str = ""
    also: str = ""

    def of(self, view: TableView, also: Mapping[str, Any] = NOTHING) -> Json:
        """The values of these: `snapshot`, `can`, `view` with slug, name and role, and each of `also`."""
        snapshot = view.snapshot
        return {
            "view": {"slug": view.slug, "name": view.name, "role": view.role},
            "snapshot": picked(snapshot, self.fields),
            "can": _split(self.commands).intersection(snapshot["actions"]),
            **{name: also[name] for name in _split(self.also)},
        }


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
def _split(names: str) -> frozenset[str]:
    return frozenset(names.split())
