"""Who may be on duty at a table as what. It stands beside the permission table, and is part of it."""

from collections.abc import Mapping
from enum import StrEnum

from casino.accounts.permissions import CAMBISTA, DEALERS, JEFE, NOBODY, Roles


class Post(StrEnum):
    """What a person on duty at a table is there."""

    CROUPIER = "croupier"
    PAGADOR = "pagador"
    JEFE = "jefe"
    CAMBISTA = "cambista"


POSTS: Mapping[str, Roles] = {
    Post.CROUPIER: DEALERS,
    Post.PAGADOR: DEALERS,
    Post.JEFE: JEFE,
    Post.CAMBISTA: CAMBISTA,
}
DEALING: frozenset[str] = frozenset({Post.CROUPIER, Post.PAGADOR})  # they are relieved after a time
WATCHING: frozenset[str] = frozenset({Post.JEFE})  # at several tables at once


def may_hold(role: str, post: str) -> bool:
    """Whether somebody of `role` may be on duty as `post`; False for one that does not exist."""
    return role in POSTS.get(post, NOBODY)
