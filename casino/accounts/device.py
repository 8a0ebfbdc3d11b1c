"""What people call a device, from what its browser says of itself."""

# What the browser says → what it is called; the first that is found: most also name those that they descend from.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome/": "Chrome",
    "Chromium": "Chromium",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPad": "iPad",
    "iPhone": "iPhone",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def called(agent: str) -> str:
    """Firefox · Windows; what is neither a known browser nor a known system, as it says itself."""
    words = [_first(names, agent) for names in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, words)) or agent


def _first(names: dict[str, str], agent: str) -> str:
    return next((word for sign, word in names.items() if sign in agent), "")
