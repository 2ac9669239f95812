"""The batch room: plan, chunks, workers, rows, store, resume."""
