"""Words of the program in the languages other than English, a module each, named by its code."""
