"""Where people find the house, said the same everywhere."""

EVERY = {"0.0.0.0", "::", ""}  # noqa: S104 (only compared)


def address(host: str, port: int) -> str:
    """The address, without a slash at its end, for a server on `host` and `port`; this machine's own where it listens
    everywhere."""
    shown = "127.0.0.1" if host in EVERY else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
