"""Studying the game: arena, research environment, cluster runs, puzzles."""
