"""Two machines and a witness, on this one: `make two-machines`."""
