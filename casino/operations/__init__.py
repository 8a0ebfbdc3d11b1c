"""Operation of the house by its administrator: the command `novamas`, backups, upgrades."""
