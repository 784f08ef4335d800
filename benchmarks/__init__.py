"""Side by side with what users would pick instead; `make bench` runs every module."""
