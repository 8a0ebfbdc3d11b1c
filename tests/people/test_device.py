"""A device is called as people call it."""

import pytest

from casino.people.labels import device

CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (CHROME, "Chrome · Linux"),
        (CHROME.replace("X11; Linux x86_64", "Linux; Android 14; SM-X200"), "Chrome · Android"),
        (CHROME.replace("X11; Linux x86_64", "Windows NT 10.0") + " Edg/131.0", "Edge · Windows"),
        (
            "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1",
            "Safari · iPad",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0",
            "Firefox · Mac",
        ),
        ("Tablet/1.0", "Tablet/1.0"),
        ("", ""),
    ],
)
def test_a_device_is_its_browser_and_its_system(agent: str, words: str) -> None:
    assert device(agent) == words
