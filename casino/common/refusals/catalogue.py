"""The catalogue of refusals: every code with its HTTP status and its English sentence, and the words within them.

Codes are part of the protocol and are never renamed. The sentences are the keys of the catalogues in `locale/`.
"""

# code -> (HTTP status, English sentence)
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
    "put_away": (
        404,
        "The year %(year)s is put away: its records are no longer here. They lie in %(folder)s, and"
        " verify_shift.py reads them.",
    ),
    "no_such_reglamento": (404, "There is no such reglamento."),
    "no_such_article": (404, "This reglamento has no such article, or there is no such reglamento."),
    "no_such_page": (404, "There is no such page or table."),
    "no_such_method": (405, "This address does not take %(method)s."),
    "too_many_tries": (429, "Too many wrong passphrases: wait a quarter of an hour."),
    "too_large": (413, "This is too much at once: at most %(most)s KB are taken."),
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
    "chance_closed": (409, "%(chance)s may be bet on up to the shoe's pass %(until_pass)s."),
    "above_differential": (
        409,
        "There is %(excess)s more on %(chance)s than on the other side; at most %(differential)s.",
    ),
    "suit_needed": (409, "%(chance)s needs the suit of this card."),
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
    "no_free_pass": (409, "This shoe has had its passes without a bet."),
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
    # Who works where, and who takes over a tablet
    "not_assigned": (
        403,
        "You are not assigned to this table, and this house lets you work only where you are.",
    ),
    "pin_not_enough": (403, "A PIN alone does not let this person in: log in."),
    "too_many_pins": (429, "Too many wrong PINs: wait a quarter of an hour, or log in with the passphrase."),
    "no_pins_here": (403, "This tablet takes no PIN: log in with the passphrase first."),
    "ill_formed_duty": (422, "Look at “%(field)s” again: it is not written as it should be."),
    "relief_unproved": (
        403,
        "Who relieves another gives his PIN or his passphrase; a jefe relieves without.",
    ),
    "no_such_duty": (404, "Nobody is on duty there any more."),
    "not_of_the_staff": (404, "Nobody with this login works here."),
    "not_for_this_post": (409, "%(person)s cannot be on duty as that."),
    "on_duty_already": (409, "%(person)s is on duty as that at this table already."),
    "works_elsewhere": (409, "%(person)s is not assigned to this table."),
    "nobody_hands_over": (422, "Nobody has handed over: say why you take over alone."),
    "own_handover": (409, "Another jefe takes over what you have handed over."),
    "long_notes": (422, "Notes have at most %(most)s characters."),
    "no_such_alert": (404, "There is no such alert."),
    "no_such_tablet": (404, "Nobody is logged in at this tablet any more."),
    # Of which time
    "no_such_time": (422, "“%(said)s” is no date and time of the years 1900 to 8999."),
    "ends_before_it_begins": (422, "The time ends before it begins."),
}

