"""The chances of a house's file: what is refused with its line and its sentence, and what is doubtful."""

import tomllib
from collections.abc import Iterator

import pytest
from django.utils import translation

from casino.administration import reglamentos
from casino.administration.csv_list import Source
from tables.record.reglamentos.fault import Fault
from tables.record.reglamentos.file import read_reglamento
from tables.record.reglamentos.places import line_of
from tables.record.reglamentos.review import doubts, prospects
from tables.rules.reglamentos import REGLAMENTOS


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


HEAD = 'slug = "casa"\ntitle = "Casa"\nbase = "slovenia"\n'
NAMED = '[[chance]]\nslug = "x7"\nnames = { es = "Equis" }\n'  # lines 4 to 6 behind HEAD
SEVEN = "winner = 'banca', banca_total = 7"
GOOD = f"pays = [{{ {SEVEN}, to_one = 5 }}]"


def pays(*lines: str) -> str:
    """One entry to a line: the first stands in line 8."""
    return "\n".join((NAMED + "pays = [", *(f"  {{ {line} }},  # }} {{" for line in lines), "]"))


def block(slug: str, *more: str) -> str:
    return "\n".join(("[[chance]]", f'slug = "{slug}"', *more, ""))


REFUSED = [
    (NAMED + GOOD + '\ncolour = "red"', 8, "chance x7: there is no colour; a chance has slug, names"),
    (
        pays("banca_total = 10, to_one = 1"),
        8,
        "chance x7, pays 1: banca_total: one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
    ),
    (pays(f"{SEVEN}, to_one = 1", "banca_total = 7.0, to_one = 1"), 9, "pays 2: banca_total: one of 0"),
    (pays("margin = true, to_one = 1"), 8, "pays 1: margin: one of 0, 1"),
    (pays("winner = 'bank', to_one = 1"), 8, "pays 1: winner: one of punto, banca, tie"),
    (pays("cards = 3, to_one = 1"), 8, "pays 1: cards: one of 4, 5, 6"),
    (pays("punto_cards = 4, to_one = 1"), 8, "pays 1: punto_cards: one of 2, 3"),
    (pays("punto_cards = [2, 3], to_one = 1"), 8, "pays 1: punto_cards: one value, no list"),
    (pays("natural = 'all', to_one = 1"), 8, "pays 1: natural: one of punto, banca, either, both, neither"),
    (pays("cards = [], to_one = 1"), 8, "pays 1: cards: an empty list"),
    (pays("colour = 'red', to_one = 1"), 8, "pays 1: there is no condition colour; there are winner, margin"),
    (pays("to_one = 1"), 8, "chance x7, pays 1: a line asks at least one condition"),
    (pays(f"{SEVEN}, to_one = 1, push = true"), 8, "pays 1: a line says either to_one or push = true"),
    (pays(f"{SEVEN}, to_one = 1", "winner = 'tie'"), 9, "pays 2: a line says either to_one or push = true"),
    (pays("winner = 'tie', push = false"), 8, "pays 1: push: a line that loses is not written"),
    (pays("winner = 'tie', push = true, commission = '1/20'"), 8, "commission: a stake that stays pays none"),
    (pays(f"{SEVEN}, to_one = 0.5"), 8, 'pays 1: to_one: money is exact: write "0.5" in quotes'),
    (pays(f"{SEVEN}, to_one = 0"), 8, "pays 1: to_one: more than 0 and at most 1000"),
    (pays(f"{SEVEN}, to_one = 1001"), 8, "pays 1: to_one: more than 0 and at most 1000"),
    (pays(f"{SEVEN}, to_one = '1/0'"), 8, 'pays 1: to_one: a whole number, "3/2" or "0.54"'),
    (pays(f"{SEVEN}, to_one = 1, commission = 0.05"), 8, 'commission: a share is written "1/20"'),
    (NAMED + "pays = []", 7, "chance x7: pays: 1 to 20 lines"),
    (NAMED, 4, "chance x7: pays: 1 to 20 lines"),
    (NAMED + "pays = [\n  3,\n]", 8, "pays 1: a line is written { condition = value, to_one = 1 }"),
    # never, by exact count
    (
        pays("winner = 'tie', to_one = 1", f"{SEVEN}, to_one = 1", "winner = 'tie', margin = 0, push = true"),
        10,
        "chance x7, pays 3: it can never be paid: pays 1 comes first",
    ),
    (
        pays("winner = 'punto', punto_cards = 2, punto_total = 3, to_one = 9"),
        8,
        "chance x7, pays 1: it can never be paid: no pass is like that",
    ),
    (pays("winner = 'tie', push = true"), 7, "chance x7: it never wins"),
    (
        pays("winner = 'tie', to_one = 100"),
        7,
        "chance x7: the player gains 861.1% (8 decks): a figure must be",
    ),
    (pays(f"{SEVEN}, to_one = 1") + "\n" + NAMED + GOOD, 11, "chance x7: the slug stands in the file twice"),
    ("".join(block(f"x{number}", "names = { es = 'X' }", GOOD) for number in range(25)), 100, "more than 24"),
    (block("bank", GOOD), 5, "chance bank: bank is a word of the product's own"),
    (block("large-bank", GOOD), 5, "large-bank is a word of the product's own"),
    (block("Dragon 7", GOOD), 5, "chance 1: a slug has 2 to 30 small letters, digits and hyphens"),
    ("[[chance]]\n" + GOOD, 4, "chance 1: a slug has 2 to 30 small letters"),
    (block("x7", GOOD), 4, 'chance x7: names: a name by language, such as { es = "Pareja" }'),
    (NAMED + "minimum = '0'\n" + GOOD, 7, "chance x7: minimum: a share of that of the table"),
    (NAMED + "maximum = '3/2'\n" + GOOD, 7, "chance x7: maximum: a share of that of the table"),
    (NAMED + "maximum = 0.5\n" + GOOD, 7, "chance x7: maximum: a share of that of the table"),
    (NAMED + "until_pass = 0\n" + GOOD, 7, "chance x7: until_pass: the number of a pass of the shoe, from 1"),
    (NAMED + f"sign = 'ABCD'\n{GOOD}", 7, "chance x7: sign: a sign has 1 to 3 characters"),
    (NAMED + f"sign = ' '\n{GOOD}", 7, "chance x7: sign: a sign has 1 to 3 characters"),
    (block("tie", "maximum = '1/2'"), 6, "chance tie: maximum: say it in settings.tie_bet"),
    (block("banca", "maximum = '1/2'"), 6, "maximum: punto and banca share the person's one maximum"),
    (block("banca", "commission = '0'") + "[deductions]\nbanca = '1/20'", 8, "say the commission once"),
    (
        block("tie", "pays = [{ winner = 'tie', to_one = 8 }]") + "[payouts]\ntie = 9",
        8,
        "say what tie pays once",
    ),
    ("[chance]\nslug = 'x'", 4, "chance: a list is needed"),
    ("chance = [3]", 4, "chance 1: a chance is a block [[chance]]"),
]


