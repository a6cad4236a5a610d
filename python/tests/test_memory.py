"""Memory does not grow with the number of calls."""

from __future__ import annotations

import contextlib
import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.games import kayles, nim, tictactoe

MIB = 1 << 20


def growth(call: Callable[[int], object], calls: int, resident_bytes: Callable[[], int]) -> int:
    """How many bytes `calls` calls add, after a tenth as many."""
    for i in range(calls // 10):
        call(i)
    gc.collect()
    before = resident_bytes()
    for i in range(calls):
        call(i)
    gc.collect()
    return resident_bytes() - before


def test_the_measure_sees_what_is_kept(resident_bytes: Callable[[], int]) -> None:
    kept: list[bytes] = []
    assert growth(lambda i: kept.append(b"x" * (2000 + i % 2)), 10_000, resident_bytes) > 10 * MIB


def failing(i: int) -> None:
    with contextlib.suppress(grundy.PositionError):
        nim.solve("3 x")


def wrong_rules(i: int) -> None:
    with contextlib.suppress(ZeroDivisionError):
        grundy.explore(lambda n: [1 // 0], i)


CALLS: dict[str, tuple[Callable[[int], Any], int]] = {
    "solve": (lambda i: nim.solve(3, 5, i % 7), 100_000),
    "solve by name": (lambda i: grundy.solve("kayles", i % 12).moves, 20_000),
    "another game each time": (lambda i: grundy.solve(f"subtraction:1,{i + 2}", 3), 20_000),
    "positions and sums": (lambda i: (nim(3, i % 5) + kayles(7)).solve(moves=1), 10_000),
    "errors": (failing, 100_000),
    "errors in rules": (wrong_rules, 20_000),
    "explore": (lambda i: grundy.explore(lambda n: [n - 1] if n else [], 20), 10_000),
    "boards": (lambda i: tictactoe.solve("X........").best, 2_000),
    "options": (lambda i: tictactoe.start().options(), 20_000),
    "match": (lambda i: nim(3, 4).opponent(seed=i).reply(), 5_000),
}


@pytest.mark.parametrize("name", CALLS)
def test_memory_is_flat(name: str, resident_bytes: Callable[[], int]) -> None:
    call, calls = CALLS[name]
    grown = growth(call, calls, resident_bytes)
    assert grown < 8 * MIB, f"{grown / calls:.0f} bytes a call"


def test_arrays_are_released(resident_bytes: Callable[[], int]) -> None:
    np = pytest.importorskip("numpy")
    indptr = np.arange(20_001).clip(max=19_999)
    indices = np.arange(1, 20_000)

    def call(i: int) -> Any:
        solution = grundy.Graph.from_csr(indptr, indices).solve()
        return solution.value, solution.remoteness, solution.grundy, solution.best

    assert growth(call, 400, resident_bytes) < 16 * MIB


def test_probes(tmp_path: Any, resident_bytes: Callable[[], int]) -> None:
    with nim.build(tmp_path / "t.parquet", start=(3, 4, 5)) as table:
        assert growth(lambda i: table.probe("1 2 3"), 100_000, resident_bytes) < 8 * MIB
        assert growth(lambda i: table.get("9 9"), 20_000, resident_bytes) < 8 * MIB
    assert growth(lambda i: grundy.open_table(tmp_path / "t.parquet").__exit__(None, None, None), 500, resident_bytes) < 8 * MIB


def test_few_solved_games_are_remembered(resident_bytes: Callable[[], int]) -> None:
    """Each of these takes some MB; a game that is in use stays the same one."""
    kept = grundy.game("connect4:4x5")
    names = [f"mnk:{m},{n},3" for m in (3, 4) for n in (3, 4)] + [f"connect4:{m}x{n}" for m in (2, 3, 4) for n in (3, 4)]
    for name in names:
        grundy.solve(name)
    gc.collect()
    alive = [thing for thing in gc.get_objects() if isinstance(thing, grundy.Game)] or list(grundy.game.__globals__["_IN_USE"].values())
    assert sum(game.name in names for game in alive) <= 4
    assert grundy.game("connect4:4x5") is kept


def test_forget_frees_what_was_solved() -> None:
    """In a process of its own: memory that other tests have freed would hide what this one keeps."""
    script = """
import ctypes, grundy, re
from pathlib import Path
def resident():
    # What is free is given back to the system, whichever thread has freed it (glibc).
    getattr(ctypes.CDLL(None), "malloc_trim", lambda pad: None)(0)
    # Without the pages of the program itself, of which the system maps more or fewer.
    return int(re.search(r"RssAnon:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024
game = grundy.game("connect4:5x4")
before = resident()
first = game.solve()
kept = resident() - before
game.forget()
print(kept, resident() - before, game.solve() == first)
"""
    if not Path("/proc/self/statm").exists():
        pytest.skip("resident memory is read from /proc")
    printed = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    kept, left, same = printed.split()
    assert int(kept) > 5 * MIB > int(left)
    assert same == "True"
