"""Limits are checked before a run begins, whatever their type."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import grundy


def test_integers_of_numpy() -> None:
    limits: Any = {"threads": np.int32(1), "max_positions": np.int64(9), "memory": np.uint64(1 << 30), "time": np.int8(60)}
    assert grundy.game("nim").solve(5, **limits).value is grundy.Outcome.WIN


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("max_positions", "10", TypeError),
        ("max_positions", 1e7, TypeError),
        ("max_positions", True, TypeError),
        ("max_positions", -1, ValueError),
        ("threads", True, TypeError),
        ("threads", 0, ValueError),
        ("memory", True, TypeError),
        ("memory", "0", ValueError),
        ("memory", 0, ValueError),
        ("time", True, TypeError),
        ("time", "1", TypeError),
        ("time", -1, ValueError),
        ("progress", 1, TypeError),
        ("progress", "yes", TypeError),
    ],
)
def test_a_wrong_limit_is_named(name: str, value: Any, error: type[Exception]) -> None:
    limits: Any = {name: value}
    with pytest.raises(error, match=f"`{name}`"):
        grundy.game("nim").solve(5, **limits)
    with pytest.raises(error, match=f"`{name}`"):
        grundy.explore(lambda n: [n - 1] if n else [], 3, **limits)


@pytest.mark.parametrize(
    ("start", "grow"),
    [
        ("x" * 5000, lambda text: [text + letter for letter in "ab"]),
        (frozenset(range(300, 320)), lambda s: [s | {max(s) + 1}, s | {max(s) + 2}]),
        (("start", "a" * 300), lambda pair: [(pair[0], pair[1] + letter) for letter in "ab"]),
    ],
)
def test_large_positions_count(start: Any, grow: Any) -> None:
    """Positions of any size take about as much memory as is allowed, and not many times as much."""
    allowed = 50_000_000
    tracemalloc.start()
    try:
        with pytest.raises(grundy.LimitError):
            grundy.explore(grow, start, memory=allowed, max_positions=2_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * allowed
