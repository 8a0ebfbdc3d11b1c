"""A refusal: how every part of the casino rejects a request, whether a command, a slip, a dispute or a lookup.

This module does not import Django, so that the game engine can raise refusals too. The text is made last, in the
reader's language (`casino.common.answers`).
"""

from typing import Any

from casino.common import administration_errors, passkey_errors, reading_errors, staff_errors
from casino.common.faults import FAULTS

# code -> (HTTP status, English sentence). Codes are part of the protocol and are never renamed.
# The sentences are the keys of the catalogues in `locale/`.
MESSAGES: dict[str, tuple[int, str]] = {
    # Login, permissions and addresses
    "not_logged_in": (401, "Log in first, or use a valid token."),
    "locked": (401, "This tablet is locked: give your PIN."),
    "wrong_secret": (401, "This PIN or passphrase does not fit."),
    "wrong_code": (403, "This code does not fit, or has been used: wait for the next one."),
    "too_many_codes": (429, "Too many wrong codes: wait a quarter of an hour."),
    "passphrases_differ": (422, "These are two different passphrases."),
    "bad_passphrase": (422, "A passphrase has at most %(most)s characters that can be typed."),
    "given_passphrase": (
        403,
        "This passphrase was given to you: log in and choose your own, before it signs or confirms anything.",
    ),
    "same_passphrase": (422, "This is the passphrase that you have: choose another."),
    "confirm_yourself": (403, "Show again who you are before this."),
    "bad_pin": (422, "A PIN has %(least)s to %(most)s digits, not all the same and not in a row."),
    "pins_differ": (422, "These are two different PINs."),
    "bad_csrf": (403, "The page is too old: load it again."),
    "other_origin": (
        403,
        "Nothing is taken from %(origin)s. If that is this house's own address, its administrator names it in"
        " TRUSTED_ORIGINS.",
    ),
    "not_your_table": (403, "This token is for another table."),
    "not_for_your_role": (403, "Your role may not do this."),
    "no_such_table": (404, "There is no such table."),
    "no_such_slip": (404, "There is no such slip."),
    "no_such_request": (404, "There is no such request for a signature."),
    "no_such_dispute": (404, "There is no such dispute."),
    "page_not_for_you": (403, "This page is not for your role, or its link has been withdrawn."),
    "nothing_recorded": (404, "Nothing was recorded in that time."),
    "no_such_article": (404, "This reglamento has no such article, or there is no such reglamento."),
    "no_such_page": (404, "There is no such page or table."),
    "no_such_method": (405, "This address does not take %(method)s."),
    "too_many_tries": (429, "Too many wrong passphrases: wait a quarter of an hour."),
    "too_large": (413, "This is too much at once: at most %(most)s KB are taken."),
    "too_slow": (408, "This took too long to arrive: send it again."),
    "cannot_be_kept": (422, "The database of this house cannot keep such letters or numbers."),
    "failed": (500, "Something went wrong on our side. It has been recorded."),
    "too_fast": (429, "Too many requests at once: slow down."),
    "too_busy": (503, "The house is busy: try again in a moment."),
    "unavailable": (503, "The house cannot answer just now: try again in a moment."),
    # Any request with an idempotency key
    "key_used": (409, "This key was used for another request."),
    # Commands at a table
    "malformed": (422, "%(fault)s"),
    "unknown_command": (422, "There is no command %(command)s."),
    "unknown_player": (409, "%(player)s is not at this table."),
    "not_allowed": (403, "The role %(role)s may not do this."),
    "stale": (409, "Somebody else touched first: touch again."),
    "wrong_phase": (409, "This cannot be done now: the table is in the phase %(phase)s."),
    "bets_closed": (409, "No va más: no bet is made, changed or taken back before the payment."),
    "cards_drawn": (409, "A card of this pass has already been drawn."),
    "not_asked": (409, "It is not %(player)s's turn: %(turn)s."),
    "not_enough_seated": (409, "More seated players are needed."),
    "in_play": (409, "Not before the payment: there is a stake or a card in play."),
    "suspended": (409, "The table is suspended."),
    "below_minimum": (409, "Too little: at least %(minimum)s."),
    "above_maximum": (409, "Too much: at most %(maximum)s."),
    "not_multiple": (409, "Not a multiple of %(unit)s."),
    "wrong_hand": (409, "The drawing table gives this card to nobody: %(detail)s."),
    "impossible_card": (409, "%(card)s cannot be in the shoe any more."),
    "bad_setting": (409, "“%(called)s” cannot be %(value)s."),
    "card_not_due": (409, "Then %(card)s would not have been dealt: undo it first."),
    "nothing_to_undo": (409, "There is nothing left to undo."),
    "counted_since": (409, "The table's money has been counted and signed since: what lies before stands."),
    "already_here": (409, "%(player)s is already at the table."),
    "seat_taken": (409, "Seat %(seat)s is taken."),
    "already_seated": (409, "%(player)s is already seated."),
    "not_seated": (409, "%(player)s is not seated."),
    "already_waiting": (409, "%(player)s is already on the waiting list."),
    "not_waiting": (409, "%(player)s is not on the waiting list."),
    "nothing_covered": (409, "Nobody plays against the bank."),
    "no_bet": (409, "%(player)s has no bet on %(chance)s."),
    "opened_already": (409, "%(player)s has already opened in this lap."),
    "thrice_running": (409, "%(player)s has opened twice running and cannot open a third time."),
    "not_entitled": (409, "This is not due now: %(detail)s."),
    "sent_away": (409, "%(player)s was sent away, and comes back when a jefe lifts it."),
    "not_sent_away": (409, "%(player)s was not sent away."),
    "unbalanced": (
        409,
        "The money of this act would not add up, so nothing was done. Call the jefe: the pass can be voided.",
    ),
    "not_suspended": (409, "The table is not suspended."),
    # Requests for a second person's signature
    "ill_formed_request": (422, "Look at “%(field)s” again: it is not written as it should be."),
    "no_second_person": (409, "Nobody else signs this: give the command itself."),
    "asked_already": (409, "This waits for a signature already."),
    "request_ended": (409, "This request has been answered already."),
    "request_lapsed": (409, "The pass for which this was asked is over: ask again."),
    # Slips of the counter
    "ill_formed_slip": (422, "Look at “%(field)s” again: it is not written as it should be."),
    "unknown_slip": (422, "There is no such kind of slip here."),
    "not_an_amount": (422, "An amount is a whole number of the smallest unit, from %(least)s to %(most)s."),
    "not_such_chips": (422, "This house has no such chips, or this slip lists none."),
    "chips_do_not_add_up": (422, "The chips come to %(total)s, not to the amount."),
    "chips_needed": (422, "This is counted by its chips: say how many there are of each."),
    "not_a_number": (422, "The number of a slip is a whole number from 1 to %(most)s."),
    "says_too_much": (422, "A reason is a plain text of at most 500 characters."),
    "reason_needed": (422, "Say why: a difference or a void slip is explained."),
    "no_shift": (409, "The table's day is closed: first its opening count."),
    "shift_open": (409, "The table's day is open already."),
    "pending_slips": (409, "First the slips that still wait for a signature."),
    "slip_number_used": (409, "Slip %(number)s has been used already."),
    "slip_done": (409, "This slip is done."),
    "counted_after": (409, "It was counted since: that count has put right what was wrong."),
    "not_this_step": (409, "This is not the step that the slip waits for."),
    "not_that_much": (409, "Too much. %(called)s: at most %(most)s."),
    "name_needed": (422, "Above %(most)s the player is known by name: choose him."),
    "own_signature": (403, "Another person signs this, not who asked for it."),
    "unusual_amount": (409, "More than a hundred times what is usual here (%(usual)s). Is it right?"),
    "never_bought": (409, "This player has bought no chips here in this shift. Is it right?"),
    "tray_moved": (409, "The tray has moved since it was counted: void this count, and count again."),
    "suite_offered": (409, "Not while a suite is offered: its deduction may have to go back."),
    "jefe_must_sign": (403, "A difference is signed by a jefe."),
    "bad_signature": (403, "This login or passphrase does not sign."),
    # Disputes
    "says_nothing": (422, "A text of 1 to 500 characters is needed."),
    "resolved_already": (409, "This dispute has its decision already."),
    **staff_errors.MESSAGES,
}

