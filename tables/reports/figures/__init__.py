"""The house's figures for programs: views of PostgreSQL for a reader of its own, and the same as JSON over the API.

A figure is what the reports make of it; the views say it in SQL, and a test holds both against each other. Within a
version a view only gets new columns, at its end. What changes more is a schema beside this one.
"""

VERSION = 1
