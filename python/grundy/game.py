"""Named games, rules files and their positions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Set
from collections.abc import Sequence as Seq
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack
from weakref import WeakValueDictionary

from . import _native
from ._optional import numpy
from .answer import Answer, Move
from .errors import GameError, PositionError
from .limits import Limits, _limits, _number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .heaps import Heatmap, Period, Sequence
    from .play import Match
    from .table import Columns, Table

__all__ = ["Forecast", "Game", "Position", "PositionLike", "catalog", "game", "rules", "solve"]


class Forecast(NamedTuple):
    """An estimate of what `Game.build` takes."""

    #: Positions that will be solved.
    positions: int
    #: Peak memory, in bytes.
    bytes: int
    #: Seconds on one thread, estimated from a sample of the work.
    seconds: float


class Position:
    """A position of a game. It is immutable and hashable.

    >>> from grundy.games import nim, kayles
    >>> position = nim(3, 5) + kayles(7)
    >>> position
    <nim 3 5 + kayles 7>
    >>> position.solve().grundy
    4
    >>> nim(3, 5).play("take 2 from 5") == nim(3, 3)
    True
    """

    __slots__ = ("_game", "_text")

    def __init__(self, game: Game, position: PositionLike) -> None:
        self._game = game
        self._text = game._native.parse(_text((position,), game))

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        name = self._game.name
        return f"<{self._text}>" if name == self._text or self._is_sum() else f"<{name} {self._text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._text == other._text and (self._game == other._game or _are_sums(self._game, other._game))

    def __hash__(self) -> int:
        # The text of a position of a sum names the games.
        return hash((self._text, self._game.misere if self._is_sum() else self._game))

    def __reduce__(self) -> Any:
        return _position, (self._game, self._text)

    def __add__(self, other: Position) -> Position:
        """The sum of two positions: a move is a move in one of them."""
        if not isinstance(other, Position):
            return NotImplemented
        if self._game.misere != other._game.misere:
            raise GameError(
                "one position is under normal play and the other under misère play", help="open both games for the same kind of play"
            )
        for part in (self, other):
            if not part._is_sum() and any(map(str.isspace, part._game.name)):
                message = f"the file name of {part._game.name!r} has a space, so the game cannot be part of a sum"
                raise GameError(message, help="open the file by a name without spaces")
        text = " + ".join(part._text if part._is_sum() else f"{part._game.name} {part._text}" for part in (self, other))
        sum_ = game(text, misere=self._game.misere)
        return sum_.start()

    def _is_sum(self) -> bool:
        return " + " in self._game.name

    def solve(self, *, moves: int = 1000, **limits: Unpack[Limits]) -> Answer:
        """The value of this position and of at most `moves` of its moves."""
        return self._game.solve(self._text, moves=moves, **limits)

    def options(self) -> list[tuple[str, Position]]:
        """The moves as text, each with the position that it leads to.

        >>> from grundy.games import subtraction
        >>> subtraction(1, 3, 4)(5).options()
        [('take 1', <subtraction:1,3,4 4>), ('take 3', <subtraction:1,3,4 2>), ('take 4', <subtraction:1,3,4 1>)]
        """
        return [(text, _position(self._game, after)) for text, after in self._game._native.options(self._text)]

    def play(self, move: str | Move) -> Position:
        """The position after a move, which is given as text or as the `Move` of an answer. As in `grundy play`, the text need not be exact.

        >>> from grundy.games import nim
        >>> nim(3, 5).play("take 6 from 5")
        Traceback (most recent call last):
        ...
        grundy.errors.IllegalMove: `take 6 from 5` is not a move here; ...
        """
        return _position(self._game, self._game._native.play(self._text, str(move))[1])

    def opponent(self, skill: float = 1.0, *, seed: int | None = None, **limits: Unpack[Limits]) -> Match:
        """Starts a match from this position against the computer, which plays perfectly with `skill` 1 and at random with 0."""
        from .play import Match

        return Match(self, skill, seed=seed, **limits)

    @property
    def picture(self) -> str:
        """A picture of the position in plain text, of one or more lines."""
        return self._game._native.picture(self._text)

    def _repr_html_(self) -> str:
        from .html import position

        return position(self)


#: How a position is given: its text, a heap, several heaps, or a position.
PositionLike = str | int | Seq[int] | Position


def _position(game: Game, text: str) -> Position:
    """The position with this text, which must come from the game itself."""
    position = Position.__new__(Position)
    position._game = game
    position._text = text
    return position


def _text(position: tuple[PositionLike, ...], game: Game) -> str:
    """The text of a position of `game`, which is given as one value or as its heaps."""
    if len(position) == 1:
        only = position[0]
        if isinstance(only, str):
            return only
        if isinstance(only, Position):
            if not (_are_alike(only._game, game) or _are_sums(only._game, game)):
                raise PositionError(f"{only!r} is a position of {only._game.name}, and one of {game.name} is needed", text=only._text)
            return only._text
        # A set has no order and no equal heaps; bytes are text that was not decoded.
        if isinstance(only, (bytes, bytearray, memoryview, Set, Mapping)):
            raise TypeError(f"a position is a text, a number or a sequence of numbers, got {type(only).__name__}: {only!r}")
        if isinstance(only, Iterable):
            return " ".join(map(str, only))
        return str(only)
    return " ".join(map(str, position))


def _are_alike(one: Game, other: Game) -> bool:
    """Whether two games have the same positions. A file that has moved has another name."""
    if one is other or one._name == other._name:
        return True
    return one._native.is_file and other._native.is_file and one.rules == other.rules


def _are_sums(one: Game, other: Game) -> bool:
    """Whether two games are sums of games without files. Then the texts of their positions name the games."""
    are_sums = " + " in one._name and " + " in other._name
    return are_sums and one.misere == other.misere and not (one._native.is_file or other._native.is_file)


class Game:
    """A game. It is immutable and thread-safe, can be pickled, and caches what it has solved.

    >>> import grundy
    >>> nim = grundy.game("nim")
    >>> nim.solve(14, 21, 39).best[0].text
    'take 12 from 39'
    >>> nim(14, 21, 39)
    <nim 14 21 39>
    >>> nim.misere
    False
    """

    __slots__ = ("__weakref__", "_misere", "_name", "_native", "_origin", "_stamp")

    def __init__(self, native: _native.Game, origin: tuple[Any, ...]) -> None:
        """Internal: call `grundy.game` or `grundy.rules` instead."""
        self._native = native
        self._origin = origin
        self._name = native.name
        self._misere = native.misere
        # A file may change between two calls of `grundy.game`.
        self._stamp = _stamp(origin[1].removeprefix("graph:")) if native.is_file and origin[0] == "game" else None

    @property
    def name(self) -> str:
        """The name, with the parameters."""
        return self._name

    @property
    def misere(self) -> bool:
        """Whether the player who cannot move wins."""
        return self._misere

    def __call__(self, *position: PositionLike) -> Position:
        """A position of the game, from its text or its heaps."""
        return _position(self, self._native.parse(_text(position, self)))

    def start(self) -> Position:
        """The start position. Raises PositionError if the game has none, such as a game of heaps."""
        return _position(self, self._native.start())

    def solve(self, *position: PositionLike, moves: int = 1000, **limits: Unpack[Limits]) -> Answer:
        """The value of a position (by default the start), and of at most `moves` of its moves."""
        bound = _limits(limits) if limits else None
        moves = _number("moves", moves)
        return Answer(self, self._native.solve(_text(position, self) if position else None, bound), moves, bound)

    def forget(self) -> None:
        """Frees what the game remembers of solved positions, which may take gigabytes. The next question solves again.

        >>> import grundy
        >>> game = grundy.game("connect4:4x4")
        >>> first = game.solve()
        >>> game.forget()
        >>> game.solve() == first
        True
        """
        self._native.forget()

    def solve_many(self, positions: Iterable[PositionLike], **limits: Unpack[Limits]) -> Columns:
        """The values of many positions as arrays.

        >>> import grundy
        >>> grundy.game("nim").solve_many([(1, 2, 3), (1, 2), 5]).grundy
        array([0, 3, 5])
        """
        numpy("Game.solve_many")
        from .table import Columns

        return Columns(*self._native.solve_many([_text((at,), self) for at in positions], _limits(limits)))

    def values(self, stop: int, **limits: Unpack[Limits]) -> NDArray[np.int64]:
        """The Grundy values of the single heaps 0, 1, …, stop - 1.

        >>> import grundy
        >>> grundy.game("kayles").values(12)
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])
        """
        from .heaps import values

        return values(self, stop, limits)

    def outcomes(self, stop: int, **limits: Unpack[Limits]) -> NDArray[np.int8]:
        """The outcomes of the single heaps 0, 1, …, stop - 1, in misère play too: 1 won, -1 lost, 0 drawn.

        >>> import grundy
        >>> grundy.game("bash:3").outcomes(6)
        array([-1,  1,  1,  1, -1,  1], dtype=int8)
        """
        from .heaps import outcomes

        return outcomes(self, stop, limits)

    def sequence(self, stop: int, **limits: Unpack[Limits]) -> Sequence:
        """The single heaps 0, 1, …, stop - 1: values, outcomes and the period. A notebook shows it as a picture."""
        from .heaps import Sequence

        return Sequence(self, stop, limits)

    def period(
        self,
        heaps: int | None = None,
        *,
        certificate: str | PathLike[str] | None = None,
        **limits: Unpack[Limits],
    ) -> Period | None:
        """Searches the Grundy values of single heaps for a period and proves it. None if the first `heaps` heaps show none.

        With `certificate` it writes the proof to a file, which `grundy.verify` checks.

        >>> import grundy
        >>> grundy.game("octal:0.137").period()
        Period(preperiod=52, period=34, saltus=0, proved=True, heaps=..., by='...')
        """
        from .heaps import period

        return period(self, heaps, certificate, limits)

    def heatmap(self, size: int, **limits: Unpack[Limits]) -> Heatmap:
        """All pairs of the heaps 0, 1, …, size - 1 as a square matrix. A notebook shows it as a picture.

        >>> import grundy
        >>> grundy.game("wythoff").heatmap(4).values
        array([[0, 1, 2, 3],
               [1, 2, 0, 4],
               [2, 0, 1, 5],
               [3, 4, 5, 6]])
        """
        from .heaps import Heatmap

        return Heatmap(self, size, limits)

    def forecast(self, **limits: Unpack[Limits]) -> Forecast | None:
        """An estimate of what `build` would take; None if the number of positions is not known beforehand."""
        found = self._native.forecast(_limits(limits))
        return None if found is None else Forecast(*found)

    def build(
        self,
        path: str | PathLike[str],
        *,
        start: PositionLike | None = None,
        reduced: bool = False,
        positions: bool = True,
        checkpoint: str | PathLike[str] | None = None,
        **limits: Unpack[Limits],
    ) -> Table:
        """Solves every position that can be reached from the start, or from `start`, and writes a table.

        With `reduced` the table holds one position of each class under the symmetries of the game. With `positions=False` it
        leaves out the text of the positions, in games whose positions have numbers.

        If `checkpoint` names a folder, the state of the run is saved there once a minute, or less often if saving would take more than a
        tenth of the time. An interrupted run continues from there; what it has done since then is done again.
        """
        from .table import build

        return build(self, path, start, reduced, positions, checkpoint, limits)

    @property
    def rules(self) -> str:
        """The rules: the text of a rules file, or a few sentences for other games."""
        return self._native.rules

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self._origin == other._origin and self._stamp == other._stamp)

    def __hash__(self) -> int:
        return hash(self._origin)

    def __reduce__(self) -> Any:
        return _reopened, self._origin

    def __repr__(self) -> str:
        return f"<game {self.name}{', misère' if self.misere else ''}>"


def _stamp(path: str) -> tuple[int, int] | None:
    """What tells a file from an earlier one of the same name; None if it is gone, or the game is a sum."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


