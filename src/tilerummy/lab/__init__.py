"""Studying the game: the arena, a league with ratings, runs on a cluster, an environment, puzzles."""
