"""Whole games on disk: the same bytes as the command line's, look-ups, verification, damage."""

from __future__ import annotations

import os
import random
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy import Outcome

BUILT: list[tuple[str, list[str], dict[str, Any]]] = [
    ("tictactoe", [], {}),
    ("nim", ["3", "4", "5"], {"start": (3, 4, 5)}),
    ("subtraction:1,3,4", ["60"], {"start": 60}),
    ("connect4:4x3", [], {}),
    ("three-mens-morris", ["--reduced"], {"reduced": True}),
    ("dao", ["--reduced", "--no-positions"], {"reduced": True, "positions": False}),
    ("quixo:3", ["--no-positions"], {"positions": False}),
    ("games/bachet.star", [], {}),
    ("games/cram.star", ["--reduced"], {"reduced": True}),
]


@pytest.fixture(scope="module")
def tictactoe(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("tables") / "tictactoe.parquet"
    grundy.game("tictactoe").build(path)
    return str(path)


@pytest.mark.parametrize(("name", "flags", "options"), BUILT, ids=[f"{name} {' '.join(flags)}" for name, flags, _ in BUILT])
def test_the_bytes_of_a_table_are_those_of_the_command_line(
    name: str, flags: list[str], options: dict[str, Any], tmp_path: Path, program: Any, in_root: Path
) -> None:
    mine, theirs = tmp_path / "mine.parquet", tmp_path / "theirs.parquet"
    said = program.json("build", name, *flags, "-o", theirs)
    with grundy.game(name).build(mine, **options) as table:
        assert mine.read_bytes() == theirs.read_bytes()
        assert len(table) in (said["stored"], said["positions"])
        histogram = table.histogram()
        assert sum(histogram.wins) == said["win"] and sum(histogram.losses) == said["loss"] and histogram.draws == said["draw"]
    program("verify", mine)
    grundy.verify(theirs)


def test_nothing_is_left_beside_a_table(tmp_path: Path) -> None:
    grundy.game("tictactoe").build(tmp_path / "t.parquet").__exit__(None, None, None)
    assert os.listdir(tmp_path) == ["t.parquet"]


def test_probing_every_position(tictactoe: str) -> None:
    game = grundy.game("tictactoe")
    reached = grundy.explore(lambda p: [after for _, after in p.options()], game.start())
    words = [str(position) for position in reached]
    assert len(words) == 5478
    with grundy.open_table(tictactoe) as table:
        assert len(table) == 5478
        for word in random.Random(4).sample(words, 300):
            answer = game.solve(word)
            fact = table.probe(word)
            assert fact == (answer.value, answer.remoteness, answer.grundy, answer.loopy)
            assert table.get(word) == table.get(game(word)) == fact
            assert word in table and game(word) in table
            mine, theirs = table.solve(word), answer
            assert [(m.text, m.value, m.best, m.facts) for m in mine.moves] == [(m.text, m.value, m.best, m.facts) for m in theirs.moves]


def test_many_probes_in_any_order(tictactoe: str) -> None:
    pytest.importorskip("numpy")
    game = grundy.game("tictactoe")
    reached = grundy.explore(lambda p: [after for _, after in p.options()], game.start())
    rng = random.Random(2)
    positions = rng.choices([str(p) for p in reached], k=8000)
    with grundy.open_table(tictactoe) as table:
        columns = table.probe_many(positions)
        assert columns.value.dtype == "int8" and columns.remoteness.dtype == "int32" and len(columns.value) == 8000
        for i in rng.sample(range(8000), 500):
            fact = table.probe(positions[i])
            assert columns.value[i] == fact.value
            assert columns.remoteness[i] == (-1 if fact.remoteness is None else fact.remoteness)
        assert len(table.probe_many([]).value) == 0


def test_grundy_values_in_columns(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    with grundy.game("nim").build(tmp_path / "nim.parquet", start=(3, 4, 5)) as table:
        columns = table.probe_many(["1 2 3", (3, 4, 5), "1", "0"])
        assert columns.grundy is not None and columns.grundy.tolist() == [0, 3 ^ 4 ^ 5, 1, 0]
        assert columns.value.tolist() == [-1, 1, 1, -1]
        assert table.probe(1, 2, 3) == table.probe("1 2 3") == (Outcome.LOSS, 6, 0, None)


def test_a_missing_position(tmp_path: Path) -> None:
    with grundy.game("nim").build(tmp_path / "nim.parquet", start=(3, 4, 5)) as table:
        absent = "9 9"  # a position of the game that the start does not reach
        assert absent not in table and (9, 9) not in table
        assert table.get(absent) is None
        nothing = grundy.PositionValue(Outcome.DRAW, None, None)
        assert table.get(absent, nothing) is nothing
        with pytest.raises(grundy.MissingPosition) as caught:
            table.probe(absent)
        assert isinstance(caught.value, KeyError) and isinstance(caught.value, grundy.GrundyError)
        assert absent in str(caught.value)
        if find_spec("numpy") is not None:
            with pytest.raises(grundy.MissingPosition, match=absent):
                table.probe_many(["1 2", absent, "8 8"])
        with pytest.raises(grundy.PositionError):
            table.probe("3 x")


def test_reading_it_with_other_libraries(tictactoe: str) -> None:
    with grundy.open_table(tictactoe) as table:
        histogram = table.histogram()
        counts = {"win": sum(histogram.wins), "loss": sum(histogram.losses), "draw": histogram.draws}
        polars = pytest.importorskip("polars")
        frame = table.scan().group_by("value").agg(polars.len()).collect()
        assert dict(frame.iter_rows()) == counts
        pandas = pytest.importorskip("pandas")
        pytest.importorskip("pyarrow")
        assert pandas.read_parquet(tictactoe)["value"].value_counts().to_dict() == counts


def test_a_changed_byte_is_found(tictactoe: str, tmp_path: Path) -> None:
    data = Path(tictactoe).read_bytes()
    rng = random.Random(11)
    damaged = tmp_path / "damaged.parquet"
    for _ in range(40):
        at = rng.randrange(len(data))
        changed = bytearray(data)
        changed[at] ^= 1 << rng.randrange(8)
        damaged.write_bytes(changed)
        with pytest.raises((grundy.WrongTable, grundy.TableError)), grundy.open_table(damaged) as table:
            table.verify()
    damaged.write_bytes(data[: len(data) // 2])
    with pytest.raises((grundy.TableError, grundy.WrongTable)):
        grundy.open_table(damaged)
    damaged.write_bytes(b"")
    with pytest.raises((grundy.TableError, grundy.WrongTable)):
        grundy.open_table(damaged)
    with pytest.raises(OSError):
        grundy.open_table(tmp_path / "missing.parquet")


def test_a_table_is_verified(tictactoe: str, program: Any) -> None:
    with grundy.open_table(tictactoe) as table:
        assert table.verify() is not None
    assert grundy.verify(tictactoe) is not None
    program("verify", tictactoe)


def test_a_closed_table_says_so(tictactoe: str) -> None:
    table = grundy.open_table(tictactoe)
    with table:
        pass
    with pytest.raises((ValueError, grundy.GrundyError)):
        table.probe("." * 9)


def test_the_game_of_a_table(tictactoe: str, tmp_path: Path) -> None:
    with grundy.open_table(tictactoe) as table:
        assert table.game == grundy.game("tictactoe") and table.path == tictactoe
        assert table.solve().position == table.game.start()
    with pytest.raises(grundy.GrundyError):
        grundy.open_table(tictactoe, game="nim").probe("1 2")


def test_a_table_of_a_rules_file_brings_its_rules(tmp_path: Path) -> None:
    source = "def initial(): return 21\ndef moves(s): return [s - k for k in (1, 2, 3) if k <= s]"
    with grundy.rules(source).build(tmp_path / "own.parquet") as table:
        expected = [table.probe(n) for n in range(22)]
    with grundy.open_table(tmp_path / "own.parquet") as table:
        assert [table.probe(n) for n in range(22)] == expected
        assert [fact.grundy for fact in expected] == [n % 4 for n in range(22)]


def test_a_table_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        grundy.game("tictactoe").build(tmp_path / "missing" / "t.parquet")
    assert os.listdir(tmp_path) == []


def test_a_forecast() -> None:
    forecast = grundy.game("teeko-movement").forecast()
    assert forecast is not None
    assert forecast.positions == 75_710_250 and forecast.bytes >= forecast.positions and forecast.seconds > 0


def test_a_build_from_a_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    with grundy.game("connect4:4x4").build(tmp_path / "a.parquet", checkpoint=checkpoint):
        pass
    with grundy.game("connect4:4x4").build(tmp_path / "b.parquet"):
        pass
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    shutil.rmtree(checkpoint, ignore_errors=True)


def test_a_limit_of_memory_is_told_beforehand(tmp_path: Path) -> None:
    with pytest.raises(grundy.LimitError) as caught:
        grundy.game("teeko-movement").build(tmp_path / "t.parquet", memory="10 MB")
    assert caught.value.limit == "memory" and caught.value.needed > 10_000_000
    assert "--" not in str(caught.value), "the words are Python's, not the command line's"
    assert os.listdir(tmp_path) == []


def test_what_cannot_be_written_is_found_before_the_work(tmp_path: Path) -> None:
    def fail(stage: grundy.Stage) -> None:
        raise AssertionError("the game is being solved")

    game = grundy.game("connect4:5x4")
    for path, error in ((tmp_path / "missing" / "t.parquet", FileNotFoundError), (tmp_path, IsADirectoryError)):
        with pytest.raises(error) as caught:
            game.build(path, progress=fail)
        assert caught.value.filename == str(path)
    assert os.listdir(tmp_path) == []


def test_a_table_is_replaced_when_the_new_one_is_whole(tmp_path: Path) -> None:
    path, link = tmp_path / "t.parquet", tmp_path / "link.parquet"
    grundy.game("connect4:3x3").build(path).close()
    before = path.read_bytes()
    link.symlink_to(path)
    with pytest.raises(grundy.LimitError):
        grundy.game("connect4:4x4").build(link, max_positions=100)
    assert path.read_bytes() == before
    grundy.game("connect4:4x3").build(link).close()
    assert link.is_symlink() and path.read_bytes() != before and len(os.listdir(tmp_path)) == 2


def test_positions_of_a_game_and_of_its_table(tmp_path: Path, in_root: Path) -> None:
    moved = tmp_path / "moved.star"
    shutil.copy("games/bachet.star", moved)
    with grundy.game("games/bachet.star").build(tmp_path / "t.parquet") as table:
        for game in (grundy.game("games/bachet.star"), grundy.game(str(moved)), table.game):
            assert table.probe(game(20)) == table.probe("20")
        with pytest.raises(grundy.PositionError, match="nim"):
            table.probe(grundy.game("nim")(20))
