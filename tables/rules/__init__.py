"""The rules of the baccarat family as data and small pure functions.

Nothing here depends on Django, a clock, randomness or a database. The reglamentos are in `tables.rules.reglamentos`.
"""
