"""Games written in Python, against the slow solver."""

from __future__ import annotations

import itertools
import random
from itertools import pairwise
from typing import Any

import pytest

import grundy
import oracle
from grundy import Outcome

GAMES = list(oracle.random_games())


def facts_of(solution: Any) -> dict[Any, tuple[int, int | None, int | None]]:
    return {position: (int(fact.value), fact.remoteness, fact.grundy) for position, fact in solution.items()}


def reached(options: dict[int, list[int]], start: int) -> dict[int, list[int]]:
    return oracle.options_from(start, options.__getitem__)


# `explore` has no `misere`: rules say by `end` who wins.
@pytest.mark.parametrize(
    ("name", "options", "ends", "players", "misere"), [g for g in GAMES if not g[4]], ids=lambda g: g if isinstance(g, str) else ""
)
def test_a_function_agrees_with_the_slow_solver(
    name: str, options: dict[int, list[int]], ends: dict[int, int] | None, players: dict[int, int] | None, misere: bool
) -> None:
    start = max(options, key=lambda v: len(reached(options, v)))
    expected = oracle.solve(reached(options, start), ends, players)
    solution = grundy.explore(
        options.__getitem__,
        start,
        end=None if ends is None else lambda v: Outcome(ends.get(v, oracle.LOSS)),
        player=None if players is None else players.__getitem__,
    )
    assert facts_of(solution) == expected
    for position in expected:
        moves = solution.moves(position)
        assert {to for _, to, _ in moves} == set(options[position])
        best = oracle.best_options(options, expected, position, players)
        assert (moves == []) == (best == [])
        if moves:
            assert moves[0][1] in best


def test_the_arrays_are_the_mapping() -> None:
    pytest.importorskip("numpy")
    for _, options, ends, players, misere in GAMES:
        if misere:
            continue
        solution = grundy.explore(
            options.__getitem__,
            max(options),
            end=None if ends is None else lambda v, ends=ends: Outcome(ends.get(v, oracle.LOSS)),
            player=None if players is None else players.__getitem__,
        )
        positions = list(solution.positions)
        assert positions == list(solution) and len(positions) == len(solution) == len(solution.value)
        assert solution.value.dtype == "int8" and solution.remoteness.dtype == "int32"
        for i, position in enumerate(positions):
            fact = solution[position]
            assert solution.value[i] == fact.value
            assert solution.remoteness[i] == (-1 if fact.remoteness is None else fact.remoteness)
            if solution.grundy is None:
                assert fact.grundy is None
            else:
                assert solution.grundy[i] == (-1 if fact.grundy is None else fact.grundy)
            if options[position]:
                kept = oracle.best_options(
                    options, {p: (int(f.value), f.remoteness, f.grundy) for p, f in solution.items()}, position, players
                )
                assert positions[solution.best[i]] in kept
            else:
                assert solution.best[i] == -1


