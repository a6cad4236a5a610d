//! Holds the opponent to the slow solver on every line of play of small games, and its errors to their order.

use crate::common::naive::{self, Naive};
use crate::common::random::{drawings, fixed};
use crate::common::walk::Walk;
use crate::common::{at, graph, open};
use dashu_int::UBig;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::play::{Choices, GameRecord, MoveQuality, ParseMoveError, Rng, Side, Skill, picture, reply};
use grundy::solver::Solver;
use grundy::text::{DynGame, Key, ListedMove};
use grundy::{Grundy, Outcome, Play, Remoteness};
use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;

/// The value of a position for the side that does not move there, or does.
fn seen(outcome: Outcome, by_mover: bool) -> Outcome {
    if by_mover { outcome } else { outcome.for_opponent() }
}

/// Whether the player who moves from a position to its option moves there again.
fn keeps_the_turn(game: &dyn DynGame, at: &Key, option: &Key) -> bool {
    let player = game.player(at).unwrap();
    player.is_some() && player == game.player(option).unwrap()
}

/// Plays the opponent, who moves at `root`, against all replies, and sees that it keeps what the root is worth: a win within
/// its remoteness, a loss no sooner, a draw for ever.
fn holds(game: &OpenedGame, solver: &mut Solver<'_>, truth: &Naive<Key>, root: &Key, seed: u64) {
    let any = game.as_dyn();
    let worth = truth.of(root);
    let text = any.to_text(root).unwrap();
    // Positions with whether the opponent moves there, and how many moves led there.
    let mut visited: HashMap<(Key, bool), u32> = HashMap::from([((root.clone(), true), 0)]);
    let mut next = VecDeque::from([(root.clone(), true, 0)]);
    while let Some((at, is_own, played)) = next.pop_front() {
        let moves = any.moves(&at, usize::MAX).unwrap().moves;
        let position_value = truth.of(&at);
        let now = seen(position_value.outcome, is_own);
        if worth.outcome == Outcome::Win {
            assert_eq!(now, Outcome::Win, "{text}: a win is lost at {:?}", any.to_text(&at));
            // The one who wins hurries, so every line is within the bound at every position of it.
            let left = position_value.remoteness.unwrap().0;
            assert!(played + left <= worth.remoteness.unwrap().0, "{text}: late at {:?}", any.to_text(&at));
        }
        assert!(
            worth.outcome != Outcome::Draw || now != Outcome::Loss,
            "{text}: a draw is lost at {:?}",
            any.to_text(&at)
        );
        if moves.is_empty() {
            let over = seen(any.terminal(&at).unwrap(), is_own);
            if worth.outcome == Outcome::Loss && over == Outcome::Loss {
                assert!(played >= worth.remoteness.unwrap().0, "{text}: held out for {played} moves only");
            }
            assert_eq!(reply(solver, &at, Skill::PERFECT, &mut Rng::new(seed)).unwrap(), None);
            continue;
        }
        let chosen: Vec<ListedMove> = if is_own {
            let reply = reply(solver, &at, Skill::PERFECT, &mut Rng::new(seed)).unwrap().unwrap();
            assert!(moves.contains(&reply.chosen), "{text}: {} is no move", reply.chosen.text);
            assert!(reply.notes.is_empty(), "{:?}", reply.notes);
            vec![reply.chosen]
        } else {
            moves
        };
        for ListedMove { option, moves_again, .. } in chosen {
            assert_eq!(moves_again, keeps_the_turn(any, &at, &option));
            let own = is_own == moves_again;
            // On a won line a position may be met again by a longer way, and must still be in time; elsewhere the shortest is
            // the one that counts.
            let known = visited.get(&(option.clone(), own)).copied();
            let is_earlier = worth.outcome == Outcome::Win && known.is_some_and(|known| known < played + 1);
            if known.is_none() || is_earlier {
                visited.insert((option.clone(), own), played + 1);
                next.push_back((option, own, played + 1));
            }
        }
    }
}

