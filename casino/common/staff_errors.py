"""The refusals about who works where: codes and English sentences, a part of `casino.common.errors`."""

# code -> (HTTP status, English sentence)
MESSAGES: dict[str, tuple[int, str]] = {
    "not_assigned": (
        403,
        "You are not assigned to this table, and this house lets you work only where you are.",
    ),
}
