"""The articles in their own words, and why: the pages, whichever language surrounds them."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tables.door.service import create_table, execute, read
from tables.models import Pass
from tables.record.reglamentos.catalogue import add
from tests.support.house import JEFE, Croupier, client_of, game, open_table, opening

pytestmark = pytest.mark.django_db
MESA = "mesa"
CASA = 'slug = "casa"\ntitle = "Casa"\nbase = "argentina"\n[articles]\n30 = "Kazino zadrži pet odstotkov."\n'
ART_29 = 'La apuesta a "Banca" del jugador que tiene el sabot, sufrirá al ganar un descuento del diez por ciento (10%)'


@pytest.fixture
def played() -> None:
    """A table of the Argentine reglamento, some passes into the night."""
    open_table(MESA, "Mesa 1")
    game(MESA, 120, Croupier(seed=4))


def page(client: Client, name: str, *arguments: Any) -> str:
    answer = client.get(reverse(name, args=arguments))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode().replace("&quot;", '"'))


@pytest.mark.parametrize(
    ("language", "word"), [("es", "Art."), ("en", "Art."), ("fr", "Art."), ("sl", "Čl.")]
)
def test_the_words_stay_in_their_own_language(language: str, word: str) -> None:
    shown = page(client_of("inspector", language), "article", "argentina", "29")
    assert f'<html lang="{language}"' in shown and f"{word} 29" in shown
    assert f'<blockquote lang="es"> <p>{ART_29}' in shown


def test_an_article_that_breaks_off_says_so() -> None:
    shown = page(client_of("jefe"), "article", "chemin-de-fer", "17")
    assert "doblar la cantidad dentro …" in shown and "The source breaks off here." in shown


def test_a_text_without_numbers_is_shown_by_its_passages() -> None:
    shown = page(client_of("jefe"), "reglamento", "monte-carlo")
    assert "This text has no numbered articles." in shown
    assert '<blockquote lang="fr"> <p>La BANQUE est payée 19 pour 20.</p>' in shown


def test_the_whole_reglamento_has_every_article_once() -> None:
    shown = page(client_of("croupier"), "reglamento", "argentina")
    assert re.findall(r"<h3[^>]*>Art. ([^<]+)</h3>", shown) == [
        *map(str, range(1, 9)),
        "8 bis",
        *map(str, range(9, 52)),
    ]


def test_the_house_has_its_own_words_in_its_own_language_and_inherits_the_others() -> None:
    add(f'language = "sl"\n{CASA}')
    client = client_of("jefe")
    own = page(client, "article", "casa", "30")
    assert '<blockquote lang="sl"> <p>Kazino zadrži pet odstotkov.' in own and "The house's own words" in own
    assert ART_29 in page(client, "article", "casa", "29")


@pytest.mark.parametrize(
    "address", ["/reglamentos/argentina/articles/99/", "/reglamentos/nowhere/articles/1/"]
)
def test_what_does_not_exist_is_refused(address: str) -> None:
    answer = client_of("jefe").get(address)
    assert answer.status_code == 404
    assert "This reglamento has no such article" in answer.content.decode()


def test_at_a_table_an_article_is_shown_with_the_tables_settings(played: None) -> None:
    shown = page(client_of("croupier"), "table-article", MESA, "10")
    assert "aproximadamente superior a 50" in shown
    assert "<dt>Fewest cards above and below the cut</dt> <dd>50</dd>" in shown


def test_a_setting_that_departs_from_the_text_says_what_the_text_has() -> None:
    create_table(MESA, "Mesa 1")
    opened = {**next(iter(opening())), "settings": {"min_seated": 2}}
    assert execute(MESA, opened, JEFE).ok
    shown = page(client_of("jefe"), "table-article", MESA, "1")
    assert "<dt>Seated players needed to begin</dt> <dd>2 (in the text: 3)</dd>" in shown


def test_where_the_limits_decide_they_are_shown(played: None) -> None:
    client = client_of("croupier")
    assert "<dt>Maximum</dt> <dd>1,000</dd>" in page(client, "table-article", MESA, "3")
    assert "<dt>Maximum</dt>" not in page(client, "table-article", MESA, "10")


def test_why_a_pass_was_paid_as_it_was(played: None) -> None:
    paid = Pass.objects.filter(bank_deduction__gt=0).order_by("number").first()
    assert paid
    shown = page(client_of("croupier"), "why-paid", MESA, paid.number)
    assert ART_29 in shown
    assert re.search(r"<dt>Pays on</dt> <dd>the (even|odd) wins</dd>", shown)
    assert f"<dt>Deduction</dt> <dd>{paid.bank_deduction}</dd>" in shown
    assert "<dt>Deductions are rounded</dt> <dd>in the player&#x27;s favour</dd>" in shown


def test_why_of_a_closed_table_says_that_nothing_is_decided() -> None:
    create_table(MESA, "Mesa 1")
    assert "Nothing is being decided at this moment." in page(client_of("jefe"), "why", MESA)


def test_a_pass_that_is_not_paid_has_no_reason(played: None) -> None:
    number = read(MESA)[1].current.number
    assert client_of("jefe").get(reverse("why-paid", args=[MESA, number])).status_code == 404


def test_after_the_table_is_closed_its_last_articles_are_still_there(played: None) -> None:
    assert execute(MESA, {"command": "undo", "reason": "a trial"}, JEFE).ok
    while not execute(MESA, {"command": "close_table", "reason": "night"}, JEFE).ok:
        game(MESA, 1, Croupier())
    assert ART_29 in page(client_of("croupier"), "table-article", MESA, "29")


@pytest.mark.parametrize(
    ("language", "said"),
    [("es", "punto se paga 1 a 1"), ("fr", "punto est payé 1"), ("sl", "punto se izplača 1")],
)
def test_where_the_text_is_silent_the_reading_is_in_the_readers_language(
    played: None, language: str, said: str
) -> None:
    paid = Pass.objects.filter(result="punto").order_by("number").first()
    assert paid
    shown = page(client_of("croupier", language), "why-paid", MESA, paid.number)
    assert said in shown and "punto is paid" not in shown


@pytest.mark.parametrize("address", ["/", "/tables/mesa/", "/floor/", "/reports/"])
def test_no_browser_translates_what_people_play_by(played: None, address: str) -> None:
    """A tablet that is set to another language would turn punto, banca and names into other words."""
    client = client_of("jefe")
    page = client.get(address)
    assert page.status_code == 200 and re.search(r'<html lang="en" translate="no"', page.content.decode())
