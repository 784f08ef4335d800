"""Who plays."""
