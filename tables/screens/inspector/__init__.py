"""The inspector's pages: the record, its searches, the sign-ins."""