/// Every position that can be reached from `root`, as the root of a game against the opponent.
fn holds_everywhere(game: &OpenedGame, root: Key) {
    let truth = naive::solve(&Walk::new(game.as_dyn(), [root.clone()], false), [root]);
    let mut solver = Solver::new(game);
    for (i, (at, _)) in (0..).zip(truth.all()) {
        holds(game, &mut solver, &truth, at, i % 5);
    }
}

#[test]
fn heaps_against_every_line_of_play() {
    for (name, play, text) in [
        ("nim", Play::Normal, "2 3 4"),
        ("nim", Play::Misere, "1 2 4"),
        ("kayles", Play::Normal, "8"),
        ("kayles", Play::Misere, "7"),
        ("subtraction:1,3,4", Play::Normal, "9 4"),
        ("wythoff", Play::Normal, "5 6"),
        ("chomp:3,4", Play::Normal, "4 4 4"),
        ("nim 1 2 + kayles 4", Play::Normal, "nim 1 2 + kayles 4"),
    ] {
        let game = open(name, play);
        holds_everywhere(&game, at(&game, text));
    }
}

#[test]
fn boards_against_every_line_of_play() {
    for name in [
        "mnk:3,2,2",
        "connect4:4x4",
        "kalah:3,2",
        "kalah:2,3,nobody",
        "quixo:2",
        "dots-and-boxes:1x2",
        "hex:3",
        "domineering:3x3",
        "othello:4",
    ] {
        let game = open(name, Play::Normal);
        let root = game.as_dyn().start().unwrap();
        let truth = naive::solve(&Walk::new(game.as_dyn(), [root.clone()], false), [root.clone()]);
        let mut solver = Solver::new(&game);
        let every = truth.positions.len().div_ceil(300).max(1);
        holds(&game, &mut solver, &truth, &root, 1);
        for (at, _) in truth.all().step_by(every) {
            holds(&game, &mut solver, &truth, at, 2);
        }
    }
    let game = open("tictactoe", Play::Normal);
    holds_everywhere(&game, at(&game, "X.O......"));
}

#[test]
fn random_graphs_against_every_line_of_play() {
    let (mut draws, mut with_players) = (0, 0);
    for drawing in fixed(drawings(9), 300) {
        let game = graph(&drawing.text(false), drawing.play);
        let truth = naive::solve(&drawing, 0..drawing.vertices);
        let roots: Vec<Key> = (0..drawing.vertices).map(|v| at(&game, &drawing.name(v, false))).collect();
        let known = naive::solve(&Walk::new(game.as_dyn(), roots.clone(), false), roots);
        for v in 0..drawing.vertices {
            // The truth of the drawing, which shares nothing with the library's graph.
            let key = at(&game, &drawing.name(v, false));
            assert_eq!(known.of(&key).outcome, truth.of(&v).outcome);
        }
        draws += truth.position_values.iter().filter(|position_value| position_value.outcome == Outcome::Draw).count();
        with_players += usize::from(drawing.turns.is_some());
        let mut solver = Solver::new(&game);
        known.all().for_each(|(at, _)| holds(&game, &mut solver, &known, at, 3));
    }
    assert!(draws > 100 && with_players > 50, "{draws} draws, {with_players} graphs with owners");
}

#[test]
fn a_loop_is_kept_drawn_and_the_trap_is_set() {
    // From `a` both `b` and `c` keep the draw. At `b` two of three replies lose, at `c` one of two.
    let text = "a b\na c\nb a\nb x\nb y\nc a\nc x\nx e\ny e\n> a\n";
    let game = graph(text, Play::Normal);
    let mut solver = Solver::new(&game);
    for seed in 0..50 {
        let chosen = reply(&mut solver, &at(&game, "a"), Skill::PERFECT, &mut Rng::new(seed)).unwrap().unwrap();
        assert_eq!(chosen.chosen.text, "to b");
    }
}

