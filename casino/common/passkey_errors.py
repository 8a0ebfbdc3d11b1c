"""The refusals of passkeys: codes and English sentences, like `casino.common.errors`. The API takes no passkey."""

# code -> (HTTP status, English sentence)
MESSAGES: dict[str, tuple[int, str]] = {
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
}
