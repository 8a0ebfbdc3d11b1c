"""The live harness: a real house (PostgreSQL, Redis, two workers, nginx) and rounds that are played in it."""
