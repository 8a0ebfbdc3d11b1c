"""The phases of a table, and groups of phases that the rules refer to."""

from typing import Literal, get_args

Phase = Literal[
    "closed",
    "seating",
    "shuffling",
    "cutting",
    "burning",
    "auction",
    "offer",
    "betting",
    "dealing",
    "will",
    "bank_choice",
    "resolved",
    "suite",
]

PHASES: tuple[Phase, ...] = get_args(Phase)
OPEN: tuple[Phase, ...] = tuple(phase for phase in PHASES if phase != "closed")
CARDS_OUT: tuple[Phase, ...] = ("dealing", "will", "bank_choice", "resolved")
# in which a shoe that is cut may lie on the table
BETWEEN_PASSES: tuple[Phase, ...] = ("betting", "offer", "suite", "auction")
PASS_UNDER_WAY: tuple[Phase, ...] = ("betting", *CARDS_OUT, "suite")
