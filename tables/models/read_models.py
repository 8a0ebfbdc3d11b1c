"""Read models: what the record says, in rows that are quick to ask. Only `tables.record.projections` writes them, and
can rebuild them from the record. Amounts are integers in the table's smallest unit.
"""

from django.db import models
from django.db.models import Q

from tables.engine.state import OPEN
from tables.models.record import Table
from tables.rules.seats import HIGHEST_SEAT

RESULTS = ("", "punto", "banca", "tie", "void")


class Player(models.Model):
    """A person who has ever come to a table, under the name that he said last; his id, if it was erased. `reference`:
    what the record has in the place of that name (`tables.record.names`), empty if it has the name itself."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="players", db_index=False)
    player = models.CharField(max_length=32)
    name = models.CharField(max_length=500)
    reference = models.CharField(max_length=65, blank=True, default="", db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="player_once")]
        indexes = [models.Index(fields=["player"], name="player_by_id")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player}"


class Seat(models.Model):
    """The seats that a table has, always all of them. `owner`: whose it is while it is lent, empty when he has left."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.SmallIntegerField()
    player = models.CharField(max_length=32, null=True)  # noqa: DJ001 - null: many empty seats are not "one twice"
    lent = models.BooleanField(default=False)
    owner = models.CharField(max_length=32, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=HIGHEST_SEAT), name="seat_numbered"
            ),
            models.UniqueConstraint(fields=["table", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["table", "player"], name="seat_one_per_player"),
            models.CheckConstraint(condition=~Q(player=""), name="seat_player_named"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.number}"


class Shoe(models.Model):
    """A shoe of the table. `results`: P, B, T of its passes; `dealt`, `burned`: cards."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shoes", db_index=False)
    number = models.IntegerField()
    decks = models.SmallIntegerField()
    holder = models.CharField(max_length=32, blank=True)
    dealt = models.IntegerField()
    burned = models.IntegerField()
    last_pass = models.BooleanField()
    results = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="shoe_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, decks__gte=1, burned__gte=0, dealt__gte=models.F("burned")),
                name="shoe_counts",
            ),
            models.CheckConstraint(condition=Q(dealt__lte=models.F("decks") * 52), name="shoe_not_overdealt"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.number}"


class Pass(models.Model):
    """One hand. `result` is empty until it is paid; cards are written as in the protocol, with spaces between.
    `bank_associate`: whose the other half of the bank is. `bank_win`: before the deduction, negative for a loss.
    `paid`: the number of the record that paid or voided it; `payer`: the login that gave it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="passes", db_index=False)
    number = models.IntegerField()
    shoe = models.IntegerField()
    card_holder = models.CharField(max_length=32, blank=True)
    will = models.CharField(max_length=8, blank=True)
    punto = models.CharField(max_length=40, blank=True)
    banca = models.CharField(max_length=40, blank=True)
    bank_holder = models.CharField(max_length=32, blank=True)
    bank_associate = models.CharField(max_length=32, blank=True, default="")
    bank_stake = models.BigIntegerField(null=True)
    result = models.CharField(max_length=8, blank=True)
    bank_win = models.BigIntegerField(null=True)
    bank_deduction = models.BigIntegerField(null=True)
    bank_article = models.CharField(max_length=20, blank=True)
    corrected = models.BooleanField(default=False)
    paid = models.BigIntegerField(null=True)
    paid_at = models.DateTimeField(null=True)
    payer = models.CharField(max_length=150, blank=True, default="", db_default="")

    class Meta:
        verbose_name_plural = "passes"
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="pass_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pass_numbered"),
            models.CheckConstraint(condition=Q(result__in=RESULTS), name="pass_result_known"),
            models.CheckConstraint(
                condition=Q(bank_stake=None) | Q(bank_stake__gt=0), name="pass_bank_positive"
            ),
        ]
        indexes = [
            models.Index(fields=["table", "paid"], name="pass_by_payment"),
            models.Index(fields=["table", "paid_at"], name="pass_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.number}"


class Bet(models.Model):
    """A stake on a chance in one pass; `win` (before the `deduction`) and `article` are known once it is paid. Which
    chances there are is the reglamento's."""

    hand = models.ForeignKey(Pass, on_delete=models.CASCADE, related_name="bets", db_index=False)
    player = models.CharField(max_length=32)
    chance = models.CharField(max_length=30)
    amount = models.BigIntegerField()
    win = models.BigIntegerField(null=True)
    deduction = models.BigIntegerField(null=True)
    article = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "player", "chance"], name="bet_once_per_chance"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="bet_positive"),
            models.CheckConstraint(condition=~Q(chance=""), name="bet_chance_named"),
            models.CheckConstraint(condition=Q(deduction=None) | Q(deduction__gte=0), name="bet_deduction"),
        ]
        indexes = [models.Index(fields=["player"], name="bet_by_player")]

    def __str__(self) -> str:
        return f"{self.player} {self.chance} {self.amount}"


