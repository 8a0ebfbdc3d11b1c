"""What each screen shows. A screen is rendered from the snapshot alone and holds no rule of the game."""
