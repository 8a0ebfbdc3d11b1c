"""What a house must know, told by mail and by a webhook: each thing once when it begins, and once when it has ended."""
