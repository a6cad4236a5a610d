"""500 fixed questions about the games of the catalogue, answered by the package and by the command line, field by field."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import grundy

QUESTIONS: dict[tuple[str, str], list[str]] = defaultdict(list)
for line in (Path(__file__).parent / "questions.tsv").read_text().splitlines():
    if not line.startswith("#"):
        play, game, position = line.split("\t")
        QUESTIONS[game, play].append(position)


def test_there_are_500_about_every_game_of_the_catalogue() -> None:
    assert sum(map(len, QUESTIONS.values())) == 500
    asked = {game.partition(":")[0] for game, _ in QUESTIONS}
    # Any question about Teeko solves 75 million positions; graph files have tests of their own. The questions are older than some games.
    newer = {"cram", "domineering", "dots-and-boxes", "hex", "node-kayles", "othello"}
    newer |= {"five-mens-morris", "six-mens-morris", "nine-mens-morris"}
    assert asked == {name.partition(":")[0] for name in grundy.catalog()} - {"graph", "teeko", "teeko-movement"} - newer
    assert sum(play == "misere" for _, play in QUESTIONS) >= 8


def compare(answer: grundy.Answer, expected: dict[str, Any]) -> None:
    """Every field, by attribute and by `to_dict`."""
    assert answer.to_dict() == expected
    assert json.loads(json.dumps(answer.to_dict())) == expected
    assert str(answer.position) == expected["position"]
    assert str(answer.value) == expected["value"]
    assert answer.won == (expected["value"] == "win") and answer.lost == (expected["value"] == "loss")
    assert answer.remoteness == expected["remoteness"]
    assert answer.grundy == (None if expected["grundy"] is None else int(expected["grundy"]))
    assert answer.method == expected["method"]
    assert list(answer.notes) == expected.get("notes", [])
    assert len(answer.moves) == len(expected["moves"])
    assert answer.moves_total == int(expected.get("moves_total", len(answer.moves)))
    for move, said in zip(answer.moves, expected["moves"], strict=False):
        assert (move.text, str(move.value), move.best) == (said["move"], said["value"], said["best"])
        after = said["after"]
        assert str(move.after) == after["position"]
        assert (str(move.facts.value), move.facts.remoteness) == (after["value"], after["remoteness"])
        assert move.facts.grundy == (None if after["grundy"] is None else int(after["grundy"]))
    assert answer.best == tuple(move for move in answer.moves if move.best)


@pytest.mark.parametrize(("game", "play"), QUESTIONS, ids=lambda text: text)
def test_the_package_answers_as_the_command_line(game: str, play: str, program: Any, in_root: Path) -> None:
    positions = QUESTIONS[game, play]
    misere = play == "misere"
    expected = program.batch(game, positions, *(["--misere"] if misere else []))
    opened = grundy.game(game, misere=misere)
    for position, said in zip(positions, expected, strict=False):
        answer = opened.solve(position)
        compare(answer, said)
        assert answer == opened(position).solve()
        assert hash(answer) == hash(opened(position).solve())


def test_one_call_answers_as_well(program: Any) -> None:
    compare(grundy.solve("nim", 14, 21, 39), program.json("solve", "nim", "14", "21", "39"))
    compare(grundy.solve("nim", "14 21 39"), program.json("solve", "nim", "14", "21", "39"))
    compare(grundy.solve("nim", (14, 21, 39)), program.json("solve", "nim", "14", "21", "39"))
    compare(grundy.solve("kayles", 9, misere=True), program.json("solve", "kayles", "9", "--misere"))
    compare(grundy.solve("tictactoe"), program.json("solve", "tictactoe"))


def test_a_shorter_list_of_moves(program: Any) -> None:
    for count in (1, 2, 5):
        answer = grundy.game("nim").solve(10, 20, 30, moves=count)
        assert answer.to_dict() == program.json("solve", "nim", "10", "20", "30", "--max-moves", str(count))
    assert grundy.game("nim").solve(10, 20, 30, moves=0).moves == ()
    assert grundy.game("nim").solve(10, 20, 30, moves=5).moves_total == 60


def test_heaps_of_any_size(program: Any) -> None:
    big = 10**30
    answer = grundy.solve("nim", big, 5)
    assert answer.grundy == big ^ 5 and answer.moves_total == big + 5
    compare(answer, program.json("solve", "nim", str(big), "5"))
    assert grundy.solve("subtraction:1,3,4", 10**18).grundy == 1


def test_a_rules_file(program: Any, in_root: Path) -> None:
    compare(grundy.solve("games/dawson.star", "5 + 7"), program.json("solve", "games/dawson.star", "5", "+", "7"))
    source = (in_root / "games/bachet.star").read_text()
    for settings in ({}, {"n": 30, "take": [1, 3, 4]}):
        mine = grundy.rules(source, **settings).solve().to_dict()
        flags = ["--set", "n=30", "--set", "take=1,3,4"] if settings else []
        said = program.json("solve", "games/bachet.star", *flags)
        mine.pop("game"), said.pop("game")
        assert mine == said


def test_many_positions_in_columns(program: Any) -> None:
    np = pytest.importorskip("numpy")
    words = {"win": 1, "draw": 0, "loss": -1}
    for game in ("subtraction:1,3,4", "tictactoe", "wythoff"):
        positions = QUESTIONS[game, "normal"]
        columns = grundy.game(game).solve_many(positions)
        expected = program.batch(game, positions)
        assert columns.value.dtype == np.int8 and columns.remoteness.dtype == np.int32
        assert columns.value.tolist() == [words[said["value"]] for said in expected]
        assert columns.remoteness.tolist() == [-1 if said["remoteness"] is None else said["remoteness"] for said in expected]
        if columns.grundy is not None:
            assert columns.grundy.tolist() == [-1 if said["grundy"] is None else said["grundy"] for said in expected]
        else:
            assert all(said["grundy"] is None for said in expected)


def test_the_catalogue_is_that_of_the_command_line(program: Any) -> None:
    names = [line.split()[0] for line in program("games").split("\n\n")[0].splitlines()]
    assert [name.partition(":")[0] for name in grundy.catalog()] == [name.partition(":")[0] for name in names]
    assert all(grundy.catalog().values())


def test_why_is_what_explain_says(program: Any) -> None:
    for game, position in (("nim", "3 5"), ("subtraction:1,3,4", "20 12"), ("kayles", "9"), ("tictactoe", "X........")):
        said = program("explain", game, *position.split())
        mine = grundy.solve(game, position).why()
        # The command line breaks lines at 97 columns.
        assert " ".join(mine.split()) == " ".join(said.split())
