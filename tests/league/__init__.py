"""Leagues: what is asked for, adaptive play, tables; with lineups that play nothing."""
