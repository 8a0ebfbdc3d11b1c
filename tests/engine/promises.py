"""What holds after every command, whatever came before."""

import json
from fractions import Fraction
from typing import Any

from casino.people.permissions import Role
from tables.engine import Event, State, decode_state, encode_state
from tables.engine.available import actions
from tables.engine.dealing.drawing import next_hand
from tables.engine.handlers import HANDLERS
from tables.engine.incidents.events import cards_on_the_table
from tables.engine.payment.events import PassSettled
from tables.engine.state import CARDS_OUT, STANDING, Pass, seat_of
from tables.engine.table.settings import share_of
from tables.rules.cards import rank_of
from tables.rules.chances import Chance
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS
from tables.view.snapshot import take
from tests.engine.fields import game_of
from tests.engine.wild import CAST, WildTable

MAKES_BETS = {"place_bet", "remove_bet", "repeat_bets", "banco"}
WHILE_SUSPENDED = {"resume", "close_table", "void_pass", "undo", "note"}
WHILE_SUSPENDED |= {"join", "sit", "stand_up", "leave", "queue", "unqueue", "readmit"}
GOES_ON = {
    "closed": {"open_table"},
    "seating": {"join"},
    "shuffling": {"shuffle"},
    "cutting": {"cut"},
    "burning": {"burn_first"},
    "auction": {"close_auction"},
    "offer": {"decline_bank"},
    "betting": {"close_betting", "place_bet", "join"},
    "dealing": {"card"},
    "will": {"will"},
    "bank_choice": {"bank_choice"},
    "resolved": {"settle"},
    "suite": {"decline_suite", "house_takes_suite"},
}


def check(table: WildTable, before: State, command: str, events: tuple[Event, ...]) -> None:
    """Asserts all that must hold of the table now, and of how it came there from `before`."""
    state = table.state
    assert state.version == before.version + len(events)
    assert decode_state(encode_state(state)) == state
    assert not before.suspended or HANDLERS[command].while_suspended
    assert command in offered(before)
    check_money(table)
    check_bets(before, state, command)
    check_payment(before, events)
    check_people(state)
    check_pass(state)
    check_shoe(state)
    check_every_card_is_counted(before, state, command, events)
    check_display(state)
    if state.open:
        rules = REGLAMENTOS[state.reglamento]
        check_limits(table, rules)
        check_bank(state, rules)
        check_asked(state)


def offered(state: State) -> set[str]:
    """The commands that the screens offer somebody. What nobody is offered must not be accepted either."""
    return {name for role in (Role.JEFE, Role.CROUPIER) for name in actions(game_of(state, role))}


def check_money(table: WildTable) -> None:
    """What the accounts say lies on the table; money is neither made nor lost."""
    state = table.state
    assert table.money["stakes"] == sum(bet.amount for bet in state.current.bets)
    assert table.money["bank"] == (state.bank.stake if state.bank else 0)
    assert table.money["cagnotte"] == state.cagnotte >= 0
    assert sum(table.money.values()) == 0


def check_bets(before: State, after: State, command: str) -> None:
    """Art. 13: between no va más and the payment nobody's bet is made, changed or taken back."""
    if are_closed(before):
        assert command not in MAKES_BETS
        assert command == "undo" or not are_closed(after) or after.current.bets == before.current.bets


def are_closed(state: State) -> bool:
    return state.phase in CARDS_OUT or (state.suite is not None and state.suite.came_from == "dealing")


def check_payment(before: State, events: tuple[Event, ...]) -> None:
    """Every stake is paid once: to the winners one to one, or what the tie pays; of banca's win a part is kept."""
    for happened in events:
        if isinstance(happened, PassSettled):
            lines = [line for line in happened.settlements if line.chance != "bank"]
            stakes = [(bet.player, bet.chance, bet.amount) for bet in before.current.bets]
            assert [(line.player, line.chance, line.stake) for line in lines] == stakes
            for line in lines:
                times = 8 if line.chance == "tie" else 1
                stays = happened.result == "tie" and line.chance != "tie"
                won = times if line.chance == happened.result else 0 if stays else -1
                assert line.win == won * line.stake
                assert 0 <= line.deduction <= (line.win if line.chance == "banca" and won == 1 else 0)


def check_people(state: State) -> None:
    """Everybody is in one place, and whoever is named is here."""
    seated = [player for player in state.seats.values() if player]
    assert len(set(seated)) == len(seated)
    assert not set(seated) & set(state.standing)
    assert set(seated) | set(state.standing) == set(state.names)
    assert len(set(state.waiting)) == len(state.waiting)
    assert set(state.waiting) <= set(state.standing)
    assert {bet.player for bet in state.current.bets} <= set(state.names)
    for owner in state.lent.values():
        assert owner is None or owner in state.standing
    check_named(state)


def check_named(state: State) -> None:
    """Nobody is named by the game who is not at the table: not a card holder, a cutter, a caller or an associate."""
    current, suite = state.current, state.suite
    banco = (current.banco.player, *current.banco.players) if current.banco else ()
    pair = (suite.reserved.player, suite.reserved.associate) if suite and suite.reserved else ()
    assert {*banco, *pair} <= set(state.names)
    assert current.card_holder is None or current.card_holder in state.names
    assert state.cutting is None or state.cutting.asked in {*state.names, "croupier", ""}
    assert not banco or {*banco} <= {bet.player for bet in current.bets}


def check_pass(state: State) -> None:
    """A pass that is not dealt yet knows nothing of an earlier one, and no uncut shoe is played."""
    current = state.current
    if state.phase in ("betting", *CARDS_OUT):
        assert state.shoe and state.shoe.is_cut
    if state.phase not in CARDS_OUT and state.suite is None:
        fresh = Pass(current.number, current.bets, banco=current.banco, card_right=current.card_right)
        assert current == fresh


