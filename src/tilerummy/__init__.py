"""Tile rummy: rules as data, an exact solver, strong players, a laboratory and a web game."""
