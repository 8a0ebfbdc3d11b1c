"""A report as it was asked for: a page, a CSV or a PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header

from tables.reports import written
from tables.reports.csv_file import as_csv
from tables.reports.paper import Paper

FILES = ("csv", "pdf")


def answer(request: HttpRequest, paper: Paper, back_url: str) -> HttpResponse:
    """The page, or with `?as=csv` and `?as=pdf` the file; what it is not made as is the page."""
    wanted = request.GET.get("as")
    if wanted == "csv":
        return _file(paper, "csv", "text/csv; charset=utf-8", as_csv(paper).encode())
    if wanted == "pdf":
        return _file(paper, "pdf", "application/pdf", _pdf(paper))
    context = {
        "paper": paper,
        "back_url": back_url,
        "files": {kind: _address(request, kind) for kind in FILES},
        "currency": written.amounts_in(paper),
        "printed": written.printed(timezone.now()),
    }
    return render(request, "reports/paper.html", context)


def _pdf(paper: Paper) -> bytes:
    # Here, not above: reportlab takes 150 ms and 20 MB, and every command imports the addresses of the pages.
    from tables.reports.pdf_file import as_pdf

    return as_pdf(paper, timezone.now())


def _file(paper: Paper, kind: str, content_type: str, content: bytes) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=f"{paper.name}.{kind}")
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=content_type, headers=headers)


def _address(request: HttpRequest, kind: str) -> str:
    query = request.GET.copy()
    query["as"] = kind
    return f"{request.path}?{query.urlencode()}"
