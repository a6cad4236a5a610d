"""Explicit graphs, and the solutions of graphs and explored games."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from collections.abc import Sequence as Seq
from numbers import Real
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, Unpack, cast

from . import _native
from ._files import NewFile
from ._optional import need, numpy
from .answer import _OUTCOMES, Outcome, PositionValue, _value
from .errors import GraphError, MissingPosition
from .limits import Limits, _limits, _number

if TYPE_CHECKING:
    import networkx
    import numpy as np
    import pandas
    import polars
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Graph", "Histogram", "Solution"]

P = TypeVar("P", bound=Hashable)


def _outcome_number(value: object, node: object) -> int:
    """The number of an outcome that is given as a number or a word at a node."""
    if isinstance(value, Real) and not isinstance(value, bool) and value in (-1, 0, 1):
        return int(cast(int, value))
    if isinstance(value, str) and value in ("loss", "draw", "win"):
        return int(Outcome(value))
    raise ValueError(f"an outcome is -1, 0, 1 or one of 'loss', 'draw', 'win', got {value!r} at {node!r}")


class Histogram:
    """Numbers of positions by outcome and remoteness. In a notebook, a picture.

    >>> import grundy
    >>> histogram = grundy.explore(lambda n: [n - k for k in (1, 2) if k <= n], 4).histogram()
    >>> histogram.wins, histogram.losses, histogram.draws
    ([0, 2, 0, 1], [1, 0, 1], 0)
    """

    #: Won positions, by remoteness.
    wins: list[int]
    #: Lost positions, by remoteness.
    losses: list[int]
    #: Drawn positions.
    draws: int

    def __init__(self, wins: list[int], losses: list[int], draws: int, name: str = "") -> None:
        self.wins = wins
        self.losses = losses
        self.draws = draws
        self._name = name

    @property
    def total(self) -> int:
        """All positions."""
        return sum(self.wins) + sum(self.losses) + self.draws

    @property
    def max_remoteness(self) -> int | None:
        """The largest remoteness of a won or lost position."""
        longest = max(len(self.wins), len(self.losses))
        return longest - 1 if longest else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        return (self.wins, self.losses, self.draws) == (other.wins, other.losses, other.draws)

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __repr__(self) -> str:
        longest = "" if self.max_remoteness is None else f", largest remoteness {self.max_remoteness}"
        return f"<{self.total:,} positions: {sum(self.wins):,} won, {sum(self.losses):,} lost, {self.draws:,} drawn{longest}>"

    def _repr_svg_(self) -> str:
        return _native.histogram_svg(self._name, self.wins, self.losses, self.draws)


class Graph(Generic[P]):
    """A game as an explicit directed graph: vertices are positions, edges are moves. Cycles are allowed.

    The vertices are numbered 0 … n-1; `names` has the position of each vertex.

    >>> import grundy
    >>> graph = grundy.Graph.from_edges([0, 1, 1], [1, 0, 2])
    >>> graph
    <graph of 3 positions and 3 moves>
    >>> graph.solve()[0]
    PositionValue(value=LOSS, remoteness=2, grundy=0)
    """

    _names: Seq[P] | _native.Words | None

    def __init__(self, native: _native.Graph, names: Seq[P] | _native.Words | None = None) -> None:
        """Internal: call `from_csr`, `from_edges`, `from_networkx` or `read` instead."""
        self._native = native
        # The positions are read-only: the arrays are in their order.
        self._names = tuple(names) if isinstance(names, list) else names
        # Finds the vertex of a position by `get`; made when it is first needed.
        self._index: Any = None
        #: The function from a position to the one that represents it; None if the game has none.
        self._canonical: Callable[[Any], P] | None = None

    @classmethod
    def from_csr(
        cls,
        indptr: ArrayLike,
        indices: ArrayLike,
        *,
        ends: ArrayLike | None = None,
        players: ArrayLike | None = None,
        **limits: Unpack[Limits],
    ) -> Graph[int]:
        """Makes a graph from compressed sparse rows, as in scipy.sparse: the options of v are ``indices[indptr[v]:indptr[v + 1]]``.

        The arrays (int32, int64, uint32, uint64) are read in place and copied once, 4 bytes per edge. `ends` (int8) has the outcome of each
        vertex without moves, for the player to move. An entry of 2 leaves the outcome to normal or misère play. `players` has 0 or 1 for
        each vertex. `memory` and `max_positions` are compared with what the graph needs before it is built; Ctrl-C waits until it is built.

        >>> import grundy
        >>> grundy.Graph.from_csr([0, 1, 3, 3], [1, 0, 2]).solve().value
        array([-1,  1, -1], dtype=int8)
        """
        np = numpy("Graph.from_csr")
        rows = _integers(np, indptr), _integers(np, indices)
        native = _native.Graph.from_csr(*rows, *_marks(np, ends, players), _limits(limits))
        return Graph(native)

    @classmethod
    def from_edges(
        cls,
        source: ArrayLike,
        target: ArrayLike | None = None,
        *,
        vertices: int | None = None,
        ends: ArrayLike | None = None,
        players: ArrayLike | None = None,
        **limits: Unpack[Limits],
    ) -> Graph[int]:
        """Makes a graph from edges in any order: two arrays, or one of shape (E, 2). A repeated edge counts once.

        `ends`, `players` and the limits are as in :meth:`from_csr`. By default, there are as many vertices as `ends` or
        `players` has items, or without them, as the largest vertex of an edge plus 1.
        """
        np = numpy("Graph.from_edges")
        if target is None:
            both = np.asarray(source)
            if both.size == 0:
                both = both.reshape(0, 2).astype(np.int64)
            if both.ndim != 2 or both.shape[1] != 2:
                raise GraphError(f"edges in one array must have the shape (E, 2), got {both.shape}")
            source, target = both[:, 0], both[:, 1]
        if vertices is not None:
            vertices = _number("vertices", vertices)
        edges = _integers(np, source), _integers(np, target)
        native = _native.Graph.from_edges(*edges, vertices, *_marks(np, ends, players), _limits(limits))
        return Graph(native)

    @classmethod
    def from_networkx(cls, graph: networkx.DiGraph[P], *, end: str = "end", player: str = "player") -> Graph[P]:
        """Makes a graph from a directed NetworkX graph, whose nodes are the positions.

        The attribute `end` of a node without moves is its outcome (an `Outcome`, a number or a word); the attribute `player` is 0 or 1 at
        every node or at none.

        >>> import grundy, networkx
        >>> drawn = networkx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")])
        >>> drawn.add_node("c", end="win")
        >>> grundy.Graph.from_networkx(drawn).solve()["a"].value
        DRAW
        """
        if not graph.is_directed():
            raise GraphError("the graph has no directions", help="use networkx.DiGraph; `graph.to_directed()` makes moves both ways")
        drawn = cast("networkx.DiGraph[Any]", graph)
        names = list(graph)
        ends: list[int] | None = None
        players: list[int] | None = None
        # This reads the dicts themselves: the views around them take twice as long.
        attributes = list(cast("Any", drawn)._node.values())
        for i, data in enumerate(attributes if any(attributes) else ()):
            if data.get(end) is not None:
                if ends is None:
                    ends = [2] * len(names)
                ends[i] = _outcome_number(data[end], names[i])
                if len(graph.adj[names[i]]):
                    raise GraphError(
                        f"the node {names[i]!r} has moves, so it cannot have the attribute {end!r}",
                        help="an outcome belongs to a node without edges out of it",
                    )
            if data.get(player) is not None:
                if players is None:
                    players = [-1] * len(names)
                if not isinstance(data[player], Real) or data[player] not in (0, 1):
                    raise GraphError(f"the attribute {player!r} of a node is 0 or 1, got {data[player]!r} at {names[i]!r}")
                players[i] = int(data[player])
        if players is not None and -1 in players:
            missing = names[players.index(-1)]
            raise GraphError(f"the node {missing!r} has no attribute {player!r}", help="give it to all nodes or to none")
        adjacency = cast("Any", drawn)._adj
        # The dict itself is in the order of the nodes; what stands for it in a view of a part of a graph may not be.
        in_order = type(adjacency) is dict and list(adjacency) == names
        rows = list(adjacency.values()) if in_order else [adjacency[name] for name in names]
        native, index = _native.graph_of_dicts(names, rows, ends, players)
        made: Graph[P] = Graph(native, names)
        made._index = index if isinstance(index, dict) else Integers(index)
        return made

    @classmethod
    def read(cls, path: str | PathLike[str], **limits: Unpack[Limits]) -> Graph[str]:
        """Reads a graph file, text or binary. `start` is the vertex of its `>` line."""
        native, words = _native.Graph.read(fspath(path), _limits(limits))
        names: Seq[str] = _NumberNames(native.vertices) if words is None else words
        graph = Graph(native, names)
        if isinstance(names, _NumberNames):
            graph._index = cast("dict[str, int]", names)
        return graph

    def write(self, path: str | PathLike[str]) -> None:
        """Writes a graph file: text if the name ends in `.txt`, else the binary form, which `read` and `graph:FILE` read as well."""
        numbered = self._names is None or isinstance(self._names, _NumberNames)
        names = None if numbered else [str(name) for name in self.names]
        with NewFile(path) as file:
            self._native.write(file.temporary, names, file.path.endswith(".txt"))
            file.commit()

    @property
    def names(self) -> Seq[P]:
        """The positions, in the order of the vertices."""
        if isinstance(self._names, _native.Words):
            # The first to ask makes them; another thread may make equal ones.
            self._names = cast("Seq[P]", tuple(self._names.integers()))
        return cast("Seq[P]", range(len(self))) if self._names is None else self._names

    @property
    def start(self) -> P | None:
        """The start position, if the graph comes from a file that names one."""
        start = self._native.start
        return None if start is None else self.names[start]

    def __len__(self) -> int:
        return self._native.vertices

    @property
    def moves(self) -> int:
        """The number of moves: edges, each counted once."""
        return self._native.edges

    @property
    def indptr(self) -> NDArray[np.int64]:
        """Where the row of each vertex begins in `indices`; one entry more than there are vertices."""
        numpy("Graph.indptr")
        return self._native.indptr()

    @property
    def indices(self) -> NDArray[np.int32]:
        """The options of all vertices, row after row, each row ascending."""
        numpy("Graph.indices")
        return self._native.indices()

    def vertex(self, position: P) -> int:
        """The number of a position's vertex. Raises MissingPosition if the graph does not have the position."""
        found = self._find(position)
        if found is None:
            raise MissingPosition(f"the graph has no position {position!r}", position=position)
        return found

    def _find(self, position: object) -> int | None:
        if self._names is None:
            if isinstance(position, int):
                return position if 0 <= position < len(self) else None
            try:
                number = int(position)  # type: ignore[call-overload]
            except (TypeError, ValueError, OverflowError):
                return None
            return number if number == position and 0 <= number < len(self) else None
        if self._index is None:
            self._index = {name: i for i, name in enumerate(self.names)}
        found: int | None = self._index.get(position)
        if found is None and self._canonical is not None:
            found = self._index.get(self._canonical(position))
        return found

    def options(self, position: P) -> list[P]:
        """The positions that the moves of a position lead to."""
        names = self.names
        return [names[v] for v in self._native.row(self.vertex(position))]

    def solve(self, *, misere: bool = False, grundy: bool = True, **limits: Unpack[Limits]) -> Solution[P]:
        """Solves every position by retrograde analysis: outcome, remoteness, and Grundy value unless `grundy` is False.

        Under misère play the player who cannot move wins; outcomes given by `ends` do not change.
        """
        return Solution(self, self._native.solve(misere, grundy, _limits(limits)), misere, grundy)

    def __repr__(self) -> str:
        return f"<graph of {len(self):,} positions and {self.moves:,} moves>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> Any:
        canonical = None if self._canonical is None else _pickled(self._canonical) or _LostCanonical()
        return _graph, (self._native.to_bytes(), None if self._names is None else self.names, canonical)


