"""The croupier's console."""
