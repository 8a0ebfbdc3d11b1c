"""The long constraints of what every command writes cost PostgreSQL more than the rows."""

from django.db import migrations

from casino.common import called_checks


class Migration(migrations.Migration):
    dependencies = [("tables", "0010_phase_times")]
    operations = [
        migrations.RunPython(
            *called_checks.operation(
                [
                    ("tables_bet", "bet_chance_known"),
                    ("tables_pass", "pass_result_known"),
                    ("tables_phasetime", "phase_time_phase_known"),
                    ("tables_record", "record_has_events"),
                    ("tables_shoe", "shoe_counts"),
                    ("tables_table", "table_phase_known"),
                    ("tables_turnover", "turnover_line_known"),
                ]
            )
        )
    ]
