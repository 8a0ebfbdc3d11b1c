"""The commands of `novamas`, in the order of its help: each function adds one to the command line."""

from casino.operations.commands import backups, condition, house, keys, manage, seals, tokens, upgrades, users

COMMANDS = (
    condition.add_doctor,
    house.add_setup_link,
    users.add,
    house.add_tables,
    tokens.add,
    house.add_reglamentos,
    condition.add_audit,
    backups.add,
    seals.add,
    upgrades.add,
    keys.add,
    condition.add_support_bundle,
    manage.add,
)
