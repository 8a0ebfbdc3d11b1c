"""Sealing a year that is over: its record and its journal as signed files, which prove themselves without the house."""
