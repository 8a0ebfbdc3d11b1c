"""How the engine says no: the refusal that every part of the house raises."""

from casino.common.errors import MESSAGES, Refusal

Refused = Refusal

__all__ = ["MESSAGES", "Refused"]
