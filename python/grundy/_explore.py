"""Games of one's own: rules in Python or numpy, explored and solved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Unpack, cast, overload

from . import _native
from ._optional import numpy
from .graph import Graph, Solution
from .limits import _limits, _number, _RunLimits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


__all__ = ["Rules", "explore", "explore_words"]

P = TypeVar("P", bound=Hashable)

#: How an outcome may be given.
OutcomeLike = "Outcome | Literal['win', 'loss', 'draw', -1, 0, 1]"


class Rules(Protocol[P]):
    """What a game of one's own consists of: any class with these methods. There is nothing to inherit; positions are any hashable values.

    Only `start` and `moves` are needed. A class may also define

    - ``end(position)``: the outcome of a position without moves, for the player to move there; without it, a loss;
    - ``player(position)``: 0 or 1, the player to move, where that matters: where a player may move twice, or the two players have
      different moves. Without it the players alternate;
    - ``canonical(position)``: one position for all that are alike, such as reflections; only those are stored.
    """

    def start(self) -> P:
        """The position in which the game begins."""
        ...

    def moves(self, position: P, /) -> Iterable[P] | Mapping[Any, P]:
        """The positions that can be moved to, or a dict from moves to positions. Empty: the game is over."""
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
    """Explores every position that can be reached, breadth first, and solves them: cycles, draws, remoteness, Grundy values.

    The rules are a function from a position to its options, with the start, or an object with the methods of :class:`Rules`. Each
    position is asked for once. An exception in the rules is raised as it is, with a note that says at which position.

    >>> import grundy
    >>> grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 20)[20]
    PositionValue(value=WIN, remoteness=11, grundy=2)

    A dict gives the moves names:

    >>> solution = grundy.explore(lambda n: {f"take {k}": n - k for k in (1, 2) if k <= n}, 4)
    >>> solution.moves(4)
    [('take 1', 3, PositionValue(value=LOSS, remoteness=2, grundy=0)), ('take 2', 2, PositionValue(value=WIN, remoteness=1, grundy=2))]

    A class may say more:

    >>> class Race:
    ...     "Two players run to 10 by turns, one to three steps at a time; who arrives, wins."
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
    graph._index = places
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
    """Explores a game whose rules are written in numpy: positions are words of 64 bits, asked for many at a time.

    ``expand(words)`` returns the options of all words one after the other (uint64), how many each word has, and optionally (int8) the
    outcome of each word, which counts where it has no options.

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
    if not 0 <= index(start) < 2**64:
        raise ValueError(f"`start` must be a word, an integer from 0 to 2^64 - 1, got {start}")
    bound = _limits(limits, max_positions)
    words, native = _native.explore_words(expand, index(start), batch, bound)
    graph = Graph(native, cast("Any", _Words(words)))
    graph._index = cast("Any", _Finder(words))
    return Solution(graph, native.solve(False, grundy, bound), grundy=grundy)


class _Words:
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
    """Finds the place of a word, by a sorted copy that is made when it is first needed."""

    __slots__ = ("array", "order", "sorted")

    def __init__(self, array: Any) -> None:
        self.array = array
        self.order: Any = None
        self.sorted: Any = None

    def get(self, word: object) -> int | None:
        try:
            number = int(word)  # type: ignore[call-overload]
        except (TypeError, ValueError, OverflowError):
            return None
        if number != word or not 0 <= number < 2**64:
            return None
        np = numpy()
        if self.order is None:
            self.order = np.argsort(self.array, kind="stable")
            self.sorted = self.array[self.order]
        place = int(np.searchsorted(self.sorted, np.uint64(number)))
        if place < len(self.sorted) and int(self.sorted[place]) == number:
            return int(self.order[place])
        return None