class Integers:
    """Internal. Finds the vertex of a position in a graph whose positions are integers, as a dict would."""

    __slots__ = ("_dict", "_words")

    def __init__(self, words: _native.Words) -> None:
        self._words = words
        self._dict: dict[int, int] | None = None

    def get(self, position: Any) -> int | None:
        """The vertex of a position."""
        if type(position) is int:
            return self._words.find(position)
        # Other objects may equal an integer: True, 1.0, numpy's integers.
        if self._dict is None:
            self._dict = {number: i for i, number in enumerate(self._words.integers())}
        return self._dict.get(position)


class _NumberNames(Seq[str]):
    """The names of the vertices of a graph file without names: their numbers as text. `get` finds the vertex of a name."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, i: Any) -> Any:
        found = range(self._count)[i]
        return [str(v) for v in found] if isinstance(found, range) else str(found)

    def get(self, name: object) -> int | None:
        """The vertex of a name."""
        if not isinstance(name, str) or not name.isdecimal() or str(int(name)) != name:
            return None
        return int(name) if int(name) < self._count else None


def _pickled(function: Any) -> Any:
    """The function, if it can be pickled: a function of a module, or a method of an object of such a class. Else None."""
    try:
        pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None
    return function


class _LostCanonical:
    """Stands for a function `canonical` that could not be pickled."""

    def __call__(self, position: Any) -> Any:
        raise GraphError(
            f"{position!r} is not stored, and the function `canonical`, which finds the position that stands for it, was lost by pickling",
            help="define `canonical` in a module, so that it can be pickled",
        )


def _graph(data: bytes, names: Seq[Any] | None, canonical: Any = None) -> Graph[Any]:
    graph = Graph(_native.Graph.from_bytes(data), names)
    graph._canonical = canonical
    if isinstance(names, _NumberNames):
        graph._index = cast("dict[Any, int]", names)
    return graph


def _integers(np: Any, numbers: ArrayLike) -> Any:
    """The numbers as a contiguous array of 32 or 64 bits each, without a copy where that is possible."""
    array = np.asarray(numbers)
    if array.ndim != 1:
        raise GraphError(f"an array of one dimension is needed, got the shape {array.shape}")
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise GraphError(f"an array of integers is needed, got {array.dtype}")
    if array.dtype.itemsize < 4:
        array = array.astype(np.int32)
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))


def _marks(np: Any, ends: ArrayLike | None, players: ArrayLike | None) -> tuple[Any, Any]:
    """`ends` and `players` as arrays of int8."""

    def bytes_of(what: str, marks: ArrayLike | None) -> Any:
        if marks is None:
            return None
        array = np.asarray(marks)
        # For ends, True and False would be a win and a draw.
        if array.ndim != 1 or array.dtype.kind not in ("iub" if what == "players" else "iu"):
            raise GraphError(f"`{what}` must be an array of integers, one a vertex, got {array.dtype} of shape {array.shape}")
        if array.size and (array.min() < -1 or array.max() > 2):
            raise GraphError(f"`{what}` has numbers from -1 to 2, got {array.min()} to {array.max()}")
        return np.ascontiguousarray(array, dtype=np.int8)

    return bytes_of("ends", ends), bytes_of("players", players)


class Solution(Mapping[P, PositionValue], Generic[P]):
    """A solved graph or game: a mapping from positions to their values, and arrays in the order of `positions`.

    >>> import grundy
    >>> solution = grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 20)
    >>> solution[20]
    PositionValue(value=WIN, remoteness=11, grundy=2)
    >>> solution.value[:3]
    array([1, 1, 1], dtype=int8)
    >>> len(solution), 30 in solution
    (21, False)

    A pickled solution keeps the names of moves and `canonical` if the functions that give them can be pickled: if they are defined in a
    module, and are no lambdas. Otherwise `moves` has no names, and a position that is not stored itself is an error.
    """

    #: The graph.
    graph: Graph[P]
    #: How the graph was solved.
    method: str

    def __init__(self, graph: Graph[P], solved: _native.Solved, misere: bool = False, grundy: bool = True, labels: Any = None) -> None:
        """Internal: call `Graph.solve` or `explore` instead."""
        self.graph = graph
        self._solved = solved
        self._misere = misere
        self._has_grundy = grundy
        self._labels = labels
        self._all: tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int64] | None] | None = None
        self._best: Any = None
        self.method = solved.method

    def _arrays(self) -> tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int64] | None]:
        if self._all is None:
            numpy("an array of values")
            found = self._solved.arrays()
            for array in found:
                if array is not None:
                    array.flags.writeable = False
            self._all = found
        return self._all

    @property
    def value(self) -> NDArray[np.int8]:
        """The outcomes: 1 win, -1 loss, 0 draw."""
        return self._arrays()[0]

    @property
    def remoteness(self) -> NDArray[np.int32]:
        """Moves to the end; -1: a draw."""
        return self._arrays()[1]

    @property
    def grundy(self) -> NDArray[np.int64] | None:
        """The Grundy values, -1 where the value is infinite; None: the game has none, or `solve` did not compute them."""
        return self._arrays()[2]

    @property
    def loopy(self) -> list[tuple[int, ...] | None] | None:
        """The numbers of K where the Grundy value is infinite, ∞(K), and None where it is not; None: no position has an infinite value.

        >>> import grundy
        >>> solution = grundy.Graph.from_edges([1, 2, 2, 3, 3, 3], [0, 0, 1, 0, 2, 3]).solve()
        >>> solution.grundy, solution.loopy
        (array([ 0,  1,  2, -1]), [None, None, None, (0, 2)])
        >>> solution[3]
        PositionValue(value=WIN, remoteness=1, grundy=∞(0, 2))
        """
        return self._solved.loopy()

    @property
    def positions(self) -> Seq[P]:
        """The positions, in the order of the arrays. In an explored game the start is the first."""
        return self.graph.names

    @property
    def best(self) -> NDArray[np.int64]:
        """A best move of each position, as the index in `positions` of the option that it leads to; -1 if the game is over.

        The first access computes the array, in one pass over the moves.
        """
        if self._best is None:
            numpy("Solution.best")
            self._best = self._solved.best()
            self._best.flags.writeable = False
        best: NDArray[np.int64] = self._best
        return best

    def __getitem__(self, position: P, /) -> PositionValue:
        v = self.graph._find(position)
        if v is None:
            raise MissingPosition(f"{position!r} is not a position of the solution", position=position)
        return self._at(v)

    def _at(self, v: int) -> PositionValue:
        return _value(*self._solved.get(v))

    def __iter__(self) -> Iterator[P]:
        return iter(self.positions)

    def __len__(self) -> int:
        return self._solved.count

    def __contains__(self, position: object) -> bool:
        return self.graph._find(position) is not None

    def moves(self, position: P, /) -> list[tuple[Any, P, PositionValue]]:
        """The moves of a position, best first: tuples of the name (None if the rules give none), the option and the option's value."""
        names = self.positions
        v = self.graph.vertex(position)
        labels = self._moves_of(position)
        ranked = self._solved.ranked(v)
        return [(labels.get(names[option]) if labels else None, names[option], self._at(option)) for option in ranked]

    def _moves_of(self, position: P) -> dict[Any, Any] | None:
        """The names that the rules give the moves of a position, by the options that they lead to."""
        if self._labels is None:
            return None
        found: dict[Any, Any] | None = self._labels(position)
        return found

    def line(self, position: P, /) -> list[P]:
        """The positions of perfect play from a position to the end, both included; in a draw, to the first repeated position."""
        names = self.positions
        v = self.graph.vertex(position)
        line = [v]
        met = {v}
        best = self._best
        while True:
            v = int(best[v]) if best is not None else self._solved.best_of(v)
            if v < 0:
                break
            line.append(v)
            if v in met:
                break
            met.add(v)
        return [names[v] for v in line]

    def histogram(self) -> Histogram:
        """Numbers of positions by outcome and remoteness."""
        return Histogram(*self._solved.histogram())

    def verify(self, **limits: Unpack[Limits]) -> None:
        """Derives every value again from the values of the options, independently of the solver. Raises WrongValue at a wrong one."""
        wrong = self._solved.verify(_limits(limits))
        if wrong is not None:
            from .errors import WrongValue

            v, message = wrong
            position = self.positions[v]
            raise WrongValue(f"the value of {position!r} is wrong: {message}", position=position)

    def _columns(self) -> dict[str, Any]:
        np = numpy()
        positions: Any = self.positions
        columns: dict[str, Any] = {
            "position": np.asarray(positions) if hasattr(positions, "__array__") else positions,
            "value": self.value,
            "remoteness": self.remoteness,
        }
        columns["grundy"] = np.full(len(self), -1, dtype=np.int64) if self.grundy is None else self.grundy
        loopy = self.loopy
        if loopy is not None:
            columns["loopy"] = loopy
        return columns

    def to_polars(self) -> polars.DataFrame:
        """The solution as a data frame, with nulls for missing numbers. Positions become text, unless all are integers of 64 bits.

        If a Grundy value is infinite, the column `loopy` has the lists of the numbers of K.
        """
        pl = need("polars", "Solution.to_polars")
        columns = self._columns()
        positions = columns["position"]
        if isinstance(positions, Seq) and not isinstance(positions, range):
            kinds = {type(position) for position in positions}
            are_words = kinds == {int} and all(-(2**63) <= position < 2**63 for position in positions)
            if not (are_words or kinds == {str}):
                positions = [str(position) for position in positions]
        columns["position"] = pl.Series("position", positions)
        if "loopy" in columns:
            columns["loopy"] = pl.Series("loopy", columns["loopy"], dtype=pl.List(pl.Int64))
        words = pl.Enum(["loss", "draw", "win"])
        frame = pl.DataFrame(columns).with_columns(
            pl.col("value").replace_strict([-1, 0, 1], ["loss", "draw", "win"], return_dtype=words),
            pl.when(pl.col("remoteness") >= 0).then("remoteness").alias("remoteness"),
            pl.when(pl.col("grundy") >= 0).then("grundy").alias("grundy"),
        )
        return cast("polars.DataFrame", frame)

    def to_pandas(self) -> pandas.DataFrame:
        """The solution as a data frame, with missing values for missing numbers. The positions are the index.

        If a Grundy value is infinite, the column `loopy` has the tuples of the numbers of K.
        """
        pd = need("pandas", "Solution.to_pandas")
        columns = self._columns()
        positions = columns.pop("position")
        # pandas would convert what it takes for numbers or times, and lose digits.
        is_array = not isinstance(positions, Seq) or isinstance(positions, range)
        kinds = set() if is_array else {type(position) for position in positions}
        dtype = None if is_array or kinds in ({int}, {str}) else object
        index = pd.Index(list(positions) if isinstance(positions, Seq) else positions, dtype=dtype, name="position", tupleize_cols=False)
        loopy = {"loopy": pd.Series(columns["loopy"], index=index, dtype=object)} if "loopy" in columns else {}
        value = pd.Categorical.from_codes(columns["value"].astype("int8") + 1, ["loss", "draw", "win"], ordered=True)
        return cast(
            "pandas.DataFrame",
            pd.DataFrame(
                {
                    "value": value,
                    "remoteness": pd.arrays.IntegerArray(self.remoteness.copy(), self.remoteness < 0),
                    "grundy": pd.arrays.IntegerArray(columns["grundy"].copy(), columns["grundy"] < 0),
                    **loopy,
                },
                index=index,
            ),
        )

    def to_networkx(self) -> networkx.DiGraph[P]:
        """The graph in NetworkX, with the attributes value, remoteness and grundy of each node (None where there is none).

        A node whose Grundy value is ∞(K) also has the attribute loopy, the tuple of the numbers of K.
        """
        nx = need("networkx", "Solution.to_networkx")
        names = self.positions
        drawn = nx.DiGraph()
        grundy: Iterable[int] = [-1] * len(self) if self.grundy is None else self.grundy.tolist()
        for name, value, remoteness, nimber in zip(names, self.value.tolist(), self.remoteness.tolist(), grundy, strict=True):
            drawn.add_node(
                name,
                value=_OUTCOMES[value],
                remoteness=None if remoteness < 0 else remoteness,
                grundy=None if nimber < 0 else nimber,
            )
        for name, loopy in zip(names, self.loopy or (), strict=False):
            if loopy is not None:
                drawn.nodes[name]["loopy"] = loopy
        indptr, indices = self.graph.indptr.tolist(), self.graph.indices.tolist()
        for v, name in enumerate(names):
            drawn.add_edges_from((name, names[w]) for w in indices[indptr[v] : indptr[v + 1]])
        return cast("networkx.DiGraph[P]", drawn)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> Any:
        # Solving again takes no longer than reading the arrays.
        return _solution, (self.graph, self._misere, self._has_grundy, _pickled(self._labels))

    def __repr__(self) -> str:
        counts = self.histogram()
        return f"<solution of {len(self):,} positions: {sum(counts.wins):,} won, {sum(counts.losses):,} lost, {counts.draws:,} drawn>"

    def _repr_html_(self) -> str:
        from .html import solution

        return solution(self)


def _solution(graph: Graph[Any], misere: bool, grundy: bool, labels: Any = None) -> Solution[Any]:
    solution = graph.solve(misere=misere, grundy=grundy)
    solution._labels = labels
    return solution
