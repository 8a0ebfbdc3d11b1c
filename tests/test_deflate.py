"""Shared compression: whatever a socket is sent, its client reads the same, and what is shared is compressed once."""

import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino import deflate
from casino.deflate import SHORTEST, WINDOW, History

START = History.ending(b"")
TEXTS = st.text(alphabet="abcdeñ≥🂡", min_size=1, max_size=9).map(lambda text: text * SHORTEST)


class Client:
    """A client with its inflater, and the socket on the server's side."""

    def __init__(self) -> None:
        self.history = START
        self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)

    def hear(self, text: str) -> str:
        frame, self.history = self.history.then(text)
        assert frame[0] == deflate.COMPRESSED_TEXT
        return self._inflater.decompress(payload_of(frame) + b"\0\0\xff\xff").decode()


def payload_of(frame: bytes) -> bytes:
    begin = {126: 4, 127: 10}.get(frame[1], 2)
    payload = frame[begin:]
    length = int.from_bytes(frame[2:begin], "big") if begin > 2 else frame[1]
    assert len(payload) == length
    return payload


@given(st.lists(st.tuples(st.sampled_from([0, 1, 2, None]), TEXTS), max_size=30))
def test_every_client_reads_what_it_was_sent(script: list[tuple[int | None, str]]) -> None:
    """However messages to one and messages to all (None) alternate."""
    clients = [Client() for _ in range(3)]
    for number, text in script:
        for client in clients if number is None else [clients[number]]:
            assert client.hear(text) == text


def test_a_window_that_has_moved_on_is_not_referred_to() -> None:
    client = Client()
    for number in range(3 * WINDOW // 1000):
        text = f"{number:04}" * 250
        assert client.hear(text) == text


@pytest.mark.parametrize("size", [1, 125, 126, 1 << 16])
def test_frames_of_every_length(size: int) -> None:
    assert payload_of(deflate.framed(deflate.TEXT, b"x" * size)) == b"x" * size


def test_what_many_are_sent_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []
    of = History._frame_of
    monkeypatch.setattr(History, "_frame_of", lambda self, payload: made.append(payload) or of(self, payload))
    clients = [Client() for _ in range(50)]
    for text in ("first " * 99, "second " * 99):
        assert {client.hear(text) for client in clients} == {text}
    assert len(made) == 2


def test_those_who_were_sent_something_else_meet_again_when_it_has_left_the_window() -> None:
    one, other = Client(), Client()
    one.hear("an answer " * 99)
    for number in range(WINDOW // 500):
        for client in (one, other):
            client.hear(f"{number} " * 500)
    assert one.history is other.history


@pytest.mark.parametrize("size", [SHORTEST, 1000, WINDOW // 4])
def test_a_message_that_was_sent_not_long_ago_is_a_few_bytes(size: int) -> None:
    """However much of the text before a compressor is told: at least two messages of this length."""
    client, chance = Client(), random.Random(size)
    one, other = ("".join(chance.choices("0123456789abcdef", k=size)) for _ in range(2))
    for text in (one, other):
        client.hear(text)
    assert len(client.history.then(one)[0]) < 20 + size // 100


def test_nothing_is_kept_for_those_who_have_gone() -> None:
    client = Client()
    for number in range(9):
        client.hear(f"{number} to be forgotten" * 99)
    kept = len(History._living)
    del client
    assert len(History._living) < kept
