"""The tool behind `make bench`: ratios of rounds, the baseline, and its own WebSocket."""

import json
import zlib
from pathlib import Path

import pytest

from deploy.bench import baseline
from deploy.bench.chart import chart
from deploy.bench.measure import PRODUCT, Row, at_least, at_most, in_turn
from deploy.bench.printed import lines_of
from deploy.bench.sockets import Socket


def row(product: list[float], floor: list[float], unit: str = "/s") -> Row:
    asked = at_least(0.5, "floor") if unit == "/s" else at_most(2, "floor")
    return Row("it", "some work", unit, {"floor": floor, PRODUCT: product}, (asked,))


def test_every_contender_has_its_turn_in_each_round() -> None:
    turns: list[str] = []
    found = in_turn({name: lambda name=name: float(turns.append(name) or len(turns)) for name in "ab"}, 3)
    assert "".join(turns) == "ababab"
    assert found == {"a": [1, 3, 5], "b": [2, 4, 6]}


def test_a_ratio_is_that_of_the_same_round() -> None:
    """A machine that is slow for a while slows both down."""
    slowed = row(product=[50, 5, 50], floor=[100, 10, 100])
    assert slowed.ratio("floor") == 0.5


@pytest.mark.parametrize(
    ("unit", "product", "holds"), [("/s", 51, True), ("/s", 49, False), ("ms", 199, True), ("ms", 201, False)]
)
def test_what_is_asked_is_a_least_or_a_most(unit: str, product: float, holds: bool) -> None:
    measured = row([product], [100], unit)
    assert measured.holds(measured.asked[0]) is holds


def test_what_was_not_measured_is_said() -> None:
    missing = Row("it", "some work", asked=(at_least(1, "floor"),), note="no PostgreSQL answers")
    assert missing.holds(missing.asked[0]) is None
    assert list(lines_of(missing)) == ["–  some work: not measured: no PostgreSQL answers"]


@pytest.mark.parametrize(("product", "behind"), [(100, 0), (67, 0), (65, 1), (200, 0)])
@pytest.mark.parametrize("unit", ["/s", "ms"])
def test_a_ratio_may_fall_by_a_third(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unit: str, product: float, behind: int
) -> None:
    monkeypatch.setattr(baseline, "KEPT", tmp_path / "baseline.json")
    baseline.renew([row([100], [200] if unit == "/s" else [50], unit)])
    now = row([product], [200]) if unit == "/s" else row([100 * 100 / product], [50], unit)
    assert len(list(baseline.falls_behind([now]))) == behind


def test_a_ratio_of_the_baseline_that_is_not_measured_is_missed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(baseline, "KEPT", tmp_path / "baseline.json")
    baseline.KEPT.write_text(json.dumps({"it / floor": 0.5}))
    assert list(baseline.falls_behind([])) == ["it / floor: not measured"]


def test_the_chart_has_a_bar_for_each_thing_asked() -> None:
    picture = chart([row([40], [100]), row([60], [100])])
    assert picture.count("<rect") == 2
    assert "#b3402e" in picture and "#2e7d5b" in picture


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data


async def test_a_socket_reads_compressed_messages_however_they_arrive() -> None:
    heard: list[tuple[bytes, int | None]] = []
    socket = Socket(b"GET", lambda _, message, version: heard.append((message, version)))
    socket.connection_made(Line())
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    messages = [b'{"type":"snapshot","version":%d,"x":"%s"}' % (number, b"y" * 300) for number in (7, 8)]
    frames = b""
    for message in messages:
        payload = (deflate.compress(message) + deflate.flush(zlib.Z_SYNC_FLUSH))[:-4]
        frames += bytes([0xC1, len(payload)]) + payload
    answer = b"HTTP/1.1 101 Switching\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    for place in range(len(answer + frames)):
        socket.data_received((answer + frames)[place : place + 1])
    assert heard == [(messages[0], 7), (messages[1], 8)]
    assert (socket.version, socket.wire) == (8, len(frames))
