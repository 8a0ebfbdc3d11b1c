"""Server processes, their database, Redis, the lines and the screens at their ends, under one seeded scheduler."""
