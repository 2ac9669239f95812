"""What is legal in a position, which rule forbids the rest, and whether a move is legal."""
