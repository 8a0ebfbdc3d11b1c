"""The refusals of the administration: codes and English sentences, like `casino.common.errors`. The API has none of
them, so that its documents need not name them."""

# code -> (HTTP status, English sentence)
MESSAGES: dict[str, tuple[int, str]] = {
    # People
    "no_such_person": (404, "There is nobody with the login %(login)s."),
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
    # Tables
    "bad_number_of_tables": (422, "Name the first number, and how many tables: 1 to %(most)s."),
    "table_taken": (409, "There is a table %(table)s already."),
    "bad_table": (422, "%(table)s: %(reason)s"),
    "table_at_work": (409, "%(table)s is open, or its day is: close both first."),
    "table_is_retired": (409, "%(table)s is retired."),
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
    "fixed_setting": (409, "Money has moved: the currency stays as it is."),
    "large_logo": (422, "A logo has at most %(most)s MiB and %(pixels)s million pixels."),
    "bad_logo": (422, "This file is no PNG and no WebP picture, or it is damaged."),
    # The first run
    "no_such_link": (404, "This link has been used, has expired, or never was: ask for another one."),
    "is_set_up": (409, "This house has an administrator already: he makes the others."),
}
