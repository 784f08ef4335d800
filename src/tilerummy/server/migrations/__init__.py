"""Migrations: how the database came to lie as it does, applied when a server starts."""
