"""Studying the game: arena, league with ratings, runs on a cluster, environment, puzzles."""
