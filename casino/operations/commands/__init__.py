"""The commands of `novamas`, in the order of its help. Each module has `add`, which adds it to the command line."""

from casino.operations.commands import (
    audits,
    backups,
    checkup,
    first_run,
    keys,
    manage,
    reglamentos,
    support,
    tables,
    tokens,
    upgrades,
    users,
)

COMMANDS = (
    checkup,
    first_run,
    users,
    tables,
    tokens,
    reglamentos,
    audits,
    backups,
    upgrades,
    keys,
    support,
    manage,
)
