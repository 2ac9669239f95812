"""The package as others get it: what is built, what it says of itself, its public names."""
