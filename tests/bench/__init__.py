"""`make bench`: seven rows, the product against plain Channels and the ORM in the same run (docs/performance.md)."""
