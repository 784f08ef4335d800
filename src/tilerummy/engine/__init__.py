"""What happens: rounds, matches, actions, events, views, scoring, records."""
