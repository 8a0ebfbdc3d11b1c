"""Mutation tests of what must not be wrong: rules, engine, ledger and permissions (`make mutants`).

Each mutant is the product with one small mistake. The tests that take the changed line must notice it. Those that
nobody notices are listed with a reason in `survivors.toml`; the command compares.
"""
