"""What the administration of a house keeps: its settings, its acts, the link of its first run."""
