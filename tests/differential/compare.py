"""What must be equal in two answers: acceptance, code, article, phase and the snapshot's game fields."""

from typing import Any

Json = dict[str, Any]
FIELDS = {  # of the snapshot: its parts, or nothing for the whole
    "reglamento": "", "open": "", "suspended": "", "phase": "", "limits": "minimum maximum chip next", "settings": "",
    "departures": "", "seats": "", "lent": "", "standing": "", "waiting": "", "lap": "", "cagnotte": "", "results": "",
    "shoe": "number decks holder dealt burned left last_pass",
    "bank": "holder seat stake opening wins origin half_taken associate garaje",
    "offer": "asked declined seat", "auction": "bids lead leaders round", "cutting": "asked declined",
    "suite": "giver seat amount deduction returned asked declined",
    "pass": "number bets card_holder will held punto banca next covered",
    "last_pass": "number result corrected punto banca settlements",
}  # fmt: skip
UNORDERED = ("pass.bets", "last_pass.settlements", "standing", "auction.bids", "auction.leaders")


def difference(product: Json, second: Json) -> str:
    """The first difference in words, or ''."""
    if "crash" in product:
        return f"the product crashed: {product['crash']}"
    for key in ("ok", "phase"):
        if product[key] != second[key]:
            return f"{key}: product {product[key]} {_error(product)}, second {second[key]} {_error(second)}"
    if not product["ok"] and _error(product) != _error(second):
        return f"refusal: product {_error(product)}, second {_error(second)}"
    for path, one, two in _fields(product["snapshot"], second["snapshot"]):
        if one != two:
            return f"{path}: product {one!r}, second {two!r}"
    return ""


def _error(answer: Json) -> tuple[Any, Any]:
    error = answer.get("error") or {}
    return error.get("code"), error.get("article")


def _fields(product: Json, second: Json) -> list[tuple[str, Any, Any]]:
    found = []
    for key, parts in FIELDS.items():
        if key == "departures" and key not in product:
            continue
        if not parts:
            found.append((key, _plain(key, product.get(key)), _plain(key, second.get(key))))
            continue
        for part in parts.split():
            path = f"{key}.{part}"
            one, two = (snapshot.get(key) or {} for snapshot in (product, second))
            found.append((path, _plain(path, one.get(part)), _plain(path, two.get(part))))
        if (product.get(key) is None) != (second.get(key) is None):
            found.append((key, product.get(key), second.get(key)))
    return found


def _plain(path: str, value: Any) -> Any:
    return sorted(map(str, map(_sorted, value))) if path in UNORDERED and value else value


def _sorted(value: Any) -> Any:
    return sorted(value.items()) if isinstance(value, dict) else value


def signature(words: str) -> str:
    """What kind of difference it is, without the values."""
    return words if words.startswith(("ok", "refusal", "the product")) else words.split(": product")[0]
