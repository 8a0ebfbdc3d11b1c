"""Installs the product on Debian: `make install`. Only Python's standard library, as there is nothing else yet."""
