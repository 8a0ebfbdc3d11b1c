"""A whole night in a real browser, on the database of the run: each act by whom it falls to, and after each act every
page and paper that somebody would open then."""

import re
import subprocess
import sys

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import Hand, bet, give, in_phase, to_betting
from tests.browser.houses import House, environment
from tests.browser.test_counter import buy, chips, sign, told, tray, unfold, waiting
from tests.night.people import MESA, Night
from tests.support.embedded_houses import MANAGE

PIN = "2580"
MORE_STAFF = f"""
from casino.people.login import pins
from casino.people.models import User
pins.choose(User.objects.create_user("diego", password="a long evening", role="croupier", first_name="Diego"), "{PIN}")
jefe = User.objects.get(username="julio")
User.objects.create_user("laura", role="jefe", language="es")
User.objects.filter(username="laura").update(password=jefe.password)
"""
TRAY = 500_000


def test_a_whole_night(visit: Visit, house: House, house_settings: dict[str, str]) -> None:
    more_staff(house, house_settings)
    night = Night(house.url)
    night.people = {
        "carla": visit(f"/tables/{MESA}/money/", "carla"),
        "camila": visit(f"/tables/{MESA}/money/", "camila"),
        "julio": visit(f"/tables/{MESA}/money/", "julio"),
        "irene": visit("/inspector/", "irene"),
        "elena": visit("/floor/", "elena"),
    }
    the_shift_before_is_closed(night)
    the_counter_opens(night)
    play(night, visit)
    relief_and_limits(night, visit)
    the_shift_is_closed_with_a_difference(night)
    the_jefes_change(night, visit)
    the_next_day_opens(night)


def more_staff(house: House, settings: dict[str, str]) -> None:
    """A croupier who relieves, and the jefe of the next day."""
    shell = [sys.executable, MANAGE, "shell", "--no-imports", "-c", MORE_STAFF]
    subprocess.run(shell, env=environment(house.folder) | settings, check=True, capture_output=True)


def counts(night: Night, kind: str, reason: str = "", **stacks: int) -> None:
    """Carla counts the tray, and the jefe signs; the slip is a paper from then on."""
    carla, julio = night.people["carla"], night.people["julio"]
    unfold(carla, kind)
    chips(carla, **stacks)
    carla.locator("#slip-go").tap()
    told(carla).to_contain_text("por firmar")
    if reason:
        julio.fill("[data-step=signed] [name=reason]", reason)
    sign(julio)
    expect(waiting(carla)).to_have_count(0)


def keep_slip(night: Night, page: Page) -> None:
    """The newest slip of the list is one of the night's papers."""
    night.slips.append(int(page.locator("#money-slips tbody a").first.inner_text().replace(".", "")))


def open_in_browser(night: Night, who: str, path: str, shown: str | re.Pattern[str]) -> None:
    """As somebody does who reads it: in a window of its own."""
    page = night.people[who].context.new_page()
    answer = page.goto(night.url + path)
    assert answer and answer.status == 200, path
    expect(page.locator("main")).to_contain_text(shown)
    page.close()


def the_shift_before_is_closed(night: Night) -> None:
    counts(night, "closing", c50000=10)
    open_in_browser(night, "julio", f"/reports/shifts/{MESA}/1/", re.compile(r"Ancla \d+"))
    night.opens()


def the_counter_opens(night: Night) -> None:
    """The opening count, two sales of chips, and a fill that goes over three tablets."""
    carla, camila, julio = (night.people[who] for who in ("carla", "camila", "julio"))
    counts(night, "opening", c50000=10)
    night.shifts = 2
    open_in_browser(night, "camila", f"/reports/shifts/{MESA}/2/", "aún abierto")
    for player in ("ana", "bea"):
        buy(camila, player, 5_000)
        told(camila).to_contain_text("completado")
        keep_slip(night, camila)
    tray(julio).to_have_text("490.000")
    unfold(carla, "fill")
    chips(carla, c1000=20)
    carla.locator("#slip-go").tap()
    sign(camila)
    sign(carla)
    tray(julio).to_have_text("510.000")
    keep_slip(night, camila)
    open_in_browser(night, "camila", f"/slips/{night.slips[-1]}/", "20.000")
    night.opens("carla", "camila")


