"""A refusal: how every part of the casino rejects a request, whether a command, a slip, a dispute or a lookup.

The text is made last, in the reader's language (`casino.common.answers`). This package imports no framework and nothing
of ours, and is all of the installation that the game knows: `tables.rules` and `tables.engine` raise refusals too.
"""

from typing import Any

from casino.common.refusals.catalogue import (
    ALL,
    AMOUNTS,
    COUNTED,
    FAULTS,
    FIELDS,
    FIELDS_OF_FAULTS,
    LABELS,
    MESSAGES,
    NOT_TURNS,
    NOTHING_MORE,
    OF_FIELD,
    ONLY,
    PEOPLE,
    TURN_OF,
    TURNS,
    WORDED,
)

Field = str | list[str]


class Reader:
    """For whom a refusal is written: here in plain English, for logs. Others translate, write amounts, know names."""

    def text(self, english: str) -> str:
        """A sentence or word in the reader's language; its placeholders stay."""
        return english

    def counted(self, one: str, several: str, number: int) -> str:
        """The sentence that fits a number of things, in the reader's language."""
        return one if number == 1 else several

    def amount(self, amount: int) -> str:
        """An amount of money with its unit."""
        return str(amount)

    def person(self, player: str) -> str:
        """The name of a player."""
        return player


PLAIN = Reader()


class Refusal(Exception):
    """A request is refused, and nothing has changed.

    `code` is one of the catalogue's. `article` is of the table's reglamento; None if no article applies. `fields` fill
    the sentence and are sent to the client unchanged; one may be a refusal that says why.
    """

    def __init__(
        self,
        code: str,
        article: str | None = None,
        *,
        counted: str | None = None,
        of: str | None = None,
        **fields: Any,
    ) -> None:
        """`counted`: what the number in the fields counts, see COUNTED; None if it is money. `of`: the field of the
        command or form that is wrong."""
        super().__init__(code)
        self.code = code
        self.article = article
        self.fields = fields
        self._counted = counted
        self._of = of

    @property
    def field(self) -> str | None:
        """The field of a form that it is about, by its name; None where it is about the whole act."""
        fault = FIELDS_OF_FAULTS.get(self.fields.get("fault", ""))
        return self._of or fault or self.fields.get("field") or FIELDS.get(self.code)

    @property
    def status(self) -> int:
        """The HTTP status that belongs to the code."""
        return status_of(self.code)

    def text(self, reader: Reader = PLAIN) -> str:
        """The sentence for a reader."""
        return self._sentence(reader) % self.said(reader)

    def said(self, reader: Reader = PLAIN) -> dict[str, Any]:
        """The fields as the sentence says them: words translated, amounts written, people by their names."""
        fields = self.fields | self._amounts(reader) | self._people(reader)
        fields |= {name: reader.text(str(self.fields[name])) % fields for name in WORDED & self.fields.keys()}
        fields |= {name: why.text(reader) for name, why in fields.items() if isinstance(why, Refusal)}
        if "field" in self.fields:
            fields["field"] = reader.text(LABELS.get(fields["field"], fields["field"]))
        if "fault" in self.fields:
            fields["fault"] = reader.text(FAULTS[self.fields["fault"]]) % fields
        if "asked" in self.fields:
            fields["turn"] = reader.text(self._turn()) % fields
        return fields

    def _sentence(self, reader: Reader) -> str:
        if self._counted:
            field, one, several = COUNTED[self.code, self._counted]
            return reader.counted(one, several, self.fields[field])
        return reader.text(self._template())

    def _template(self) -> str:
        if sentence := OF_FIELD.get((self.code, self._of or "")):
            return sentence
        if self.code == "not_asked":
            return NOT_TURNS.get(self.fields["player"], MESSAGES["not_asked"][1])
        if self.fields.get("maximum") == 0 and "detail" in self.fields:
            return NOTHING_MORE[self.code]
        if "needed" in self.fields:
            return ONLY[self.code]
        return ALL[self.code][1]

    def _turn(self) -> str:
        asked: Field = self.fields["asked"]
        if isinstance(asked, str):
            return TURNS.get(asked, TURN_OF["one"])
        return TURN_OF["several"]

    def _people(self, reader: Reader) -> dict[str, str]:
        said = {name: self.fields[name] for name in PEOPLE if name in self.fields}
        return {
            name: reader.person(who) if isinstance(who, str) else ", ".join(map(reader.person, who))
            for name, who in said.items()
        }

    def _amounts(self, reader: Reader) -> dict[str, str]:
        names = () if self._counted else AMOUNTS.get(self.code, ())
        return {name: reader.amount(self.fields[name]) for name in names if name in self.fields}

    def as_dict(self, reader: Reader = PLAIN) -> dict[str, Any]:
        """The `error` of an answer: code, article, message, fields."""
        return {
            "code": self.code,
            "article": self.article,
            "message": self.text(reader),
            "fields": self.fields,
        }


def status_of(code: str) -> int:
    """The HTTP status of a refusal.

    401 and 403: identity and role. 404: no such thing. 409: against the rules or the present state. 422: malformed.
    429: too fast. 503: not now; `Retry-After` says when.
    """
    return ALL[code][0]
