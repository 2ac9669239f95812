"""One traced round per preset, as people read it, kept beside this file."""
