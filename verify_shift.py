#!/usr/bin/env python3
"""Verifies an exported shift, or the folder of a sealed year, without the server:

    python verify_shift.py BUNDLE --key PUBLIC_KEY

Needs this file, the folder `shift_proof` beside it, Python 3.11 or newer and the package `cryptography`; nothing of
the product.

What is proved of the shift, from its first record to its last:

- The file is as it was when it was signed with the key (Ed25519).
- Every record is there, once and in order, as it was written: each is chained to the one before it by its SHA-256.
- For each paid pass, from the cards in the record:
  - each hand has the cards that the drawing table and the choices spoken give it; the totals give the result (where a
    hand was thrown away unseen, it has lost);
  - every bet that was placed and not taken back is paid once, and nothing else is;
  - which line of a chance decides; a win is the stake times its payout; the deduction from it is the rate, both rounded
    to the chip as the table was opened; commission that is collected later is noted, and collected on the sum before
    the next shoe;
  - the holder's bank wins or loses its stake, or what was covered of it in chemin de fer, and its wins are taxed as
    the reglamento says: every one, or every second one by the size of the opening (argentina art. 29);
  - the bank grows by its win less the deduction, and what exceeds the maximum goes back to its owner;
  - the stakes that stay for the next pass are those that may stay.
- New limits send back what lies above each person's maxima, and nothing else (not told of chemin de fer, where the room
  in the bank decides). At no va más one side exceeds the other by no more than the differential.
- Between passes no money of a bank is lost: what is raised, halved, set aside, trimmed, given back, an associate's
  half. A bank given in suite pays its deduction on an untaxed last win (argentina art. 38).
- The cagnotte is the sum of the deductions. An undo goes back to the bets, cards, bank and cagnotte of that time.
- A second person's signature under a command is another's than of who gave it, given once, for the deal in which it was
  asked for, and for a burned shoe by the role that the command names. Who signed is printed, and when.
- Of what was signed beside the game: every entry of the journal between the shift's first and last is there, once and
  in order, and those of this table say what they said when they were chained. A slip's chips come to its amount; its
  steps are taken in order, once, two in a row by two persons; nothing follows a void or a last step. A request that was
  signed is the one that was asked for: by whom, for which command, at which version, of whom. Slips, disputes, shifts,
  how requests ended and who was on duty are printed, with who signed or entered it and when.
- Limits, bets, cards, bank, suite, cagnotte, commission owed, results and what roads show beside them, in the states
  that some records carry, and at the end in the manifest, agree with all this.

Of a sealed year besides: no file was changed, left out or added; the shifts of each table follow one another without a
gap, from the end of the year before; every entry of the journal is there, once and in order, with what it said.

What is not proved:

- That the terms are the regulation's. Rates, payouts and drawing table come from the signed bundle. They are printed:
  compare them with the reglamento of the house.
- That cards, bets, choices and incidents were keyed as they were at the table, and at the time that the record says.
- That each act was allowed: that a bet kept its limits and its chance was open; turns, roles, who was entitled to the
  bank, the cards, an undo or a void pass; that a signature was asked for where there is none. A script only names the
  role that consents: "not signed" is printed.
- That what a slip says came to pass: that the chips were counted, that a count was expected to come to what it says.
  The ledger and `manage.py audit` answer for the money between slips and game.
- That history was not written anew by who has the key and the database: compare with the anchors (docs/security.md).
- What was before the first record: where the table had records already, what lay there then is taken from the bundle.
- Whose key signed, with --any-key.

It answers in the language of the house and by its clock, which the bundle names; --language asks for another.

Exit status 0: it holds. 1: it does not; the first broken place is named. 2: this is no bundle of ours, it was cut, or
nothing says whose key is to be trusted.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from shift_proof import consent, year
from shift_proof.bundle_file import LARGEST, BundleFile, parse
from shift_proof.chances import PAID
from shift_proof.faults import UNREADABLE, Broken, Fault, Json, NotOurs
from shift_proof.replay import Replay, proved
from shift_proof.words import ENGLISH, LANGUAGES, Tongue, Words, tongue_of

HOLDS, BROKEN, NOT_OURS = 0, 1, 2
ROUNDINGS = {
    "player": "from record {number}: {name}, deductions in chips of {chip}, rounded in the player's favour",
    "house": "from record {number}: {name}, deductions in chips of {chip}, rounded in the house's favour",
    "nearest": "from record {number}: {name}, deductions in chips of {chip}, rounded to the nearest",
}
BY_PARITY = (
    ", less {rate}{article} of every second win: the even ones, or the odd ones if opened with more than half the"
    " maximum"
)
PLAYS = {
    "stake": "the holder's bank plays for its stake{less}",
    "covered": "the holder's bank plays for what is covered of it{less}",
}


def main() -> int:
    """Verify the file that is named; say what was found."""
    given = _command_line().parse_args()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    tongue = tongue_of({}, given.language)
    try:
        is_year = os.path.isdir(given.bundle)
        data = _read(os.path.join(given.bundle, year.MANIFEST) if is_year else given.bundle)
        tongue = tongue_of(_manifest(data), given.language)
        if not (given.key or given.any_key):
            manifest = year.read_manifest(Path(given.bundle))[0] if is_year else parse(data).manifest
            raise NotOurs(
                "say whose key is trusted: --key KEY, or --any-key to believe the bundle's own, {key}",
                key=str(manifest["key"])[:100],
            )
        report = _of_year(given.bundle, given.key, tongue) if is_year else verify(data, given.key, tongue)
    except Fault as fault:
        told = "{file}: does not hold: {fault}" if isinstance(fault, Broken) else "{file}: {fault}"
        print(_printable(Words(told, file=given.bundle, fault=fault.words).said(tongue)), file=sys.stderr)
        return BROKEN if isinstance(fault, Broken) else NOT_OURS
    print(_printable(Words("{file}: holds", file=given.bundle).said(tongue)))
    print(report)
    return HOLDS


def _command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bundle", help="the file of a shift, or the folder of a sealed year")
    parser.add_argument("--language", choices=LANGUAGES, help="otherwise the house's")
    trusted = parser.add_mutually_exclusive_group()
    trusted.add_argument("--key", help="the casino's public key, as the inspector's screen shows it")
    trusted.add_argument(
        "--any-key", action="store_true", help="believe the key that the bundle itself names"
    )
    return parser


def verify(data: bytes, key: str | None = None, tongue: Tongue = ENGLISH) -> str:
    """What the bundle proves, as a report to print. `key`: the one that is trusted; None for whichever the bundle
    names. Raises NotOurs, Broken."""
    file = parse(data)
    try:
        replay = proved(file, key)
        return _printable("\n".join(line.said(tongue) for line in _report(file, replay, key, tongue)))
    except UNREADABLE as fault:
        raise Broken("something in it cannot be read: {error}", error=type(fault).__name__) from fault


def _of_year(folder: str, key: str | None, tongue: Tongue) -> str:
    """The same of a sealed year. Raises NotOurs, Broken."""
    try:
        found = year.verify(Path(folder), key)
        lines = [line.said(tongue) for line in _report_of_year(found, key, tongue)]
    except OSError as error:
        raise NotOurs("it cannot be read: {error}", error=error.strerror or str(error)) from error
    return _printable("\n".join(lines))


def _report_of_year(found: year.Year, key: str | None, tongue: Tongue) -> Iterator[Words]:
    told = found.manifest
    named = {"year": told["year"], "house": told["house"], "files": len(told["files"])}
    yield Words("the year {year} of {house}: {files} files, as they were sealed", **named)
    for slug, table in told["tables"].items():
        ends = {"table": slug, "first": table["first"], "last": table["last"]}
        yield Words("{table}: records {first} to {last} are complete and unchanged", **ends)
    ends = {name: told["journal"][name] for name in ("first", "last")}
    yield Words("the journal: entries {first} to {last} are complete and unchanged", **ends)
    yield from _signed_by(told["key"], key, tongue)
    yield Words(
        "{number} payments, those undone included, follow from the cards and the terms of their shifts;",
        number=found.payments,
    )
    yield Words("each shift by itself says these: python verify_shift.py FILE")
    yield Words("digest of the manifest, to compare with the house's: {digest}", digest=found.digest)


def _signed_by(own: str, key: str | None, tongue: Tongue) -> Iterator[Words]:
    if key:
        yield Words("signed by the key given")
    else:
        yield Words("signed by the key in the bundle, {key}: compare it with the casino's", key=own)
    yield Words("times are those of {zone}", zone=tongue.zone)


def _manifest(data: bytes) -> Json:
    """What the first line says, which nobody has verified yet; empty where it is no manifest."""
    try:
        found = json.loads(data.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _printable(text: str) -> str:
    """Without what could make a terminal show something else."""
    return "".join(one if one.isprintable() or one == "\n" else f"\\x{ord(one):02x}" for one in text)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise NotOurs("there is no such file") from error
    except OSError as error:
        raise NotOurs("it cannot be read: {error}", error=error.strerror or str(error)) from error


def _report(file: BundleFile, replay: Replay, key: str | None, tongue: Tongue) -> Iterator[Words]:
    told = file.manifest
    yield Words(
        "{table}: records {first} to {last} are complete and unchanged",
        **{name: told[name] for name in ("table", "first", "last")},
    )
    yield from _signed_by(told["key"], key, tongue)
    paid = "{number} payments, those undone included, follow from the cards and these terms;"
    yield Words(paid, number=replay.payments)
    yield Words("compare the terms with the reglamento of the house:")
    for number, name, chip, rounding, departed in replay.openings:
        yield Words(ROUNDINGS[rounding], number=number, name=name, chip=chip)
        yield from (Words("  {line}", line=_departure(departure)) for departure in departed)
    for name in dict.fromkeys(opening[1] for opening in replay.openings):
        yield Words("{name}:", name=name)
        yield from (Words("  {line}", line=line) for line in _terms(replay.terms_of[name]))
    yield from consent.report(replay.consents.lines)
    yield from replay.journal.report()
    yield Words("what is proved, and what is not: python verify_shift.py --help")


def _departure(departure: Json) -> Words:
    fields = {name: departure[name] for name in ("setting", "value", "text")}
    told = "departs from the text{article}: {setting} {value}, not {text}"
    return Words(told, article=_article(departure["article"]), **fields)


def _article(number: str | None) -> Words:
    return Words(" (art. {number})", number=number) if number else Words("")


def _terms(terms: Json) -> Iterator[Words]:
    deductions = terms["deductions"]
    for slug, chance in terms["chances"].items():
        yield from _chance(slug, chance)
    if terms["bank_plays"]:
        yield Words(PLAYS[terms["bank_plays"]], less=_less(deductions["bank"]))
    if deductions["suite"] and _is_kept(deductions["suite"]):
        back = "a bank given in suite goes back{less} of its last win if that was untaxed"
        yield Words(back, less=_less(deductions["suite"]))
    stay, go = "winning stakes stay", "winning stakes go back to their players"
    yield Words(stay if terms["winning_stakes_stay"] else go)
    yield from _drawing(terms["drawing"])


def _chance(slug: str, chance: Json) -> Iterator[Words]:
    """One sentence for each line that pays, and for each on which the stake stays for another reason than a tie."""
    for line in chance["pays"]:
        asked = {name: value for name, value in line.items() if name not in PAID}
        of_line = Words("{chance} ({asked})", chance=slug, asked=", ".join(map(_asked, asked.items())))
        named = Words("{chance}", chance=slug) if asked == {"winner": slug} else of_line
        if not line.get("push"):
            rate = line.get("commission", "0")
            less = _less({"rate": rate, "article": chance["article"]})
            yield Words("{line} pays {payout} to 1{less}", line=named, payout=line["to_one"], less=less)
        elif asked != {"winner": "tie"}:
            yield Words("{line}: the stake stays", line=named)


def _asked(condition: tuple[str, object]) -> str:
    name, values = condition
    return f"{name} {' '.join(map(str, values)) if isinstance(values, list) else values}"


def _is_kept(rule: Json | None) -> bool:
    return rule is not None and rule["rate"] != "0"


def _less(rule: Json | None) -> Words:
    if rule is None or not _is_kept(rule):
        return Words("")
    told = BY_PARITY if rule.get("by_parity") else ", less {rate}{article}"
    return Words(told, rate=rule["rate"], article=_article(rule["article"]))


def _drawing(drawing: Json) -> Iterator[Words]:
    yield Words(
        "D draws, S stands, W chooses; banca's columns are punto's third card 0 to 9, then punto stood"
    )
    yield Words("punto by its total 0 to 9: {row}", row=drawing["punto"])
    for total, row in enumerate(drawing["banca"]):
        yield Words("banca with {total}: {row}", total=total, row=row)
    for total, third in drawing["free"]:
        chooses = "banca with {total} chooses against a third card of {third}"
        yield Words(chooses, total=total, third=third)


if __name__ == "__main__":
    sys.exit(main())
