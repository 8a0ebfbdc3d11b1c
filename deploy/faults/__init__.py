"""`make faults`: a house in full play on the real stack, and everything around it fails, round after round.

Two workers, PostgreSQL and Redis of its own, nginx; robots, rivals and clerks at twenty tables, and their screens. In
each round something dies, freezes, loses its line, its disk or its time (`kinds`). Afterwards nothing that was answered
may be lost or doubled, what the clients saw must have happened in some order (`deploy.histories`), and every screen is
right again within three seconds.
"""
