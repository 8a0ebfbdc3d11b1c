"""The names of things as a reader sees them, in his language: commands, phases, chances, incidents, money."""
