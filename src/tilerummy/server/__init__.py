"""Playing it together: protocol, rooms, clock, store, web application."""
