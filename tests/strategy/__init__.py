"""Strategies: checking, plug-ins, what they may see."""
