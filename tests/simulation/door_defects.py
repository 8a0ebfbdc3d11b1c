"""What takes commands and lets people in, as somebody might write it tomorrow. Each function is given the right one."""

from dataclasses import asdict, replace
from typing import Any

from django.db import transaction

from casino.common.errors import Refusal
from casino.common.sql import Batch
from casino.sockets import LOCKED
from tables import service
from tables.given import Answer
from tables.live.hub import Hub
from tables.models import Reply
from tables.record import states


def key_is_forgotten(right: Any) -> Any:
    """A repeated command is carried out again."""

    def locked(table: str, given: Any, batch: Batch) -> Any:
        held, _ = right(table, given, batch)
        return held, None

    return locked


def reply_is_not_kept(right: Any) -> Any:
    """The answer under a key is kept after the commit, where a failure loses it."""

    def kept(row: Any, given: Any, answer: Any) -> Any:
        def keep() -> None:
            whose = service._whose(given)
            Reply.objects.create(table_id=row.pk, answer=asdict(answer), **whose)

        if given.key is not None:
            transaction.on_commit(keep, robust=True)
        return answer

    return kept


def state_kept_before_commit(right: Any) -> Any:
    """A command is decided on what this process has last decided, whatever became of that."""

    def locked(table: str, given: Any, batch: Batch) -> Any:
        held, earlier = right(table, given, batch)
        decided = states.kept(f"last at {table}")
        if decided is None or decided.version <= held.state.version:
            return held, earlier
        return replace(held, state=decided), earlier

    return locked


def remembers_decisions(right: Any) -> Any:
    """Part of the one before."""

    def write(row: Any, command: Any, decision: Any, given: Any, undone: Any) -> Any:
        states.keep(f"last at {row.slug}", decision.state)
        return right(row, command, decision, given, undone)

    return write


def logout_unnoticed(right: Any) -> Any:
    """Sockets are not closed when their login ends."""
    return lambda identities: {}


def sockets_stay(right: Any) -> Any:
    """A server that stops does not close its sockets."""

    async def close_all(hub: Hub, code: int) -> None:
        return None

    return close_all


def lock_unnoticed(right: Any) -> Any:
    """Sockets are not closed when their tablet is locked."""

    def ended(identities: Any) -> Any:
        return {one: code for one, code in right(identities).items() if code != LOCKED}

    return ended


def lock_opens(right: Any) -> Any:
    """A locked tablet gives commands."""
    return lambda user: None


def rights_are_kept(right: Any) -> Any:
    """A socket's rights are not asked for again with a command."""
    return lambda identity: identity.caller


def any_secret(right: Any) -> Any:
    """Who came in with a secret that was replaced since stays."""

    def holds(kept: Any, one: Any) -> Any:
        if one.token is not None:
            return one.token in {number for number, _ in kept._tokens}
        return right(kept, one)

    return holds


def first_answer_to_all(right: Any) -> Any:
    """Whatever is asked under a key that has been used, the first answer comes again."""

    def again(row: Any, given: Any, earlier: Any) -> Any:
        return Answer(**earlier[1])

    return again


def no_outages(right: Any) -> Any:
    """That the database does not answer is taken for a defect."""
    return lambda error: Refusal("failed")


def connection_kept(right: Any) -> Any:
    """A server that stops does not say that it will not be there."""

    async def answer(application: Any, send: Any, message: Any) -> None:
        await send(message)

    return answer
