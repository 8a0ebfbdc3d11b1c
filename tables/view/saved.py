"""What a reader keeps for himself under a name: searches of the record, and views of the reports."""

from casino.common.refusals import Refusal
from tables.models import SavedSearch

MOST = 30  # of one person, of either kind
LONGEST_NAME = 60


def kept_by(person: str, path: str = "") -> list[SavedSearch]:
    """What this person keeps of that page, by name."""
    return list(SavedSearch.objects.filter(person=person, path=path).order_by("name"))


def views_of(person: str) -> list[SavedSearch]:
    """The views of reports that this person keeps, by name."""
    return list(SavedSearch.objects.filter(person=person).exclude(path="").order_by("name"))


def keep(person: str, name: str, query: str, path: str = "") -> None:
    """Keep it; one of the same name of that page is replaced. Raises Refusal."""
    name = name.replace("\x00", "").strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refusal("bad_search_name", most=LONGEST_NAME)
    own = SavedSearch.objects.filter(person=person)
    others = (own.exclude(path="") if path else own.filter(path="")).exclude(path=path, name=name)
    if others.count() >= MOST:
        raise Refusal("too_many_searches", most=MOST)
    SavedSearch.objects.update_or_create(person=person, path=path, name=name, defaults={"query": query})
