"""The version of the product; the wheel and the backups carry it."""

VERSION = "0.1.0"
