"""The sections that more than one report has."""