# Those of pages: the API has none of them, so that its documents need not name them.
OF_PAGES: dict[str, tuple[int, str]] = {
    # People
    "no_such_person": (404, "There is nobody with the login %(login)s."),
    "nobody_chosen": (422, "Nobody is chosen: choose people in the list first."),
    "no_such_role": (422, "There is no role “%(role)s”; there are %(known)s."),
    "no_such_language": (422, "There is no language %(language)s; there are %(known)s."),
    "login_taken": (409, "The login %(login)s is taken."),
    "login_twice": (409, "The login %(login)s stands in the file twice."),
    "login_alike": (
        409,
        "The login %(login)s looks like %(other)s: choose one that people can tell from it.",
    ),
    "name_alike": (
        409,
        "“%(name)s” looks like the name of %(other)s, but has other letters: write it with the same, or otherwise.",
    ),
    "unseen_character": (422, "%(called)s: there is a character in it that nobody can see. Type it anew."),
    "not_well_formed": (422, "%(called)s: %(reason)s"),
    "weak_passphrase": (422, "%(reason)s"),
    "not_yourself": (403, "Nobody changes his own rights: another administrator does it."),
    "last_administrator": (409, "%(login)s is the last administrator: first there must be another one."),
    "has_ended": (409, "%(login)s has ended, and is not let in again: make a new login."),
    "changed_meanwhile": (
        409,
        "Somebody else has changed this since the page was opened. Look at what it says now, and keep it again.",
    ),
    "no_such_session": (404, "This session has ended already."),
    # The house's directory
    "directory_down": (
        503,
        "The house's directory does not answer: try again in a moment. Until it does, whoever has a passphrase here"
        " comes in with that.",
    ),
    "directory_refused": (403, "The house's directory has not let you in."),
    "directory_answer": (
        403,
        "What came from the house's directory does not answer what was asked: begin again. If it stays so, tell the"
        " administrator: the log of sign-ins says why.",
    ),
    "directory_old_login": (
        403,
        "The house's directory does not say that you have shown it just now who you are: its administrator lets it say"
        " when you did (auth_time).",
    ),
    "directory_never_again": (
        403,
        "The house's directory lets nobody ask again whether you belong to it: its administrator lets it give refresh"
        " tokens.",
    ),
    "directory_other_person": (403, "The house's directory says that you are somebody else: log out first."),
    "directory_nameless": (403, "The house's directory says no login of yours (preferred_username)."),
    "not_let_in": (403, "The login %(login)s is not let in here: ask an administrator."),
    "of_directory": (
        409,
        "%(login)s is managed in the house's directory: change it there, or take the person out of it first.",
    ),
    "of_directory_already": (409, "%(login)s is managed in the house's directory already."),
    "not_of_directory": (409, "%(login)s is not managed in the house's directory."),
    "no_such_group": (404, "There is no such group in the list any more."),
    "bad_group": (422, "The name of a group has 1 to %(most)s characters, all of which can be seen."),
    "group_taken": (409, "The group %(name)s stands in the list already."),
    # Tables
    "bad_number_of_tables": (422, "Name the first number, and how many tables: 1 to %(most)s."),
    "bad_countdown": (422, "A countdown has 0 to %(most)s seconds."),
    "table_taken": (409, "There is a table %(table)s already."),
    "bad_table": (422, "%(table)s: %(reason)s"),
    "table_at_work": (409, "%(table)s is open, or its day is: close both first."),
    "table_is_retired": (409, "%(table)s is retired."),
    "no_such_pit": (404, "There is no such pit."),
    "pit_taken": (409, "There is a pit %(name)s already."),
    "bad_pit_name": (422, "The name of a pit has 1 to %(most)s characters."),
    "no_tables_chosen": (422, "Choose the tables first."),
    "no_such_reglamento_named": (422, "There is no reglamento %(reglamento)s."),
    "no_amount": (422, "An amount is missing."),
    "unclear_amount": (422, "This is not clearly one amount: write it like %(grouped)s or %(plain)s."),
    # Displays and devices
    "no_such_kind": (422, "A token is for one of these: %(known)s."),
    "no_such_table_named": (404, "There is no table %(table)s."),
    "no_such_token": (404, "There is no token number %(number)s."),
    "token_revoked": (409, "%(token)s is revoked: issue another one."),
    "bad_token_name": (422, "The name of a token has 1 to %(most)s characters."),
    "bad_days": (422, "A token lets in for 1 to %(most)s days."),
    # Files
    "empty_file": (422, "%(file)s is empty; its first line names the columns: %(columns)s."),
    "no_rows": (422, "%(file)s has no rows below the line that names the columns."),
    "large_file": (422, "%(file)s is larger than %(most)s MiB, which no such file is."),
    "unreadable_file": (422, "%(file)s: %(reason)s."),
    "bad_line": (422, "%(file)s, line %(line)s: %(detail)s"),
    "refused_line": (422, "%(file)s, line %(line)s: %(refusal)s Nothing was taken from the file."),
    "too_many_rows": (422, "%(file)s has %(rows)s rows; at most %(most)s are taken at once: divide it."),
    "no_file": (422, "Choose a file first."),
    "bad_reglamento": (422, "%(file)s, line %(line)s: %(reason)s."),
    # Settings
    "bad_address": (422, "“%(said)s” is no mail address."),
    "no_such_schedule": (422, "Choose a report, how often, and the day and hour of it."),
    "may_not_read": (422, "%(person)s may not read this report: choose another person or another report."),
    "no_such_mail": (404, "This report is mailed no more."),
    "fixed_setting": (409, "Money has moved: the currency stays as it is."),
    "large_logo": (422, "A logo has at most %(most)s MiB and %(pixels)s million pixels."),
    "bad_logo": (422, "This file is no PNG and no WebP picture, or it is damaged."),
    # The first run
    "no_such_link": (404, "This link has been used, has expired, or never was: ask for another one."),
    "is_set_up": (409, "This house has an administrator already: he makes the others."),
    # Passkeys
    "wrong_passkey": (403, "This passkey does not fit, or it took too long: try again."),
    "copied_passkey": (
        403,
        "“%(name)s” has signed elsewhere, so there are two of it: end it, and tell a jefe.",
    ),
    "bad_passkey_name": (422, "Name the passkey, in at most %(most)s characters."),
    "too_many_passkeys": (409, "A person has at most %(most)s passkeys: end one first."),
    "phone_first": (409, "Set up the codes of your phone first: passkeys stand beside them."),
    "insecure_address": (409, "Passkeys need the house under https:// and a name, which %(address)s is not."),
    "another_address": (409, "Passkeys sign at %(address)s only: open the house there."),
    # What an address asks to read
    "no_such_number": (422, "“%(said)s” is not a number."),
    "player_at_table": (409, "%(player)s is at %(table)s: his name can be erased once he has left."),
    "no_name_apart": (
        409,
        "No name of %(player)s stands apart from the record, or not any more: what the record has itself stays.",
    ),
    "nobody_of_that_name": (422, "Nobody has “%(said)s” in the name: try a shorter part of it."),
    "name_to_look_for": (422, "Type a name or a part of it."),
    "too_many_words": (422, "A search has at most %(most)s words, and %(letters)s letters."),
    "too_many_searches": (409, "At most %(most)s searches are kept: delete one first."),
    "bad_search_name": (422, "The name of a search has 1 to %(most)s characters."),
}
ALL = MESSAGES | OF_PAGES

