"""The product as people see it: a demo that has been played, every page of it, the pictures in docs/."""
