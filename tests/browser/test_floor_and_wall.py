"""The jefe before many tables and the players before the glass: at once, readable, and honest about a lost line."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import GLASS, Visit
from tests.browser.hand import a_first_pass, give, settled, to_first_bets
from tests.browser.houses import House

# A tile's link is as large as its tile, what is chosen by a touch as its label.
# What stands in a line of others, and what is small, has 44 px; all else 48.
SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, summary, input:not([type=hidden]), select")]
  .map((one) => one.closest(".tile") ?? (one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one))
  .filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect(), one.closest(IN_A_LINE) ? 43.5 : 47.5])
  .filter(([, box, least]) => box.height < least || box.width < least)
  .map(([name]) => name)""".replace("IN_A_LINE", "'.small, .tabs, .crumbs, .segment, .chip, td, header'")


def test_a_long_message_is_shown_a_piece_at_a_time(visit: Visit) -> None:
    """Here each look at the clock takes 30 ms, and so each part a piece."""
    jefe, floor = visit("/tables/mesa-3/", "julio"), visit("/floor/", "irene")
    floor.wait_for_selector('html[data-line="up"]')
    floor.evaluate("""() => {
      const now = performance.now.bind(performance);
      let slow = 0;
      performance.now = () => now() + (slow += 30);
      window.pieces = 0;
      const { port1 } = new MessageChannel();
      const { postMessage } = port1.constructor.prototype;
      port1.constructor.prototype.postMessage = function (...said) {
        window.pieces += 1;
        return postMessage.apply(this, said);
      };
    }""")
    give(jefe, "suspend", reason="a piece")
    expect(floor.locator("#alerts-mesa-3")).to_contain_text("a piece")
    assert floor.evaluate("window.pieces") > 0
    give(jefe, "resume")
    expect(floor.locator("#alerts-mesa-3")).not_to_contain_text("a piece")
    expect(floor.locator('html[data-line="up"]')).to_be_attached()


