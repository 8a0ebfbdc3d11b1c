"""State changes shared by several events."""

from tables.engine.copying import replace
from tables.engine.state import Banco, Bet, Pass, Shoe, State

EMPTY = Pass(number=1)


def cards_out_of_the_shoe(state: State, cards: tuple[str, ...], count: int, last_pass: bool) -> State:
    """`count` cards leave the shoe; `cards` are those of them that were seen. `last_pass`: this pass is the shoe's
    last."""
    if state.shoe is None:
        return state
    return replace(state, shoe=less_cards(state.shoe, cards, count, last_pass))


def less_cards(shoe: Shoe, cards: tuple[str, ...], count: int, last_pass: bool) -> Shoe:
    """The shoe after `count` cards have left it, as in `cards_out_of_the_shoe`."""
    seen = dict(shoe.seen)
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
    return replace(shoe, dealt=shoe.dealt + count, seen=seen, last_pass=last_pass)


def cards_burned(state: State, count: int) -> State:
    """Count `count` of the cards that have left the shoe as burned."""
    if state.shoe is None:
        return state
    return replace(state, shoe=replace(state.shoe, burned=state.shoe.burned + count))


def pass_over(state: State, number: int, bets: tuple[Bet, ...] = (), banco: Banco | None = None) -> State:
    """End the pass on the table, whatever ends it: its payment, a void, a burned shoe, the closing of the table.

    `number` is that of the pass that follows. Only `bets`, with the call of banco that they belong to, live on. The
    holder of the bank is no longer bound to play.
    """
    bank = replace(state.bank, bound=False) if state.bank and state.bank.bound else state.bank
    return replace(state, current=next_pass(number, bets, banco), bank=bank)


def next_pass(number: int, bets: tuple[Bet, ...], banco: Banco | None) -> Pass:
    """A pass of which nothing is known but its number, the bets and the call of banco that lie there already."""
    return replace(EMPTY, number=number, bets=bets, banco=banco)


def without_bank(state: State) -> State:
    """End the bank. Nobody holds the sabot; its seat stays known. A right to punto's cards against this bank ends with
    it (chemin-de-fer art. 8)."""
    shoe = replace(state.shoe, holder=None) if state.shoe else None
    current = replace(state.current, card_right=None) if state.current.card_right else state.current
    return replace(state, bank=None, shoe=shoe, current=current)


def with_stake(state: State, stake: int) -> State:
    """The state with the bank at another stake."""
    return replace(state, bank=replace(state.bank, stake=stake)) if state.bank else state


def with_bets(bets: tuple[Bet, ...], more: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Add `more` to `bets`, merging bets of the same player on the same chance."""
    for bet in more:
        bets = with_bet(bets, bet)
    return bets


def with_bet(bets: tuple[Bet, ...], more: Bet) -> tuple[Bet, ...]:
    """Add `more` to `bets`, as `with_bets` does."""
    for place, bet in enumerate(bets):
        if bet.player == more.player and bet.chance == more.chance:
            both = Bet(bet.player, bet.chance, bet.amount + more.amount)
            return (*bets[:place], both, *bets[place + 1 :])
    return (*bets, more)


def without_bets(bets: tuple[Bet, ...], less: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Take the amounts of `less` off `bets`. A bet of which nothing is left is gone."""
    off = {(bet.player, bet.chance): bet.amount for bet in less}
    left = (replace(bet, amount=bet.amount - off.get((bet.player, bet.chance), 0)) for bet in bets)
    return tuple(bet for bet in left if bet.amount)
