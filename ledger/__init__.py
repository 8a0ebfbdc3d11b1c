"""Money: accounts, transfers and entries in integer units. It knows nothing of tables or of the game."""
