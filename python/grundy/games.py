"""The games of the catalogue by name.

Each is a :class:`~grundy.Game`, or a function of its parameters:

>>> from grundy.games import kayles, nim, subtraction
>>> nim(3, 5) + kayles(7)
<nim 3 5 + kayles 7>
>>> subtraction(1, 3, 4).solve(20).value
WIN

A game is opened when its name is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .game import Game, game

if TYPE_CHECKING:
    nim: Game
    kayles: Game
    dawsons_kayles: Game
    dawsons_chess: Game
    officers: Game
    treblecross: Game
    grundys_game: Game
    wythoff: Game
    divisor: Game
    king: Game
    calendar: Game
    tictactoe: Game
    three_mens_morris: Game
    five_mens_morris: Game
    six_mens_morris: Game
    nine_mens_morris: Game
    dao: Game
    teeko: Game
    teeko_movement: Game

__all__ = [
    "bash",
    "calendar",
    "chess",
    "chomp",
    "connect4",
    "cram",
    "dao",
    "dawsons_chess",
    "dawsons_kayles",
    "divisor",
    "domineering",
    "dots_and_boxes",
    "five_mens_morris",
    "grundys_game",
    "hex",
    "kalah",
    "kayles",
    "king",
    "mnk",
    "moore",
    "nim",
    "nine_mens_morris",
    "node_kayles",
    "octal",
    "officers",
    "othello",
    "quixo",
    "six_mens_morris",
    "subtraction",
    "teeko",
    "teeko_movement",
    "three_mens_morris",
    "tictactoe",
    "treblecross",
    "wythoff",
]


def _named(name: str, *parameters: Any, misere: bool) -> Game:
    return game(f"{name}:{','.join(map(str, parameters))}", misere=misere)


def moore(heaps: int, *, misere: bool = False) -> Game:
    """Moore's Nim: a move takes from at least one and at most `heaps` heaps."""
    return _named("moore", heaps, misere=misere)


def bash(most: int, *, misere: bool = False) -> Game:
    """Bash's game: take 1 to `most` stones from a heap."""
    return _named("bash", most, misere=misere)


def subtraction(*taken: int | str | range, misere: bool = False) -> Game:
    """A subtraction game: take a number of the set from a heap.

    The set consists of numbers, ranges and the texts that `grundy.catalog()` describes, such as ``"primes"`` or ``"all-but:1,2"``.

    >>> from grundy.games import subtraction
    >>> subtraction(1, range(3, 5))
    <game subtraction:1,3,4>
    >>> subtraction("primes").values(8)
    array([0, 0, 1, 1, 2, 2, 3, 3])
    """
    parts = [",".join(map(str, part)) if isinstance(part, range) else str(part) for part in taken]
    return _named("subtraction", *parts, misere=misere)


def octal(code: str, *, misere: bool = False) -> Game:
    """A take-and-break game by its octal code, such as ``octal("0.137")``; hexadecimal digits 8 to f split a heap into three."""
    if not isinstance(code, str):
        raise TypeError(f"an octal code is a text such as '0.137', got {code!r}")
    return _named("octal", code, misere=misere)


def mnk(rows: int, columns: int, line: int) -> Game:
    """The m,n,k game: `line` marks in a row on a board of `rows` by `columns`. ``mnk(3, 3, 3)`` is tic-tac-toe."""
    return _named("mnk", rows, columns, line, misere=False)


def connect4(columns: int, rows: int) -> Game:
    """Connect four on a board of `columns` by `rows`."""
    return game(f"connect4:{columns}x{rows}")


def dots_and_boxes(rows: int, columns: int) -> Game:
    """Dots and boxes on a board of `rows` by `columns` boxes."""
    return game(f"dots-and-boxes:{rows}x{columns}")


def hex(size: int) -> Game:  # noqa: A001
    """Hex on a rhombus of `size` by `size` cells."""
    return _named("hex", size, misere=False)


def domineering(rows: int, columns: int, *, misere: bool = False) -> Game:
    """Domineering on a board of `rows` by `columns`; Vertical moves first."""
    return game(f"domineering:{rows}x{columns}", misere=misere)


def othello(size: int) -> Game:
    """Othello on a board of `size` by `size`: 4, 6 or 8."""
    return _named("othello", size, misere=False)


def cram(rows: int, columns: int) -> Game:
    """Cram on a board of `rows` by `columns`."""
    return game(f"cram:{rows}x{columns}")


def node_kayles(rows: int, columns: int) -> Game:
    """Node Kayles on a board of `rows` by `columns`."""
    return game(f"node-kayles:{rows}x{columns}")


def quixo(size: int) -> Game:
    """Quixo on a board of `size` by `size`."""
    return _named("quixo", size, misere=False)


def kalah(pits: int, seeds: int) -> Game:
    """Kalah with `pits` pits a side and `seeds` seeds in each."""
    return _named("kalah", pits, seeds, misere=False)


def chomp(rows: int, columns: int, *, misere: bool = False) -> Game:
    """Chomp on a bar of `rows` by `columns`."""
    return _named("chomp", rows, columns, misere=misere)


def chess(pieces: str) -> Game:
    """A chess endgame, such as ``chess("KRvK")``."""
    return game(f"chess:{pieces}")


def __getattr__(name: str) -> Game:
    if name in __all__:
        opened = game(name.replace("_", "-"))
        globals()[name] = opened
        return opened
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
