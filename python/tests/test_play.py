"""Playing against the solver."""

from __future__ import annotations

import random

import pytest

import grundy
from grundy import Outcome
from grundy.games import kayles, nim, tictactoe


def test_a_perfect_opponent_never_loses_a_won_position() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        match = nim(3, 4, 5).play("take 2 from 3").opponent(seed=seed)  # lost for the player to move: 1 4 5
        while not match.over:
            match.push(rng.choice(match.legal_moves()))
            if match.over:
                pytest.fail("the player who was lost made the last move")
            move = match.reply()
            assert move.best and move.value is Outcome.WIN
        assert match.position == nim(0)


def test_both_sides_play_perfectly_to_the_end() -> None:
    for position in (nim(3, 5), kayles(8), tictactoe.start()):
        answer = position.solve()
        match = position.opponent()
        while not match.over:
            match.push(match.position.solve().best[0])
            if not match.over:
                match.reply()
        record = match.record()
        assert all(before == after for _, before, after in record), "no move lost value"
        if answer.remoteness is not None:
            assert len(record) == answer.remoteness


def test_push_and_pop() -> None:
    match = nim(3, 5).opponent()
    assert match.position == nim(3, 5) and not match.over
    assert set(match.legal_moves()) == {text for text, _ in nim(3, 5).options()}
    match.push("take 1 from 3")
    first = match.position
    move = match.reply()
    assert match.position == first.play(move)
    assert match.pop() == move.text and match.position == first
    assert match.pop() == "take 1 from 3" and match.position == nim(3, 5)
    with pytest.raises((IndexError, grundy.GrundyError)):
        match.pop()
    with pytest.raises(grundy.IllegalMove):
        match.push("take 9 from 5")
    assert match.position == nim(3, 5), "an illegal move changes nothing"


def test_the_record_names_what_a_move_lost() -> None:
    match = nim(3, 5).opponent()
    match.push("take 1 from 5")
    match.reply()
    record = match.record()
    assert record[0] == ("take 1 from 5", Outcome.WIN, Outcome.LOSS)
    assert record[1][1] is record[1][2] is Outcome.WIN


def test_the_same_seed_plays_the_same() -> None:
    def played(seed: int) -> list[str]:
        match = nim(9, 10, 11).opponent(skill=0.3, seed=seed)
        while not match.over:
            match.push(match.legal_moves()[0])
            if not match.over:
                match.reply()
        return [text for text, _, _ in match.record()]

    assert played(1) == played(1)
    assert len({tuple(played(seed)) for seed in range(12)}) > 1
    with pytest.raises(ValueError):
        nim(3).opponent(skill=1.5)


def test_nobody_replies_when_the_game_is_over() -> None:
    match = nim(1).opponent()
    match.push("take 1")
    assert match.over and match.legal_moves() == []
    with pytest.raises((ValueError, grundy.GrundyError)):
        match.reply()


def test_a_game_that_is_too_large_to_solve() -> None:
    start = grundy.game("connect4:8x7").start()
    for skill in (0.0, 1.0):
        match = start.opponent(skill, seed=1, max_positions=1000)
        move = match.reply()
        assert move.text in {text for text, _ in start.options()} and match.position == move.after == start.play(move)
        assert move.value is None and move.facts is None and not move.best
        match.push(match.legal_moves()[0])
        assert [(before, after) for _, before, after in match.record()] == [(None, None)] * 2


def test_a_win_at_once_is_seen_in_a_game_that_is_too_large_to_solve() -> None:
    match = grundy.game("connect4:7x6").start().opponent(max_positions=1000)
    for column in "ababab":
        match.push(column)
    assert match.reply().text == "a" and match.over


def test_too_many_moves_to_list() -> None:
    position = nim(10**15, 5)
    with pytest.raises(grundy.LimitError):
        position.options()
    match = position.opponent()
    with pytest.raises(grundy.LimitError):
        match.legal_moves()
    match.push("take 999999999999995 from 1000000000000000")
    assert match.position == nim(5, 5)


def test_an_interrupted_push_makes_no_move() -> None:
    def interrupt(stage: grundy.Stage) -> None:
        raise KeyboardInterrupt

    start = grundy.game("connect4:5x4").start()
    match = start.opponent(progress=interrupt)
    grundy.game("connect4:5x4").forget()
    for move in (lambda: match.push("a"), match.reply):
        with pytest.raises(KeyboardInterrupt):
            move()
        assert match.position == start and match.record() == []


def test_an_error_of_the_rules_in_push_is_raised() -> None:
    source = "def initial(): return 5\ndef moves(s): return [s - k for k in (1, 2) if k <= s and 1 // (s - 1) >= 0]"
    game = grundy.rules(source)
    match = game.start().opponent()
    with pytest.raises(grundy.RulesError):
        match.push("4")
    assert match.position == game.start() and match.record() == []


def test_progress_may_ask_the_match() -> None:
    seen: list[str] = []
    game = grundy.game("connect4:5x4")
    match = game.start().opponent(progress=lambda stage: seen.append(f"{match.position} {match.over} {match.record()}"))
    game.forget()
    match.reply()
    assert seen and set(seen) == {f"{game.start()} False []"}


def test_a_match_that_changes_during_a_search() -> None:
    game = grundy.game("connect4:5x4")
    match = game.start().opponent(progress=lambda stage: match.pop() if match.record() else None)
    match.push("a")
    game.forget()
    with pytest.raises(grundy.GrundyError, match="changed"):
        match.reply()
    assert match.position == game.start()
