"""`novamas doctor`, `novamas audit`, `novamas support-bundle`: whether the house is well, whether record, state and
money agree, and what whoever helps needs to know, without secrets and without names."""

import argparse
import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

from casino.operations.answer import DONE, FAILED, Answer, Fault
from casino.operations.commands.command_line import command
from casino.operations.language import gettext as _


def add_doctor(commands: Any) -> None:
    """Add `doctor` to the command line."""
    parser = command(
        commands, "doctor", _doctor, _("Says what is well and what is not (status 1: there is a fault).")
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--tell",
        action="store_true",
        help=_("tell what is new by TELL_MAIL and TELL_WEBHOOK, as the timer does"),
    )
    way.add_argument(
        "--try", action="store_true", dest="is_trial", help=_("send a message for trial by both")
    )


def _doctor(options: argparse.Namespace) -> Answer:
    if options.tell:
        return _tell()
    return _try() if options.is_trial else _examine()


def _tell() -> Answer:
    from casino.operations.telling import look

    try:
        said = look.take(_language_of_the_house())
    except OSError as error:
        raise Fault(
            _("Nothing was told, as it cannot be kept what was: %(why)s.") % {"why": error}
        ) from error
    return Answer({"told": said}, said or [_("There is nothing new to tell.")])


def _language_of_the_house() -> str:
    """Empty where its database does not answer."""
    from django.db import DatabaseError, connection

    from casino.common.house import house

    try:
        connection.ensure_connection()
    except DatabaseError:
        return ""
    return house().language_code


def _try() -> Answer:
    from casino.operations.doctor.finding import first_line
    from casino.operations.telling import channels

    ways = channels.of_the_house()
    if not ways:
        raise Fault(_("Nobody is to be told: set TELL_MAIL or TELL_WEBHOOK."))
    for name, way in ways.items():
        try:
            way(channels.for_trial())
        except Exception as error:
            said = {"channel": name, "why": first_line(error)}
            raise Fault(_("The message by %(channel)s was not taken: %(why)s") % said) from error
    return Answer(
        {"told": [*ways]}, [_("A message for trial was taken by: %(ways)s.") % {"ways": ", ".join(ways)}]
    )


def _examine() -> Answer:
    from django.utils import translation

    from casino.operations.doctor import FAULT, examine
    from casino.operations.doctor.finding import called

    found = examine(translation.get_language())
    status = FAILED if any(finding.level == FAULT for finding in found) else DONE
    signs = {"ok": _("ok"), "warning": _("warning"), "fault": _("FAULT")}
    width = max(map(len, signs.values()))
    lines = [
        f"{signs[one.level]:<{width}}  {called(one.about)}: {one.says}{one.detail and f' ({one.detail})'}"
        for one in found
    ]
    return Answer({"well": status == DONE, "found": [finding.as_dict() for finding in found]}, lines, status)


def add_audit(commands: Any) -> None:
    """Add `audit` to the command line."""
    parser = command(
        commands,
        "audit",
        _audit,
        _("Proves that record, state, rows and money agree (status 1: they do not)."),
    )
    parser.add_argument("table", nargs="?", help=_("one table; without it all, and the money of the house"))
    parser.add_argument(
        "--from-anchor",
        action="store_true",
        help=_("begin where the newest anchor says that all was proved, not at the first records"),
    )
    parser.add_argument(
        "--scheduled", action="store_true", help=_("keep the outcome, as the nightly timer does")
    )
    parser.add_argument(
        "--anchors", metavar="FILE", help=_("compare with the signed anchors in this file, too")
    )


def _audit(options: argparse.Namespace) -> Answer:
    from django.core.management import CommandError, call_command

    from casino.common.refusals import Refusal
    from tables.models import Table

    if options.table and not Table.objects.filter(slug=options.table).exists():
        raise Refusal("no_such_table_named", table=options.table)
    out, broken = io.StringIO() if options.json else _Straight(), False
    try:
        anchors = ["--anchors", options.anchors] if options.anchors else []
        chosen = [
            *(["--from-anchor"] if options.from_anchor else []),
            *(["--scheduled"] if options.scheduled else []),
        ]
        call_command("audit", *([options.table] if options.table else []), *anchors, *chosen, stdout=out)
    except CommandError as error:
        raise Fault(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    except SystemExit as end:
        broken = end.code != 0
    found = out.getvalue().splitlines()
    says = _("The audit found what does not hold: it stands above.") if broken else _("Everything holds.")
    return Answer({"holds": not broken, "found": found}, [says], FAILED if broken else 0)


class _Straight(io.StringIO):
    """Keeps what is written and shows it at once."""

    def write(self, text: str) -> int:
        sys.stdout.write(text)
        sys.stdout.flush()
        return super().write(text)


def add_support_bundle(commands: Any) -> None:
    """Add `support-bundle` to the command line."""
    about = _("Writes a ZIP file with versions, findings and numbers: no secrets, no names, no amounts.")
    parser = command(commands, "support-bundle", _bundle, about)
    parser.add_argument("file", type=Path, nargs="?", default=Path("novamas-support.zip"))


def _bundle(options: argparse.Namespace) -> Answer:
    from casino.operations.support import parts

    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts().items():
            archive.writestr(f"{name}.json", json.dumps(part, indent=2, ensure_ascii=False, default=str))
    _write(options.file, whole.getvalue())
    says = _("%(file)s: read it before you send it; it is plain JSON.")
    return Answer({"file": options.file}, [says % {"file": options.file}])


def _write(file: Path, data: bytes) -> None:
    """All of it or nothing. Raises Fault."""
    try:
        with file.open("xb") as out:
            try:
                out.write(data)
                out.flush()
            except BaseException:
                file.unlink()
                raise
    except FileExistsError as error:
        raise Fault(_("%(file)s exists already.") % {"file": file}) from error
    except OSError as error:
        says = _("%(file)s was not written: %(said)s.")
        raise Fault(says % {"file": file, "said": error.strerror}) from error
