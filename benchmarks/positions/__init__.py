"""Positions with known optima, one JSON object a line, and how they were made."""
