"""The refusals of what an address asks to read, a part of `casino.common.errors`."""

# code -> (HTTP status, English sentence)
MESSAGES: dict[str, tuple[int, str]] = {
    "no_such_time": (422, "“%(said)s” is no date and time of the years 1900 to 8999."),
    "ends_before_it_begins": (422, "The time ends before it begins."),
    "no_such_number": (422, "“%(said)s” is not a number."),
    "too_many_words": (422, "A search has at most %(most)s words, and %(letters)s letters."),
    "too_many_searches": (409, "At most %(most)s searches are kept: delete one first."),
    "bad_search_name": (422, "The name of a search has 1 to %(most)s characters."),
}
