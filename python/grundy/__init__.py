"""Solves finite two-player games completely: who wins, by which move, in how many moves, and why.

>>> import grundy
>>> grundy.solve("nim", 14, 21, 39)
<nim 14 21 39: win in 63, grundy 60; best: take 12 from 39>
>>> grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 20)[20]
PositionValue(value=WIN, remoteness=11, grundy=2)

| you want | begin with |
|---|---|
| to solve a position of a named game | `grundy.solve`, `grundy.game`, `grundy.games` |
| to solve a game of your own | `grundy.explore`; fast, in numpy: `grundy.explore_words`; as a rules file: `grundy.rules` |
| to solve a graph | `grundy.Graph` |
| Grundy values and periods of heaps | `Game.values`, `Game.period`, `Game.sequence` |
| to keep a solved game on disk | `Game.build`, `grundy.open_table` |
| to play | `Position.opponent` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._native import __version__
from .answer import Answer, Move, Outcome, PositionValue
from .errors import (
    GameError,
    GraphError,
    GrundyError,
    IllegalMove,
    InternalError,
    LimitError,
    MissingPackage,
    MissingPosition,
    PositionError,
    RulesError,
    TableError,
    WrongTable,
    WrongValue,
)
from .game import Forecast, Game, Position, PositionLike, catalog, game, rules, solve
from .limits import Limits, Stage

if TYPE_CHECKING:
    from . import errors, games
    from ._explore import Rules, explore, explore_words
    from .graph import Graph, Histogram, Solution
    from .heaps import Heatmap, Period, Sequence
    from .play import Match
    from .table import Columns, Table, Verified, open_table, verify

__all__ = [
    "Answer",
    "Columns",
    "Forecast",
    "Game",
    "GameError",
    "Graph",
    "GraphError",
    "GrundyError",
    "Heatmap",
    "Histogram",
    "IllegalMove",
    "InternalError",
    "LimitError",
    "Limits",
    "Match",
    "MissingPackage",
    "MissingPosition",
    "Move",
    "Outcome",
    "Period",
    "Position",
    "PositionError",
    "PositionLike",
    "PositionValue",
    "Rules",
    "RulesError",
    "Sequence",
    "Solution",
    "Stage",
    "Table",
    "TableError",
    "Verified",
    "WrongTable",
    "WrongValue",
    "__version__",
    "catalog",
    "errors",
    "explore",
    "explore_words",
    "game",
    "games",
    "open_table",
    "rules",
    "solve",
    "verify",
]

# The module of each name that is imported when it is first needed.
_LATER = {
    "_explore": ["Rules", "explore", "explore_words"],
    "graph": ["Graph", "Histogram", "Solution"],
    "heaps": ["Heatmap", "Period", "Sequence"],
    "play": ["Match"],
    "table": ["Columns", "Table", "Verified", "open_table", "verify"],
    "games": ["games"],
}
_MODULE = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> Any:
    module = _MODULE.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    loaded = import_module(f"{__name__}.{module}")
    for each in _LATER[module]:
        globals()[each] = loaded if each == module == "games" else getattr(loaded, each)
    return globals()[name]


def __dir__() -> list[str]:
    return __all__
