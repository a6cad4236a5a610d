//! Chess endgames: solved, against the tables of others; rules and numbers, against the rules written anew.

use crate::common::chess::Board;
use grundy::catalog::{Chess, Endgame, Piece};
use grundy::game::{Game, Index, Indexed, InitialState, Player};
use grundy::graph::{GraphBuilder, Vertex};
use grundy::limits::Limits;
use grundy::solve;
use grundy::text::TextGame;
use grundy::{Outcome, Play};
use std::collections::{BTreeMap, BTreeSet};

const GOLDEN: &str = include_str!("../golden/solved-boards.tsv");

/// What the file of published results says of chess.
fn golden(instance: &str) -> Vec<&'static str> {
    let mut rows = GOLDEN.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.find(|row| row[0] == "chess" && row[1] == instance).unwrap_or_else(|| panic!("{instance}"))
}

/// The positions of a game that have numbers.
fn numbered(game: &Chess) -> impl Iterator<Item = (Index, Endgame)> {
    (0..game.indices()).map(Index).filter_map(|index| game.unrank(index).map(|at| (index, at)))
}

/// Classes of positions by who moves there, and what is forced there in how many moves of both players.
type Counts = BTreeMap<(Player, Outcome, Option<u32>), usize>;

/// Solves all positions that have numbers, those of a class each for itself, and counts classes.
fn solved(game: &Chess) -> Counts {
    let vertex = |Index(index)| Vertex(u32::try_from(index).unwrap());
    // One vertex more than there are numbers: all positions without one.
    let without = vertex(Index(game.indices()));
    let mut builder = GraphBuilder::with_vertices(game.indices() + 1);
    builder.terminal(without, Outcome::Draw);
    let mut options = Vec::new();
    for (index, at) in numbered(game) {
        options.clear();
        game.options(&at, &mut options);
        if options.is_empty() {
            builder.terminal(vertex(index), game.terminal(&at));
        }
        for option in &options {
            assert!(game.rank(option).is_some() || game.terminal(option) == Outcome::Draw);
            builder.edge(vertex(index), game.rank(option).map_or(without, vertex));
        }
    }
    let graph = builder.build(Play::Normal).unwrap();
    let solved = solve::solve_with_grundy(&graph, &Limits::NONE).unwrap();
    let verdict = |at: &Endgame| solved.verdict(vertex(game.rank(at).unwrap()));
    let mut counts = Counts::new();
    let mut positions = 0;
    for (_, at) in numbered(game) {
        let canonical = game.canonical(&at);
        assert_eq!(verdict(&at), verdict(&canonical), "{at} and {canonical}");
        if at == canonical {
            positions += game.class_size(&at).unwrap();
            let verdict = verdict(&at);
            let key = (game.player(&at).unwrap(), verdict.outcome(), verdict.remoteness().map(|r| r.0));
            *counts.entry(key).or_default() += 1;
        }
    }
    assert_eq!(positions, numbered(game).count() as u64, "the classes' sizes add up");
    counts
}

/// The classes in which a player moves, as the file of results writes them: `plies:classes`, ascending, then the draws;
/// and how many there are.
fn histogram(counts: &Counts, player: Player) -> (String, usize) {
    let (mut by_plies, mut draws) = (BTreeMap::<u32, usize>::new(), 0);
    for ((.., remoteness), count) in counts.iter().filter(|((mover, ..), _)| *mover == player) {
        match remoteness {
            Some(plies) => *by_plies.entry(*plies).or_default() += count,
            None => draws += count,
        }
    }
    let decided: Vec<String> = by_plies.iter().map(|(plies, count)| format!("{plies}:{count}")).collect();
    let drawn = if draws > 0 { format!("; draws {draws}") } else { String::new() };
    (decided.join(" ") + &drawn, by_plies.values().sum::<usize>() + draws)
}

/// The longest wins or losses, in moves of White, and how many classes have them: 55 moves of both players, or 56, are 28 of
/// White's. With a pawn a position and its image in a mirror, left and right exchanged, are one; the longest are all with a pawn.
fn longest(counts: &Counts, player: Player, outcome: Outcome) -> (u32, usize) {
    let of = counts.iter().filter(|((mover, value, _), _)| (*mover, *value) == (player, outcome));
    let (plies, _) = of.clone().map(|((.., remoteness), count)| (remoteness.unwrap(), count)).max().unwrap();
    let count = of.filter(|((.., remoteness), _)| *remoteness == Some(plies)).map(|(_, count)| count).sum();
    (plies.div_ceil(2), count)
}

#[test]
fn queen_and_rook_have_the_histograms_of_the_tables() {
    for (name, piece) in [("KQvK", Piece::Queen), ("KRvK", Piece::Rook)] {
        let counts = solved(&Chess::new(piece).unwrap());
        for (side, player) in [("wtm", Player::Left), ("btm", Player::Right)] {
            let published = golden(&format!("{name} {side}"));
            let (found, classes) = histogram(&counts, player);
            assert_eq!(found, published[3], "{name} {side}");
            assert!(published[4].starts_with(&format!("{classes} legal")), "{name} {side}: {classes}");
        }
        // White never loses, Black never wins.
        let won = |&(mover, outcome, _): &_| (mover == Player::Left) == (outcome == Outcome::Win);
        assert!(counts.keys().filter(|key| key.1 != Outcome::Draw).all(won));
    }
}

