"""What a jefe should look at: each alert follows from what stands at a table now, or in the cage and the house."""
