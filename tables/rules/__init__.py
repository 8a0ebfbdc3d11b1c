"""The rules of the baccarat family as data and small pure functions.

Nothing here knows Django, a clock, chance or a database. `tables.rules.reglamentos` registers the reglamentos.
"""