class Line(models.Model):
    """The words by which a record is found again (`tables.record.projections.rows`): `number`: the record's; `hand`:
    that of its pass; `words`: what was said in it, without accents and in small letters."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="lines", db_index=False)
    number = models.BigIntegerField()
    hand = models.IntegerField()
    words = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="line_once"),
            models.CheckConstraint(condition=Q(hand__gte=1), name="line_of_a_pass"),
        ]
        indexes = [models.Index(fields=["hand", "table"], name="line_by_hand")]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}: {self.words}"


class PhaseTime(models.Model):
    """The time that a phase lasted in one hour (`tables.record.projections.sums`): `number`: how often it ended;
    `lasted`: milliseconds, together; `taken`, `seats`: the seats that were taken, and all, times the milliseconds."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="phase_times", db_index=False)
    hour = models.DateTimeField()
    phase = models.CharField(max_length=20)
    number = models.BigIntegerField()
    lasted = models.BigIntegerField()
    taken = models.BigIntegerField(default=0, db_default=0)
    seats = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "hour", "phase"], name="phase_time_once_per_hour"),
            models.CheckConstraint(condition=Q(phase__in=OPEN), name="phase_time_phase_known"),
            models.CheckConstraint(condition=Q(number__gte=1, lasted__gte=0), name="phase_time_counts"),
        ]
        indexes = [models.Index(fields=["hour"], name="phase_time_by_hour")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour:%Y-%m-%d %H}: {self.phase} {self.number}"


class TurnoverFigures(models.Model):
    """Sums of the passes paid in a part of the calendar, by line and article (`tables.record.projections.sums`).
    `line`: a chance, `bank`, `house_bank`, or the passes of one result."""

    line = models.CharField(max_length=30)
    article = models.CharField(max_length=20, blank=True)
    number = models.BigIntegerField()
    staked = models.BigIntegerField()
    stood = models.BigIntegerField()
    won = models.BigIntegerField()
    lost = models.BigIntegerField()
    deducted = models.BigIntegerField()

    class Meta:
        abstract = True


class Turnover(TurnoverFigures):
    """The turnover of one hour; kept with the other read models, so that a report over days adds up hours."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="turnover", db_index=False)
    hour = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "hour", "line", "article"], name="turnover_once_per_hour"
            ),
            models.CheckConstraint(condition=~Q(line=""), name="turnover_line_named"),
        ]
        indexes = [models.Index(fields=["hour"], name="turnover_by_hour")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour:%Y-%m-%d %H}: {self.line} {self.staked}"


class DailyTurnover(TurnoverFigures):
    """The turnover of the hours that began on one date in UTC, so that a report over years adds up days. The database
    keeps it (`tables.record.projections.sums`). The casino's day is another: a house says at which hour it begins."""

    # Without a constraint: the hours have it, and adding this one would keep the tables waiting during a migration.
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="daily_turnover", db_index=False, db_constraint=False
    )
    day = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "day", "line", "article"], name="turnover_once_per_day"),
            models.CheckConstraint(condition=~Q(line=""), name="daily_turnover_line_named"),
        ]
        indexes = [models.Index(fields=["day"], name="turnover_by_day")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.day}: {self.line} {self.staked}"


class DealtFigures(models.Model):
    """Sums of the passes paid in a part of the calendar, by the login that paid them
    (`tables.record.projections.theory`, which says in which units)."""

    payer = models.CharField(max_length=150, blank=True)
    passes = models.BigIntegerField()
    staked = models.BigIntegerField()
    result = models.BigIntegerField()
    expected = models.BigIntegerField()
    variance_high = models.BigIntegerField()
    variance_low = models.BigIntegerField()

    class Meta:
        abstract = True


class Dealing(DealtFigures):
    """Those of one hour."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="dealings", db_index=False)
    hour = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "hour", "payer"], name="dealing_once_per_hour"),
        ]
        indexes = [models.Index(fields=["hour"], name="dealing_by_hour")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour:%Y-%m-%d %H}: {self.payer} {self.passes}"


class DailyDealing(DealtFigures):
    """Those of the hours that began on one date in UTC; the database keeps them."""

    # Without a constraint, as `DailyTurnover`.
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="daily_dealings", db_index=False, db_constraint=False
    )
    day = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "day", "payer"], name="dealing_once_per_day"),
        ]
        indexes = [models.Index(fields=["day"], name="dealing_by_day")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.day}: {self.payer} {self.passes}"


class PlayFigures(models.Model):
    """Sums of what a player staked in a part of the calendar (`tables.record.projections.theory`)."""

    player = models.CharField(max_length=32)
    bets = models.BigIntegerField()
    staked = models.BigIntegerField()
    won = models.BigIntegerField()
    banked = models.BigIntegerField()
    expected = models.BigIntegerField()

    class Meta:
        abstract = True


class Play(PlayFigures):
    """Those of one hour; `first`, `last`: when a pass of his was paid, or taken back."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="plays", db_index=False)
    hour = models.DateTimeField()
    first = models.DateTimeField()
    last = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "hour", "player"], name="play_once_per_hour"),
        ]
        indexes = [
            models.Index(fields=["hour"], name="play_by_hour"),
            models.Index(fields=["player", "hour"], name="play_by_player"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour:%Y-%m-%d %H}: {self.player} {self.staked}"


class DailyPlay(PlayFigures):
    """Those of the hours that began on one date in UTC; the database keeps them."""

    # Without a constraint, as `DailyTurnover`.
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="daily_plays", db_index=False, db_constraint=False
    )
    day = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "day", "player"], name="play_once_per_day"),
        ]
        indexes = [models.Index(fields=["day"], name="play_by_day")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.day}: {self.player} {self.staked}"