# The games that were opened most recently, by name. A game may store gigabytes of solved positions, so only a few are kept.
_OPENED: dict[tuple[str, bool], Game] = {}
_MOST_OPENED = 4
# The games that are in use.
_IN_USE: WeakValueDictionary[tuple[str, bool], Game] = WeakValueDictionary()


def game(name: str, *, misere: bool = False) -> Game:
    """Opens a game: ``kayles``, ``subtraction:1,3,4``, ``octal:0.137``, ``chess:KRvK``, ``graph:FILE``, ``FILE.star``, or a sum.

    A game that needs no file is opened once, and cached as long as something refers to it. The last four games are cached in any case,
    with what they have solved (see :meth:`Game.forget`). `grundy.catalog()` lists the named games.

    >>> import grundy
    >>> grundy.game("subtraction:1,3,4").solve(20).value
    WIN
    >>> grundy.game("subtraction:1,3,4", misere=True)
    <game subtraction:1,3,4, misère>
    """
    if not isinstance(misere, bool):
        raise TypeError(f"`misere` is True or False, got {misere!r}")
    found = _OPENED.get((name, misere))
    if found is None:
        if not isinstance(name, str):
            name = fspath(name)
        found = _IN_USE.get((name, misere))
        if found is None:
            native = _native.open_game(name, misere)
            found = Game(native, ("game", name, misere))
            if native.is_file:
                return found
            found = _IN_USE.setdefault((name, misere), found)
        if len(_OPENED) >= _MOST_OPENED:
            # Other threads may open games meanwhile: an iterator of the dict would fail, and the oldest one may have been taken out.
            for oldest in list(_OPENED)[:1]:
                _OPENED.pop(oldest, None)
        found = _OPENED.setdefault((name, misere), found)
    return found


