"""The product and the second engine play the same random games, and every answer is compared."""