ALL = MESSAGES | administration_errors.MESSAGES | passkey_errors.MESSAGES | reading_errors.MESSAGES

# `not_asked`: who is asked instead. `asked` is a player, a list of players, or one of these.
TURNS: dict[str, str] = {
    "": "nobody is asked",
    "standing": "the standing players are asked",
    "house": "the house is asked",
    "croupier": "the croupier is asked",
}
TURN_OF = {"one": "it is %(asked)s's", "several": "it is the turn of %(asked)s"}
# `not_asked`: who was named wrongly, where that is no player
NOT_TURNS: dict[str, str] = {
    "standing": "It is not the standing players' turn: %(turn)s.",
    "house": "It is not the house's turn: %(turn)s.",
    "croupier": "It is not the croupier's turn: %(turn)s.",
}

# Sentences about a number of things: (code, what is counted) -> the field of the number, for one, for several.
COUNTED: dict[tuple[str, str], tuple[str, str, str]] = {
    ("not_enough_seated", "seated"): (
        "minimum",
        "At least %(minimum)s seated player is needed; there are %(seated)s.",
        "At least %(minimum)s seated players are needed; there are %(seated)s.",
    ),
    ("below_minimum", "riffles"): (
        "minimum",
        "Too few riffles: at least %(minimum)s riffle.",
        "Too few riffles: at least %(minimum)s riffles.",
    ),
    ("below_minimum", "depth"): (
        "minimum",
        "Too few cards above the cut: at least %(minimum)s card.",
        "Too few cards above the cut: at least %(minimum)s cards.",
    ),
    ("above_maximum", "depth"): (
        "maximum",
        "Too many cards above the cut: at most %(maximum)s card.",
        "Too many cards above the cut: at most %(maximum)s cards.",
    ),
    ("above_maximum", "shoe"): (
        "maximum",
        "The sabot holds only %(maximum)s more card.",
        "The sabot holds only %(maximum)s more cards.",
    ),
}
# `above_maximum` where nothing more fits; `detail` says why
NOTHING_MORE = {"above_maximum": "Nothing more fits: %(detail)s."}

