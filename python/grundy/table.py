"""Tables: solved games on disk, one Parquet file each."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, NamedTuple, Self, Unpack, cast

from . import _native
from ._files import NewFile
from ._optional import need, numpy
from .answer import Answer, PositionValue, _value
from .errors import MissingPosition
from .game import Game, Position, PositionLike, _text
from .graph import Histogram
from .limits import Limits, _limits

if TYPE_CHECKING:
    import numpy as np
    import polars
    from numpy.typing import NDArray

__all__ = ["Columns", "Table", "Verified", "open_table", "verify"]


class Columns(NamedTuple):
    """The values of many positions."""

    #: 1 win, -1 loss, 0 draw.
    value: NDArray[np.int8]
    #: Moves to the end; -1 for a draw, or if it was not computed.
    remoteness: NDArray[np.int32]
    #: -1 for a position that has none, or an infinite one, which `Table.probe` and `Game.solve` return; None if no position has one.
    grundy: NDArray[np.int64] | None


class Verified(NamedTuple):
    """What `verify` has checked."""

    #: The file.
    path: str
    #: The game.
    game: str
    #: The positions of a table that were derived again; None for a certificate.
    positions: int | None
    #: The period that a certificate proves; None for a table.
    period: tuple[int, int, int] | None
    #: What was checked, in a sentence.
    summary: str


class Table:
    """A solved game on disk, in one Parquet file. Every byte is checked as it is read. Several threads may read a table at once.

    For a position that the table does not hold, `probe` raises MissingPosition and `get` returns None, as in python-chess. A table is a
    context manager.

    >>> import grundy, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "ttt.parquet")
    >>> with grundy.game("tictactoe").build(path) as table:
    ...     len(table), table.probe("XO..X....")
    (5478, PositionValue(value=LOSS, remoteness=4, grundy=None))
    """

    #: The path of the file.
    path: str
    #: The game.
    game: Game

    def __init__(self, native: _native.Table, path: str, origin: str | None) -> None:
        """Internal: call `open_table` or `Game.build` instead."""
        self._native: _native.Table | None = native
        self._origin = origin
        self.path = path
        game = native.game()
        # A game of the catalogue is the same one wherever its answers come from.
        known = origin is None and not native.has_rules
        self.game = Game(game, ("game", game.name, game.misere) if known else ("table", path, origin))

    def _open(self) -> _native.Table:
        if self._native is None:
            raise ValueError(f"{self.path} is closed")
        return self._native

    def close(self) -> None:
        """Closes the file. Later look-ups raise ValueError."""
        self._native = None

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Number of positions that are stored."""
        return self._open().stored

    @property
    def start(self) -> Position | None:
        """The position that the table was built from."""
        start = self._open().start
        return None if start is None else self.game(start)

    def __contains__(self, position: PositionLike) -> bool:
        return self._open().get(_text((position,), self.game)) is not None

    def probe(self, *position: PositionLike) -> PositionValue:
        """The value of a position. Raises MissingPosition if the table does not hold it."""
        text = _text(position, self.game)
        found = self._open().get(text)
        if found is None:
            raise MissingPosition(f"{self.path}: `{text}` is not in the table of {self.game.name}", position=text)
        return _value(*found)

    def get(self, position: PositionLike, default: PositionValue | None = None) -> PositionValue | None:
        """The value of a position; `default` if the table does not hold it."""
        found = self._open().get(_text((position,), self.game))
        if found is None:
            return default
        return _value(*found)

    def probe_many(self, positions: Iterable[PositionLike], **limits: Unpack[Limits]) -> Columns:
        """The values of many positions as arrays, looked up in the order of the file. MissingPosition names the first missing one."""
        numpy("Table.probe_many")
        texts = [at if type(at) is str else _text((at,), self.game) for at in positions]
        found, missing = self._open().get_many(texts, _limits(limits))
        if found is None:
            text = texts[missing or 0]
            raise MissingPosition(f"{self.path}: `{text}` is not in the table of {self.game.name}", position=text)
        return Columns(*found)

    def solve(self, *position: PositionLike, moves: int = 1000, **limits: Unpack[Limits]) -> Answer:
        """The answer for a position (by default the start) from the table, with its moves. A position that the table lacks is solved."""
        table = self._open()
        text = _text(position, self.game) if position else table.start
        return self.game.solve(*(() if text is None else (text,)), moves=moves, **limits)

    def histogram(self) -> Histogram:
        """Numbers of stored positions by outcome and remoteness."""
        wins, losses, draws = self._open().histogram()
        return Histogram(wins, losses, draws, self.game.name)

    def verify(self, **limits: Unpack[Limits]) -> Verified:
        """Compares every checksum, then derives every row again from its moves. Raises WrongTable if something is wrong."""
        return verify(self.path, game=self._origin, **limits)

    def scan(self) -> polars.LazyFrame:
        """The table as polars reads it, ``polars.scan_parquet(path)``."""
        return cast("polars.LazyFrame", need("polars", "Table.scan").scan_parquet(self.path))

    @property
    def metadata(self) -> dict[str, Any]:
        """The metadata of the file: game, rules, counts."""
        return self._open().metadata()

    def __reduce__(self) -> Any:
        return _reopened, (self.path, self._origin)

    def __repr__(self) -> str:
        if self._native is None:
            return f"<table {self.path}, closed>"
        return f"<table {self.path}: {self.game.name}, {len(self):,} positions>"

    def _repr_html_(self) -> str:
        from .html import table

        return table(self)


def _reopened(path: str, origin: str | None) -> Table:
    return open_table(path, game=origin)


def open_table(path: str | PathLike[str], *, game: str | None = None) -> Table:
    """Opens a table. `game` is the path of the graph or rules file, if that file has moved since the table was built."""
    text = fspath(path)
    return Table(_native.Table(text, game), text, game)


def build(
    game: Game,
    path: str | PathLike[str],
    start: PositionLike | None,
    reduced: bool,
    positions: bool,
    checkpoint: str | PathLike[str] | None,
    limits: Any,
) -> Table:
    """Builds the table of a game."""
    text = fspath(path)
    at = None if start is None else _text((start,), game)
    folder = None if checkpoint is None else fspath(checkpoint)
    bound = _limits(limits)
    with NewFile(text) as file:
        game._native.build(file.temporary, at, reduced, positions, folder, bound)
        file.commit()
    return open_table(text)


def verify(path: str | PathLike[str], *, game: str | None = None, **limits: Unpack[Limits]) -> Verified:
    """Checks a table or the certificate of a period: every checksum, then every claim from the rules alone.

    Raises WrongTable if a claim is wrong.
    """
    text = fspath(path)
    return Verified(text, *_native.verify_file(text, game, _limits(limits)))
