"""Installs the product into an empty folder and lives there for a while: `make install-test`."""