def test_positions_are_any_hashable_value() -> None:
    names: list[Any] = ["a", ("b", 1), frozenset({3}), 2.5, None, b"x", 10**30, -1]
    options = {names[i]: [names[j] for j in ((i + 1) % 8, i // 2) if j != i] for i in range(8)}
    options[None] = []
    assert facts_of(grundy.explore(options.__getitem__, "a")) == oracle.solve(oracle.options_from("a", options.__getitem__))


def test_equal_positions_are_one() -> None:
    # 1, 1.0 and True are equal and have one hash, as in a dict.
    solution = grundy.explore(lambda n: [1.0, True] if n == 2 else [], 2)
    assert len(solution) == 2 and solution[1].value is Outcome.LOSS


class Subtraction:
    """Take 1, 3 or 4."""

    asked: list[int]

    def __init__(self) -> None:
        self.asked = []

    def start(self) -> int:
        return 50

    def moves(self, n: int) -> dict[str, int]:
        self.asked.append(n)
        return {f"take {k}": n - k for k in (1, 3, 4) if k <= n}


def test_a_class_and_its_labels() -> None:
    rules = Subtraction()
    solution = grundy.explore(rules)
    assert facts_of(solution) == oracle.solve({n: [n - k for k in (1, 3, 4) if k <= n] for n in range(51)})
    assert sorted(rules.asked) == sorted(solution), "each position is asked for once"
    assert solution.moves(20)[0] == ("take 4", 16, solution[16])
    assert [label for label, _, _ in solution.moves(2)] == ["take 1"]


class TicTacToe:
    """On strings; the player to move has lost when the opponent has a line."""

    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def start(self) -> str:
        return "." * 9

    def player(self, board: str) -> int:
        return 0 if board.count("X") == board.count("O") else 1

    def won(self, board: str) -> bool:
        return any(board[a] == board[b] == board[c] != "." for a, b, c in self.LINES)

    def moves(self, board: str) -> list[str]:
        if self.won(board):
            return []
        mark = "XO"[self.player(board)]
        return [board[:i] + mark + board[i + 1 :] for i in range(9) if board[i] == "."]

    def end(self, board: str) -> str:
        return "loss" if self.won(board) else "draw"


def test_tic_tac_toe_with_ends_and_players() -> None:
    rules = TicTacToe()
    solution = grundy.explore(rules)
    options = oracle.options_from(rules.start(), rules.moves)
    words = {"loss": oracle.LOSS, "draw": oracle.DRAW}
    ends = {p: words[rules.end(p)] for p in options if not options[p]}
    players = {p: rules.player(p) for p in options}
    assert len(solution) == 5478
    assert facts_of(solution) == oracle.solve(options, ends, players)
    catalogue = grundy.game("tictactoe")
    for board in random.Random(1).sample(sorted(options), 50):
        answer = catalogue.solve(board)
        assert (answer.value, answer.remoteness) == (solution[board].value, solution[board].remoteness)


class Canonical(TicTacToe):
    """One board for all that are alike."""

    def canonical(self, board: str) -> str:
        def turn(b: str) -> str:
            return "".join(b[3 * (2 - x) + y] for y in range(3) for x in range(3))

        def mirror(b: str) -> str:
            return b[2::-1] + b[5:2:-1] + b[8:5:-1]

        alike = [board]
        for _ in range(3):
            alike.append(turn(alike[-1]))
        return min(alike + [mirror(b) for b in alike])


def test_one_position_for_all_that_are_alike() -> None:
    rules = Canonical()
    small, whole = grundy.explore(rules), grundy.explore(TicTacToe())
    assert set(small) == {rules.canonical(board) for board in whole}
    assert len(small) == 765
    for board in small:
        assert small[board] == whole[board]


def test_a_line_of_perfect_play() -> None:
    solution = grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 30)
    for n in solution:
        line = solution.line(n)
        assert line[0] == n and len(line) - 1 == solution[n].remoteness
        for before, after in pairwise(line):
            assert after in [before - k for k in (1, 3, 4)]
            assert solution[after].remoteness == solution[before].remoteness - 1  # type: ignore[operator]
    drawn = grundy.explore(lambda n: [(n + 1) % 4], 0).line(0)
    assert drawn[:4] == [0, 1, 2, 3] and len(drawn) <= 5, "a drawn line stops where it repeats"


def test_the_histogram_counts_every_position() -> None:
    solution = grundy.explore(TicTacToe())
    histogram = solution.histogram()
    assert sum(histogram.wins) + sum(histogram.losses) + histogram.draws == len(solution)
    for remoteness, count in enumerate(histogram.wins):
        assert count == sum(f.value is Outcome.WIN and f.remoteness == remoteness for f in solution.values())
    for remoteness, count in enumerate(histogram.losses):
        assert count == sum(f.value is Outcome.LOSS and f.remoteness == remoteness for f in solution.values())


def test_a_solution_is_verified() -> None:
    for _, options, *_ in GAMES[:20]:
        grundy.explore(options.__getitem__, max(options)).verify()


def test_a_position_that_was_not_reached_is_a_key_error() -> None:
    solution = grundy.explore(lambda n: [n - 2] if n > 1 else [], 10)
    assert 9 not in solution and 8 in solution and "8" not in solution
    assert solution.get(9) is None
    with pytest.raises(KeyError):
        solution[9]
    with pytest.raises(KeyError):
        solution.moves(9)


def test_an_error_in_the_rules_keeps_its_type_and_says_where() -> None:
    class Broken(Exception):
        pass

    def moves(n: int) -> list[int]:
        if n == 7:
            raise Broken("no seven", n)
        return [n - 1]

    with pytest.raises(Broken) as caught:
        grundy.explore(moves, 12)
    assert caught.value.args == ("no seven", 7)
    assert any("7" in note for note in caught.value.__notes__)
    frames = [entry.name for entry in caught.traceback]
    assert "moves" in frames, "the traceback leads to the rules"

    def odd_player(n: int) -> int:
        raise ZeroDivisionError

    for parts in ({"player": odd_player}, {"end": odd_player}, {"canonical": odd_player}):
        with pytest.raises(ZeroDivisionError) as failed:
            grundy.explore(lambda n: [n - 1] if n else [], 3, **parts)
        assert failed.value.__notes__


@pytest.mark.parametrize(
    ("parts", "start"),
    [
        ({"moves": lambda n: 3}, 1),
        ({"moves": lambda n: None}, 1),
        ({"moves": lambda n: [[]]}, 1),
        ({"moves": lambda n: []}, []),
        ({"moves": lambda n: [], "end": lambda n: "winner"}, 1),
        ({"moves": lambda n: [], "end": lambda n: 7}, 1),
        ({"moves": lambda n: [], "player": lambda n: 2}, 1),
        ({"moves": lambda n: [], "player": lambda n: "left"}, 1),
    ],
)
def test_rules_that_give_something_else_are_refused(parts: dict[str, Any], start: Any) -> None:
    moves = parts.pop("moves")
    with pytest.raises((TypeError, ValueError)) as caught:
        grundy.explore(moves, start, **parts)
    assert str(caught.value)


def test_a_limit_of_positions() -> None:
    with pytest.raises(grundy.LimitError) as caught:
        grundy.explore(lambda n: [n + 1], 0, max_positions=1000)
    assert "1000" in str(caught.value) or "1,000" in str(caught.value)


def test_rules_may_explore_another_game() -> None:
    def moves(n: int) -> list[int]:
        inner = grundy.explore(lambda m: [m - 1] if m else [], n)
        return [n - 1] if inner[n].value is Outcome.WIN else [n - 2] if n > 1 else []

    options = oracle.options_from(9, lambda n: [n - 1] if n % 2 else [n - 2] if n > 1 else [])
    assert facts_of(grundy.explore(moves, 9)) == oracle.solve(options)


def test_equal_numbers_of_other_types_are_one_position() -> None:
    # 3 == 3.0 == True + 2; the first of them is the position that is kept.
    def moves(n: Any) -> list[Any]:
        return {7: [3, 3.0, -1], 3: [2, True], 2: [1.0, 2**70], -1: [True]}.get(n, [])

    solution = grundy.explore(moves, 7)
    assert list(solution) == [7, 3, -1, 2, True, 2**70]
    assert [type(position) for position in solution] == [int, int, int, int, bool, int]
    assert solution[1.0].remoteness == 0 and solution[2].remoteness == 1
    assert solution.graph.options(2) == [True, 2**70]


def test_a_list_that_the_rules_fill_again() -> None:
    buffer: list[int] = []

    def moves(n: int) -> list[int]:
        buffer[:] = [n - k for k in (1, 3, 4) if k <= n]
        return buffer

    same = grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 3000)
    assert facts_of(grundy.explore(moves, 3000)) == facts_of(same)


@pytest.mark.parametrize("other", [str, lambda n: (n,), float])
def test_integers_among_other_positions(other: Any) -> None:
    # Every fifth position of 3000 is no integer, whatever the kind of its options.
    def name(n: int) -> Any:
        return other(n) if n % 5 == 2 else n

    def number(position: Any) -> int:
        return int(position[0] if isinstance(position, tuple) else position)

    def moves(position: Any) -> Any:
        n = number(position)
        options = [name(n - k) for k in (1, 3, 4) if k <= n]
        return options if n % 7 else tuple(options)

    solution = grundy.explore(moves, 3000)
    expected = facts_of(grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 3000))
    assert {number(position): facts for position, facts in facts_of(solution).items()} == expected
    assert list(map(number, solution)) == list(expected)


