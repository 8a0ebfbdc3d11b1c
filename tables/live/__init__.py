"""The live side: one hub per process reads a changed table once, renders it once per audience, and tells everybody."""
