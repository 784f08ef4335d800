"""The solver against other ways to find the best play."""
