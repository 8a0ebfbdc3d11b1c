"""How much memory glibc keeps free beside what is used.

It gives each of many threads an arena of its own, up to eight for each core, and each keeps what was freed in it: the
memory of a server that renders in several threads grows for hours. All threads share one interpreter, so two arenas
are enough for them.
"""

import ctypes

M_ARENA_MAX = -8  # malloc.h
ARENAS = 2


def share_arenas() -> bool:
    """From now on all threads share ARENAS arenas. Returns False where the C library has no such setting."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and bool(mallopt(M_ARENA_MAX, ARENAS))
