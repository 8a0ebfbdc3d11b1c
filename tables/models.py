"""What the database keeps of a table: the record, its fold, and rows for reading. Only `tables.service` writes.

`Record` is the truth: append-only (the database refuses to change or delete it) and chained by digests. `Table.state`
is its fold. `Seat`, `Shoe`, `Pass`, `Bet` and `Turnover` are rows for reading, rebuildable from the record
(`tables.projections.changes`). Amounts are integers in the table's smallest unit.
"""

from django.db import models
from django.db.models import Q

PHASES = (
    *("closed", "seating", "shuffling", "cutting", "burning", "auction", "offer"),
    *("betting", "dealing", "will", "bank_choice", "resolved", "suite"),
)
CHANCES = ("punto", "banca", "tie")
RESULTS = ("", "punto", "banca", "tie", "void")
TURNOVER_LINES = (
    *("punto", "banca", "tie", "bank", "house_bank"),
    *("pass_punto", "pass_banca", "pass_tie", "pass_void"),
)


class Table(models.Model):
    """A table of the casino. `state`: the fold of its record, JSON in the format `schema`; `records`, `head`: number
    and digest of the last record; `since`: when the phase began."""

    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=100)
    reglamento = models.CharField(max_length=40, blank=True)
    open = models.BooleanField(default=False)
    phase = models.CharField(max_length=20, default="closed")
    since = models.DateTimeField(null=True)
    version = models.BigIntegerField(default=0)
    schema = models.SmallIntegerField()
    state = models.TextField()
    records = models.BigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(version__gte=models.F("records")), name="table_counts"),
            models.CheckConstraint(condition=Q(records__gte=0), name="table_records_counted"),
            models.CheckConstraint(condition=Q(phase__in=PHASES), name="table_phase_known"),
            models.CheckConstraint(condition=Q(schema__gte=1), name="table_schema_numbered"),
        ]

    def __str__(self) -> str:
        return self.slug


class Record(models.Model):
    """One accepted command with its events, numbered from 1 per table; `version` is the last event's.

    `schema`: the format of `events` and `state` (see `tables.record.upcasters`). `undone_to`: the version that an undo
    went back to. `state`: on some records the state after them, JSON, so that an earlier version is found without
    folding from the start. `digest`: SHA-256 over all the rest, `previous` included (see `tables.record.chain`).
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="record")
    number = models.BigIntegerField()
    first_seq = models.BigIntegerField()
    version = models.BigIntegerField()
    schema = models.SmallIntegerField()
    name = models.CharField(max_length=40)
    command = models.JSONField()
    events = models.JSONField()
    undone_to = models.BigIntegerField(null=True)
    actor = models.CharField(max_length=150)
    role = models.CharField(max_length=20)
    key = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    state = models.TextField(blank=True)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="record_number_once"),
            models.UniqueConstraint(fields=["table", "version"], name="record_version_once"),
            models.UniqueConstraint(fields=["table", "first_seq"], name="record_seq_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, first_seq__gte=1, version__gte=models.F("first_seq")),
                name="record_has_events",
            ),
            models.CheckConstraint(
                condition=Q(undone_to=None) | Q(undone_to__lt=models.F("first_seq")),
                name="record_undoes_the_past",
            ),
            models.CheckConstraint(condition=Q(schema__gte=1), name="record_schema_numbered"),
        ]
        indexes = [
            models.Index(fields=["table", "version"], condition=~Q(state=""), name="record_checkpoints"),
            models.Index(fields=["table", "at"], name="record_by_time"),
            models.Index(fields=["actor", "id"], name="record_by_actor"),
            models.Index(fields=["at"], name="record_by_house_time"),
            models.Index(fields=["table", "name", "number"], name="record_by_command"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class HouseReglamento(models.Model):
    """A house's own reglamento, one row a version: the file's `text` as it was added. Append-only."""

    slug = models.SlugField(max_length=30)
    version = models.IntegerField()
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slug", "version"], name="house_reglamento_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="house_reglamento_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.slug}@{self.version}"


class Reply(models.Model):
    """The first answer to an idempotency key, so that the same key again changes nothing."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    actor = models.CharField(max_length=150)
    role = models.CharField(max_length=20)
    key = models.CharField(max_length=200)
    answer = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "actor", "role", "key"], name="reply_once_per_key"),
        ]

    def __str__(self) -> str:
        return self.key