def play(night: Night, visit: Visit) -> None:
    """Two passes: in the first an incident, and a dispute that the jefe decides."""
    hand, julio = Hand(visit(f"/tables/{MESA}/console/", "carla")), visit(f"/tables/{MESA}/", "julio")
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    give(julio, "incident", kind="exposed_card", card="K")
    hand.dispute()
    night.opens("carla", "julio")
    panel = julio.locator("#table-disputes")
    panel.locator("[data-opens]").tap()
    panel.locator("[name=decision]").fill("Vale lo anunciado")
    panel.locator("[name=article]").fill("20")
    panel.locator("form button.primary").tap()
    expect(panel.locator("article")).to_have_count(0)
    hand.deal("9 2 K 5")
    in_phase(hand.page, "resolved")
    night.opens("carla")
    hand.corner()
    in_phase(hand.page, "offer", "betting")
    night.passes = 1
    open_in_browser(night, "irene", f"/inspector/{MESA}/passes/1/", "Vale lo anunciado")
    night.opens("irene")
    hand.page.context.close()
    julio.context.close()


def relief_and_limits(night: Night, visit: Visit) -> None:
    console = visit(f"/tables/{MESA}/console/", "carla")
    console.locator("#to-relief").tap()
    console.locator(".comer", has_text="Diego").tap()
    for digit in PIN:
        console.locator(f'[data-digit="{digit}"]').tap()
    console.locator(".keys .primary").tap()
    expect(console.locator("#to-relief")).to_contain_text("Diego")
    console.context.close()
    julio = visit(f"/tables/{MESA}/", "julio")
    give(julio, "set_limits", minimum=200, maximum=5_000, reason="es tarde")
    julio.context.close()
    open_in_browser(night, "julio", "/reports/duty/", "Diego")
    night.opens("julio")


def the_shift_is_closed_with_a_difference(night: Night) -> None:
    """Five hundred are missing. The sheet is there at once, and so is every other paper."""
    julio = night.people["julio"]
    held = int(re.sub(r"\D", "", tray_text(julio)))
    counts(night, "closing", "Falta una ficha de 500", **stacks_of(held - 500))
    sheet = f"/reports/shifts/{MESA}/2/"
    for who in ("julio", "irene", "camila"):
        open_in_browser(night, who, sheet, re.compile(r"Falta una ficha de 500[\s\S]*Ancla \d+"))
    open_in_browser(night, "julio", "/reports/differences/", "Falta una ficha de 500")
    night.opens()


def tray_text(page: Page) -> str:
    return page.locator(".accounts dd").nth(1).inner_text()


def stacks_of(amount: int) -> dict[str, int]:
    """The chips that make up an amount."""
    stacks = {}
    for chip in (50_000, 10_000, 5_000, 1_000, 500, 100, 50, 10):
        stacks[f"c{chip}"], amount = divmod(amount, chip)
    assert amount == 0
    return {name: number for name, number in stacks.items() if number}


def the_jefes_change(night: Night, visit: Visit) -> None:
    julio, laura = visit("/floor/", "julio"), visit("/floor/", "laura")
    julio.goto(f"{night.url}/handover/")
    julio.fill("#give [name=notes]", "Falta una ficha de 500 en la mesa 2")
    julio.locator("#give button.primary").tap()
    expect(julio.locator("#given")).to_contain_text("ficha de 500")
    laura.goto(f"{night.url}/handover/")
    laura.locator("#given button.primary").tap()
    expect(laura.locator("#given")).to_have_count(0)
    expect(laura.locator("main")).to_contain_text("laura")
    night.opens("julio")


def the_next_day_opens(night: Night) -> None:
    """What was counted last is what is counted first, and the night that is over reads as it did."""
    held = int(re.sub(r"\D", "", tray_text(night.people["julio"])))
    counts(night, "opening", **stacks_of(held))
    night.shifts = 3
    open_in_browser(night, "julio", f"/reports/shifts/{MESA}/3/", "aún abierto")
    open_in_browser(night, "julio", f"/reports/shifts/{MESA}/2/", re.compile(r"Ancla \d+"))
    night.opens("julio", "camila")
