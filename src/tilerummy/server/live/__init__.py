"""Rooms in memory that people are connected to: order, presence, timers, broadcast, the bus."""