@pytest.mark.parametrize("size", [2**63 - 1, 2**64 - 2, 2**64, -5])
def test_integers_of_any_size(size: int) -> None:
    solution = grundy.explore(lambda n: [n - k for k in (1, 2, 3) if size <= n - k], size + 10)
    assert [solution[size + k].grundy for k in range(11)] == [k % 4 for k in range(11)]
    assert size + 11 not in solution


def test_rules_that_raise_stop_iteration() -> None:
    with pytest.raises(StopIteration) as caught:
        grundy.explore(lambda n: [n - 1] if n > 3 else next(iter(())), 7)
    assert caught.value.__notes__ == ["grundy: the moves of the position 3"]


@pytest.mark.parametrize(
    "moves",
    [
        lambda n: itertools.count(),
        lambda n: itertools.count(0.5),
        lambda n: (str(i) for i in itertools.count()),
    ],
)
def test_endless_options_of_one_position(moves: Any) -> None:
    with pytest.raises(grundy.LimitError) as positions:
        grundy.explore(moves, 0, max_positions=100)
    assert positions.value.limit == "max_positions" and positions.value.needed == 101
    with pytest.raises(grundy.LimitError) as memory:
        grundy.explore(moves, 0, memory="1 MB")
    assert memory.value.limit == "memory"


