"""Whether a text shows all that it holds."""

import unicodedata
from itertools import chain

# Controls, formats (marks of direction and zero width among them), half pairs, private letters, ends of lines
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
# What a screen leaves out though it is a letter or mark (Default_Ignorable_Code_Point), and the empty Braille cell
_LEFT_OUT = frozenset(
    chain(
        (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x2800, 0x3164, 0xFFA0),
        range(0x180B, 0x1810),
        range(0xFE00, 0xFE10),
        range(0xFFF0, 0xFFF9),
        range(0xE0000, 0xE1000),
    )
)


def is_seen(text: str) -> bool:
    """Whether every character of the text can be seen, or is a space."""
    return not any(unicodedata.category(one) in _UNSEEN or ord(one) in _LEFT_OUT for one in text)
