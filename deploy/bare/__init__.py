"""Installs the product on a bare Debian 12, with its own systemd, as docs/operations.md says: `make install-test BARE=1`."""
