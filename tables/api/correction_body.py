"""What the API takes to replace a card of the pass."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from tables.api.schemas import LONG_TEXT, Body


class CardCorrection(Body):
    """A card of the pass as it is. `place`: in its hand, from 1; `was`: the card that lies there now; `reason`: from
    whom an undo needs one."""

    hand: Literal["punto", "banca"]
    place: Annotated[StrictInt, Field(ge=1, le=3)]
    was: Annotated[str, Field(max_length=3)]
    card: Annotated[str, Field(max_length=3)]
    reason: Annotated[str, Field(max_length=LONG_TEXT)] | None = None
    expected_version: StrictInt | None = None
