"""Positions: sums across games, options, playing a move."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grundy
from grundy import Outcome
from grundy.games import cram, kayles, nim, octal, subtraction, tictactoe, wythoff


def test_a_summand_whose_text_has_no_spaces_may_be_anywhere() -> None:
    board = cram(2, 2).start()
    for whole in (board + nim(3), nim(3) + board, nim(1) + board + nim(2), board + board + nim(3)):
        assert whole.solve().grundy == 3
        assert whole.play(whole.solve().best[0].text).solve().value is Outcome.LOSS


def test_a_sum_answers_as_the_command_line(program: Any) -> None:
    rng = random.Random(18)
    lines, sums = [], []
    for _ in range(40):
        heaps = [rng.randint(1, 12) for _ in range(5)]  # positions leave empty heaps out
        parts = [
            (f"nim {heaps[0]} {heaps[1]}", nim(heaps[0], heaps[1])),
            (f"kayles {heaps[2]}", kayles(heaps[2])),
            (f"wythoff {heaps[3]} {heaps[4]}", wythoff(heaps[3], heaps[4])),
            (f"octal:0.137 {heaps[0]}", octal("0.137")(heaps[0])),
            (f"subtraction:1,3,4 {heaps[1]}", subtraction(1, 3, 4)(heaps[1])),
        ]
        chosen = rng.sample(parts, rng.randint(2, 3))
        lines.append(" + ".join(text for text, _ in chosen))
        whole = chosen[0][1]
        for _, part in chosen[1:]:
            whole = whole + part
        sums.append(whole)
    for line, whole, said in zip(lines, sums, program.batch("sum", lines), strict=False):
        mine = whole.solve().to_dict()
        assert mine == said, line


def test_the_grundy_value_of_a_sum_is_the_nim_sum() -> None:
    for n in range(15):
        parts = [nim(n, 3), kayles(n), subtraction(1, 3, 4)(n)]
        values = [part.solve().grundy for part in parts]
        assert sum(parts[1:], parts[0]).solve().grundy == values[0] ^ values[1] ^ values[2]  # type: ignore[operator]


def test_games_that_do_not_add_are_refused() -> None:
    for other in (tictactoe.start(), grundy.game("nim", misere=True)(3)):
        with pytest.raises((grundy.GameError, grundy.PositionError)) as caught:
            (nim(3) + other).solve()
        assert str(caught.value)
    with pytest.raises(TypeError):
        nim(3) + 3  # type: ignore[operator]


def test_misere_heaps_of_one_game_add() -> None:
    kayles_ = grundy.game("kayles", misere=True)
    assert (kayles_(5) + kayles_(7)).solve().value == kayles_(5, 7).solve().value
    with pytest.raises(grundy.GameError):
        (kayles_(5) + grundy.game("nim", misere=True)(3)).solve()


def test_options_are_the_moves_of_the_answer() -> None:
    for position in (nim(3, 5), kayles(7), wythoff(3, 4), tictactoe("X...O...."), nim(2) + kayles(4)):
        options = dict(position.options())
        assert options == {move.text: move.after for move in position.solve().moves}
        for text, after in options.items():
            assert position.play(text) == after
            assert hash(position.play(text)) == hash(after)
    assert nim(0).options() == []


def test_a_best_move_leads_to_the_value_it_promises() -> None:
    position = grundy.solve("nim", 14, 21, 39).best[0].after
    assert str(position) == "14 21 27"
    answer = position.solve()
    assert answer.lost and answer.remoteness == 62
    line = [position]
    while moves := line[-1].solve().best:
        line.append(line[-1].play(moves[0]))
    assert len(line) - 1 == 62 and str(line[-1]) == "0"


def test_an_illegal_move_names_the_nearest() -> None:
    with pytest.raises(grundy.IllegalMove) as caught:
        nim(3, 5).play("take 2 form 5")
    assert "take 2 from 5" in str(caught.value)
    foreign = grundy.solve("kayles", 7).moves[0]
    with pytest.raises(grundy.IllegalMove):
        nim(3, 5).play(foreign)


def test_positions_are_values() -> None:
    assert nim(3, 5) == nim("3 5") == nim((3, 5)) == grundy.game("nim")(3, 5)
    assert nim(3, 5) != kayles(3, 5) and nim(3) != grundy.game("nim", misere=True)(3)
    assert nim(3, 5) != "3 5"
    assert len({nim(3, 5), nim("3 5"), nim(5, 4)}) == 2
    assert str(nim(3, 5)) == "3 5" and "nim" in repr(nim(3, 5)) and "3 5" in repr(nim(3, 5))
    assert nim(3, 5).game == nim


def test_games_are_values() -> None:
    assert grundy.game("nim") == nim and hash(grundy.game("nim")) == hash(nim)
    assert grundy.game("nim") != grundy.game("nim", misere=True)
    assert nim.name == "nim" and not nim.misere
    assert octal("0.137").name == "octal:0.137"
    assert subtraction(1, 3, 4).name == "subtraction:1,3,4"
    assert "kayles" in repr(kayles)


def test_each_name_of_the_module_opens_its_game() -> None:
    parameters = {
        "bash": (3,),
        "chess": ("KRvK",),
        "chomp": (3, 4),
        "connect4": (4, 4),
        "cram": (2, 3),
        "domineering": (4, 4),
        "dots_and_boxes": (2, 2),
        "hex": (3,),
        "kalah": (3, 2),
        "mnk": (3, 3, 3),
        "moore": (2,),
        "node_kayles": (2, 3),
        "octal": ("0.137",),
        "othello": (4,),
        "quixo": (3,),
        "subtraction": (1, 3, 4),
    }
    opened = set()
    for name in grundy.games.__all__:
        game = getattr(grundy.games, name)
        if not isinstance(game, grundy.Game):
            game = game(*parameters[name])
        assert game == grundy.game(game.name) and game.name.replace("-", "_").startswith(name)
        opened.add(game.name.partition(":")[0])
    assert opened == {name.partition(":")[0] for name in grundy.catalog()} - {"graph"}
    with pytest.raises(AttributeError):
        grundy.games.parcheesi  # noqa: B018


def test_an_outcome_is_a_number_and_a_word() -> None:
    assert [int(v) for v in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)] == [1, 0, -1]
    assert -Outcome.WIN == Outcome.LOSS and Outcome("win") is Outcome.WIN and Outcome(0) is Outcome.DRAW
    assert [str(v) for v in Outcome] and {str(v) for v in Outcome} == {"win", "draw", "loss"}
    with pytest.raises(ValueError):
        Outcome("won")
    with pytest.raises(ValueError):
        Outcome(2)


def test_a_position_of_a_sum_does_not_depend_on_the_way_to_it() -> None:
    start = nim(3, 5) + kayles(7)
    after = start.play("nim: take 2 from 5")
    other = nim(3, 3) + kayles(7)
    assert repr(after) == repr(other) == "<nim 3 3 + kayles 7>"
    assert after == other and len({after, other}) == 1
    assert start.game.solve(other).grundy == other.solve().grundy
    assert repr(start.game.solve(other)).startswith("<nim 3 3 + kayles 7: ")
    assert after != nim(3, 3) + kayles(6)
    with pytest.raises(grundy.PositionError):
        start.game.solve(nim(3, 3) + nim(7))


def test_a_file_that_changed_is_another_game(tmp_path: Any) -> None:
    path = tmp_path / "game.txt"
    path.write_text("> a\na b\nb c\n")
    first, again = grundy.game(f"graph:{path}"), grundy.game(f"graph:{path}")
    assert first == again and hash(first) == hash(again)
    path.write_text("> a\na b\nb c\nc d\n")
    changed = grundy.game(f"graph:{path}")
    assert first != changed and first("a") != changed("a")


def test_a_file_with_a_space_is_no_summand(tmp_path: Any) -> None:
    path = tmp_path / "my game.txt"
    path.write_text("> a\na b\n")
    with pytest.raises(grundy.GameError, match="has a space"):
        grundy.game(f"graph:{path}")("a") + nim(3)


def test_a_finished_game_has_no_moves_to_name() -> None:
    with pytest.raises(grundy.IllegalMove, match="the game is over"):
        nim(0).play("x")
