"""The refusals about who works where and who takes over a tablet, a part of `casino.common.errors`."""

# code -> (HTTP status, English sentence)
MESSAGES: dict[str, tuple[int, str]] = {
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
}
