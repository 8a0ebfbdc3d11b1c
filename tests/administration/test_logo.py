"""The house's logo: what is taken, how it is served, where it stands."""

import io
import struct
import zlib
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from casino.administration import settings as administration
from casino.administration.csv_list import Source
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.house import logo
from casino.house.models import Act, Logo
from casino.people.models import Token, User
from tables.door.service import create_table
from tables.reports.renderers.pdf_file import as_pdf
from tables.reports.report import Report
from tests.administration.conftest import ANA

pytestmark = pytest.mark.django_db


def picture(form: str = "PNG", size: tuple[int, int] = (300, 100), **more: Any) -> bytes:
    made = io.BytesIO()
    Image.new("RGBA", size, (180, 30, 40, 255)).save(made, form, **more)
    return made.getvalue()


def of_size(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says that it is so large."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    data = b"IDAT" + zlib.compress(b"")
    chunks = (
        struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in (head, data)
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Any) -> Any:
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def given(committed: Any) -> str:
    """The address of the house's logo."""
    with committed():
        administration.give_logo(ANA, Source("logo.png", picture()))
    return reverse("logo", args=[house().logo])


class TestWhatIsTaken:
    @pytest.mark.parametrize("form", ["PNG", "WEBP"])
    def test_a_picture_is_drawn_anew_as_png_within_its_box(self, form: str) -> None:
        drawn = logo.drawn(picture(form, (1600, 1000)))
        with Image.open(io.BytesIO(drawn)) as made:
            assert made.format == "PNG" and made.size == (512, 320)

    def test_nothing_beside_the_pixels_stays(self) -> None:
        from PIL.PngImagePlugin import PngInfo

        text = PngInfo()
        text.add_text("Comment", "<script>alert(1)</script>")
        assert b"script" not in logo.drawn(picture(pnginfo=text) + b"<script>alert(1)</script>")

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            b"\x89PNG\r\n\x1a\n",
            picture()[:-40],
            picture("GIF"),
            b"GIF89a" + picture(),
            of_size(0, 0),
            of_size(100, 100),
        ],
    )
    def test_what_is_no_such_picture_is_refused(self, data: bytes) -> None:
        with pytest.raises(Refusal, match="bad_logo"):
            logo.drawn(data)

    @pytest.mark.parametrize(
        "data", [b"\x89PNG" + bytes(2 << 20), of_size(60_000, 60_000), of_size(2001, 2000)]
    )
    def test_what_is_too_large_is_refused_before_it_is_unpacked(self, data: bytes) -> None:
        with pytest.raises(Refusal, match=r"large_logo|bad_logo"):
            logo.drawn(data)


class TestServed:
    def test_to_everybody_as_a_picture_and_nothing_else(self, given: str) -> None:
        answer = Client().get(given)
        assert answer["Content-Type"] == "image/png" and answer["X-Content-Type-Options"] == "nosniff"
        assert "immutable" in answer["Cache-Control"]
        assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert answer.content == logo.present()

    def test_another_picture_in_its_place_is_none(self, given: str) -> None:
        Logo.objects.update(image=picture(size=(5, 5)))
        assert Client().get(given).status_code == 404 and logo.present() is None

    def test_there_is_no_other(self) -> None:
        assert Client().get(reverse("logo", args=["0" * 64])).status_code == 404

    def test_it_stands_on_login_wall_and_sheet(self, given: str) -> None:
        assert f'src="{given}"' in Client().get("/login/").text
        create_table("mesa-1", "Mesa 1")
        wall, link = Client(), reverse("wall-link", args=[Token.objects.issue("wall", "display", "mesa-1")])
        assert f'src="{given}"' in wall.get(link, follow=True).text
        at = datetime(2026, 11, 22, tzinfo=UTC)
        with_logo = as_pdf(Report("sheet", "A sheet"), at)
        Logo.objects.all().delete()
        assert b"/Image" in with_logo and b"/Subtype /Image" not in as_pdf(Report("sheet", "A sheet"), at)


class TestPage:
    @pytest.fixture
    def ana(self, client: Client) -> Client:
        client.force_login(User.objects.create_user("ana.admin", role="administrator", language="en"))
        return client

    def test_it_is_given_and_taken_away_and_both_are_entered(self, ana: Client, committed: Any) -> None:
        page = reverse("house-settings")
        with committed():
            file = SimpleUploadedFile("logo.webp", picture("WEBP"))
            ana.post(page, {"act": "logo", "file": file})
        told = ana.get(page)
        assert (
            "The house has this logo now." in told.text and reverse("logo", args=[house().logo]) in told.text
        )
        kept = house().logo
        assert Act.objects.latest("pk").after == {"LOGO": kept}
        with committed():
            ana.post(page, {"act": "no-logo"})
        assert house().logo == "" and Act.objects.latest("pk").before == {"LOGO": kept}

    def test_a_refusal_is_said_and_entered(self, ana: Client) -> None:
        page = reverse("house-settings")
        answer = ana.post(page, {"act": "logo", "file": SimpleUploadedFile("logo.svg", b"<svg/>")})
        assert answer.status_code == 422 and "no PNG and no WebP" in answer.text
        assert Act.objects.latest("pk").refused == "bad_logo" and not Logo.objects.exists()
        assert ana.post(page, {"act": "logo"}).status_code == 422
