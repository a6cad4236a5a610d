"""`explore_words`: rules written in numpy, against the slow solver."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import grundy
import oracle

np = pytest.importorskip("numpy")


def expander(options: dict[int, list[int]], ends: dict[int, int] | None = None) -> Any:
    def expand(words: Any) -> Any:
        assert words.dtype == np.uint64
        rows = [options[int(w)] for w in words]
        flat = np.array([q for row in rows for q in row], np.uint64)
        counts = np.array([len(row) for row in rows], np.int64)
        if ends is None:
            return flat, counts
        return flat, counts, np.array([ends.get(int(w), oracle.LOSS) for w in words], np.int8)

    return expand


@pytest.mark.parametrize("batch", [1, 7, 65536])
def test_words_agree_with_the_slow_solver(batch: int) -> None:
    for _, options, ends, players, misere in oracle.random_games():
        if players is not None or misere:
            continue
        # Words of any size: the positions are spread over 64 bits.
        spread = {v: (v * 0x9E3779B97F4A7C15) % 2**64 for v in options}
        words = {spread[v]: [spread[w] for w in options[v]] for v in options}
        spread_ends = None if ends is None else {spread[v]: value for v, value in ends.items()}
        start = spread[max(options)]
        expected = oracle.solve(oracle.options_from(start, words.__getitem__), spread_ends)
        solution = grundy.explore_words(expander(words, spread_ends), start, batch=batch)
        got = {int(p): (int(f.value), f.remoteness, f.grundy) for p, f in solution.items()}
        # An array of ends, even if all are losses, may say that the game has values of its own.
        if ends is not None:
            got = {p: f[:2] for p, f in got.items()}
            expected = {p: f[:2] for p, f in expected.items()}
        assert got == expected


def test_a_game_in_numpy() -> None:
    def expand(words: Any) -> Any:
        n = words.astype(np.int64)[:, None] - np.array([1, 3, 4])
        legal = n >= 0
        return n[legal].astype(np.uint64), legal.sum(1)

    solution = grundy.explore_words(expand, 5000)
    assert len(solution) == 5001
    assert [solution[n].grundy for n in range(14)] == [0, 1, 0, 1, 2, 3, 2] * 2
    assert solution[20] == grundy.PositionValue(grundy.Outcome.WIN, 11, 2)


@pytest.mark.parametrize(
    "answer",
    [
        lambda words: (words, np.zeros(len(words), np.int64)),  # options that no count covers
        lambda words: (words[:0], np.ones(len(words), np.int64)),  # fewer options than counted
        lambda words: (words, -np.ones(len(words), np.int64)),
        lambda words: (words, np.ones(len(words) + 1, np.int64)),
        lambda words: (words.astype(np.float64), np.ones(len(words), np.int64)),
        lambda words: (words.astype(np.int64) - 5, np.ones(len(words), np.int64)),  # below zero
        lambda words: words,
        lambda words: None,
        lambda words: (words[:0], np.zeros(len(words), np.int64), np.zeros(len(words) + 1, np.int8)),
        lambda words: (words[:0], np.zeros(len(words), np.int64), np.full(len(words), 5, np.int8)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(answer: Any) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        grundy.explore_words(answer, 3)
    assert str(caught.value)


def test_an_error_in_expand_is_raised_as_it_is() -> None:
    def expand(words: Any) -> Any:
        raise LookupError("as it is")

    with pytest.raises(LookupError, match="as it is"):
        grundy.explore_words(expand, 3)


def down(words: Any) -> Any:
    """The path n, n - 1, …, 0."""
    return words[words > 0] - np.uint64(1), (words > 0).astype(int)


def test_the_positions_cannot_be_changed() -> None:
    solution = grundy.explore_words(down, 5)
    before = dict(solution)
    copy = np.array(solution.positions)
    copy.sort()
    assert list(copy) == [0, 1, 2, 3, 4, 5] and list(solution.positions) == [5, 4, 3, 2, 1, 0]
    with pytest.raises(ValueError):
        np.asarray(solution.positions).sort()
    for same in (np.asarray(solution.positions, dtype="float64"), np.array(solution.positions[2:])):
        same[:] = 0
    assert dict(solution) == before and solution[5].remoteness == 5
    again = pickle.loads(pickle.dumps(solution))
    assert dict(again) == before
    with pytest.raises(ValueError):
        np.asarray(again.positions)[0] = 0


def test_data_frames() -> None:
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    largest = 2**64 - 1
    solution = grundy.explore_words(lambda words: (words[words > largest - 3] - np.uint64(1), (words > largest - 3).astype(int)), largest)
    frame = solution.to_polars()
    assert frame["position"].to_list() == [largest, largest - 1, largest - 2, largest - 3] and frame["position"].dtype == polars.UInt64
    assert frame["remoteness"].to_list() == [3, 2, 1, 0]
    table = solution.to_pandas()
    assert isinstance(table, pandas.DataFrame) and table.loc[largest, "remoteness"] == 3


@pytest.mark.parametrize("odd", [float("inf"), float("nan"), 1.5, "1", None, 2**70, -1])
def test_what_is_no_position(odd: Any) -> None:
    assert odd not in grundy.explore_words(down, 5)
