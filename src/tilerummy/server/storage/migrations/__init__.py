"""Schema migrations, applied when a server starts."""
