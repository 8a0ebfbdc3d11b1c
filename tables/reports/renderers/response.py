"""The HTTP response of a report: a page, a CSV or a PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header

from casino.common import qr
from tables.house_reglamentos.words import speaking
from tables.reports.renderers import formatting
from tables.reports.renderers.blocks import blocks
from tables.reports.renderers.csv_file import as_csv
from tables.reports.renderers.spreadsheet import as_sheets
from tables.reports.report import Report

FILES = ("sheet", "pdf", "csv")
TYPES = {"csv": "text/csv; charset=utf-8", "zip": "application/zip"}


def respond(request: HttpRequest, report: Report, back_url: str) -> HttpResponse:
    """The page, or with `?as=` a file: `sheet` for the reader's spreadsheet, `csv` for programs, `pdf`. Any other value
    gives the page."""
    wanted = request.GET.get("as") if report.is_paper else None
    if wanted == "csv":
        return _file(report, "csv", TYPES["csv"], as_csv(report).encode())
    if wanted == "sheet":
        content, ending = as_sheets(report)
        return _file(report, ending, TYPES[ending], content)
    if wanted == "pdf":
        return _file(report, "pdf", "application/pdf", _pdf(report))
    context = {
        "report": report,
        "back_url": back_url,
        "files": {kind: _address(request, kind) for kind in FILES},
        "currency": formatting.amounts_in(report),
        "printed": formatting.printed(timezone.now()),
        "seal": qr.as_svg(report.seal.code) if report.seal else None,
    }
    with speaking(report.reglamento):
        sections = [block for section in report.sections for block in blocks(section)]
        return render(request, "reports/report.html", {**context, "sections": sections})


def _pdf(report: Report) -> bytes:
    # Imported here because reportlab takes 150 ms and 20 MB, and every command imports the URL configuration.
    from tables.reports.renderers.pdf_file import as_pdf

    return as_pdf(report, timezone.now())


def _file(report: Report, kind: str, content_type: str, content: bytes) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=f"{report.name}.{kind}")
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=content_type, headers=headers)


def _address(request: HttpRequest, kind: str) -> str:
    query = request.GET.copy()
    query["as"] = kind
    return f"{request.path}?{query.urlencode()}"
