"""The chips of the house have colours that can be read and told from the ground, and that the house chooses."""

import re

import pytest
from django.conf import settings
from django.test import Client

from casino.administration.pages.house import HouseForm
from casino.common.currency import chips
from casino.people.models import User
from tests.support.own_house import HouseHas

CSS = settings.BASE_DIR / "static" / "css"
TOKEN = re.compile(r"--chip-(\w+): (#\w{6});")
DARK_INKED = re.compile(r"\.stake-chip:is\((.*?)\) \{\s*--ink: var\(--chip-ink\);")
GROUND = re.compile(r"--ground: light-dark\((#\w{6}), (#\w{6})\);")
READABLE, TOLD_APART = 4.5, 3  # WCAG 1.4.3 and 1.4.11


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_colour_is_readable_and_told_from_both_grounds() -> None:
    tokens = dict(TOKEN.findall((CSS / "tokens.css").read_text()))
    style = (CSS / "console" / "chips.css").read_text()
    [dark] = DARK_INKED.findall(style)
    faces = {
        name: (face, tokens["ink" if f".chip-{name}" in dark else "pale"])
        for name, face in tokens.items()
        if name not in ("ink", "pale", "plain")
    }
    [grounds] = GROUND.findall((CSS / "tokens.css").read_text())
    assert faces.keys() == chips.COLOURS.keys() and len(grounds) == 2
    for name, (face, ink) in faces.items():
        assert contrast(face, ink) >= READABLE, name
        for ground in grounds:
            assert max(contrast(face, ground), contrast(ink, ground)) >= TOLD_APART, (name, ground)


def test_without_a_choice_each_chip_has_the_usual_colour(house_has: HouseHas) -> None:
    house_has(denominations=(500, 1, 5), chip_colours=())
    assert chips.colours() == {1: "white", 5: "red", 500: "blue"}


def test_what_the_house_has_chosen_holds_for_chips_that_it_has(house_has: HouseHas) -> None:
    house_has(denominations=(1, 5))
    house_has(chip_colours=chips.written({5: "purple", 25: "green"}))
    assert chips.colours() == {1: "white", 5: "purple"}


def test_more_chips_than_colours_begin_again(house_has: HouseHas) -> None:
    house_has(denominations=tuple(range(1, 15)))
    assert chips.colours()[13] == "white"


@pytest.mark.django_db
class TestPage:
    def form(self, client: Client) -> dict[str, object]:
        page = client.get("/administration/settings/")
        form = page.context["form"]
        found = {name: form[name].value() for name in form.fields}
        return {name: value for name, value in found.items() if value is not None and value is not False}

    def client(self) -> Client:
        client = Client()
        client.force_login(User.objects.create_user("ana", role="administrator"))
        return client

    def test_offers_the_colours_of_each_chip(self) -> None:
        client = self.client()
        form = client.get("/administration/settings/").context["form"]
        assert [value for value, _ in form.fields["chip_500"].choices] == list(chips.COLOURS)
        assert self.form(client)["chip_500"] == "purple"

    def test_keeps_what_is_chosen(self) -> None:
        form = HouseForm({**self.form(self.client()), "chip_500": "sky"})
        assert form.is_valid(), form.errors
        assert "500:sky" in form.cleaned_data["CHIP_COLOURS"] and "5:red" in form.cleaned_data["CHIP_COLOURS"]
        assert not [name for name in form.cleaned_data if name.startswith("chip_")]

    def test_refuses_a_colour_that_is_not_on_the_list(self) -> None:
        form = HouseForm({**self.form(self.client()), "chip_500": "invisible"})
        assert not form.is_valid() and "chip_500" in form.errors
