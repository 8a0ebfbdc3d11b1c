"""What an administrator does: the command `novamas`, backups, upgrades."""
