"""Two administrators at the same page: neither takes back what the other has changed meanwhile."""

from collections.abc import Mapping

from casino.common.errors import Refusal


def edited(fields: Mapping[str, str], shown: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """The fields that a form has changed from what it `shown`. Raises Refusal (`changed_meanwhile`) where such a field
    is now neither what it showed nor what it says."""
    changed = {name: value for name, value in fields.items() if value != shown.get(name)}
    for name, value in changed.items():
        if name in shown and now[name] not in (shown[name], value):
            raise Refusal("changed_meanwhile", field=name)
    return changed
