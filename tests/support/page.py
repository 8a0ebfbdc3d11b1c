"""A page of the documents: the commands that it shows."""

import re


def blocks_of(page: str, section: str = "") -> list[str]:
    """The blocks of commands on a page, or under one of its headings of the third level."""
    if section:
        page = page.split(f"\n### {section}\n")[1].split("\n### ")[0].split("\n## ")[0]
    return re.findall(r"^```\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
