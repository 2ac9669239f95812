"""Wrong input by the thousand: files and command lines made at random, each refused in one sentence or played.

``python -m tests.fuzz --inputs 10000 --commands 300`` runs all of it; the default suite runs a selection.
"""
