"""Tables of results: the rounds of a run as Parquet, a row for each seat of each round."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from tilerummy.lab.errors import LabError
from tilerummy.lab.output_files import check_output_file
from tilerummy.lab.rounds import PlayedRound

__all__ = ["check_parquet", "write_parquet"]


def check_parquet(path: Path) -> None:
    """Refuse what `write_parquet` could not write, before anything is played for it."""
    if find_spec("polars") is None:
        raise LabError("Parquet needs the extra tilerummy[lab]")
    check_output_file(path)


def write_parquet(path: Path, rules: str, seed: str, rounds: Sequence[PlayedRound]) -> None:
    """Write the rounds to a Parquet file."""
    check_parquet(path)
    import polars as pl

    rows = [(played, seat) for played in rounds for seat in range(len(played.players))]
    frame = pl.DataFrame(
        {
            "rules": [rules] * len(rows),
            "seed": [seed] * len(rows),
            "deal": [played.deal for played, _ in rows],
            "rotation": [played.rotation for played, _ in rows],
            "seat": [seat for _, seat in rows],
            "bot": [played.players[seat] for played, seat in rows],
            "players": [list(played.players) for played, _ in rows],
            "won": [played.winner == seat for played, seat in rows],
            "score": [played.scores[seat] for played, seat in rows],
            "turns": [played.turns for played, _ in rows],
            "reason": [played.reason for played, _ in rows],
        }
    )
    try:
        frame.write_parquet(path)
    except OSError as error:
        raise LabError(f"{path} cannot be written: {error}") from None
