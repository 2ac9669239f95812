"""Faults seeded into the engine, one changed condition each, and whether the tests catch them."""