class Dispute(models.Model):
    """A dispute as it was marked: where in the record (`record`, `version`, `hand`: the pass), who was `present`."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="disputes")
    version = models.BigIntegerField()
    record = models.BigIntegerField()
    hand = models.IntegerField()
    present = models.JSONField()
    note = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table.slug}#{self.record}"


class Decision(models.Model):
    """What the jefe decided of a dispute, and by which article. There is one, and it stays."""

    dispute = models.OneToOneField(Dispute, on_delete=models.PROTECT)
    text = models.CharField(max_length=500)
    article = models.CharField(max_length=12, blank=True)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="decision_says_something")]

    def __str__(self) -> str:
        return self.text


class Handover(models.Model):
    """An incoming jefe accepted what was open then."""

    actor = models.CharField(max_length=150)
    at = models.DateTimeField()
    accepted = models.JSONField()

    def __str__(self) -> str:
        return f"{self.actor}, {self.at:%Y-%m-%d %H:%M}"


class Player(models.Model):
    """Who has ever come to a table, under the name that he said last."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="players")
    player = models.CharField(max_length=32)
    name = models.CharField(max_length=500)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="player_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player}"


class Seat(models.Model):
    """Seats 1 to 14, always all of them. `owner`: whose it is while it is lent, empty when he has left."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.SmallIntegerField()
    player = models.CharField(max_length=32, null=True)  # noqa: DJ001 - null: many empty seats are not "one twice"
    lent = models.BooleanField(default=False)
    owner = models.CharField(max_length=32, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=14), name="seat_1_to_14"),
            models.UniqueConstraint(fields=["table", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["table", "player"], name="seat_one_per_player"),
            models.CheckConstraint(condition=~Q(player=""), name="seat_player_named"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.number}"


class Shoe(models.Model):
    """A shoe of the table. `results`: P, B, T of its passes; `dealt`, `burned`: cards."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shoes")
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
    `paid`: the number of the record that paid or voided it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="passes")
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
    """A stake on a chance in one pass; `win` (before the `deduction`) and `article` are known once it is paid."""

    hand = models.ForeignKey(Pass, on_delete=models.CASCADE, related_name="bets")
    player = models.CharField(max_length=32)
    chance = models.CharField(max_length=8)
    amount = models.BigIntegerField()
    win = models.BigIntegerField(null=True)
    deduction = models.BigIntegerField(null=True)
    article = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "player", "chance"], name="bet_once_per_chance"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="bet_positive"),
            models.CheckConstraint(condition=Q(chance__in=CHANCES), name="bet_chance_known"),
            models.CheckConstraint(condition=Q(deduction=None) | Q(deduction__gte=0), name="bet_deduction"),
        ]
        indexes = [models.Index(fields=["player"], name="bet_by_player")]

    def __str__(self) -> str:
        return f"{self.player} {self.chance} {self.amount}"


class Turnover(models.Model):
    """What the passes paid in one hour came to, by line and article (`tables.projections.turnover`); kept with the
    other read models, so that a report over months adds up hours."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="turnover")
    hour = models.DateTimeField()
    line = models.CharField(max_length=12)
    article = models.CharField(max_length=20, blank=True)
    number = models.BigIntegerField()
    staked = models.BigIntegerField()
    stood = models.BigIntegerField()
    won = models.BigIntegerField()
    lost = models.BigIntegerField()
    deducted = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "hour", "line", "article"], name="turnover_once_per_hour"
            ),
            models.CheckConstraint(condition=Q(line__in=TURNOVER_LINES), name="turnover_line_known"),
        ]
        indexes = [models.Index(fields=["hour"], name="turnover_by_hour")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour:%Y-%m-%d %H}: {self.line} {self.staked}"
