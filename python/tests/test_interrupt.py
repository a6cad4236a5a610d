"""Ctrl-C and progress. How quickly an interrupt is heard is printed by `bench/python`; here it is heard, and the next call works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grundy

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")


#: Seconds. A loaded machine may need some; work that does not hear the signal goes on for longer, most of it for minutes.
BOUND = 5


def interrupted(work: Callable[[], object]) -> None:
    """Runs `work`, which takes far longer, and sends Ctrl-C after a moment.

    A call that does not look at signals is no better than one that ends: Python raises the pending KeyboardInterrupt when the call has
    ended by itself. So the handler counts the calls that are under way when it runs.
    """
    sent: list[float] = []
    under_way: list[int] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    def handle(*_: object) -> None:
        under_way.append(grundy._native.calls_under_way())
        raise KeyboardInterrupt

    timer = threading.Timer(0.15, send)
    default = signal.signal(signal.SIGINT, handle)
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            try:
                work()
            finally:
                heard = time.monotonic()
                timer.join()
    finally:
        signal.signal(signal.SIGINT, default)
    assert heard - sent[0] < BOUND
    assert under_way == [1], "the call was interrupted, not the code after it"
    assert grundy._native.calls_under_way() == 0
    assert grundy.solve("nim", 3, 5).grundy == 6
    assert len(grundy.explore(lambda n: [n - 1] if n else [], 100)) == 101


def test_an_interrupt_outside_of_calls_is_seen() -> None:
    with pytest.raises(AssertionError, match="not the code after it"):
        interrupted(lambda: time.sleep(1))


def test_build(tmp_path: Path) -> None:
    interrupted(lambda: grundy.game("teeko-movement").build(tmp_path / "t.parquet"))
    assert os.listdir(tmp_path) == [], "nothing is left behind"


def test_explore() -> None:
    interrupted(lambda: grundy.explore(lambda n: [n + 1, 2 * n + 1], 0, max_positions=10**9))


def test_explore_words() -> None:
    np = pytest.importorskip("numpy")

    def expand(words: Any) -> Any:
        return np.stack([words + np.uint64(1), words * np.uint64(2) + np.uint64(1)], 1).ravel(), np.full(len(words), 2)

    interrupted(lambda: grundy.explore_words(expand, 0))


def test_solve() -> None:
    interrupted(lambda: grundy.game("connect4:8x7").solve(memory="2 GB"))


def test_rules() -> None:
    source = "def initial(): return 0\ndef moves(s): return [s + 1, 2 * s + 1]"
    interrupted(lambda: grundy.rules(source).solve(max_positions=10**9))


def test_solving_a_graph() -> None:
    np = pytest.importorskip("numpy")
    # A path: as many rounds as vertices.
    n = 10_000_000
    graph = grundy.Graph.from_csr(np.arange(n + 1, dtype=np.int64).clip(max=n - 1), np.arange(1, n, dtype=np.int32))
    interrupted(graph.solve)


def squares() -> None:
    """Tables that take a second, one after the other: an opened game keeps the values that it has computed."""
    for _ in range(1000):
        grundy._native.open_game("subtraction:squares", False).values(900_000, None)


# For the same reason no two of these have a game in common.
HEAPS: dict[str, Callable[[], object]] = {
    "values, sparse space": lambda: grundy.game("grundys-game").values(10**8),
    "values, sieve": lambda: grundy.game("divisor").values(4 * 10**8),
    "values, table": squares,
    "outcomes": lambda: grundy.game("octal:0.36").outcomes(10**8),
    "outcomes, one by one": lambda: grundy.game("subtraction:5,23,24,777,1001", misere=True).outcomes(10**8),
    "outcomes, misère": lambda: grundy.game("octal:0.07", misere=True).outcomes(10**6),
    "sequence": lambda: grundy.game("octal:0.106").sequence(10**8),
    "heat map": lambda: grundy.game("octal:0.37", misere=True).heatmap(400),
    "a position": lambda: grundy.game("octal:0.37").solve(8_000_000),
    "a sum": lambda: (grundy.game("octal:0.76")(8_000_000) + grundy.games.nim(3)).solve(),  # noqa: PLW0108
}


@pytest.mark.parametrize("what", HEAPS)
def test_heaps(what: str) -> None:
    pytest.importorskip("numpy")
    interrupted(HEAPS[what])


def test_before_the_first_array() -> None:
    pytest.importorskip("numpy")
    code = """
import grundy, numpy, os, signal, threading  # an interrupted import of numpy cannot be repeated
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    grundy.game("grundys-game").values(10**8)
except KeyboardInterrupt:
    print("heard", len(grundy.game("kayles").values(10)))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "heard 10\n" and ran.stderr == ""


def test_period() -> None:
    interrupted(lambda: grundy.game("octal:0.106").period())


def test_verify(tmp_path: Path) -> None:
    table = tmp_path / "t.parquet"
    with grundy.game("connect4:5x4").build(table):
        pass
    interrupted(lambda: [grundy.verify(table) for _ in range(50)])


def test_an_interrupt_in_the_rules_is_the_users_own() -> None:
    def moves(n: int) -> list[int]:
        if n == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return [n - 1] if n else []

    with pytest.raises(KeyboardInterrupt):
        grundy.explore(moves, 10)
    assert grundy.solve("nim", 3).won


def test_progress_is_called_on_the_calling_thread(tmp_path: Path) -> None:
    stages: list[tuple[Any, int]] = []
    with grundy.game("connect4:5x4").build(tmp_path / "t.parquet", progress=lambda stage: stages.append((stage, threading.get_ident()))):
        pass
    assert stages and {thread for _, thread in stages} == {threading.get_ident()}
    assert all(stage.phase in ("explore", "count", "solve") and stage.done >= 0 for stage, _ in stages)


def test_an_error_in_progress_ends_the_run(tmp_path: Path) -> None:
    def stop(stage: Any) -> None:
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        grundy.game("connect4:5x5").build(tmp_path / "t.parquet", progress=stop)
    assert os.listdir(tmp_path) == []
    assert grundy.solve("nim", 3).won


def test_a_line_of_progress(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with grundy.game("connect4:5x4").build(tmp_path / "t.parquet", progress=True):
        pass
    out, err = capfd.readouterr()
    assert out == "" and err != ""


def test_a_time_limit_is_another_error() -> None:
    with pytest.raises(grundy.LimitError):
        grundy.game("connect4:8x7").solve(time=0.1, memory="2 GB")


def test_progress_that_asks_the_same_game_is_an_error() -> None:
    game = grundy.game("connect4:5x4")
    errors: list[grundy.GrundyError] = []

    def ask(stage: Any) -> None:
        with pytest.raises(grundy.GrundyError, match="busy") as caught:
            game.solve(moves=0)
        errors.append(caught.value)

    game.forget()
    assert game.solve(progress=ask) == game.solve()
    assert errors and "progress" in errors[0].help


def test_progress_that_asks_another_game() -> None:
    game, other = grundy.game("connect4:5x4"), grundy.game("connect4:4x4")
    answers: list[Any] = []
    game.forget()
    game.solve(progress=lambda stage: answers.append(other.solve().value))
    assert answers and set(answers) == {other.solve().value}
