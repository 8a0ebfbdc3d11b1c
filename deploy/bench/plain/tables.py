"""A table as its sockets get it."""

import json

from tables.models import Table


def table_as_json(slug: str) -> str:
    """The table's row, who sits at it, and the bets of its last pass."""
    table = Table.objects.get(slug=slug)
    last = table.passes.order_by("-number").first()
    return json.dumps(
        {
            "version": table.version,
            "table": table.slug,
            "phase": table.phase,
            "seats": dict(table.seats.values_list("number", "player")),
            "bets": list(last.bets.values("player", "chance", "amount", "win")) if last else [],
            "punto": last.punto if last else "",
            "banca": last.banca if last else "",
            "state": json.loads(table.state),
        }
    )
