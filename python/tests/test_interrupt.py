"""Ctrl-C and progress. How quickly an interrupt is heard is printed by `bench/python`; here it is heard, and the next call works."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grundy

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")


def interrupted(work: Callable[[], object]) -> None:
    """Runs `work`, which takes far longer, and sends Ctrl-C after a moment."""
    timer = threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        try:
            work()
        finally:
            timer.join()
    assert grundy.solve("nim", 3, 5).grundy == 6
    assert len(grundy.explore(lambda n: [n - 1] if n else [], 100)) == 101


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
    interrupted(lambda: grundy.game("connect4:6x5").solve(memory="2 GB"))


def test_rules() -> None:
    source = "def initial(): return 0\ndef moves(s): return [s + 1, 2 * s + 1]"
    interrupted(lambda: grundy.rules(source).solve(max_positions=10**9))


def test_solving_a_graph() -> None:
    np = pytest.importorskip("numpy")
    # A path: as many rounds as vertices.
    n = 10_000_000
    graph = grundy.Graph.from_csr(np.arange(n + 1, dtype=np.int64).clip(max=n - 1), np.arange(1, n, dtype=np.int32))
    interrupted(graph.solve)


def test_values() -> None:
    pytest.importorskip("numpy")
    interrupted(lambda: grundy.game("grundys-game").values(10**8))


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
        grundy.game("connect4:6x5").solve(time=0.1, memory="2 GB")
