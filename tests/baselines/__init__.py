"""Exact totals of played rounds, kept beside this file: one per preset, every built-in strategy in it."""
