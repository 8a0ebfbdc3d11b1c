"""What the database holds is compared with what clients were told: planted differences are found."""

from deploy.faults.proofs import compared

TOLD = {"a": 1, "b": 2, "c": 3}


def test_the_same_on_both_sides_holds() -> None:
    assert compared("command", TOLD, [("c", 3), ("a", 1), ("b", 2)]) == []


def test_what_was_answered_and_is_not_there_is_lost() -> None:
    assert compared("command", TOLD, [("a", 1), ("c", 3)]) == [
        "lost: command b was answered as done and is not there"
    ]


def test_what_was_answered_otherwise_is_lost() -> None:
    assert "lost: command b was answered as done and is not there" in compared(
        "command", TOLD, [("a", 1), ("b", 5), ("c", 3)]
    )


def test_what_is_there_twice_is_doubled() -> None:
    written = [("a", 1), ("b", 2), ("b", 3), ("c", 4)]
    assert "doubled: command b was done 2 times" in compared("command", TOLD, written)


def test_what_nobody_was_told_of_is_unasked() -> None:
    assert compared("slip", TOLD, [("a", 1), ("b", 2), ("c", 3), ("d", 4)]) == [
        "unasked: slip d is there, and nobody was told"
    ]
