"""Which texts look the same, and which hold what nobody sees."""

import pytest

from casino.common.text import are_alike, are_same
from tables.rules.visible import is_seen


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("carla", "сarla"),  # Cyrillic
        ("carla", "саrlа"),
        ("CARLA", "СARLA"),
        ("carla", "ϲarla"),  # Greek
        ("nora", "nοra"),
        ("omar", "οmαr"),
        ("carla", "ｃａｒｌａ"),
        ("carla", "𝐜arla"),
        ("carla", "ⅽarla"),
        ("p1", "р1"),
        ("p1", "pl"),
        ("p1", "p１"),
        ("p1", "pI"),
        ("p0", "pO"),
        ("p0", "p٥".replace("٥", "О")),  # Cyrillic O
        ("Paul", "PauI"),
        ("paul", "PAUl"),
        ("tom", "том"),
        ("TOM", "ТОМ"),
        ("karl", "каrl"),
        ("amo", "arno"),
        ("julio", "ju1io"),
        ("ivan", "іvan"),
        ("ıvan", "ivan"),
        ("Juan Pérez", "Juan\u00a0Pérez"),
        ("Juan Pérez", "Juan  Pe\u0301rez"),
        ("Άννα", "Άννα"),
    ],
)
def test_these_look_the_same(one: str, other: str) -> None:
    assert are_alike(one, other) and are_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("carla", "karla"),
        ("ana", "ana2"),
        ("p1", "p2"),
        ("p1", "p11"),
        ("mario", "marlo"),
        ("julio", "julia"),
        ("peña", "pena"),
        ("Žiga", "Ziga"),
        ("李小龍", "李小龙"),
        ("", "a"),
    ],
)
def test_these_do_not(one: str, other: str) -> None:
    assert not are_alike(one, other)


def test_the_same_text_is_told_from_one_that_only_looks_so() -> None:
    assert are_same("Carla  Ruiz", "carla ruiz") and are_same("Pérez", "Pe\u0301rez")
    assert not are_same("Carla Ruiz", "Саrla Ruiz")


UNSEEN = (
    "\u202e \u2066 \u2069 \u200b \u200d \u200e \u061c \ufeff \u00ad \x00 \x1b \n \u2028 \u034f \u115f \u3164 "
    "\uffa0 \u2800 \ufe0f \U000e0041 \ue000 \ud800"
)


@pytest.mark.parametrize("hidden", UNSEEN.split(" "))
def test_what_nobody_sees_is_noticed(hidden: str) -> None:
    assert not is_seen(f"Ana{hidden}Ruiz")


@pytest.mark.parametrize(
    "name",
    ["Ana Ruiz", "O'Brien", "Žiga Čuček", "李小龍", "Nguyễn Thị", "Ана", "محمد", "Peña\u00a0Gil", "🂡 Rey"],
)
def test_names_are_seen(name: str) -> None:
    assert is_seen(name)
