from django.db import migrations

from casino.common.text import folded


def fold(apps, schema_editor):
    """The words of earlier records, with the letters that earlier releases left as they were."""
    lines = apps.get_model("tables", "Line").objects.filter(words__regex=r"[^\x01-\x7f]")
    for table, number, words in lines.values_list("table_id", "number", "words").iterator():
        if (anew := folded(words)) != words:
            lines.model.objects.filter(table_id=table, number=number).update(words=anew)


class Migration(migrations.Migration):
    """The one way of folding for every search."""

    dependencies = [("tables", "0025_put_away")]

    operations = [migrations.RunPython(fold, migrations.RunPython.noop, elidable=True)]
