"""A second engine: the five reglamentos once more, small and slow, to compare the product with.

It was written from the game's rules alone and shares no code with the product; `tests/test_differential.py` checks
that it imports nothing of it. One mutable `Table`, one function for each command, the reglamentos as dictionaries.
"""
