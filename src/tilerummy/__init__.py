"""Tile rummy: rules as data, an exact solver, an engine, players and a web game."""