def test_a_paid_pass_is_on_the_roads_and_in_the_history(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    floor = visit("/floor/", "julio")
    glass = visit(f"/wall/{house.secrets['walls']['mesa-3']}/", size=GLASS)
    a_first_pass(jefe, "9 2 K 5")
    expect(glass.locator(".wall-side.punto.winner .wall-total")).to_have_text("9")
    expect(glass.locator(".road.big .punto")).to_have_count(1)
    expect(glass.locator(".wall-counts p.punto")).to_have_text(re.compile(r"P\s+1"))
    expect(floor.locator("#tile-mesa-3 .run .punto")).to_have_count(1)
    expect(jefe.locator("#pass-1")).to_contain_text("Punto")
    expect(jefe.locator("#table-payments")).to_contain_text("+200")


def test_an_alert_comes_with_the_incident_and_goes_when_the_jefe_has_seen_it(visit: Visit) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    floor = visit("/floor/", "julio")
    croupier = visit("/tables/mesa-3/console/", "carla")
    to_first_bets(jefe)
    expect(floor.locator(".all-quiet")).to_be_visible()
    give(croupier, "incident", kind="exposed_card", card="K")
    give(croupier, "incident", kind="exposed_card", card="Q")
    alerts = floor.locator("#alerts-mesa-3 .alert:visible")
    expect(alerts).to_have_count(2)
    expect(alerts.first).to_contain_text("Carla")
    expect(floor.locator(".all-quiet")).to_be_hidden()
    expect(floor.locator("#tile-mesa-3 .tag:visible")).to_have_count(1)
    settled(floor)
    alerts.first.locator("button[data-post]").tap()
    expect(alerts).to_have_count(1)
    settled(floor)
    alerts.locator("a.button").tap()
    floor.wait_for_selector('html[data-line="up"]')
    floor.locator("#table-alerts [id^=see-mesa-3-record]").tap()
    expect(floor.locator("#table-alerts .alert:visible")).to_have_count(0)


def test_the_jefe_suspends_with_a_reason_and_resumes(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    glass = visit(f"/wall/{house.secrets['walls']['mesa-3']}/", size=GLASS)
    jefe.locator("[data-opens=do-suspend]").tap()
    jefe.locator("#do-suspend button.primary").tap()
    assert jefe.locator("#do-suspend [name=reason]").evaluate("(field) => field.matches(':invalid')")
    jefe.fill("#do-suspend [name=reason]", "Falta un naipe")
    jefe.locator("#do-suspend button.primary").tap()
    expect(jefe.locator("#table-head")).to_contain_text("Suspendida")
    expect(jefe.locator("#table-alerts")).to_contain_text("Falta un naipe")
    expect(glass.locator("#wall-state")).to_contain_text("Un momento")
    jefe.locator("#do-resume").tap()
    expect(glass.locator("#wall-state")).not_to_contain_text("Un momento")


def test_the_jefe_keeps_the_waiting_list(visit: Visit) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    give(jefe, "join", player="zoe", name="Zoe")
    jefe.locator("#queue-zoe").tap()
    expect(jefe.locator("#table-people .waiting")).to_contain_text("Zoe")
    jefe.locator("#unqueue-zoe").tap()
    expect(jefe.locator("#table-people .waiting")).to_have_count(0)
    expect(jefe.locator("#table-people q")).to_contain_text("relación de los jugadores")


def test_the_deed_that_a_jefe_has_chosen_stays_chosen_while_the_table_goes_on(visit: Visit) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    a_first_pass(jefe, "9 2 K 5")
    expect(jefe.locator("#pass-1")).to_be_visible()
    jefe.locator("[data-opens=do-undo]").tap()
    chosen = "document.querySelector('#do-undo [name=to]:checked')?.closest('label').id"
    jefe.locator("#do-undo [name=to]").nth(5).check()
    deed = jefe.evaluate(chosen)
    give(jefe, "set_limits", minimum=100, maximum=8000)
    expect(jefe.locator("#table-head")).to_contain_text("100–8.000")
    assert jefe.evaluate(chosen) == deed
    jefe.fill("#do-undo [name=reason]", "Se cerró antes de tiempo")
    jefe.locator("#do-undo [data-hold]").dispatch_event("pointerdown")
    expect(jefe.locator("#table-head")).to_contain_text("Hagan juego")
    expect(jefe.locator("#table-head")).to_contain_text("50–5.000")
    give(jefe, "set_limits", minimum=100, maximum=8000)
    expect(jefe.locator("#do-undo .deed").first).to_contain_text("Límites")
    assert jefe.evaluate(chosen) is None, "what was chosen was undone"


def test_where_the_chosen_deed_is_gone_nothing_is_chosen(visit: Visit) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    a_first_pass(jefe, "9 2 K 5")
    expect(jefe.locator("#pass-1")).to_be_visible()
    jefe.locator("[data-opens=do-undo]").tap()
    jefe.locator("#do-undo [name=to]").nth(1).check()
    deed = jefe.locator("#do-undo .deed").nth(1).get_attribute("id")
    version = give(jefe, "undo", reason="Se pagó antes de tiempo")["version"]
    give(jefe, "undo", reason="Y la carta también")
    expect(jefe.locator(f"#{deed}")).to_have_count(0)
    expect(jefe.locator("#do-undo [name=to]:checked")).to_have_count(0)
    jefe.fill("#do-undo [name=reason]", "Sin querer")
    jefe.locator("#do-undo [data-hold]").dispatch_event("pointerdown")
    expect(jefe.locator("#do-undo .wrong")).to_have_text("Elija una opción.")
    assert give(jefe, "note", text="Nada más")["version"] == version + 2


def test_a_grave_act_is_not_begun_without_its_reason(visit: Visit) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    a_first_pass(jefe, "9 2 K 5")
    jefe.locator("[data-opens=do-burn]").tap()
    button = jefe.locator("#do-burn [data-hold]")
    button.dispatch_event("pointerdown")
    jefe.wait_for_timeout(2300)
    expect(jefe.locator("#refusal")).to_be_hidden()
    jefe.fill("#do-burn [name=reason]", "Naipe marcado")
    button.dispatch_event("pointerdown")
    expect(jefe.locator("#table-play")).to_contain_text("Pase 2")
    expect(jefe.locator("#table-head")).not_to_contain_text("Hagan juego")


def test_a_lost_line_is_said_everywhere_and_heals_by_itself(visit: Visit, house: House) -> None:
    wall = f"/wall/{house.secrets['walls']['mesa-3']}/"
    pages = [
        visit("/floor/", "julio"),
        visit("/tables/mesa-3/", "julio"),
        visit(wall, size=GLASS),
        visit("/"),
    ]
    house.stop()
    for page in pages:
        expect(page.locator("#no-signal")).to_be_visible()
    house.start()
    for page in pages:
        expect(page.locator("html")).to_have_attribute("data-line", "up")
        expect(page.locator("#no-signal")).to_be_hidden()


def test_a_line_that_says_nothing_is_lost_after_three_seconds(visit: Visit, house: House) -> None:
    """The server is there, and silent: by the page's own clock, whatever the machine's load."""
    floor = visit("/floor/", "julio", clock=True)
    with house.silent():
        floor.clock.fast_forward(3500)
        assert floor.locator("#no-signal").is_visible()
    expect(floor.locator("#no-signal")).to_be_hidden()


def test_nothing_to_touch_is_smaller_than_a_finger(visit: Visit, house: House) -> None:
    stranger = visit("/")
    assert stranger.evaluate(SMALL_TARGETS) == []
    page = visit("/tables/mesa-1/", "julio")
    page.locator("[data-opens=do-limits]").tap()
    assert page.evaluate(SMALL_TARGETS) == []
    for path in ("/floor/", "/"):
        page.goto(f"{house.url}{path}")
        assert page.evaluate(SMALL_TARGETS) == [], path


def test_two_undos_in_a_row_are_on_every_screen(visit: Visit, house: House) -> None:
    jefe, console = visit("/tables/mesa-3/", "julio"), visit("/tables/mesa-3/console/", "carla")
    glass = visit(f"/wall/{house.secrets['walls']['mesa-3']}/", size=GLASS)
    to_first_bets(jefe)
    give(jefe, "place_bet", player="bea", chance="punto", amount=200)
    expect(console.locator("#spot-bea-punto")).to_contain_text("200")
    give(jefe, "note", text="Bea cambia fichas")
    give(jefe, "undo", reason="Otra mesa")
    answer = give(jefe, "undo", reason="Otra mesa")
    for screen in (jefe, console, glass):
        expect(screen.locator("body")).to_have_attribute("data-version", str(answer["version"]))
    expect(console.locator("#spot-bea-punto")).not_to_contain_text("200")


def test_the_jefe_changes_limits_closes_and_opens_a_table(visit: Visit) -> None:
    page = visit("/tables/mesa-3/", "julio")
    page.locator("[data-opens=do-limits]").tap()
    page.fill("#do-limits [name=minimum]", "100")
    page.fill("#do-limits [name=maximum]", "8000")
    page.fill("#do-limits [name=reason]", "Más jugadores")
    page.locator("#do-limits button.primary").tap()
    expect(page.locator("#table-head")).to_contain_text("100–8.000")
    page.locator("[data-opens=do-close]").tap()
    close = page.locator("#do-close [data-hold]")
    close.dispatch_event("pointerdown")
    expect(page.locator("#table-play")).to_contain_text("cerrada")
    page.select_option("#do-open [name=reglamento]", "argentina")
    for name, value in (("minimum", "50"), ("maximum", "5000"), ("chip", "10")):
        page.fill(f"#do-open [name={name}]", value)
    page.locator("#settings-argentina summary").tap()
    page.locator("#settings-argentina label:has([data-setting=decks][value='8'])").tap()
    page.locator("#do-open > button").tap()
    expect(page.locator("#table-head")).to_contain_text("50–5.000")
    expect(page.locator("#table-play dd", has_text=re.compile("^8$"))).to_be_visible()


def test_a_silent_line_is_up_again_where_nothing_shown_has_changed(visit: Visit, house: House) -> None:
    """A remark moves the table's version on, and nothing on the wall."""
    jefe = visit("/tables/mesa-3/", "julio")
    wall = visit(f"/wall/{house.secrets['walls']['mesa-3']}/", size=GLASS, clock=True)
    give(jefe, "note", text="nobody reads this on the wall")
    with house.silent():
        wall.clock.fast_forward(3500)
        assert wall.locator("#no-signal").is_visible()
    expect(wall.locator("#no-signal")).to_be_hidden()
