"""The database keeps the turnover of days from that of the hours."""

from casino.common.daily_sums import DailySums
from tables.projections.turnover import Figures

DAILY_TURNOVER = DailySums(
    "tables_turnover", "tables_dailyturnover", ("table_id", "line", "article"), Figures._fields
)
