"""The server process: Daphne with an orderly end, and what each request and socket passes before Django."""