@pytest.mark.parametrize(("text", "line", "sentence"), REFUSED, ids=[sentence for *_, sentence in REFUSED])
def test_a_chance_that_cannot_be_is_refused_with_its_line_and_sentence(
    text: str, line: int, sentence: str
) -> None:
    with pytest.raises(Fault) as fault:
        read_reglamento(HEAD + text)
    assert sentence in fault.value.reason, fault.value
    assert fault.value.line == line, fault.value
    with translation.override("es"), pytest.raises(Fault) as said:
        read_reglamento(HEAD + text)
    assert said.value.reason != fault.value.reason


def test_where_a_players_bank_covers_the_bets_there_is_none() -> None:
    with pytest.raises(Fault, match="line 4: chemin-de-fer: the bank covers bets on punto alone"):
        read_reglamento(HEAD.replace("slovenia", "chemin-de-fer") + NAMED + GOOD)


@pytest.mark.parametrize("name", ["", " ", "x" * 25, r"a\u200Bb", r"a\u0000b", r"a\u202Eb"])
def test_a_name_can_be_read(name: str) -> None:
    with pytest.raises(Fault, match="line 6: chance x7: names: a name has 1 to 24 characters"):
        read_reglamento(f'{HEAD}[[chance]]\nslug = "x7"\nnames.es = "{name}"\n{GOOD}')


