"""Positions laid out by hand, played by the engine's own code: a test for every knob and value."""
