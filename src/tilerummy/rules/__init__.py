"""What is legal: tiles and notation, melds, rulebooks, positions and the judge."""
