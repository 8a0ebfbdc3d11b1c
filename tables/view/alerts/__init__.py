"""Alerts, things that a jefe should look at: each follows from what stands at a table now, or in the cage and the
house."""
