"""What is best: the native core, as Python sees it."""