# `malformed` -> its `fault`, a code -> what is wrong. Those of a field are named like pydantic's errors.
FAULTS: dict[str, str] = {
    "not_utf8": "It is not UTF-8.",
    "not_json": "It is not JSON.",
    "said_twice": "“%(field)s” stands in it twice.",
    "too_large": "It has more than %(most)s bytes.",
    "no_command": "It is not a JSON object with a “command”.",
    "bad_key": "An idempotency key has 1 to %(most)s printable characters.",
    "no_such_reglamento": "There is no such reglamento; there are %(known)s.",
    "no_such_role": "There is no such role.",
    "no_such_incident": "There is no such incident.",
    "no_such_incident_here": "This reglamento has no such incident.",
    "no_such_chance_here": "%(chance)s cannot be bet on at this table.",
    "no_maximum_of_its_own": "%(chance)s has no maximum of its own to set here.",
    "minimum_above_maximum": "The minimum of %(chance)s is above its maximum.",
    "no_differential_here": "This reglamento has no differential.",
    "no_such_seat_here": "There is no seat %(seat)s at this table.",
    "no_such_article": "This reglamento has no such article.",
    "article_needed": "Name the article that it concerns.",
    "reason_once_all_is_known": "All the cards are known: give a reason.",
    "reason_needed": "Say why: a jefe gives a reason.",
    "amount_or_none": "An amount is given where the sabot carries a bank, and only there.",
    "cutter_needed": "A player cuts, and is named.",
    "missing": "“%(field)s” is missing.",
    "extra_forbidden": "“%(field)s” does not belong to it.",
    "int_type": "“%(field)s” is not a whole number.",
    "string_type": "“%(field)s” is not a text.",
    "bool_type": "“%(field)s” is neither true nor false.",
    "list_type": "“%(field)s” is not a list.",
    "dict_type": "“%(field)s” is not an object.",
    "literal_error": "“%(field)s” is none of these: %(expected)s.",
    "string_pattern_mismatch": "“%(field)s” is not written as it should be.",
    "string_too_short": "“%(field)s” is empty.",
    "string_too_long": "“%(field)s” is too long: at most %(most)s characters.",
    "too_short": "“%(field)s” lists too few: at least %(least)s.",
    "too_long": "“%(field)s” lists too many: at most %(most)s.",
    "greater_than_equal": "“%(field)s” is too small: at least %(least)s.",
    "less_than_equal": "“%(field)s” is too large: at most %(most)s.",
    "reserved_id": "“%(field)s” is a name that stands for no player.",
    "nul_character": "“%(field)s” holds a NUL character.",
    "unseen_character": "“%(field)s” holds a character that nobody can see.",
    "no_card": "“%(field)s” is no card.",
    "no_consent": "Nobody of this role consents.",
    "partners": "“players” are the partners of an association, each once and without the caller.",
    "count_or_cards": "Either a count is given or the cards.",
    "player_needed": "The player whom it concerns is named.",
    "player_or_name": "A player or a name is given.",
    "invalid": "“%(field)s” is not as it should be.",
}

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
    ("no_free_pass", "passes"): (
        "passes",
        "This shoe has had its %(passes)s pass without a bet.",
        "This shoe has had its %(passes)s passes without a bet.",
    ),
    ("no_free_pass", "none"): (
        "passes",
        "Here no pass is closed without a bet.",
        "Here no pass is closed without a bet.",
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
    "above_differential": ("excess", "differential"),
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
    **dict.fromkeys(("login_taken", "login_alike"), "username"),
    **dict.fromkeys(("pit_taken", "bad_pit_name"), "pit_name"),
    "bad_countdown": "bet_seconds",
    "bad_days": "days",
    "bad_number_of_tables": "many",
    "bad_token_name": "name",
    "name_alike": "first_name",
    "no_such_language": "language",
    "no_such_role": "role",
    "table_taken": "slug",
    "own_signature": "signer",
    "bad_signature": "passphrase",
    "wrong_code": "code",
    "long_notes": "notes",
}
# What is wrong with the form of a command -> its field
FIELDS_OF_FAULTS = {
    "no_such_seat_here": "seat",
    "no_such_article": "article",
    "article_needed": "article",
    "reason_needed": "reason",
}
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
