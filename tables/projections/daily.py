"""The database keeps the turnover of days from that of the hours."""

from casino.common.daily_sums import DailySums

# Written out, because migrations read it: what `Figures` has in a later release is not in their tables yet.
DAILY_TURNOVER = DailySums(
    "tables_turnover",
    "tables_dailyturnover",
    ("table_id", "line", "article"),
    ("number", "staked", "stood", "won", "lost", "deducted"),
)
