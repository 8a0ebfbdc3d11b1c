"""The jefe's floor, what is summed up over it, and the change of shift."""
