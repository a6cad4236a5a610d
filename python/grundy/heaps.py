"""Single heaps and pairs of heaps: sequences, periods, heat maps."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native
from ._files import NewFile
from ._optional import numpy
from .limits import _limits, _number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .game import Game

__all__ = ["Heatmap", "Period", "Sequence"]


class Period(NamedTuple):
    """``g(n + period) = g(n) + saltus`` for all heaps ``n >= preperiod``. `period` and `preperiod` are the least such numbers."""

    preperiod: int
    period: int
    #: 0 unless the values rise with each period.
    saltus: int
    #: Whether the period is proved for all heaps; otherwise it was only observed.
    proved: bool
    #: The number of heaps that the search computed.
    heaps: int
    #: The theorem that proves the period; empty if it was only observed.
    by: str


def values(game: Game, stop: int, limits: Any) -> NDArray[np.int64]:
    """The Grundy values of the heaps below `stop`."""
    numpy("an array of values")
    return game._native.values(_number("stop", stop), _limits(limits))


def outcomes(game: Game, stop: int, limits: Any) -> NDArray[np.int8]:
    """The outcomes of the heaps below `stop`."""
    numpy("an array of outcomes")
    return game._native.outcomes(_number("stop", stop), _limits(limits))


def period(game: Game, heaps: int | None, certificate: str | PathLike[str] | None, limits: Any) -> Period | None:
    """The period of a game."""
    if heaps is not None:
        heaps = _number("heaps", heaps)
    bound = _limits(limits)
    if certificate is None:
        found = game._native.period(heaps, None, bound)
    else:
        with NewFile(certificate) as file:
            found = game._native.period(heaps, file.temporary, bound)
            # Without a period there is no certificate.
            if found is not None:
                file.commit()
    return None if found is None else Period(*found)


class Sequence:
    """The single heaps of a game. A notebook shows them as a picture, with the periods as stripes.

    >>> import grundy
    >>> sequence = grundy.game("subtraction:1,3,4").sequence(10)
    >>> sequence
    <subtraction:1,3,4, heaps 0 to 9: 0 1 0 1 2 3 2 0 1 0; period 7 from 0, proved>
    >>> print(sequence.bfile(), end="")
    0 0
    1 1
    2 0
    3 1
    4 2
    5 3
    6 2
    7 0
    8 1
    9 0
    """

    #: The game.
    game: Game
    #: The Grundy values, -1 where a heap has none; None in a game without Grundy values.
    values: NDArray[np.int64] | None
    #: The outcomes.
    outcomes: NDArray[np.int8]
    #: The period of the Grundy values, if one was found in a short search.
    period: Period | None

    def __init__(self, game: Game, stop: int, limits: Any) -> None:
        """Internal: call `Game.sequence` instead."""
        numpy("a sequence")
        self.game = game
        bound = _limits(limits)
        self.values, self.outcomes, found = game._native.sequence(_number("stop", stop), bound)
        self.period = None if found is None else Period(*found)

    def __len__(self) -> int:
        return len(self.outcomes)

    def bfile(self) -> str:
        """The values as a b-file of the On-Line Encyclopedia of Integer Sequences: a line for each heap, its size and value."""
        if self.values is None:
            raise ValueError(f"{self.game.name} has no Grundy values, so there is no b-file")
        return "".join(f"{n} {value}\n" for n, value in enumerate(self.values.tolist()) if value >= 0)

    def __repr__(self) -> str:
        shown = (self.outcomes if self.values is None else self.values)[:61].tolist()
        text = " ".join(map(str, shown[:20])) if self.values is not None else "".join("P D N"[2 * (v + 1)] for v in shown[:60])
        dots = " …" if len(shown) > (20 if self.values is not None else 60) else ""
        end = ""
        if self.period is not None:
            end = f"; period {self.period.period} from {self.period.preperiod}, {'proved' if self.period.proved else 'seen'}"
        heaps = f"heaps 0 to {len(self) - 1}: {text}{dots}" if len(self) else "no heaps"
        return f"<{self.game.name}, {heaps}{end}>"

    def _repr_svg_(self) -> str | None:
        period = None if self.period is None else self.period[:3]
        return _native.heaps_svg(self.game.name, self.values, self.outcomes, period)


class Heatmap:
    """The positions of two heaps as a square matrix. A notebook shows it as a picture: P-positions in orange, other values in blue.

    >>> import grundy
    >>> grundy.game("nim").heatmap(3).lost
    array([[ True, False, False],
           [False,  True, False],
           [False, False,  True]])
    """

    #: The game.
    game: Game
    #: The Grundy values, shape (size, size), -1 where there is none.
    values: NDArray[np.int64]
    #: Whether the player to move loses, shape (size, size).
    lost: NDArray[np.bool_]
    #: The outcomes, shape (size, size).
    outcomes: NDArray[np.int8]
    #: Why values are missing, one sentence each.
    notes: tuple[str, ...]

    def __init__(self, game: Game, size: int, limits: Any) -> None:
        """Internal: call `Game.heatmap` instead."""
        numpy("a heat map")
        self.game = game
        self._square = game._native.heatmap(_number("size", size), _limits(limits))
        self.values, self.outcomes, notes = self._square.arrays()
        self.notes = tuple(notes)
        self.lost = self.outcomes == -1

    def __reduce__(self) -> Any:
        return _redrawn, (self.game, len(self.values))

    def __repr__(self) -> str:
        size = len(self.values)
        return f"<heatmap of {self.game.name}, {size} by {size}: {int(self.lost.sum())} positions lost>"

    def _repr_svg_(self) -> str | None:
        return self._square.svg()


def _redrawn(game: Game, size: int) -> Heatmap:
    return game.heatmap(size)
