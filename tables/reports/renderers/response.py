"""The HTTP response of a report: a page, a CSV or a PDF."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header

from casino.common.pages import qr
from tables.record.reglamentos.words import speaking
from tables.reports.renderers import formatting
from tables.reports.renderers.blocks import blocks, page_room
from tables.reports.renderers.csv_file import as_csv, as_sheets
from tables.reports.renderers.head import house_head
from tables.reports.report import Report, Section

FILES = ("xlsx", "sheet", "pdf", "csv")
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "zip": "application/zip",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def respond(
    request: HttpRequest, report: Report, back_url: str, around: Mapping[str, Any] | None = None
) -> HttpResponse:
    """The page, or with `?as=` a file: `xlsx`, `sheet` for the reader's spreadsheet as text, `csv` for programs, `pdf`.
    Any other value gives the page. `around`: what stands around it there."""
    wanted, by = request.GET.get("as") if report.is_paper else None, _name_of(request)
    if wanted in FILES:
        content, ending = file_of(report, wanted, timezone.now(), by)
        return _file(report, ending, content)
    context = {
        "report": report,
        "back_url": back_url,
        "files": {kind: _address(request, kind) for kind in FILES},
        "currency": formatting.amounts_in(report),
        "said": [(name, value) for name, values in request.GET.lists() if name != "as" for value in values],
        "printed": formatting.printed(timezone.now(), by),
        "head": house_head(),
        "seal": qr.as_svg(report.seal.code) if report.seal else None,
        **(around or {}),
    }
    with speaking(report.reglamento):
        parts = [shown for section in report.sections for shown in _media(section)]
        return render(request, "reports/report.html", {**context, "parts": parts})


def file_of(report: Report, kind: str, printed: datetime, by: str) -> tuple[bytes, str]:
    """The file of that kind, one of FILES, and its ending; `by`: who prints it."""
    # Imported here: reportlab takes 150 ms and 20 MB, and every command imports the URL configuration.
    if kind == "pdf":
        from tables.reports.renderers.pdf_file import as_pdf

        return as_pdf(report, printed, by), kind
    if kind == "xlsx":
        from tables.reports.renderers.xlsx_file import as_xlsx

        return as_xlsx(report, printed, by), kind
    return as_sheets(report) if kind == "sheet" else (as_csv(report).encode(), "csv")


def _media(section: Section[Any]) -> list[tuple[Section[Any], str]]:
    """The section on the screen, and where it is wider than a paper its blocks there; each with its class."""
    found = blocks(section, page_room(section))
    if len(found) == 1:
        return [(section, "")]
    return [(section, "on-screen"), *((block, "on-paper") for block in found)]


def _name_of(request: HttpRequest) -> str:
    user = getattr(request, "user", None)
    return user.get_full_name() or user.get_username() if user and user.is_authenticated else ""


def _file(report: Report, kind: str, content: bytes) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=f"{report.name}.{kind}")
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=TYPES[kind], headers=headers)


def _address(request: HttpRequest, kind: str) -> str:
    query = request.GET.copy()
    query["as"] = kind
    return f"{request.path}?{query.urlencode()}"
