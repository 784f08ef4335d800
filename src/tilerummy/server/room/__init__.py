"""The room as a value: what is in its log, what follows from it, and what each client may know.

Pure: no asyncio, no database, no clock and no chance; time, seeds and people come in as values.
"""