#[test]
fn in_a_draw_the_most_replies_lose() {
    let game = open("three-mens-morris", Play::Normal);
    let mut solver = Solver::new(&game);
    let root = game.as_dyn().start().unwrap();
    let mut place = root;
    for turn in 0..12 {
        let answer = solver.solve(&place).unwrap();
        let Some(chosen) = reply(&mut solver, &place, Skill::PERFECT, &mut Rng::new(turn)).unwrap() else { break };
        if answer.value.outcome == Outcome::Draw {
            let mut losing = |text: &str| {
                let after = solver.solve(&at(&game, text)).unwrap();
                after.moves.unwrap().listed.iter().filter(|m| m.outcome == Outcome::Loss).count()
            };
            let saving: Vec<_> = answer
                .moves
                .unwrap()
                .listed
                .into_iter()
                .filter(|m| m.outcome == Outcome::Draw)
                .map(|m| m.after)
                .collect();
            let most = saving.iter().map(|after| losing(after)).max();
            let after = game.as_dyn().to_text(&chosen.chosen.option).unwrap();
            assert_eq!(Some(losing(&after)), most, "{:?}", game.as_dyn().to_text(&place));
        }
        place = chosen.chosen.option;
    }
}

#[test]
fn errors_come_in_their_order() {
    let game = open("tictactoe", Play::Normal);
    let mut solver = Solver::new(&game);
    // X wins at once by c1, later by some other moves, and can still throw it away.
    let place = at(&game, "XX.O.O...");
    let answer = solver.solve(&place).unwrap();
    let value = |text: &str| answer.moves.as_ref().unwrap().listed.iter().find(|m| m.text == text).unwrap().clone();
    let mut count = |skill: f64| {
        let (mut slow, mut thrown) = (0, 0);
        for seed in 0..2000 {
            let skill = Skill::new(skill).unwrap();
            let chosen = reply(&mut solver, &place, skill, &mut Rng::new(seed)).unwrap().unwrap();
            let m = value(&chosen.chosen.text);
            assert!(m.is_best || chosen.quality < MoveQuality::Best);
            assert!(m.outcome == Outcome::Win || chosen.quality == MoveQuality::None);
            slow += usize::from(m.outcome == Outcome::Win && !m.is_best);
            thrown += usize::from(m.outcome != Outcome::Win);
        }
        (slow, thrown)
    };
    assert_eq!(count(1.0), (0, 0));
    let (slow, thrown) = count(0.9);
    assert!(slow > 0 && thrown < slow, "{slow} slow, {thrown} thrown away");
    let (_, more) = count(0.5);
    let (_, most) = count(0.0);
    assert!(thrown < more && more < most, "{thrown}, {more}, {most} thrown away");
    // At random each move is as likely as any other.
    let moves = answer.moves.as_ref().unwrap().listed.len();
    let losing = answer.moves.as_ref().unwrap().listed.iter().filter(|m| m.outcome != Outcome::Win).count();
    let expected = 2000 * losing / moves;
    assert!(most.abs_diff(expected) < 150, "{most} of about {expected}");
}