# `solve` has an argument of the same name.
_open = game


def rules(source: str, *, misere: bool = False, name: str = "rules.star", **settings: object) -> Game:
    """Opens the game of a rules file, given as text in Starlark, which has Python's syntax. All cores explore it, without the GIL.

    Further keyword arguments set the parameters of the file. `name` is the file name in messages.

    >>> import grundy
    >>> source = '''
    ... take = param("take", [1, 2, 3])
    ... def initial(): return 21
    ... def moves(s): return [s - k for k in take if k <= s]
    ... '''
    >>> grundy.rules(source).solve().grundy
    1
    >>> grundy.rules(source, take=[1, 3, 4]).solve(20).grundy
    2
    """
    texts = tuple((key, _setting(value)) for key, value in settings.items())
    return Game(_native.open_rules(name, source, list(texts), misere), ("rules", name, source, texts, misere))


def _setting(value: object) -> str:
    """The text of a parameter."""
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return ",".join(map(str, value))
    return str(value)


def _reopened(kind: str, *origin: Any) -> Game:
    """Opens the game of a pickle again."""
    if kind == "game":
        name, misere = origin
        return game(name, misere=misere)
    if kind == "table":
        from .table import open_table

        path, moved = origin
        return open_table(path, game=moved).game
    name, source, texts, misere = origin
    return Game(_native.open_rules(name, source, list(texts), misere), (kind, *origin))


