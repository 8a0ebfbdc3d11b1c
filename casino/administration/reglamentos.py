"""A house's own reglamentos: checked, and added as the newest version."""

from casino.administration.csv_list import Source, text_of
from casino.common.errors import Refusal
from casino.house import acts
from casino.house.acts import By, tried
from tables.house_reglamentos import shelf
from tables.house_reglamentos.file import Fault, read_reglamento
from tables.rules.reglamento import Reglamento


def check(source: Source) -> Reglamento:
    """What the file describes. Raises Refusal with the line and the reason."""
    text = text_of(source)
    try:
        return read_reglamento(text)
    except Fault as fault:
        reason = str(fault).partition(": ")[2]
        raise Refusal("bad_reglamento", file=source.name, line=fault.line, reason=reason) from fault


def add(by: By, source: Source) -> tuple[Reglamento, bool]:
    """Keep the file as the newest version of its slug. Returns the reglamento, and whether it is new: a file that is
    kept already is not kept again. Raises Refusal."""
    with tried(by, acts.REGLAMENTO_ADDED, source.name) as entered:
        check(source)
        rules, is_new = shelf.add(text_of(source))
        if is_new:
            entered.about, entered.after = rules.name, {"title": rules.title, "base": rules.base}
            acts.enter(by, acts.REGLAMENTO_ADDED, entered)
    return rules, is_new