/// `game moves (positions), ...` of the file of results.
fn published_longest(instance: &str, game: &str) -> (u32, usize) {
    let entry = golden(instance)[3].split(", ").find_map(|entry| entry.strip_prefix(game)).unwrap();
    let (moves, positions) = entry.trim().split_once(' ').unwrap();
    (moves.parse().unwrap(), positions.trim_matches(['(', ')']).parse().unwrap())
}

#[test]
fn the_longest_wins_and_losses_are_the_published_ones() {
    for (game, piece) in [("kqk", Piece::Queen), ("krk", Piece::Rook), ("kpk", Piece::Pawn)] {
        let counts = solved(&Chess::new(piece).unwrap());
        assert_eq!(longest(&counts, Player::Left, Outcome::Win), published_longest("3-men longest wins wtm", game));
        assert_eq!(longest(&counts, Player::Right, Outcome::Loss), published_longest("3-men longest losses btm", game));
    }
}

/// All texts of a king, a man of some kind and a king on any squares, and of kings alone.
fn placings(letters: &'static str) -> impl Iterator<Item = String> {
    let squares = || (0..64u8).map(|n| format!("{}{}", char::from(b'a' + n % 8), n / 8 + 1));
    let mut men = vec![String::new()];
    men.extend(letters.chars().flat_map(|letter| squares().map(move |square| format!(" {letter}{square}"))));
    let kings = move |man: String| {
        squares().flat_map(move |king| {
            let man = man.clone();
            squares().flat_map(move |bare| ['w', 'b'].map(|mover| format!("K{king}{man} k{bare} {mover}")))
        })
    };
    men.into_iter().flat_map(kings)
}

#[test]
fn positions_and_moves_are_those_of_the_rules_written_anew() {
    // Of the pieces some, for the sake of time: a step that shares no factor with the numbers of squares.
    let cases = [(Piece::Pawn, "P", 1), (Piece::Pawn, "QRBN", 17), (Piece::Queen, "Q", 17), (Piece::Rook, "R", 17)];
    for (piece, letters, step) in cases {
        let game = Chess::new(piece).unwrap();
        let (mut moves, mut bytes) = (Vec::new(), Vec::new());
        for text in placings(letters).step_by(step) {
            let board = Board::read(&text);
            let at = match game.parse(&text) {
                Ok(at) => at,
                Err(error) => {
                    assert!(!board.is_legal(), "{text}: {error}");
                    continue;
                }
            };
            assert!(board.is_legal(), "{text}");
            assert_eq!(game.to_text(&at), text);
            bytes.clear();
            game.encode(&at, &mut bytes);
            assert_eq!(game.decode(&bytes), at, "{text}");
            moves.clear();
            game.moves(&at, &mut moves);
            let found = moves.iter().map(|m| (game.move_text(&at, m), game.to_text(&game.play(&at, m))));
            let (found, rules) = (found.collect::<BTreeSet<_>>(), board.moves());
            assert_eq!(moves.len(), rules.len(), "{text}");
            assert_eq!(found, rules.into_iter().collect(), "{text}");
            if moves.is_empty() {
                assert_eq!(game.terminal(&at), board.end(), "{text}");
            }
        }
    }
}

#[test]
fn moves_taken_back_are_moves() {
    for piece in [Piece::Rook, Piece::Pawn] {
        let game = Chess::new(piece).unwrap();
        let key = |at: &Endgame| {
            let mut bytes = Vec::with_capacity(4);
            game.encode(at, &mut bytes);
            bytes.push(0);
            u64::from(u32::from_le_bytes(bytes.try_into().unwrap()))
        };
        let edge = |to: &Endgame, Index(from): Index| key(to) << 32 | from;
        let (mut options, mut positions) = (Vec::new(), Vec::new());
        let (mut forward, mut back) = (Vec::new(), Vec::new());
        let mut state = [InitialState::Unused];
        for (index, at) in numbered(&game) {
            assert_eq!(game.rank(&at), Some(index));
            options.clear();
            game.options(&at, &mut options);
            forward.extend(options.iter().map(|option| edge(option, index)));
            positions.push(at);
            positions.extend(options.iter().filter(|option| game.rank(option).is_none()));
            game.initial_states(index, &mut state);
            // No two moves lead to one position, as is seen below.
            let count = options.len() as u32;
            assert_eq!(
                state[0],
                if count == 0 { InitialState::Terminal(game.terminal(&at)) } else { InitialState::Open(count) },
                "{at}"
            );
        }
        positions.sort_unstable();
        positions.dedup();
        for at in positions {
            options.clear();
            game.predecessors(&at, &mut options);
            back.extend(options.iter().map(|before| edge(&at, game.rank(before).unwrap())));
        }
        for edges in [&mut forward, &mut back] {
            edges.sort_unstable();
            assert!(edges.is_sorted_by(|a, b| a < b), "no two moves between the same positions");
        }
        assert!(forward == back);
        let [pawn, queen, rook] = [331_352, 368_452, 399_112];
        assert_eq!(numbered(&game).count(), if piece == Piece::Rook { rook } else { pawn + queen + rook });
        game.initial_states(Index(game.indices()), &mut state);
        assert_eq!(state, [InitialState::Unused], "beyond the last number");
    }
}
