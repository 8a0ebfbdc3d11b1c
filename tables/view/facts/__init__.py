"""Facts beside the game at a table, as readers of every kind need it: money, disputes, requests, people."""