def check_shoe(state: State) -> None:
    """No card is dealt that is not there."""
    shoe, current = state.shoe, state.current
    if shoe:
        assert 0 <= shoe.burned <= shoe.dealt <= 52 * shoe.decks
        ranks = [rank_of(card) for card, times in shoe.seen.items() for _ in range(times)]
        assert all(ranks.count(rank) <= 4 * shoe.decks for rank in set(ranks))
        assert len(current.punto) + len(current.banca) + bool(current.held) <= shoe.dealt - shoe.burned
    assert len(current.punto) <= 3 and len(current.banca) <= 3


def check_every_card_is_counted(before: State, after: State, command: str, events: tuple[Event, ...]) -> None:
    """A card that has left the shoe is burned, lies on the table or has counted in a pass that was paid."""
    if command == "undo" or not (before.shoe and after.shoe) or before.shoe.number != after.shoe.number:
        return
    paid = any(isinstance(happened, PassSettled) for happened in events)
    counted = cards_on_the_table(before.current) if paid else 0
    assert neither_burned_nor_on_the_table(after) == neither_burned_nor_on_the_table(before) + counted


def neither_burned_nor_on_the_table(state: State) -> int:
    assert state.shoe
    return state.shoe.dealt - state.shoe.burned - cards_on_the_table(state.current)


def check_limits(table: WildTable, rules: Reglamento) -> None:
    """What a person has on punto and banca together exceeds no maximum, nor does any other stake that of its chance;
    every stake lies in chips, none below the minimum."""
    state, chip = table.state, table.state.limits.chip
    offered = {chance.slug: chance for chance in rules.chances if _is_offered(state, chance)}
    for bet in state.current.bets:
        assert bet.chance in offered and bet.amount % chip == 0
        assert table.has_trimmed or bet.amount >= table.lowest
    for player in state.names:
        own = [bet for bet in state.current.bets if bet.player == player]
        assert sum(bet.amount for bet in own if offered[bet.chance].main) <= state.limits.maximum
        for bet in own:
            assert bet.amount <= state.limits.maximum * _share(state, offered[bet.chance])


def _is_offered(state: State, chance: Chance) -> bool:
    return not chance.maximum_setting or bool(state.settings[chance.maximum_setting])


def _share(state: State, chance: Chance) -> Fraction:
    return share_of(state.settings[chance.maximum_setting]) if chance.maximum_setting else chance.maximum


def check_bank(state: State, rules: Reglamento) -> None:
    """The bank is somebody's who may hold it, within the limits; the cards are with somebody who may have them."""
    bank, bets = state.bank, state.current.bets
    if bank:
        assert bank.stake > 0 and bank.stake % state.limits.chip == 0
        assert rules.bank != "rotating" or bank.stake <= state.limits.maximum
        assert rules.bank != "cover" or sum(bet.amount for bet in bets) <= bank.stake
        assert state.shoe and state.shoe.holder == bank.holder
    if bank and bank.holder:
        assert bank.holder in state.names
        assert not rules.standing_banker_sits or seat_of(state, bank.holder) == bank.seat
        assert rules.bank != "cover" or all(bet.player not in (bank.holder, bank.associate) for bet in bets)
    for seat in state.lent:
        assert bank and bank.seat == seat and state.seats[seat] == bank.holder


def check_card_holder(state: State) -> None:
    """Art. 17, 47: at no va más the cards go to a player with a punto bet who does not hold the bank; he is seated,
    except where the standing take them too."""
    rules, player = REGLAMENTOS[state.reglamento], state.current.card_holder
    if player is None:
        return
    chances = {bet.chance for bet in state.current.bets if bet.player == player}
    called = player in (state.current.card_right, state.current.banco and state.current.banco.player)
    assert rules.cards and "punto" in chances
    assert called or rules.cards.standing or seat_of(state, player) is not None
    assert state.bank is None or state.bank.holder != player
    assert not rules.cards.punto_alone or "banca" not in chances
    assert player not in state.current.cards_declined


def check_asked(state: State) -> None:
    """Whoever is asked is here to answer, and no walk goes on outside its phase."""
    assert (state.phase == "suite") == (state.suite is not None)
    assert state.phase != "offer" or state.offer
    assert state.phase != "auction" or state.auction
    assert state.phase != "dealing" or next_hand(game_of(state)) is not None
    assert state.phase != "resolved" or state.current.forfeit or next_hand(game_of(state)) is None
    for walk in (state.offer, state.suite):
        if walk:
            assert walk.asked in {*state.names, STANDING, "house"}
            assert walk.asked != STANDING or state.standing


def check_goes_on(state: State) -> None:
    """A table is never stuck."""
    due = {"resume"} if state.suspended else GOES_ON[state.phase]
    assert due & set(actions(game_of(state))), state.phase


def check_display(state: State) -> None:
    """The wall knows nobody."""
    snapshot = take("mesa", game_of(state, "display"), "Mesa")
    check_face_down(state, snapshot)
    shown = json.dumps(snapshot)
    assert "Don " not in shown
    assert not [player for player in CAST if f'"{player}"' in shown]


def check_face_down(state: State, shown: dict[str, Any]) -> None:
    """Art. 24: what the players see of banca before punto has finished is how many cards it has."""
    current = state.current
    if not current.banca or not REGLAMENTOS[state.reglamento].face_down:
        return
    open_will = state.phase == "will" or len(current.punto) < 2
    if open_will or next_hand(game_of(state)) == "punto":
        assert shown["pass"]["banca"] == {"cards": [], "hidden": len(current.banca), "total": None}
