"""Records, states and terms of older formats, as the present one would have written them.

Schema 1 had punto, banca and tie alone, each with one win, and no commission that is collected later.
"""

from shift_proof.faults import Json

NO_MORE_LIMITS: Json = {"chances": {}, "differential": None}
NEUTRAL: dict[str, Json] = {
    "table_opened": NO_MORE_LIMITS,
    "limits_set": NO_MORE_LIMITS,
    "limits_announced": NO_MORE_LIMITS,
    "shoe_shuffled": {"first_pass": 0},
    "pass_settled": {"owed": [], "mark": ""},
}


def event_of(event: Json, schema: int) -> Json:
    """An event of a record in that format."""
    return event if schema > 1 else event | NEUTRAL.get(event["type"], {})


def state_of(state: Json, schema: int) -> Json:
    """A state in that format."""
    if schema > 1:
        return state
    limits = state["limits"]
    waiting = limits["next"] and {
        "minimum": limits["next"][0],
        "maximum": limits["next"][1],
        **NO_MORE_LIMITS,
    }
    shoe = {"shoe": state["shoe"] and {"first_pass": 0}} if "shoe" in state else {}  # old manifests lack it
    return state | {
        "limits": limits | NO_MORE_LIMITS | {"next": waiting},
        **shoe,
        "marks": [""] * len(state["results"]),
        "owed": [],
    }


def terms_of(terms: Json) -> Json:
    """The terms of a reglamento as a bundle of kind 4 says them."""
    if "chances" in terms:
        return terms
    chances = {slug: _chance(slug, payout, terms) for slug, payout in terms["payouts"].items()}
    return terms | {"chances": chances}


def _chance(slug: str, payout: int, terms: Json) -> Json:
    rule = terms["deductions"].get(slug)
    won = {"winner": slug, "to_one": payout} | ({"commission": rule["rate"]} if rule else {})
    stays = [] if slug == "tie" else [{"winner": "tie", "push": True}]
    return {
        "pays": [won, *stays],
        "main": slug != "tie",
        "article": rule and rule["article"],
        "until_pass": None,
    }
