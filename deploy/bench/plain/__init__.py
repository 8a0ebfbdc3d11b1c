"""A peer: a table as one writes it with Django, its ORM and Channels.

One group per table; after each command the table is read once and sent through the group to every consumer. It renders
nothing and decides nothing: what a command writes was worked out before. Login, CSRF and middleware are those of
`startproject`.
"""
