"""A house on two machines and a witness: the configuration of what leads from one to the other (docs/two-machines.md)."""
