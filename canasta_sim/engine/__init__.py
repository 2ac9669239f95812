"""The compiled engine and nothing else: cards, deal, pile, melds, going out, scoring, rounds and games."""