# Ways of writing a block, with the lines of the block, of the second of its `pays`, and of the winner that it asks
WAYS = {
    "over several lines, with comments": (
        """
[[chance]] # { [
pays = [ # {
  { winner = "}{", to_one = "3/2" }, # } { "
  # { winner = "punto" }

  { to_one = 1, winner = [
    "punto"] },
] # ]
""",
        (2, 7, 7),
    ),
    "two in a line": (
        """
title = '''
[[chance]]
pays = [{}, {}] '''
[[chance]]
pays = [{ winner = [
  "punto", "banca"], to_one = 1 }, { winner = "tie" }]
""",
        (5, 7, 7),
    ),
    "as tables": (
        """
[[ chance ]]
"slug" = "a"
[[chance.pays]]
winner = "punto"
[chance.names]
es = "a"
[[chance.pays]]
to_one = 1
'winner' = "punto"
""",
        (2, 8, 10),
    ),
    "inline": (
        """
chance = [
  { pays = [{ to_one = 0.5 },
            { winner = 1979-05-27T07:32:00Z, names.es = "a" }] },
]
""",
        (3, 4, 4),
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_line_is_found_whichever_way_the_block_is_written(way: str) -> None:
    text, (block_line, second, winner) = WAYS[way]
    tomllib.loads(text)
    pays = ("chance", 0, "pays", 1)
    assert (line_of(text, pays), line_of(text, (*pays, "winner"))) == (second, winner)
    assert line_of(text, ("chance", 0)) == block_line
    assert (
        line_of(text, (*pays, "margin", 3)) == second
    )  # what is not there is looked for in what it would stand in
    assert line_of(text, ("nowhere",)) == 1


def doubts_of(text: str, *languages: str) -> list[tuple[str, str]]:
    text = HEAD + text
    return [(doubt.code, doubt.chance) for doubt in doubts(read_reglamento(text), text, languages)]


def six(slug: str, to_one: int, names: str = "es = 'Seis'") -> str:
    return block(
        slug, f"names = {{ {names} }}", f"pays = [{{ winner = 'banca', banca_total = 6, to_one = {to_one} }}]"
    )


SIDE_BETS = "".join(
    block(
        f"egalite-{total}",
        f"names = {{ es = 'Empate a {total}' }}",
        f"pays = [{{ winner = 'tie', punto_total = {total}, to_one = 40 }}]",
    )
    for total in range(9)
)
DOUBTS = [
    (six("seis", 12), [], ["es"]),
    (six("seis", 18), [("gains", "seis")], ["es"]),  # 2.3 %: too good, and less than a twentieth
    (six("seis", 8), [("harsh", "seis")], ["es"]),
    (six("seis", 12) + six("otro", 13), [("same_passes", "seis")], ["es"]),
    (six("seis", 12), [("unnamed", "seis")], ["es", "fr", "sl"]),
    (six("seis", 12, "es = 'Dragón 77'"), [], ["es"]),
    (six("seis", 12, "fr = 'Fez', es = 'Dragón 7 (tres)'"), [("trade_mark", "seis")], ["es"]),
    (six("seis", 12, "es = 'Seis', en = 'LUCKY 6'"), [("trade_mark", "seis")], ["es"]),
    (block("tie", "names = { es = 'Igualdad' }"), [("named", "tie")], ["es"]),
    ("[payouts]\ntie = 10", [("gains", "tie")], ["es"]),
]


@pytest.mark.parametrize(("text", "found", "languages"), DOUBTS)
def test_what_is_allowed_and_perhaps_not_meant(
    text: str, found: list[tuple[str, str]], languages: list[str]
) -> None:
    assert doubts_of(text, *languages) == found


def test_more_side_bets_than_the_console_shows_at_once() -> None:
    many = [code for code, _ in doubts_of(SIDE_BETS, "es") if code == "many"]
    assert many == ["many"]
    fewer = SIDE_BETS.rpartition("[[chance]]")[0]
    assert "many" not in [code for code, _ in doubts_of(fewer, "es")]


def test_a_title_may_be_a_trade_mark_too() -> None:
    text = HEAD.replace("Casa", "EZ de la Casa")
    assert [doubt.code for doubt in doubts(read_reglamento(text), text, [])] == ["trade_mark"]


def test_the_chances_of_the_base_keep_their_names() -> None:
    rules = read_reglamento(HEAD + block("tie", "names = { es = 'Igualdad' }", "sign = 'I'"))
    assert (rules.chance("tie").names, rules.chance("tie").sign) == ({}, "I")


def test_each_chance_is_counted_with_six_and_with_eight_decks() -> None:
    found = prospects(read_reglamento(HEAD + six("seis", 12)))
    assert [(one.line.chance, one.decks) for one in found] == [
        (chance, decks) for chance in ("punto", "banca", "tie", "seis") for decks in (6, 8)
    ]
    assert round(-100 * float(found[-1].line.expected), 2) == 29.98  # as published


def test_where_punto_is_free_each_choice_is_counted() -> None:
    found = prospects(REGLAMENTOS["argentina"])
    assert {one.punto for one in found} == {"draw", "stand"}
    assert {one.line.chance for one in found} == {"punto", "banca", "tie", "bank", "large_bank"}


def test_the_sentences_are_said_in_the_readers_language() -> None:
    text = HEAD + six("seis", 8, "en = 'Lucky 6'") + six("otro", 12) + block("tie", "names = { es = 'I' }")
    source = Source("casa.toml", text.encode())
    with translation.override("es"):
        said = reglamentos.warnings(reglamentos.check(source), source)
    assert [sentence.replace("\u00a0", " ") for sentence in said] == [
        "seis: la casa se queda con 51,54 % (6 barajas)",
        "seis y otro pagan exactamente en los mismos pases",
        "seis: no hay nombre en Español, Français, Slovenščina; allí se llama Lucky 6",
        "otro: no hay nombre en English, Français, Slovenščina; allí se llama Seis",
        "«Lucky 6»: Lucky 6 es una marca de su fabricante, y la casa necesita una licencia",
        "tie conserva su nombre: cómo lo llama la casa se dice en [words]",
    ]
