"""`novamas support-bundle`: what whoever helps needs to know, without secrets and without names."""

import argparse
import io
import json
import zipfile
from pathlib import Path
from typing import Any

from casino.operations.answer import Answer, Fault
from casino.operations.commands.command_line import command
from casino.operations.language import gettext as _


def add(commands: Any) -> None:
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
