"""A look at the house, and what of it is news: to be told once when it begins, and once when it has ended."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

from django.conf import settings
from django.utils import translation

from casino.operations.doctor.finding import FAULT, OK, WARNING, Finding, first_line
from casino.operations.doctor.run import looked_at
from casino.operations.telling import channels, state
from casino.operations.telling.channels import BEGINS, ENDS, News
from casino.operations.telling.state import State, Thing

BEGUN, ENDED = 2, 3  # looks in a row, so that what comes and goes by itself is not told again and again
NOT_TOLD = {"sign-ins"}  # the floor has its alarms, and a jefe looks into them
# Where one check finds several things at once, which are told apart by their words; numbers in them may change
SEVERAL = {"settings", "secrets", "database", "address", "aside", "copies", "clock", "mail"}
NAMED = {"tokens"}  # by all of their words: they are of a wall each
WORST = {OK: 0, WARNING: 1, FAULT: 2}


def take(language: str) -> list[str]:
    """Look at the house and tell what is news, in that language; in that of the last look where it is empty, as the
    house's own is in its database. Returns lines of what was told. Raises OSError where it could not be kept what was
    told; nothing is told then."""
    with state.held() as file:
        now = state.read()
        spoken = language or now.language or settings.LANGUAGE_CODE
        with translation.override(spoken):
            findings, unchecked = looked_at(spoken)
            _speak(now, spoken)
            note(now, findings, unchecked, datetime.now(UTC))
            state.write(file, now)  # first, as what cannot be kept would be told again and again
            said = _tell(now)
            state.write(file, now)
    return said


def _speak(now: State, language: str) -> None:
    """In another language what is told apart by its words is another thing: it is told anew, and has not ended."""
    if now.language != language:
        now.language = language
        now.things = {key: one for key, one in now.things.items() if one.about not in SEVERAL | NAMED}


def note(now: State, findings: Iterable[Finding], unchecked: set[str], at: datetime) -> None:
    """What a look has found. Of what could not be looked at everything stands as it was; where the database is away,
    that alone is a thing."""
    now.looked = at.isoformat(timespec="seconds")
    is_away = _levels(findings).get("database") == FAULT
    if is_away:
        findings = [one for one in findings if one.about not in unchecked]
    now.levels = _levels(findings)
    found = {key_of(one): one for one in findings if one.level != OK and one.about not in NOT_TOLD}
    for key, one in found.items():
        thing = now.things.setdefault(key, Thing(key, one.about, one.level, one.says, now.looked))
        if WORST[one.level] > WORST[thing.level]:
            thing.told.clear()  # it has become worse, which is news
        thing.level, thing.says = one.level, one.says
        thing.seen, thing.missed = thing.seen + 1, 0
    for key, thing in now.things.items():
        if key not in found and first(thing.about) not in unchecked:
            thing.missed, thing.seen = thing.missed + 1, thing.seen if thing.told else 0


def key_of(one: Finding) -> str:
    """What tells this thing from others, as long as it stands."""
    if one.about in NAMED:
        return f"{one.about} {one.says}"
    return f"{one.about} {re.sub(r'[0-9]+', '#', one.says)}" if one.about in SEVERAL else one.about


def first(about: str) -> str:
    """What a finding is about, without which one: `worker 8001` is about a worker."""
    return about.partition(" ")[0]


def news_for(channel: str, now: State) -> News:
    """What has begun and what has ended, and is not told by that channel yet."""
    begun = [
        (BEGINS, one)
        for one in now.things.values()
        if one.seen >= BEGUN and not one.missed and channel not in one.told
    ]
    return begun + [(ENDS, one) for one in now.things.values() if one.missed >= ENDED and channel in one.told]


def _tell(now: State) -> list[str]:
    said: dict[str, None] = {}
    ways = channels.of_the_house()
    now.failed = {name: why for name, why in now.failed.items() if name in ways}
    for name, way in ways.items():
        news = news_for(name, now)
        if not news:
            continue
        try:
            way(news)
        except Exception as error:  # noqa: BLE001 (whatever the mail server has: it is said on the page of the status)
            now.failed[name] = first_line(error)[:300]
            continue
        now.failed.pop(name, None)
        for event, thing in news:
            thing.told.append(name) if event == BEGINS else thing.told.remove(name)
        said |= dict.fromkeys(channels.lines(news))
    now.things = {
        key: one for key, one in now.things.items() if one.missed < ENDED or set(one.told) & ways.keys()
    }
    return [*said]


def _levels(findings: Iterable[Finding]) -> dict[str, str]:
    levels: dict[str, str] = {}
    for one in findings:
        levels[one.about] = max(levels.get(one.about, OK), one.level, key=WORST.__getitem__)
    return levels
