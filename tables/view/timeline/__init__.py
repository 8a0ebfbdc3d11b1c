"""The record as one list, as its readers search it: on its page, and as a file."""
