"""What is seen of the house from outside: numbers for Prometheus, and a name for each request in the log."""
