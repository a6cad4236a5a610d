"""How users write it, for type checkers alone: `mypy --strict` reads this file and nothing runs it."""

from __future__ import annotations

from typing import Any, assert_type

import networkx
import numpy as np
from numpy.typing import NDArray

import grundy
from grundy import Answer, Graph, Move, Outcome, Position, PositionValue, Solution
from grundy.games import connect4, kayles, nim, subtraction

answer = grundy.solve("nim", 14, 21, 39, memory="8 GB", threads=2)
assert_type(answer, Answer)
assert_type(answer.value, Outcome)
assert_type(answer.grundy, int | None)
assert_type(answer.loopy, tuple[int, ...] | None)
assert_type(answer.best, tuple[Move, ...])
assert_type(answer.best[0].after.solve(), Answer)
assert_type(nim(3, 5) + kayles("7"), Position)
assert_type(subtraction(1, 3, 4).values(100), NDArray[np.int64])
assert_type(connect4(5, 4).start(), Position)
assert_type(-Outcome.WIN, grundy.Outcome)

period = kayles.period()
if period is not None:
    assert_type(period.proved, bool)


def moves(n: int) -> list[int]:
    return [n - k for k in (1, 3, 4) if k <= n]


def labelled(n: int) -> dict[str, int]:
    return {f"take {k}": n - k for k in (1, 3, 4) if k <= n}


class Walk:
    def start(self) -> tuple[int, int]:
        return 3, 3

    def moves(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = position
        return [(x - 1, y)] if x else []

    def end(self, position: tuple[int, int]) -> str:
        return "loss"


assert_type(grundy.explore(moves, 20), Solution[int])
assert_type(grundy.explore(labelled, 20, time=3.5), Solution[int])
assert_type(grundy.explore(Walk()), Solution[tuple[int, int]])
solution = grundy.explore(Walk(), max_positions=10**6)
assert_type(solution[3, 3], PositionValue)
assert_type(solution.get((3, 3)), PositionValue | None)
assert_type(solution.value, NDArray[np.int8])
assert_type(solution.loopy, list[tuple[int, ...] | None] | None)
assert_type(solution[3, 3].loopy, tuple[int, ...] | None)
assert_type(solution.line((3, 3)), list[tuple[int, int]])
assert_type([position for position, fact in solution.items() if fact.value is Outcome.WIN], list[tuple[int, int]])


def expand(words: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    return words[:0], np.zeros(len(words), np.int64)


assert_type(grundy.explore_words(expand, 0), Solution[int])

drawn: networkx.DiGraph[str] = networkx.DiGraph()
assert_type(Graph.from_networkx(drawn), Graph[str])
assert_type(Graph.from_csr([0, 0], []).solve(grundy=False), Solution[int])
assert_type(Graph.read("game.txt"), Graph[str])

with grundy.game("tictactoe").build("table.parquet", reduced=True, progress=True) as table:
    assert_type(table.probe("........."), PositionValue)
    assert_type(table.get("........."), PositionValue | None)
    assert_type(table.probe_many(["........."]).remoteness, NDArray[np.int32])

match = nim(3, 5).opponent(0.5, seed=1)
assert_type(match.reply(), Move)
assert_type(match.record(), list[tuple[str, Outcome | None, Outcome | None]])

try:
    grundy.game("nmi")
except grundy.GameError as error:
    assert_type(error.help, str)
except grundy.LimitError as error:
    assert_type(error.needed, int | None)

extras: dict[str, Any] = answer.to_dict()
