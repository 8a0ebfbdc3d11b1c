"""What the house has won at a table today: all that came into its tray and cagnotte, less what went out."""

from django.utils import timezone

from ledger.service import moved_since

ACCOUNTS = ("tray", "cagnotte")


def today(slug: str) -> int:
    """Since midnight of the house's clock; negative where the players have won."""
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return moved_since([f"table:{slug}:{account}" for account in ACCOUNTS], midnight)
