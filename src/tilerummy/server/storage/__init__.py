"""Where logs, drafts and records are kept: SQLite or PostgreSQL."""
