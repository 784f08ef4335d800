"""Other ways to find the best play, slow and plain, against which the solver is tested.

None of them shares an idea with the solver. `melds` lists what the tiles of a set can form, with
the rules' own reader as the only authority. `program` writes a position as an integer program
over that list; `cpsat` and `highs` solve it, each in a process of its own (the two libraries
cannot be loaded together). `brute` tries every table that could be left behind and asks the
judge. `positions` makes positions worth asking about.
"""
