"""Which server serves what: decision 27. The unit of `make install` and the image name the stack's too, and
`tests/operations/test_worker.py` compares them."""

STACK = "uvicorn"  # with PostgreSQL and Redis, one of several workers
EMBEDDED = "daphne"  # with SQLite, alone


def usual(database_url: str) -> str:
    """The server of a house with this DATABASE_URL; an empty one stands for SQLite."""
    return STACK if database_url else EMBEDDED
