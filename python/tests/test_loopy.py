"""Infinite Grundy values of games with cycles, against the slow solver and the command line."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import grundy
import oracle
from grundy import Graph, Outcome, PositionValue

np = pytest.importorskip("numpy")

# The vertex 3 may move to 0 and 2, or stay.
OPTIONS = {0: [], 1: [0], 2: [0, 1], 3: [0, 2, 3]}


def graph_of(options: dict[int, list[int]]) -> Graph[int]:
    edges = [(v, w) for v in options for w in options[v]]
    return Graph.from_edges(np.array(edges, np.int64).reshape(-1, 2), vertices=len(options))


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A graph file of OPTIONS."""
    path = tmp_path / "loopy.txt"
    path.write_text("".join(f"{v} {w}\n" for v in OPTIONS for w in OPTIONS[v]))
    return f"graph:{path}"


def test_the_value_of_a_position() -> None:
    value = graph_of(OPTIONS).solve()[3]
    assert value == PositionValue(Outcome.WIN, 1, None, (0, 2)) and value != PositionValue(Outcome.WIN, 1, None)
    assert value.grundy is None and value.loopy == (0, 2)
    assert repr(value) == str(value) == "PositionValue(value=WIN, remoteness=1, grundy=∞(0, 2))"
    assert repr(PositionValue(Outcome.DRAW, None, None, ())) == "PositionValue(value=DRAW, remoteness=None, grundy=∞())"
    assert repr(PositionValue(Outcome.DRAW, None, None)) == "PositionValue(value=DRAW, remoteness=None, grundy=None)"
    assert pickle.loads(pickle.dumps(value)) == value


def test_random_graphs_and_games_have_the_values_of_the_slow_solver() -> None:
    rng = random.Random(20)
    infinite = 0
    for _ in range(250):
        options = oracle.random_graph(rng, rng.choice([1, 4, 12, 40]), rng.choice([1, 2, 3]), rng.random() < 0.2, 0.3)
        expected = oracle.infinite_values(options)
        infinite += sum(len(numbers) > 0 for numbers in expected.values())
        solution = graph_of(options).solve()
        assert {v: value.loopy for v, value in solution.items() if value.loopy is not None} == expected
        assert solution.loopy == ([expected.get(v) for v in options] if expected else None)
        assert solution.grundy is not None and {v for v, n in enumerate(solution.grundy.tolist()) if n < 0} == set(expected)
        for v in options:
            assert all(value == solution[option] for _, option, value in solution.moves(v))
        solution.verify()
        explored = grundy.explore(options.__getitem__, 0)
        assert all(value == solution[v] for v, value in explored.items())
    assert infinite > 300


def test_games_without_infinite_values() -> None:
    assert graph_of({0: [], 1: [0]}).solve().loopy is None
    assert graph_of({0: [0]}).solve(misere=True).loopy is None
    assert graph_of({0: [0]}).solve(grundy=False).loopy is None
    assert graph_of({0: [0]}).solve().loopy == [()]


def test_answers_are_those_of_the_command_line(program: Any, file: str) -> None:
    game = grundy.game(file)
    answer = game.solve("3")
    assert answer.grundy is None and answer.loopy == (0, 2)
    assert repr(answer) == f"<{file} 3: win in 1, grundy ∞(0, 2); best: to 0>"
    assert "Grundy value ∞(0, 2)" in answer._repr_html_()
    assert [(str(move.after), move.facts.grundy, move.facts.loopy) for move in answer.moves] == [
        ("0", 0, None),
        ("2", 2, None),
        ("3", None, (0, 2)),
    ]
    copy = pickle.loads(pickle.dumps(answer))
    assert copy == answer and copy.loopy == (0, 2) and hash(copy) == hash(answer)
    assert answer.to_dict() == program.json("solve", file, "3")
    for chips in ("3 1", "3 2", "3 3", "2 1"):
        assert game.solve(chips).to_dict() == program.json("solve", file, *chips.split())
    many = game.solve_many(["3", "2", "3 3"])
    assert many.grundy is not None and many.grundy.tolist() == [-1, 2, -1]
    assert game.solve_many(["3"]).grundy.tolist() == [-1]  # type: ignore[union-attr]


def test_sums(program: Any, file: str) -> None:
    nim = grundy.game("nim")
    for heap, value, loopy in ((1, Outcome.DRAW, (1, 3)), (2, Outcome.WIN, (0, 2))):
        answer = (grundy.game(file)("3") + nim(heap)).solve()
        assert (answer.value, answer.grundy, answer.loopy) == (value, None, loopy)
        assert answer.to_dict() == program.batch("sum", [f"{file} 3 + nim {heap}"])[0]
    twice = (grundy.game(file)("3") + grundy.game(file)("3")).solve()
    assert (twice.value, twice.loopy) == (Outcome.DRAW, ())


def test_tables(file: str, tmp_path: Path) -> None:
    with grundy.game(file).build(tmp_path / "loopy.parquet") as table:
        assert table.probe("3") == table.get("3") == PositionValue(Outcome.WIN, 1, None, (0, 2))
        assert table.probe_many(["3", "2"]).grundy.tolist() == [-1, 2]  # type: ignore[union-attr]
        assert table.solve("3").loopy == (0, 2)
        polars = pytest.importorskip("polars")
        frame = table.scan().collect()
        assert frame.schema["loopy"] == polars.List(polars.Int32)
        rows = dict(zip(frame["position"].to_list(), frame["loopy"].to_list(), strict=True))
        assert rows == {"0": None, "1": None, "2": None, "3": [0, 2]}
        assert table.verify().positions == 4


def test_a_match_replies_with_the_value(file: str) -> None:
    match = grundy.game(file)("3 3").opponent(seed=1)
    facts = match.reply().facts
    assert facts.value is Outcome.DRAW and facts.grundy is None and isinstance(facts.loopy, tuple)


def test_frames_have_a_column_of_numbers() -> None:
    solution = graph_of(OPTIONS).solve()
    polars = pytest.importorskip("polars")
    frame = solution.to_polars()
    assert frame.schema["loopy"] == polars.List(polars.Int64)
    assert frame["loopy"].to_list() == [None, None, None, [0, 2]] and frame["grundy"].to_list() == [0, 1, 2, None]
    assert "loopy" not in graph_of({0: [], 1: [0]}).solve().to_polars().columns
    pytest.importorskip("pandas")
    assert solution.to_pandas()["loopy"].tolist() == [None, None, None, (0, 2)]
    assert "loopy" not in graph_of({0: [], 1: [0]}).solve().to_pandas().columns
    pytest.importorskip("networkx")
    assert dict(solution.to_networkx().nodes(data="loopy")) == {0: None, 1: None, 2: None, 3: (0, 2)}
    assert "∞(0, 2)" in solution._repr_html_()
