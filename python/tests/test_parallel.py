"""Several threads, forked and spawned processes."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import grundy
import oracle
from grundy.games import kayles, nim, tictactoe


def work(number: int) -> Any:
    """A mixture of everything, the same for the same number."""
    rng = random.Random(number)
    heaps = [rng.randrange(9) for _ in range(3)]
    options = oracle.random_graph(rng, 60)
    solution = grundy.explore(options.__getitem__, 59)
    board = grundy.game("tictactoe").solve("X" + "." * 8)
    return (
        nim.solve(heaps).to_dict(),
        kayles.solve(heaps).grundy,
        {p: tuple(f) for p, f in solution.items()},
        board.to_dict(),
        grundy.game("three-mens-morris").solve().value,
        grundy.solve("subtraction:1,3,4", heaps).best[:1],
    )


def test_eight_threads_give_the_answers_of_one() -> None:
    expected = [work(number) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert list(pool.map(work, range(40))) == expected


def test_eight_threads_on_one_game_and_one_table(tmp_path: Any) -> None:
    game = grundy.game("mnk:3,3,3")
    boards = [str(after) for _, first in game.start().options() for _, after in first.options()]
    expected = {board: game.solve(board) for board in boards}
    fresh = grundy.rules("def initial(): return 40\ndef moves(s): return [s - k for k in (1, 3, 4) if k <= s]")
    with grundy.game("tictactoe").build(tmp_path / "t.parquet") as table, ThreadPoolExecutor(8) as pool:
        rows = {board: table.probe(board) for board in boards}

        def ask(seed: int) -> bool:
            board = random.Random(seed).choice(boards)
            heap = seed % 41
            return (
                game.solve(board) == expected[board]
                and table.probe(board) == rows[board]
                and fresh.solve(heap).grundy == [0, 1, 0, 1, 2, 3, 2][heap % 7]
            )

        assert all(pool.map(ask, range(600)))


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns as often as the interpreter lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(work: Callable[[int], object], threads: int = 8) -> None:
    """Runs `work` in threads that begin at the same time."""
    barrier = threading.Barrier(threads)

    def run(number: int) -> object:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, range(threads)))


def test_threads_open_more_games_than_are_cached(hurried: None) -> None:
    def work(number: int) -> None:
        for n in range(1500):
            name = f"subtraction:1,{2 + (n + number) % 9}"
            assert grundy.game(name).name == name

    together(work)


def test_threads_search_one_solution_first(hurried: None) -> None:
    def expand(words: Any) -> tuple[Any, Any]:
        options = np.stack([words * 2 + 1, words * 2 + 2], axis=1).astype(np.uint64)
        more = words < 30_000
        return options[more].ravel(), more * 2

    def work(number: int) -> None:
        for n in range(number, 60_000, 5_000):
            assert numbered[n].remoteness == named[n].remoteness == found[n].remoteness

    for _ in range(5):
        found = grundy.explore_words(expand, 0)
        numbered = grundy.explore(lambda n: [2 * n + 1, 2 * n + 2] if n < 30_000 else [], 0)
        named = grundy.explore(lambda n: [2 * n + 1, 2 * n + 2] if n < 30_000 else [], 0, canonical=lambda n: n)
        together(work)


def test_other_threads_run_while_one_works() -> None:
    """Work lets go of the GIL: another thread runs Python meanwhile."""
    ticks, done = [0], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks[0] += 1
            done.wait(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        before = ticks[0]
        grundy.game("connect4:4x4").solve()  # 161,029 positions
        grundy.game("octal:0.16").period()
        during = ticks[0] - before
    finally:
        done.set()
        thread.join()
    assert during >= 2


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_forked_process_goes_on() -> None:
    expected = [work(number) for number in range(4)]  # uses threads before the fork
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if [work(number) for number in range(4)] == expected else 2
            os.write(write, b"done")
        finally:
            os._exit(status)
    os.close(write)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0 and os.read(read, 4) == b"done"
    os.close(read)


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_pool_of_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    expected = [tictactoe.solve(board) for board in ("X........", "....X....")]
    with multiprocessing.get_context(method).Pool(2) as pool:
        answers = pool.map(tictactoe.solve, ["X........", "....X...."])
    assert answers == expected
