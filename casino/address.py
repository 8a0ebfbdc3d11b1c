"""The address at which the server can be reached."""

EVERY = {"0.0.0.0", "::", ""}  # noqa: S104 (only compared)


def address(host: str, port: int) -> str:
    """The URL, without a trailing slash, of a server on `host` and `port`. If it listens everywhere: this machine's
    own."""
    shown = "127.0.0.1" if host in EVERY else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
