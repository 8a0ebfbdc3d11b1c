"""A mail server for a test, on a port of its own: it keeps what it is sent, or refuses it."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage


class Server(socketserver.ThreadingTCPServer):
    """`mails`: those that were taken; `refuses`: it takes none."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Dialogue)
        self.mails: list[EmailMessage] = []
        self.refuses = False

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class Dialogue(socketserver.StreamRequestHandler):
    """As much of RFC 5321 as Python's client speaks."""

    server: Server

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline():
            verb = line[:4].strip().upper()
            if verb == b"DATA":
                self._say("354 go on")
                self._take()
            elif verb == b"QUIT":
                self._say("221 bye")
                return
            elif verb == b"RCPT" and self.server.refuses:
                self._say("550 nobody of that name")
            else:
                self._say("250 yes")

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b"."))
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.server.mails.append(mail)
        self._say("250 taken")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def smtp_server() -> Iterator[Server]:
    """A server that listens within this context."""
    with Server() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
