"""Installs the product and lives there for a while: into an empty folder, or on a bare Debian (`make install-test`)."""
