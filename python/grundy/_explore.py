"""Explores and solves games whose rules are written in Python or numpy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Unpack, cast, overload

from . import _native
from ._optional import numpy
from .graph import Graph, Integers, Solution
from .limits import _integer, _limits, _number, _RunLimits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


__all__ = ["Rules", "explore", "explore_words"]

P = TypeVar("P", bound=Hashable)

#: The forms in which rules may give an outcome.
OutcomeLike = "Outcome | Literal['win', 'loss', 'draw', -1, 0, 1]"


class Rules(Protocol[P]):
    """The methods of a class that `explore` accepts as a game. The class need not inherit from this one.

    Any hashable value may be a position.

    Only `start` and `moves` are needed. A class may also define

    - ``end(position)``: the outcome of a position without moves, for the player to move; without this method, or if it returns None, a
      loss;
    - ``player(position)``: 0 or 1, the player to move. A game needs it if a player may move twice in a row, or if the players have
      different moves. Without this method the players alternate and have the same moves;
    - ``canonical(position)``: the position that represents all equivalent ones, such as reflections; only representatives are stored.
    """

    def start(self) -> P:
        """The start position."""
        ...

    def moves(self, position: P, /) -> Iterable[P] | Mapping[Any, P]:
        """The options, which are the positions that the moves lead to, or a dict from moves to options. Empty if the game is over."""
        ...


@overload
def explore(rules: Rules[P], /, *, max_positions: int = 10_000_000, **limits: Unpack[_RunLimits]) -> Solution[P]: ...


@overload
def explore(
    moves: Callable[[P], Iterable[P] | Mapping[Any, P]],
    start: P,
    /,
    *,
    end: Callable[[P], Any] | None = None,
    player: Callable[[P], int] | None = None,
    canonical: Callable[[P], P] | None = None,
    max_positions: int = 10_000_000,
    **limits: Unpack[_RunLimits],
) -> Solution[P]: ...


def explore(
    rules: Any,
    /,
    *start: Any,
    end: Callable[[Any], Any] | None = None,
    player: Callable[[Any], int] | None = None,
    canonical: Callable[[Any], Any] | None = None,
    max_positions: int = 10_000_000,
    **limits: Any,
) -> Solution[Any]:
    """Explores every position that can be reached, breadth first, and solves them all: outcome, remoteness and Grundy value.

    The rules are either a function from a position to its options, together with the start, or an object with the methods of
    :class:`Rules`. Cycles are allowed. The options of each position are requested once. An exception of the rules is raised unchanged, with
    a note that names the position.

    >>> import grundy
    >>> grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 20)[20]
    PositionValue(value=WIN, remoteness=11, grundy=2)

    If `moves` returns a dict, its keys are the names of the moves:

    >>> solution = grundy.explore(lambda n: {f"take {k}": n - k for k in (1, 2) if k <= n}, 4)
    >>> solution.moves(4)
    [('take 1', 3, PositionValue(value=LOSS, remoteness=2, grundy=0)), ('take 2', 2, PositionValue(value=WIN, remoteness=1, grundy=2))]

    A class may also define the outcome at the end:

    >>> class Race:
    ...     "Two players take turns to move one token 1 to 3 steps; whoever brings it to 10 wins."
    ...     def start(self):
    ...         return 0
    ...     def moves(self, n):
    ...         return [n + k for k in (1, 2, 3) if n + k <= 10]
    ...     def end(self, n):
    ...         return "loss"  # the other player has arrived
    >>> grundy.explore(Race())[0].value
    WIN
    """
    if start:
        moves = rules
        if len(start) > 1:
            raise TypeError(f"explore takes one start, got {len(start)}")
        first = start[0]
        if not callable(moves):
            raise TypeError(f"explore takes a function from a position to its options, got {type(rules).__name__}")
    else:
        if isinstance(rules, type):
            rules = rules()
        if not (hasattr(rules, "moves") and hasattr(rules, "start")):
            what = "explore takes rules, an object with the methods `start` and `moves`, or a function and a start"
            raise TypeError(f"{what}, got {type(rules).__name__} alone")
        moves = rules.moves
        first = rules.start() if callable(rules.start) else rules.start
        end = end or getattr(rules, "end", None)
        player = player or getattr(rules, "player", None)
        canonical = canonical or getattr(rules, "canonical", None)
    bound = _limits(limits, max_positions)
    positions, places, native, has_labels = _native.explore(moves, first, end, player, canonical, bound)
    graph: Graph[Any] = Graph(native, positions)
    graph._index = places if isinstance(positions, list) else Integers(positions)
    graph._canonical = canonical
    return Solution(graph, native.solve(False, True, bound), labels=_Labels(moves, canonical) if has_labels else None)


class _Labels:
    """What the rules call the moves of a position, by their options."""

    __slots__ = ("canonical", "moves")

    def __init__(self, moves: Callable[[Any], Any], canonical: Callable[[Any], Any] | None) -> None:
        self.moves = moves
        self.canonical = canonical

    def __call__(self, position: Any) -> dict[Any, Any]:
        found = self.moves(position)
        # Other positions may have a list, or nothing.
        if not isinstance(found, Mapping):
            return {}
        return {self.canonical(after) if self.canonical else after: move for move, after in reversed(list(found.items()))}


def explore_words(
    expand: Callable[
        [NDArray[np.uint64]],
        tuple[NDArray[np.uint64], NDArray[np.integer[Any]]] | tuple[NDArray[np.uint64], NDArray[np.integer[Any]], NDArray[np.int8]],
    ],
    start: int,
    /,
    *,
    batch: int = 65536,
    max_positions: int = 100_000_000,
    grundy: bool = True,
    **limits: Unpack[_RunLimits],
) -> Solution[int]:
    """Explores and solves a game whose rules are written in numpy. A position is a word of 64 bits; the rules expand many at a time.

    ``expand(words)`` returns two arrays: the options of all words, one after the other (uint64), and the number of options of each word. It
    may return a third array with an outcome for each word (int8), which is used only for words without options.

    >>> import grundy, numpy as np
    >>> def expand(words):
    ...     "Take 1, 3 or 4 stones from a heap."
    ...     options = words[:, None].astype(np.int64) - np.array([1, 3, 4])
    ...     legal = options >= 0
    ...     return options[legal].astype(np.uint64), legal.sum(axis=1)
    >>> grundy.explore_words(expand, 20)[20]
    PositionValue(value=WIN, remoteness=11, grundy=2)
    """
    numpy("grundy.explore_words")
    batch = _number("batch", batch, 1)
    start = _integer("start", start)
    if not 0 <= start < 2**64:
        raise ValueError(f"`start` must be a word, an integer from 0 to 2^64 - 1, got {start}")
    bound = _limits(limits, max_positions)
    words, native = _native.explore_words(expand, start, batch, bound)
    graph = Graph(native, cast("Any", _Words(words)))
    graph._index = cast("Any", _Finder(words))
    return Solution(graph, native.solve(False, grundy, bound), grundy=grundy)


class _Words(Sequence[int]):
    """The words of an explored game as a sequence of ints."""

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        # The graph and `_Finder` share the array.
        array.flags.writeable = False
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, i: Any) -> Any:
        found = self.array[i]
        return _Words(found) if isinstance(i, slice) else int(found)

    def __iter__(self) -> Any:
        return iter(self.array.tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return numpy().array(self.array, dtype=dtype, copy=copy)

    def __reduce__(self) -> Any:
        return _Words, (self.array,)

    def __repr__(self) -> str:
        return f"<{len(self)} positions>"


class _Finder:
    """Finds the index of a word by binary search in a sorted copy, which the first search makes."""

    __slots__ = ("array", "found")

    def __init__(self, array: Any) -> None:
        self.array = array
        # The order of the words and the words in this order, set together: several threads may search.
        self.found: Any = None

    def get(self, word: object) -> int | None:
        try:
            number = int(word)  # type: ignore[call-overload]
        except (TypeError, ValueError, OverflowError):
            return None
        if number != word or not 0 <= number < 2**64:
            return None
        np = numpy()
        if self.found is None:
            order = np.argsort(self.array, kind="stable")
            self.found = order, self.array[order]
        order, ascending = self.found
        place = int(np.searchsorted(ascending, np.uint64(number)))
        if place < len(ascending) and int(ascending[place]) == number:
            return int(order[place])
        return None
