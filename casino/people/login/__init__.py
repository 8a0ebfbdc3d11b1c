"""Proofs that a person shows to come in: a passphrase, a code, a passkey, a PIN; the steps of the login, and its
limits."""
