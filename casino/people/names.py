"""The names of those who work in the house, by their logins, which alone are recorded."""

from collections import Counter
from collections.abc import Callable, Mapping

from casino.people.models import User

NameOf = Callable[[str], str]


def names_of_staff() -> Mapping[str, str]:
    """Login → name: the login itself of who has none, and both of those whose name is another's too."""
    people = User.objects.only("username", "first_name", "last_name")
    logins = {user.username: user.get_full_name() or user.username for user in people}
    known = Counter(logins.values())
    return {login: name if known[name] == 1 else f"{name} · {login}" for login, name in logins.items()}


def naming(names: Mapping[str, str]) -> NameOf:
    """Finds the name for a login; a device and a login of another house go by what is recorded."""
    return lambda login: names.get(login, login)