# `bad_setting` where only one value fits
ONLY = {"bad_setting": "“%(called)s” must be %(needed)s here."}

# code -> its fields that hold money; other numbers are written without formatting
AMOUNTS = {
    "below_minimum": ("minimum",),
    "above_maximum": ("maximum",),
    "not_multiple": ("unit",),
    "not_an_amount": ("least", "most"),
    "chips_do_not_add_up": ("total",),
    "not_that_much": ("most",),
    "name_needed": ("most",),
    "unusual_amount": ("usual",),
    "not_entitled": ("amount", "half"),
    "bad_setting": ("needed",),
}
PEOPLE = ("player", "asked")  # fields that hold the id of a player, or of several
# fields that hold texts of the product, which are translated; a detail may contain placeholders for other fields
WORDED = frozenset({"detail", "phase", "role", "chance", "called"})

# code -> the field of a form that it is about, where its sender does not say so
FIELDS: dict[str, str] = {
    **dict.fromkeys(("not_an_amount", "not_that_much", "unusual_amount"), "amount"),
    **dict.fromkeys(("name_needed", "unknown_player", "never_bought"), "player"),
    **dict.fromkeys(("reason_needed", "says_too_much", "nobody_hands_over"), "reason"),
    **dict.fromkeys(("not_a_number", "slip_number_used"), "number"),
    **dict.fromkeys(("chips_do_not_add_up", "not_such_chips", "chips_needed"), "chips"),
    "own_signature": "signer",
    "bad_signature": "passphrase",
    "wrong_code": "code",
    "long_notes": "notes",
}
# What is wrong with the form of a command -> its field
FIELDS_OF_FAULTS = {"no_such_article": "article", "article_needed": "article", "reason_needed": "reason"}
# What a reader calls the fields of a form
LABELS = {
    "amount": "Amount",
    "article": "Article",
    "chips": "Chips",
    "decision": "Decision",
    "maximum": "Maximum",
    "minimum": "Minimum",
    "number": "Number of the paper",
    "person": "Who",
    "player": "Player",
    "reason": "Reason",
    "signer": "Login",
    "text": "Text",
}
# Where a field has a sentence of its own: (code, field)
OF_FIELD = {("above_maximum", "minimum"): "The minimum is at most the maximum: %(maximum)s."}
# Not a refusal for good: who says yes (`sure`) gets it
QUESTIONS = frozenset({"unusual_amount", "never_bought"})

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
        """What a player is called."""
        return player


PLAIN = Reader()


class Refusal(Exception):
    """A request is refused, and nothing has changed.

    `code` is one of MESSAGES or of the administration's. `article` is of the table's reglamento; None if no article
    applies. `fields` fill the sentence and are sent to the client unchanged; one may be a refusal that says why.
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