def solve(game: str | Game, *position: PositionLike, misere: bool = False, moves: int = 1000, **limits: Unpack[Limits]) -> Answer:
    """The value of a position (by default the start) and of its moves. A game that needs no file is opened once and cached.

    >>> import grundy
    >>> grundy.solve("nim", 14, 21, 39)
    <nim 14 21 39: win in 63, grundy 60; best: take 12 from 39>
    >>> grundy.solve("kayles", 20, misere=True).value
    LOSS
    """
    if isinstance(game, Game):
        if misere and not game.misere:
            raise ValueError("the game is opened for normal play; open it with `grundy.game(name, misere=True)`")
    else:
        game = _OPENED.get((game, misere)) or _open(game, misere=misere)
    return game.solve(*position, moves=moves, **limits)


class _Catalog(Mapping[str, str]):
    """The games that have names, each with its rules."""

    def __init__(self, entries: dict[str, str]) -> None:
        self._entries = entries

    def __getitem__(self, name: str) -> str:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        width = max(map(len, self._entries), default=0)
        return "\n".join(f"{name:<{width}}  {rules}" for name, rules in self._entries.items())

    def _repr_html_(self) -> str:
        from .html import catalog

        return catalog(self)


def catalog() -> Mapping[str, str]:
    """The catalogue: the names of all games, with their parameters, each with its rules.

    >>> import grundy
    >>> "kayles" in grundy.catalog()
    True
    """
    return _Catalog(dict(_native.catalog()))
