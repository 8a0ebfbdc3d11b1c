"""The house's directory: who comes in by it, and with which role."""