def test_one_option_repeated_for_ever() -> None:
    with pytest.raises(grundy.LimitError) as memory:
        grundy.explore(lambda n: itertools.repeat(0), 0, memory="1 MB")
    assert memory.value.limit == "memory"
    with pytest.raises(grundy.LimitError) as late:
        grundy.explore(lambda n: itertools.repeat(0), 0, time=0.05)
    assert late.value.limit == "time"


@pytest.mark.parametrize("kind", [list, tuple, iter, lambda options: dict(enumerate(options))])
def test_many_options_of_one_position_are_counted_as_they_come(kind: Any) -> None:
    def moves(n: int) -> Any:
        return kind(range(1, 100_000)) if n == 0 else []

    with pytest.raises(grundy.LimitError) as caught:
        grundy.explore(moves, 0, max_positions=10)
    assert caught.value.needed == 11
    assert len(grundy.explore(moves, 0, max_positions=100_000)) == 100_000


@pytest.mark.parametrize("odd", [True, False, 2, "won", 0.5])
def test_an_end_that_is_no_outcome(odd: Any) -> None:
    with pytest.raises(ValueError, match="an outcome is"):
        grundy.explore(lambda n: [], 0, end=lambda n: odd)


def test_moves_with_names_at_some_positions_alone() -> None:
    solution = grundy.explore(lambda n: {f"take {k}": n - k for k in (1, 2) if k <= n} if n else [], 4)
    assert solution.moves(0) == []
    assert [name for name, _, _ in solution.moves(4)] == ["take 1", "take 2"]
    mixed = grundy.explore(lambda n: {"take 1": n - 1} if n % 2 else [n - 2][:n], 4)
    assert [name for name, _, _ in mixed.moves(4)] == [None]


def test_data_frames_keep_positions() -> None:
    """Integers beyond 64 bits become text in polars; pandas gets what it would convert as objects."""
    large = grundy.explore(lambda n: [2**64] if n == 1 else [], 1)
    assert large.to_polars()["position"].to_list() == ["1", str(2**64)]
    mixed: Any = grundy.explore(lambda n: [None] if n == 2**53 + 1 else [], 2**53 + 1)
    assert mixed.to_pandas().index.tolist() == [2**53 + 1, None]
    small = grundy.explore(lambda n: [n - 1] if n else [], 2)
    assert small.to_polars()["position"].to_list() == small.to_pandas().index.tolist() == [2, 1, 0]


def test_the_words_of_numpy_rules_are_a_sequence() -> None:
    import numpy as np

    def expand(words: Any) -> Any:
        return words[words > 0] - 1, (words > 0).astype(np.int64)

    words = grundy.explore_words(expand, 3).positions
    assert words.index(2) == 1 and words.count(3) == 1 and 0 in words and list(reversed(words)) == [0, 1, 2, 3]


def test_an_end_that_says_nothing_is_a_loss() -> None:
    assert grundy.explore(lambda n: [], 0, end=lambda n: None)[0].value is Outcome.LOSS
