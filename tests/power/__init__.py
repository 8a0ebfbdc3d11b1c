"""The power is cut between an answer and a crash: what was answered is on the disk."""
