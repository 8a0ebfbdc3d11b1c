"""The articles in their own words: why something is so, and the cards of the roles."""
