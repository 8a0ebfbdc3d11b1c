"""The screens. Each is rendered from the snapshot; no rule of the game stands here."""
