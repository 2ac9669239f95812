"""Traced rounds before the referee, exact chances, and what else proves the rules of the engine."""
