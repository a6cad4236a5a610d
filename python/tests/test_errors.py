"""Every class of error: when it is raised, what it says, its attributes. Nothing ends the interpreter."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.games import kayles, nim

CLASSES = {
    "GameError": ValueError,
    "PositionError": ValueError,
    "IllegalMove": ValueError,
    "RulesError": ValueError,
    "LimitError": RuntimeError,
    "MissingPosition": KeyError,
    "TableError": OSError,
    "WrongTable": AssertionError,
    "WrongValue": AssertionError,
    "GraphError": ValueError,
    "InternalError": RuntimeError,
    "MissingPackage": ImportError,
}


@pytest.mark.parametrize(("name", "base"), CLASSES.items())
def test_the_classes(name: str, base: type[Exception]) -> None:
    kind = getattr(grundy, name)
    assert issubclass(kind, grundy.GrundyError) and issubclass(kind, base)
    assert kind.__module__ in ("grundy", "grundy.errors") and kind.__doc__


def test_an_unknown_game_names_the_nearest() -> None:
    with pytest.raises(grundy.GameError) as caught:
        grundy.game("kales")
    assert "kales" in str(caught.value)
    assert "kayles" in str(caught.value) + str(caught.value.help)
    for name in ("", "nim:3", "octal:0.g", "subtraction:", "mnk:0,0,0", "connect4:9x9x9", "missing.star", "graph:missing.txt"):
        with pytest.raises((grundy.GameError, OSError)) as failed:
            grundy.game(name).solve(1)
        assert str(failed.value) and "--" not in str(failed.value)
    with pytest.raises(grundy.GameError):
        grundy.game("tictactoe", misere=True)


def test_a_position_that_is_none_says_where() -> None:
    with pytest.raises(grundy.PositionError) as caught:
        nim.solve("3 x5 7")
    error = caught.value
    assert error.text == "3 x5 7"
    begin, end = error.span
    assert error.text[begin:end].strip().startswith("x5") or error.text[begin:end] in ("x", "x5")
    with pytest.raises(grundy.PositionError):
        grundy.solve("tictactoe", "XXXXX")
    with pytest.raises(grundy.PositionError):
        grundy.solve("wythoff", 1, 2, 3)
    with pytest.raises(grundy.PositionError):
        nim.solve(-1)
    with pytest.raises((grundy.PositionError, grundy.GameError, TypeError)):
        nim.solve()
    for odd in (1.5, None, object(), [None], {"a": 1}):
        with pytest.raises((TypeError, grundy.PositionError)):
            nim.solve(odd)


def test_the_span_counts_characters() -> None:
    with pytest.raises(grundy.PositionError) as caught:
        nim.solve("3 é5 7")
    begin, end = caught.value.span
    assert "é" in caught.value.text[begin:end]


def test_an_illegal_move() -> None:
    with pytest.raises(grundy.IllegalMove) as caught:
        kayles(7).play("take 1 from 8")
    assert "take 1 from 8" in str(caught.value)


def test_wrong_rules_say_the_line() -> None:
    with pytest.raises(grundy.RulesError) as caught:
        grundy.rules("def initial(): return 3\ndef moves(s): return [s - k for k in TAEK]").solve()
    error = caught.value
    assert (error.line, error.column) == (2, 38)
    assert "TAEK" in str(error) and "TAEK" in error.source
    with pytest.raises(grundy.RulesError) as failed:
        grundy.rules("def initial(): return 3\ndef moves(s): return [s // (s - 3)]").solve()
    assert failed.value.line == 2
    with pytest.raises(grundy.RulesError):
        grundy.rules("def initial(: return 3")
    with pytest.raises((grundy.RulesError, grundy.GameError)):
        grundy.rules("def initial(): return 3\ndef moves(s): return []", typo=3)


def test_a_rules_file_has_a_path(tmp_path: Path) -> None:
    path = tmp_path / "wrong.star"
    path.write_text("def initial(): return 3\ndef moves(s): return [x]\n")
    with pytest.raises(grundy.RulesError) as caught:
        grundy.game(str(path)).solve()
    assert str(path) == str(caught.value.path) and caught.value.line == 2


def test_limits_say_what_is_needed() -> None:
    with pytest.raises(grundy.LimitError) as caught:
        grundy.game("mnk:4,4,4").solve(max_positions=1000)
    assert caught.value.limit == "max_positions" and caught.value.needed > 1000
    assert "1000" in str(caught.value) and "--" not in str(caught.value)
    with pytest.raises(grundy.LimitError) as late:
        grundy.explore(lambda n: [n + 1, n + 2], 0, time=0.05, max_positions=10**9)
    assert late.value.limit == "time"
    with pytest.raises(grundy.LimitError) as full:
        grundy.explore(lambda n: [n + 1, n + 2], 0, memory="1 MB", max_positions=300_000)
    assert full.value.limit == "memory"


@pytest.mark.parametrize(
    "limits",
    [
        {"memory": "much"},
        {"memory": -1},
        {"threads": 0},
        {"threads": -2},
        {"time": -1},
        {"time": "long"},
        {"momory": 3},
        {"memory": 1.5j},
    ],
)
def test_limits_that_are_none(limits: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        grundy.explore(lambda n: [], 0, **limits)
    assert next(iter(limits)) in str(caught.value)
    with pytest.raises((ValueError, TypeError)):
        nim.solve(3, **limits)


@pytest.mark.parametrize("memory", [10**9, "1 GB", "1GB", "1G", "900M", "1 GiB"])
def test_ways_to_write_memory(memory: Any) -> None:
    assert len(grundy.explore(lambda n: [n - 1] if n else [], 3, memory=memory)) == 4


def test_a_value_that_does_not_fit_is_named() -> None:
    np = pytest.importorskip("numpy")
    solution = grundy.explore(lambda n: [n - 1] if n else [], 5)
    try:
        solution.value[0] = -solution.value[0]
    except ValueError:
        return  # the arrays cannot be written, so nothing can be made wrong
    with pytest.raises(grundy.WrongValue):
        solution.verify()
    assert np is not None


def test_errors_are_pickled_with_their_attributes() -> None:
    with pytest.raises(grundy.PositionError) as caught:
        nim.solve("3 x5")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is grundy.PositionError and str(again) == str(caught.value)
    assert (again.text, again.span) == (caught.value.text, caught.value.span)


def test_a_panic_is_an_exception() -> None:
    """`_native` has a function that panics, for this test alone."""
    with pytest.raises(grundy.InternalError):
        grundy._native.panic_for_tests()
    assert grundy.solve("nim", 3, 5).won, "the interpreter goes on"


@pytest.mark.parametrize("name", ["kaylés", "é:1,2", "nim 3 + é 5"])
def test_the_span_of_a_game_counts_characters(name: str) -> None:
    with pytest.raises(grundy.GameError) as caught:
        grundy.game(name)
    span = caught.value.span
    assert span is not None and name[slice(*span)] in ("kaylés", "é")


@pytest.mark.parametrize("odd", [b"3 5", bytearray(b"3 5"), {3, 5}, frozenset({3}), {3: 5}, {3: 5}.keys()])
def test_what_has_no_order_is_no_position(odd: Any) -> None:
    for call in (nim, nim.solve, lambda at: nim.solve_many([at]), lambda at: grundy.Position(nim, at)):
        with pytest.raises(TypeError, match="a position is"):
            call(odd)


def test_a_position_of_another_game() -> None:
    for call in (nim, nim.solve, lambda at: nim.solve_many([at]), lambda at: grundy.Position(nim, at)):
        with pytest.raises(grundy.PositionError, match="position of kayles"):
            call(kayles(7))
    assert grundy.game("nim", misere=True).solve(nim(3, 5)).won
    assert nim.solve(nim(3, 5)).grundy == 6


def test_numbers_that_are_too_large_or_negative() -> None:
    pytest.importorskip("numpy")
    wrong = {
        "moves": lambda number: nim.solve(3, moves=number),
        "seed": lambda number: nim(3).opponent(seed=number),
        "vertices": lambda number: grundy.Graph.from_edges([0], [1], vertices=number),
        "heaps": kayles.period,
        "stop": kayles.values,
        "size": nim.heatmap,
        "start": lambda number: grundy.explore_words(lambda words: (words[:0], words), number),
        "batch": lambda number: grundy.explore_words(lambda words: (words[:0], words), 3, batch=number),
    }
    for name, call in wrong.items():
        for number in (-1, 2**64):
            with pytest.raises(ValueError, match=f"`{name}`"):
                call(number)
        for other in ("three", 2.5, True):
            with pytest.raises(TypeError, match=f"`{name}` must be an integer"):
                call(other)
    huge: Any = {"memory": 2**64, "threads": 10**30, "max_positions": 2**70, "time": 10**400}
    assert nim.solve(3, 5, **huge).grundy == 6
    assert len(grundy.explore(lambda n: [n - 1] if n else [], 3, **huge)) == 4
    assert nim.solve(3, 5, memory="100000000 TB").grundy == 6


class _Odd:
    """An object whose conversion to a number fails."""

    def __index__(self) -> int:
        raise TypeError("odd")


@pytest.mark.parametrize("name", ["memory", "threads", "max_positions", "time"])
def test_an_error_of_a_limit_names_it(name: str) -> None:
    for wrong in (True, _Odd(), [1], b"1"):
        with pytest.raises(TypeError, match=f"`{name}` must be"):
            nim.solve(3, 5, **{name: wrong})
    for wrong in (-1, "-1") if name == "memory" else (-1,):
        with pytest.raises(ValueError, match=f"`{name}` must be"):
            nim.solve(3, 5, **{name: wrong})


def test_the_time_may_be_any_real_number() -> None:
    numpy = pytest.importorskip("numpy")
    for time in (3, 2.5, Fraction(7, 2), numpy.float32(2.5), numpy.int64(3)):
        assert nim.solve(3, 5, time=time).grundy == 6
    for wrong in (float("nan"), -(10**400), -0.5):
        with pytest.raises(ValueError, match="`time` must be a number of seconds"):
            nim.solve(3, 5, time=wrong)
