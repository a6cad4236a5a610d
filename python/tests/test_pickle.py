"""Pickling, copying, equality, and what objects look like."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import grundy
from grundy.games import kayles, nim, tictactoe

SOURCE = "n = param('n', 21)\ndef initial(): return n\ndef moves(s): return [s - k for k in (1, 2, 3) if k <= s]"


def there_and_back(thing: Any) -> Any:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(thing, protocol)) == thing
    assert copy.copy(thing) == thing and copy.deepcopy(thing) == thing
    return pickle.loads(pickle.dumps(thing))


def test_games_and_positions() -> None:
    for thing in (nim, grundy.game("kayles", misere=True), nim(3, 5), nim(3, 5) + kayles(7), tictactoe.start()):
        again = there_and_back(thing)
        assert type(again) is type(thing) and hash(again) == hash(thing)
    assert there_and_back(nim(3, 5) + kayles(7)).solve() == (nim(3, 5) + kayles(7)).solve()
    assert there_and_back(grundy.game("kayles", misere=True)).misere


def test_heat_maps_and_matches() -> None:
    heatmap = nim.heatmap(4)
    again = pickle.loads(pickle.dumps(copy.deepcopy(heatmap)))
    assert again.values.tolist() == heatmap.values.tolist() and again.game == nim
    match = nim(3, 4, 5).opponent()
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            copied(match)


def test_games_of_rules() -> None:
    game = there_and_back(grundy.rules(SOURCE, n=30))
    assert str(game.start()) == "30" and game.solve().grundy == 2
    assert there_and_back(game(7)) == game(7)


def test_answers() -> None:
    for answer in (nim.solve(3, 5), kayles.solve(9), tictactoe.solve("X........"), (nim(2) + kayles(3)).solve()):
        again = there_and_back(answer)
        assert again.to_dict() == answer.to_dict() and hash(again) == hash(answer)
        assert again.why() == answer.why() and again.moves == answer.moves
    assert nim.solve(3, 5) != nim.solve(5, 3) or str(nim(3, 5)) == str(nim(5, 3))
    assert nim.solve(3, 5) != nim.solve(3, 6)


def test_values_and_periods() -> None:
    period = kayles.period()
    for thing in (grundy.Outcome.WIN, grundy.PositionValue(grundy.Outcome.DRAW, None, None), period, nim.solve(3, 5).moves[0]):
        there_and_back(thing)
    assert pickle.loads(pickle.dumps(grundy.Outcome.LOSS)) is grundy.Outcome.LOSS


def test_solutions_and_graphs() -> None:
    pytest.importorskip("numpy")
    solution = grundy.explore(lambda n: {f"take {k}": n - k for k in (1, 3, 4) if k <= n}, 30)
    again = pickle.loads(pickle.dumps(solution))
    assert dict(again) == dict(solution) and list(again.positions) == list(solution.positions)
    assert (again.best == solution.best).all() and again.line(30) == solution.line(30)
    graph = grundy.Graph.from_edges([0, 1, 1], [1, 0, 2], ends=[2, 2, 1], players=[0, 1, 0])
    twin = pickle.loads(pickle.dumps(graph))
    assert twin.indptr.tolist() == graph.indptr.tolist() and twin.indices.tolist() == graph.indices.tolist()
    assert dict(twin.solve()) == dict(graph.solve())


def test_tables(tmp_path: Any) -> None:
    with tictactoe.build(tmp_path / "t.parquet") as table:
        again = pickle.loads(pickle.dumps(table))
        assert again.probe("X........") == table.probe("X........") and again.path == table.path
        assert there_and_back(table.solve("X........")).best[0].text == table.solve("X........").best[0].text
        assert pickle.loads(pickle.dumps(table.game)).solve("X........").value == table.probe("X........").value


def test_answers_do_not_change() -> None:
    answer = nim.solve(3, 5)
    for name in ("value", "remoteness", "moves", "position"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(answer, name, None)
    answer.to_dict()["moves"].clear()
    assert len(answer.to_dict()["moves"]) == 8
    for thing, name in ((nim, "name"), (nim, "misere"), (nim(3), "game")):
        before = getattr(thing, name)
        try:
            with pytest.raises((AttributeError, TypeError)):
                setattr(thing, name, None)
        finally:
            if getattr(thing, name) != before:
                setattr(thing, name, before)  # opened games are shared


def test_what_they_look_like() -> None:
    assert repr(grundy.solve("nim", 14, 21, 39)) == "<nim 14 21 39: win in 63, grundy 60; best: take 12 from 39>"
    assert (
        repr(grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 20)[20]) == "PositionValue(value=WIN, remoteness=11, grundy=2)"
    )
    for thing in (nim, nim(3, 5), kayles.period(), grundy.explore(lambda n: [], 0), nim(3).opponent(), grundy.catalog()):
        assert 0 < len(repr(thing)) < 10_000 and " at 0x" not in repr(thing)


def test_what_they_look_like_in_a_notebook() -> None:
    page = nim.solve(3, 5)._repr_html_()
    assert "take 2 from 5" in page and "<table" in page
    board = tictactoe.solve("XO.......")._repr_html_()
    assert "<" in board and "b2" in board
    # Text of rules cannot become markup.
    odd = grundy.rules("def initial(): return '<script>alert(1)</script>'\ndef moves(s): return [] if s == 'b' else ['b']")
    assert "<script>" not in odd.solve()._repr_html_()


def test_an_answer_has_no_truth_value_by_accident() -> None:
    # `if answer.value:` would be wrong for a draw; `won` and `lost` are there for that.
    assert nim.solve(3).won and not nim.solve(3).lost
    assert nim.solve(0).lost and not nim.solve(0).won
    draw = tictactoe.solve()
    assert not draw.won and not draw.lost


class Pairs:
    """Nim with two heaps, in any order."""

    def start(self) -> tuple[int, int]:
        return (3, 5)

    def moves(self, heaps: tuple[int, int]) -> dict[str, tuple[int, int]]:
        a, b = heaps
        return {f"{a} to {left}": (left, b) for left in range(a)} | {f"{b} to {left}": (a, left) for left in range(b)}

    def canonical(self, heaps: tuple[int, int]) -> tuple[int, int]:
        a, b = sorted(heaps)
        return a, b


def test_a_solution_keeps_the_functions_of_a_module() -> None:
    solution = grundy.explore(Pairs())
    for again in (pickle.loads(pickle.dumps(solution)), copy.copy(solution), copy.deepcopy(solution)):
        assert again[5, 3] == again[3, 5] == solution[5, 3]
        assert again.moves((5, 3)) == solution.moves((5, 3)) and again.moves((3, 5))[0][0] == "5 to 3"
        assert (9, 9) not in again


def test_a_solution_that_has_lost_its_functions_says_so() -> None:
    rules = Pairs()
    solution = grundy.explore(lambda heaps: rules.moves(heaps), (3, 5), canonical=lambda heaps: rules.canonical(heaps))  # noqa: PLW0108
    again = pickle.loads(pickle.dumps(solution))
    assert again[3, 5] == solution[3, 5]
    assert [move[1:] for move in again.moves((3, 5))] == [move[1:] for move in solution.moves((3, 5))]
    assert {name for name, _, _ in again.moves((3, 5))} == {None}
    with pytest.raises(grundy.GraphError, match="canonical"):
        again[5, 3]
    assert copy.copy(solution)[5, 3] == pickle.loads(pickle.dumps(solution))[3, 5]
    with pytest.raises(grundy.GraphError, match="canonical"):
        pickle.loads(pickle.dumps(again))[5, 3]