#[test]
fn beyond_the_limits_it_adds_a_note_and_looks_two_moves_ahead() {
    let game = open("connect4:7x6", Play::Normal);
    let limits = Limits { positions: Some(1000), ..Limits::NONE };
    let mut solver = Solver::new(&game).limits(limits);
    for (text, wanted, note) in [
        // X wins at once.
        ("......./......./......./......./OOO..../XXX....", "d", "a win in 1 move, and no move is better"),
        // X must stop O.
        ("......./......./......./......./X....../XOOO.X.", "e", "the position is not solved, and "),
    ] {
        let place = at(&game, text);
        for seed in 0..10 {
            let chosen = reply(&mut solver, &place, Skill::PERFECT, &mut Rng::new(seed)).unwrap().unwrap();
            assert!(chosen.known.is_none());
            assert!(chosen.notes[0].to_string().contains(note), "{:?}", chosen.notes);
            assert_eq!(chosen.unsolved().is_none(), note.contains("better"), "{:?}", chosen.notes);
            assert_eq!(chosen.is_best, note.contains("better"));
            assert_eq!(chosen.chosen.text, wanted, "{text}");
        }
    }
    let heaps = open("nim", Play::Normal);
    let mut solver = Solver::new(&heaps);
    let huge = at(&heaps, "1000000000000000000000 7 1000000000000000000000");
    let chosen = reply(&mut solver, &huge, Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
    assert_eq!(chosen.chosen.text, "take 7 from 7");
    let lost = at(&heaps, "1000000 1000000");
    let chosen = reply(&mut solver, &lost, Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
    assert_eq!(chosen.chosen.text, "take 1 from 1000000", "what leaves much to play");
    assert!(chosen.notes[0].text.contains("the longest defence is not known"), "{:?}", chosen.notes);
    let mut silent = Solver::new(&heaps).without_moves();
    let chosen = reply(&mut silent, &at(&heaps, "1 2"), Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
    assert!(chosen.notes[0].text.contains("the moves were not listed"), "{:?}", chosen.notes);
    assert!(!chosen.is_best && chosen.known.is_none() && chosen.unsolved().is_none(), "{chosen:?}");
}

#[test]
fn among_moves_of_which_nothing_is_proved_it_follows_the_guess_of_the_game() {
    let limits = Limits { positions: Some(1), ..Limits::NONE };
    let game = open("connect4:7x6", Play::Normal);
    let start = game.as_dyn().start().unwrap();
    for seed in 0..10 {
        let mut solver = Solver::new(&game).limits(limits);
        let chosen = reply(&mut solver, &start, Skill::PERFECT, &mut Rng::new(seed)).unwrap().unwrap();
        assert_eq!((chosen.chosen.text.as_str(), chosen.is_best), ("d", false));
    }
}

/// Positions of random games in which the limits leave much unknown: what a reply and the record say of it is true. Some of the games let
/// the player who moves move again.
#[test]
fn a_record_knows_what_is_proved_of_a_reply() {
    let (mut best, mut unknown, mut again) = (0, 0, 0);
    let dots = [26, 27, 28, 29].map(|random_moves| ("dots-and-boxes:4x4", random_moves));
    let others = ["kalah:3,3", "connect4:4x4", "cram:5x6"].map(|name| (name, 0));
    for (name, random_moves) in dots.into_iter().chain(others) {
        let game = open(name, Play::Normal);
        let mut truth = Solver::new(&game);
        let mut rng = Rng::new(1);
        for positions in [1, 4, 16, 64, 256].repeat(2) {
            let limits = Limits { positions: Some(positions), ..Limits::NONE };
            let mut record = GameRecord::new(game.as_dyn().start().unwrap());
            let play_at_random = |record: &mut GameRecord, rng: &mut Rng| {
                let moves = game.as_dyn().moves(record.position(), usize::MAX).unwrap().moves;
                if !moves.is_empty() {
                    record.play(&moves[rng.below(moves.len())], None);
                }
            };
            (0..random_moves).for_each(|_| play_at_random(&mut record, &mut rng));
            while let Some(chosen) =
                reply(&mut Solver::new(&game).limits(limits), record.position(), Skill::PERFECT, &mut rng).unwrap()
            {
                let answer = truth.solve(record.position()).unwrap();
                let listed =
                    answer.moves.as_ref().unwrap().listed.iter().find(|m| m.text == chosen.chosen.text).unwrap();
                if let Some(value) = &chosen.value {
                    let found = (value.outcome, value.remoteness.or(answer.value.remoteness));
                    assert_eq!(found, (answer.value.outcome, answer.value.remoteness), "{name}: {chosen:?}");
                    assert!(value.grundy.finite().is_none_or(|grundy| Some(grundy) == answer.value.grundy.finite()));
                    assert_eq!(
                        matches!(value.grundy, Grundy::Undefined(_)),
                        matches!(answer.value.grundy, Grundy::Undefined(_))
                    );
                }
                assert!(chosen.outcome().is_none_or(|outcome| outcome == listed.outcome), "{name}: {chosen:?}");
                let has_remoteness = chosen.value.as_ref().is_some_and(|value| value.remoteness.is_some());
                let is_best = if has_remoteness { listed.is_best } else { listed.outcome == answer.value.outcome };
                assert!(!chosen.is_best || is_best, "{name}: {chosen:?}");
                record.play_reply(&chosen);
                let played = record.moves().last().unwrap();
                assert_eq!((&played.before, played.outcome), (&chosen.value, chosen.outcome()));
                assert_eq!(played.is_best, (chosen.known.is_some() || chosen.is_best).then_some(chosen.is_best));
                if chosen.known.is_none() {
                    best += usize::from(chosen.is_best);
                    unknown += usize::from(chosen.outcome().is_none());
                    again += usize::from(chosen.outcome().is_some() && chosen.chosen.moves_again);
                }
                // Random moves lead to positions of all kinds.
                play_at_random(&mut record, &mut rng);
            }
        }
    }
    assert!(best > 25 && unknown > 25 && again > 0, "{best} {unknown} {again}");
}

#[test]
fn a_win_is_known_to_be_a_best_move_if_nothing_else_is_known() {
    let game = open("mnk:15,15,5", Play::Normal);
    let rows = ["..............."; 13].join("/");
    let place = at(&game, &format!("{rows}/OO.O.........../.....OXXXX....."));
    let limits = Limits { positions: Some(1), ..Limits::NONE };
    let chosen =
        reply(&mut Solver::new(&game).limits(limits), &place, Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
    assert_eq!((chosen.chosen.text.as_str(), chosen.is_best, chosen.unsolved()), ("k15", true, None));
    assert_eq!(chosen.value.unwrap().remoteness, Some(Remoteness(1)));
    // The outcome is proved, and no remoteness.
    let game = open("cram:7x8", Play::Normal);
    let limits = Limits { positions: Some(5000), threads: NonZeroUsize::new(1), ..Limits::NONE };
    let place = game.as_dyn().start().unwrap();
    let chosen =
        reply(&mut Solver::new(&game).limits(limits), &place, Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
    assert_eq!(
        (chosen.notes[0].text.as_str(), chosen.is_best),
        ("the move is proved to be a win, and no move has a better outcome", true)
    );
}

#[test]
fn a_record_knows_mistakes_and_can_be_undone() {
    let game = open("kalah:3,2", Play::Normal);
    let mut solver = Solver::new(&game);
    let mut record = GameRecord::new(game.as_dyn().start().unwrap());
    let mut rng = Rng::new(5);
    let mut turns = 0;
    while let Some(chosen) = reply(&mut solver, record.position(), Skill::new(0.0).unwrap(), &mut rng).unwrap() {
        let by = record.mover();
        record.play(&chosen.chosen, chosen.known.as_ref());
        turns += usize::from(record.mover() == by);
    }
    assert!(turns > 0, "nobody moved twice");
    assert!(record.is_known(Side::First) && record.is_known(Side::Second));
    for played_move in record.moves() {
        let (before, after) = (solver.solve(&played_move.at).unwrap(), solver.solve(&played_move.after).unwrap());
        let is_again = keeps_the_turn(game.as_dyn(), &played_move.at, &played_move.after);
        assert_eq!(played_move.outcome, Some(seen(after.value.outcome, is_again)));
        assert_eq!(played_move.mistake().is_some(), before.value.outcome != played_move.outcome.unwrap());
    }
    let lost: usize = [Side::First, Side::Second].map(|side| record.mistakes_by(side).count()).iter().sum();
    assert!(lost > 0);
    while let Some(played_move) = record.undo() {
        assert_eq!((record.mover(), record.position()), (played_move.by, &played_move.at));
    }
    assert_eq!(record.position(), record.start());
}

#[test]
fn moves_are_read_as_they_are_written_and_nearly_so() {
    for (name, text) in [
        ("nim", "3 4 5 5"),
        ("kayles", "9 3"),
        ("grundys-game", "9 12"),
        ("moore:2", "3 4 5"),
        ("wythoff", "5 8"),
        ("divisor", "12 30"),
        ("king", "5 3"),
        ("calendar", "2001-01-31"),
        ("tictactoe", "X...O...."),
        ("dao", "X..O/.XO./.OX./O..X X"),
        ("kalah:6,4", "4 4 4 4 4 4 +0 / 4 4 4 4 4 4 +0 S"),
        ("chomp:3,4", "4 4 2"),
        ("quixo:3", ".../.../... X"),
        ("chess:KRvK", "Kc3 Rb1 ke5 w"),
        ("nim 3 5 + kayles 7 + nim 3", "nim 3 5 + kayles 7 + nim 3"),
        ("bash:2 1 + bash:2 2", "bash:2 1 + bash:2 2"),
        ("wythoff 3 5 + wythoff 3 4", "wythoff 3 5 + wythoff 3 4"),
        ("king 3 4 + king 2 5 + king 3 4", "king 3 4 + king 2 5 + king 3 4"),
    ] {
        let game = open(name, Play::Normal);
        let place = at(&game, text);
        let choices = Choices::new(game.as_dyn(), &place).unwrap();
        assert!(!choices.moves().is_empty(), "{name}");
        for m in choices.moves() {
            assert_eq!(choices.parse(&m.text), Ok(m));
            let upper = format!("  {} ", m.text.to_uppercase());
            assert_eq!(choices.parse(&upper).map(|found| &found.text), Ok(&m.text), "{name}");
            assert!(choices.completions(&m.text, 9).contains(&m.text.as_str()));
        }
        for wrong in ["", "  ", "no such move", "-", "999999", "take", "\u{0}", "♞", "1 2 3 4 5 6 7 8 9"] {
            match choices.parse(wrong) {
                Ok(m) => panic!("{name}: `{wrong}` is read as {}", m.text),
                Err(ParseMoveError::Nothing) => assert_eq!(wrong.trim(), ""),
                Err(error) => assert!(error.to_string().starts_with(&format!("`{wrong}` ")), "{error}"),
            }
        }
    }
}

#[test]
fn a_text_that_fits_several_moves_says_which() {
    let game = open("nim", Play::Normal);
    let choices = Choices::new(game.as_dyn(), &at(&game, "3 4 5")).unwrap();
    let error = choices.parse("3 2").unwrap_err();
    let both = ["take 2 from 3", "take 2 from 5"].map(str::to_owned).to_vec();
    assert_eq!(error, ParseMoveError::Several { typed: "3 2".to_owned(), moves: both });
    assert_eq!(error.to_string(), "`3 2` may be `take 2 from 3`, `take 2 from 5`; type more of it");
    assert_eq!(choices.parse("take 2 from 3").unwrap().text, "take 2 from 3");
    assert_eq!(choices.parse("heap 3 2").unwrap().text, "take 2 from 5");
    let error = choices.parse("take 6 from 5").unwrap_err().to_string();
    assert_eq!(error, "`take 6 from 5` is not a move here; did you mean `take 1 from 5`?");
    let error = choices.parse("pass").unwrap_err().to_string();
    assert!(error.starts_with("`pass` is not a move here; there are 12 moves, `take 1 from 3`, "), "{error}");
    // `b1 c1` is spelled as nearly.
    let cram = open("cram:3x3", Play::Normal);
    let choices = Choices::new(cram.as_dyn(), &cram.as_dyn().start().unwrap()).unwrap();
    let error = choices.parse("b1 a1").unwrap_err().to_string();
    assert_eq!(error, "`b1 a1` is not a move here; did you mean `a1 b1`?");
}

#[test]
fn a_move_that_is_not_listed_is_not_called_illegal() {
    let game = open("nim", Play::Normal);
    let choices = Choices::new(game.as_dyn(), &at(&game, "1000000000000000 5")).unwrap();
    let error = choices.parse("take 1234567 from 1000000000000000").unwrap_err().to_string();
    let start =
        "`take 1234567 from 1000000000000000` cannot be typed here: of the 1000000000000005 moves only 100000 can, ";
    assert!(error.starts_with(start), "{error}");
}

#[test]
fn who_moves_is_known_without_expanding_the_position() {
    for (name, position) in [("nim", "1000000000000000 5"), ("wythoff", "1000000000000000 7")] {
        let game = open(name, Play::Normal);
        assert_eq!(game.as_dyn().player(&at(&game, position)), Ok(None), "{name}");
    }
}

#[test]
fn games_without_a_start_begin_somewhere() {
    for (name, play) in grundy::catalog::ENTRIES
        .iter()
        .filter(|entry| entry.name != "graph")
        .flat_map(|entry| [(entry, Play::Normal), (entry, Play::Misere)])
        .filter(|(entry, play)| entry.can_be_misere || *play == Play::Normal)
        .map(|(entry, play)| (example(entry.name), play))
    {
        let game = open(&name, play);
        let root = game.as_dyn().opening().unwrap_or_else(|| panic!("{name} begins nowhere"));
        assert!(!Choices::new(game.as_dyn(), &root).unwrap().is_empty(), "{name}");
        // Who learns a game begins, and is to be able to win.
        if play == Play::Normal && game.as_dyn().start().is_none() && name != "teeko-movement" {
            let answer = Solver::new(&game).solve(&root).unwrap();
            assert_eq!(answer.value.outcome, Outcome::Win, "{name}");
        }
        assert!(!picture(&game, &root).unwrap().is_empty());
    }
    let game = graph("z y\nx z\n", Play::Normal);
    assert_eq!(game.as_dyn().opening().map(|at| game.as_dyn().to_text(&at)), Some(Ok("z".to_owned())));
    assert_eq!(graph("! z win\n", Play::Normal).as_dyn().opening(), None);
}

#[test]
fn a_beginning_fits_the_parameters() {
    for name in [
        "subtraction:1,3,4",
        "subtraction:50,60",
        "subtraction:7",
        "subtraction:all-but:1,2",
        "subtraction:primes",
        "subtraction:1000,1001,1002",
        "bash:1",
        "bash:3",
        "bash:30",
        "bash:500",
        "bash:1000000",
        "moore:1",
        "moore:2",
        "moore:5",
        "moore:50",
        "octal:0.137",
        "octal:0.0007",
        "octal:4.7",
    ] {
        let game = open(name, Play::Normal);
        let any = game.as_dyn();
        let at = any.opening().unwrap_or_else(|| panic!("{name} begins nowhere"));
        let theory = any.theory().unwrap();
        assert_eq!(theory.claim(&at).unwrap().outcome, Outcome::Win, "{name} {:?}", any.to_text(&at));
        // Nobody wins by the first move, but in Moore's game of more heaps than are shown, and where every heap can be taken.
        if !["moore:50", "subtraction:all-but:1,2"].contains(&name) {
            for m in theory.moves_to(&at, &UBig::ZERO, usize::MAX).unwrap() {
                let count = any.count_moves(&m.option).unwrap();
                assert!(count > 0u8.into(), "{name} {:?} {}", any.to_text(&at), m.text);
            }
        }
    }
    let begins = |name| {
        let game = open(name, Play::Normal);
        game.as_dyn().to_text(&game.as_dyn().opening().unwrap()).unwrap()
    };
    assert_eq!(["bash:3", "subtraction:1,3,4", "octal:0.137", "moore:2"].map(begins), ["21", "20", "12", "3 4 5 6"]);
    // Of a game of many moves the first one that is worth playing; where none is, a small one.
    let large = ["bash:10000", "subtraction:all-but:1,3", "subtraction:all-but:1..10000"];
    assert_eq!(large.map(begins), ["16384", "20", "16384"]);
    // Under misere play too there is a move.
    let misere = open("subtraction:50,60", Play::Misere);
    assert!(misere.as_dyn().count_moves(&misere.as_dyn().opening().unwrap()).unwrap() > 0u8.into());
}

/// A game of the catalogue with parameters, where it has some.
fn example(name: &str) -> String {
    let parameters = match name {
        "moore" => ":2",
        "bash" => ":3",
        "subtraction" => ":1,3,4",
        "octal" => ":0.137",
        "mnk" => ":3,3,3",
        "connect4" => ":4x4",
        "quixo" => ":3",
        "kalah" => ":3,2",
        "chomp" => ":3,4",
        "chess" => ":KRvK",
        "dots-and-boxes" | "domineering" => ":2x2",
        "cram" | "node-kayles" => ":2x3",
        "hex" => ":3",
        "othello" => ":4",
        _ => "",
    };
    format!("{name}{parameters}")
}

#[test]
fn pictures_begin_each_row_with_what_it_is() {
    for (name, text, expected) in [
        ("nim", "3 70 0", "heap 1:  3  ooo\nheap 2: 70  too many to be drawn"),
        ("nim", "0", "no stones are left"),
        ("tictactoe", "X.O.X....", "  a b c\n1 X . O\n2 . X .\n3 . . ."),
        ("three-mens-morris", "X.O/.X./O.. X", "  a b c\n1 X . O\n2 . X .\n3 O . .\nX to move"),
        ("domineering:2x3", "X../X.. H", "  a b c\n1 X . .\n2 X . .\nHorizontal to move"),
        (
            "othello:4",
            "..../.XXX/.XO./.... O",
            "  a b c d\n1 . . . .\n2 . X X X\n3 . X O .\n4 . . . .\nO to move, 4 X and 1 O",
        ),
        (
            "dots-and-boxes:1x2",
            "h./vv./h. 0:1 B",
            "  a b c d e\n1 +---+   +\n2 | # |\n3 +---+   +\nA has 0, B has 1, B to move",
        ),
        ("connect4:4x4", "..../..../O.../XX..", "  a b c d\n1 . . . .\n2 . . . .\n3 O . . .\n4 X X . ."),
        (
            "kalah:3,3",
            "3 0 4 +1 / 4 4 2 +0 N",
            "pit     3  2  1\nNorth   2  4  4   in store 0\nSouth   3  0  4   in store 1\npit     1  2  3\nNorth to move",
        ),
        ("chomp:3,4", "4 4 2", "row 1:  4  X # # #\nrow 2:  4  # # # #\nrow 3:  2  # #"),
        ("king", "5 3", "5 3"),
        ("nim 1 + kayles 2", "nim 1 + kayles 2", "nim\nheap 1: 1  o\nkayles\nheap 1: 2  oo"),
    ] {
        let game = open(name, Play::Normal);
        assert_eq!(picture(&game, &at(&game, text)).as_deref(), Ok(expected), "{name}");
    }
    let game = open("chess:KRvK", Play::Normal);
    let board = picture(&game, &at(&game, "Kc3 Rb1 ke5 w")).unwrap();
    assert!(board.ends_with("5 . . . . k . . .\n4 . . . . . . . .\n3 . . K . . . . .\n2 . . . . . . . .\n1 . R . . . . . .\nWhite to move"), "{board}");
}
