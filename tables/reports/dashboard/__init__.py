"""The director's page: today's figures of the house, beside those of a day before."""
