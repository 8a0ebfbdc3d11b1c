"""Logins: who gets in, who is slowed down, and what a login costs the others."""
