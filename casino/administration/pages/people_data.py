"""What is kept about one person, staff or player, taken out as a file for him."""

from collections.abc import Callable
from tempfile import TemporaryFile
from typing import IO

from django.http import FileResponse, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.administration import personal_data
from casino.administration.pages.common import answer, by, page, show, telling
from casino.common.answers import LOCAL
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.people.models import User
from casino.people.permissions import STAFF
from tables.view.names import find_players

EXPORTS: dict[str, Callable[[By, str, IO[bytes]], None]] = {
    personal_data.STAFF: personal_data.export_staff,
    personal_data.PLAYER: personal_data.export_player,
}


ERASE, ERASED = "erase-name", _("Erased: from now on he goes by his id.")


def _erase(request: HttpRequest) -> None:
    personal_data.erase_name(by(request), request.POST.get("who", "").strip().replace("\x00", ""))


@page("people-data")
def kept(request: HttpRequest) -> HttpResponseBase:
    """Whose data is wanted; and the file, or the name that is erased, where one is chosen."""
    kind, who = (request.POST.get(name, "").strip() for name in ("act", "who"))
    said = request.GET.get("player", "").strip().replace("\x00", "")
    meant = {one.player: one for one in find_players(said)}  # one at several tables is one person
    staff = User.objects.filter(role__in=("", *STAFF)).order_by("username")
    context = {"staff": staff, "said": said, "meant": list(meant.values())}
    if request.method == "POST" and kind == ERASE:
        acts = {ERASE: telling(_erase, ERASED)}
        return answer(request, "people_data.html", lambda: context, acts, reverse("people-data"))
    if request.method != "POST" or kind not in EXPORTS:
        return show(request, "people_data.html", context)
    out = TemporaryFile()  # noqa: SIM115 (the response closes it)
    try:
        EXPORTS[kind](by(request), who.replace("\x00", ""), out)
    except Refusal as refusal:
        out.close()
        return show(request, "people_data.html", context | {"refused": refusal.text(LOCAL)}, refusal.status)
    out.seek(0)
    name = f"{kind}-{who}-{timezone.now():%Y%m%d-%H%M}.zip"
    return FileResponse(out, as_attachment=True, filename=name, content_type="application/zip")
