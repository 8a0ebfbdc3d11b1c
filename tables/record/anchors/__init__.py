"""Anchors: the heads of all chains, signed and kept outside the database.

Whoever owns the database can compute every digest of a chain anew. He cannot sign, and he cannot take back a line that
lies in a file, on another host or on paper: the heads that it names show from where on history was rewritten
(`manage.py audit --anchors`).
"""
