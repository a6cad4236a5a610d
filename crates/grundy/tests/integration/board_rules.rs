//! Compares dots and boxes, Hex, Domineering and Othello with reference rules on characters, and with published results.

use crate::common::{naive, text_is_unambiguous};
use grundy::catalog::{Domineering, DotsAndBoxes, Hex, Othello};
use grundy::game::{Tiered, TieredBlock, TieredOption, TieredRow};
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::solve::{self, solve_tiered};
use grundy::text::{TextGame, WithoutText};
use grundy::verify::check_table;
use grundy::{Outcome, Play, PositionValue, Solution};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// The options of a position as texts, or its value if it has none.
type Row = Result<BTreeSet<String>, Outcome>;

/// A game that is compared with reference rules.
trait HasReference: TextGame<Position: Debug + Copy> + Tiered + Clone {}
impl<G: TextGame<Position: Debug + Copy> + Tiered + Clone> HasReference for G {}

/// Compares one position with the reference rules, and all forms of its options with each other.
fn obeys<G: HasReference>(game: &G, at: &G::Position, rules: &impl Fn(&str) -> Row) {
    let text = game.to_text(at);
    assert_eq!(game.parse(&text), Ok(*at), "{text}");
    let mut bytes = Vec::new();
    game.encode(at, &mut bytes);
    assert_eq!(game.decode(&bytes), *at, "{text}");
    let (mut options, mut moves) = (Vec::new(), Vec::new());
    game.options(at, &mut options);
    game.moves(at, &mut moves);
    assert_eq!(moves.iter().map(|m| game.play(at, m)).collect::<Vec<_>>(), options, "{text}");
    let labels: BTreeSet<String> = moves.iter().map(|m| game.move_text(at, m)).collect();
    assert_eq!(labels.len(), moves.len(), "two moves of {text} have one text");
    let found = match options.len() {
        0 => Err(game.terminal(at)),
        _ => Ok(options.iter().map(|option| game.to_text(option)).collect()),
    };
    assert_eq!(found, rules(&text), "{text}");
    if game.tiered().is_none() {
        return;
    }
    let (word, tier) = (game.pack(at), game.tier(at));
    assert_eq!(game.unpack(word), *at, "{text}");
    let mut expected: Vec<TieredOption> = options
        .iter()
        .map(|option| TieredOption {
            tier: game.tier(option),
            moves_again: game.player(at) == game.player(option),
            word: game.pack(option),
        })
        .collect();
    assert!(expected.iter().all(|option| option.tier > tier), "{text}");
    expected.sort();
    expected.dedup();
    let mut block = TieredBlock::default();
    Tiered::expand(game, tier, &[word], &mut block);
    let mut expanded = block.options().to_vec();
    expanded.sort();
    assert_eq!(expanded, expected, "{text}");
    let row = if expected.is_empty() {
        TieredRow::Terminal(game.terminal(at))
    } else {
        TieredRow::Open(expected.len() as u32)
    };
    assert_eq!(block.rows(), [row], "{text}");
}

/// Compares every position that can be reached with the reference rules, and returns their number.
fn obeys_everywhere<G: HasReference>(game: &G, rules: impl Fn(&str) -> Row) -> usize {
    let explored = explore(game, game.start(), &Limits::NONE).unwrap();
    explored.positions().iter().for_each(|at| obeys(game, at, &rules));
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    let solution = explored.by_position(&solved);
    check_table(game, explored.positions().iter().copied(), &solution).unwrap();
    let slow = naive::solve(game, game.start());
    assert!(slow.all().all(|(at, value)| solution.get(at).unwrap().as_ref() == Some(value)));
    // The members of a class have equal values. The start is its own image, so every class is reached whole.
    assert_eq!(game.class_size(&game.start().unwrap()), Some(1));
    let mut classes: BTreeMap<G::Position, (u64, PositionValue)> = BTreeMap::new();
    for at in explored.positions() {
        let value = solution.get(at).unwrap().unwrap();
        let class = classes.entry(game.canonical(at)).or_insert((0, value.clone()));
        assert_eq!(class.1, value, "{}", game.to_text(at));
        class.0 += 1;
    }
    for (canonical, (members, _)) in &classes {
        assert_eq!(game.class_size(canonical), Some(*members), "{}", game.to_text(canonical));
    }
    explored.positions().len()
}

/// Compares the positions of random games with the reference rules.
fn obeys_in_random_games<G: HasReference>(game: &G, games: usize, rules: impl Fn(&str) -> Row) {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..games {
        let mut at = game.start().unwrap();
        loop {
            obeys(game, &at, &rules);
            // The members of a class have one canonical position and as many members as the class says.
            let canonical = game.canonical(&at);
            assert_eq!((game.canonical(&canonical), game.class_size(&canonical)), (canonical, game.class_size(&at)));
            assert_eq!(game.player(&canonical), game.player(&at), "the players stay");
            let mut options = Vec::new();
            game.options(&at, &mut options);
            let Some(option) = random.choice(&options) else { break };
            at = *option;
        }
    }
}

/// The value of a position, solved tier by tier.
fn outcome<G: HasReference>(game: &G, at: &G::Position) -> Outcome {
    let (word, tier) = (game.pack(at), game.tier(at));
    let solved = solve_tiered(&WithoutText(game.clone()), word, tier, &Limits::NONE).unwrap();
    solved.verdict(tier, word).unwrap().outcome()
}

/// The outcome of each first move for the first player, who moves next or not.
fn first_moves<G: HasReference>(game: &G) -> BTreeMap<String, Outcome> {
    let (start, mut moves) = (game.start().unwrap(), Vec::new());
    game.moves(&start, &mut moves);
    let (word, tier) = (game.pack(&start), game.tier(&start));
    let solved = solve_tiered(&WithoutText(game.clone()), word, tier, &Limits::NONE).unwrap();
    let after = |m| {
        let option = game.play(&start, m);
        let outcome = solved.verdict(game.tier(&option), game.pack(&option)).unwrap().outcome();
        if game.player(&option) == game.player(&start) { outcome } else { outcome.for_opponent() }
    };
    moves.iter().map(|m| (game.move_text(&start, m), after(m))).collect()
}

/// Splits a position into its rows of characters and what follows them.
fn read(text: &str) -> (Vec<Vec<char>>, &str) {
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    (board.split('/').map(|row| row.chars().collect()).collect(), rest)
}

fn show(rows: &[Vec<char>]) -> String {
    rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// Options, unless there are none.
fn options_or(options: BTreeSet<String>, terminal: impl FnOnce() -> Outcome) -> Row {
    if options.is_empty() { Err(terminal()) } else { Ok(options) }
}

fn dots_and_boxes(text: &str) -> Row {
    let (rows, rest) = read(text);
    let (score, mover) = rest.split_once(' ').unwrap();
    let boxes: Vec<i32> = score.split(':').map(|n| n.parse().unwrap()).collect();
    let complete = |rows: &[Vec<char>]| {
        let boxes = (1..rows.len()).step_by(2).flat_map(|r| (0..rows[r].len() - 1).map(move |c| (r, c)));
        let is_complete = |&(r, c): &(usize, usize)| {
            [rows[r - 1][c], rows[r + 1][c], rows[r][c], rows[r][c + 1]].iter().all(|&line| line != '.')
        };
        boxes.filter(is_complete).count() as i32
    };
    let all = (rows.len() / 2 * rows[0].len()) as i32;
    let before = complete(&rows);
    let (lead, left) = (boxes[0] - boxes[1], all - before);
    let terminal = || match (lead.signum(), mover) {
        (0, _) => Outcome::Draw,
        (1, "A") | (-1, "B") => Outcome::Win,
        _ => Outcome::Loss,
    };
    if lead.abs() > left {
        return Err(terminal());
    }
    let mut options = BTreeSet::new();
    for r in 0..rows.len() {
        for c in 0..rows[r].len() {
            if rows[r][c] == '.' {
                let mut rows = rows.clone();
                rows[r][c] = if r % 2 == 0 { 'h' } else { 'v' };
                let gained = complete(&rows) - before;
                let (a, b) = if mover == "A" { (gained, 0) } else { (0, gained) };
                let next = if (gained > 0) == (mover == "A") { "A" } else { "B" };
                options.insert(format!("{} {}:{} {next}", show(&rows), boxes[0] + a, boxes[1] + b));
            }
        }
    }
    options_or(options, terminal)
}

fn hex(text: &str) -> Row {
    let (rows, _) = read(text);
    let n = rows.len() as i32;
    let get = |(r, c): (i32, i32)| {
        if (0..n).contains(&r) && (0..n).contains(&c) { rows[r as usize][c as usize] } else { ' ' }
    };
    let count = |mark: char| rows.iter().flatten().filter(|&&c| c == mark).count();
    let (own, last) = if count('X') == count('O') { ('X', 'O') } else { ('O', 'X') };
    let mut next: Vec<(i32, i32)> = (0..n).map(|i| if last == 'X' { (0, i) } else { (i, 0) }).collect();
    let mut seen = BTreeSet::new();
    while let Some((r, c)) = next.pop() {
        if get((r, c)) != last || !seen.insert((r, c)) {
            continue;
        }
        if (if last == 'X' { r } else { c }) == n - 1 {
            return Err(Outcome::Loss);
        }
        next.extend([(r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c), (r + 1, c - 1), (r - 1, c + 1)]);
    }
    let mut options = BTreeSet::new();
    for (r, row) in rows.iter().enumerate() {
        for c in (0..row.len()).filter(|&c| row[c] == '.') {
            let mut rows = rows.clone();
            rows[r][c] = own;
            options.insert(show(&rows));
        }
    }
    options_or(options, || panic!("a full board without a chain: {text}"))
}

fn domineering(text: &str) -> Row {
    let (rows, mover) = read(text);
    let (down, right, next) = if mover == "V" { (1, 0, 'H') } else { (0, 1, 'V') };
    let mut options = BTreeSet::new();
    for r in 0..rows.len() - down {
        for c in 0..rows[0].len() - right {
            if rows[r][c] == '.' && rows[r + down][c + right] == '.' {
                let mut rows = rows.clone();
                rows[r][c] = 'X';
                rows[r + down][c + right] = 'X';
                options.insert(format!("{} {next}", show(&rows)));
            }
        }
    }
    options_or(options, || Outcome::Loss)
}

/// The boards after each disc that `own` can place.
fn placed(rows: &[Vec<char>], own: char, other: char) -> Vec<Vec<Vec<char>>> {
    let n = rows.len() as i32;
    let get = |r: i32, c: i32| {
        if (0..n).contains(&r) && (0..n).contains(&c) { rows[r as usize][c as usize] } else { ' ' }
    };
    let mut boards = Vec::new();
    for r in 0..n {
        for c in 0..n {
            let mut board = rows.to_vec();
            let mut is_legal = false;
            for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
                let length = (1..).find(|i| get(r + down * i, c + right * i) != other).unwrap();
                if get(r, c) == '.' && length > 1 && get(r + down * length, c + right * length) == own {
                    is_legal = true;
                    (0..length).for_each(|i| board[(r + down * i) as usize][(c + right * i) as usize] = own);
                }
            }
            if is_legal {
                boards.push(board);
            }
        }
    }
    boards
}

fn othello(text: &str) -> Row {
    let (rows, mover) = read(text);
    let (own, other) = if mover == "X" { ('X', 'O') } else { ('O', 'X') };
    let boards = placed(&rows, own, other);
    if !boards.is_empty() {
        return Ok(boards.iter().map(|board| format!("{} {other}", show(board))).collect());
    }
    if !placed(&rows, other, own).is_empty() {
        return Ok([format!("{} {other}", show(&rows))].into());
    }
    let count = |mark: char| rows.iter().flatten().filter(|&&c| c == mark).count();
    Err(match count(own).cmp(&count(other)) {
        std::cmp::Ordering::Greater => Outcome::Win,
        std::cmp::Ordering::Equal => Outcome::Draw,
        std::cmp::Ordering::Less => Outcome::Loss,
    })
}

#[test]
fn dots_and_boxes_obeys_its_rules() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)] {
        let game = DotsAndBoxes::new(rows, columns).unwrap();
        obeys_everywhere(&game, dots_and_boxes);
        text_is_unambiguous(&game, game.start().unwrap());
    }
    for (rows, columns) in [(3, 2), (3, 3), (1, 12), (4, 4), (5, 5), (7, 7), (31, 1)] {
        obeys_in_random_games(&DotsAndBoxes::new(rows, columns).unwrap(), 10, dots_and_boxes);
    }
}

/// Every arrangement of lines, boxes and player on a small board is parsed if and only if a game reaches it.
#[test]
fn dots_and_boxes_rejects_positions_that_no_game_reaches() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)] {
        let game = DotsAndBoxes::new(rows, columns).unwrap();
        let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
        let reached: BTreeSet<String> = explored.positions().iter().map(|at| game.to_text(at)).collect();
        let empty = game.to_text(&game.start().unwrap());
        let (lines, _) = empty.split_once(' ').unwrap();
        let mut boards = vec![String::new()];
        for (r, row) in lines.split('/').enumerate() {
            boards.iter_mut().filter(|_| r > 0).for_each(|board| board.push('/'));
            for _ in row.chars() {
                let drawn = if r % 2 == 0 { 'h' } else { 'v' };
                boards = boards.iter().flat_map(|board| ['.', drawn].map(|line| format!("{board}{line}"))).collect();
            }
        }
        let all = rows * columns;
        let mut parsed = BTreeSet::new();
        for board in &boards {
            for (a, b) in (0..=all).flat_map(|a| (0..=all).map(move |b| (a, b))) {
                let texts = ["A", "B"].map(|mover| format!("{board} {a}:{b} {mover}"));
                parsed.extend(texts.into_iter().filter(|text| game.parse(text).is_ok()));
            }
        }
        assert_eq!(parsed.len(), reached.len(), "{:?}", parsed.symmetric_difference(&reached).collect::<Vec<_>>());
        assert_eq!(parsed, reached);
    }
}

/// 2 by 2: "Going first, you should be able to force a win. Your first move must be an outside edge; otherwise the opponent can
/// force a draw." (Puzzling Stack Exchange, "Optimal play for 2 by 2 dots and boxes"; also Berlekamp, Conway and Guy, Winning
/// Ways, chapter 16.) The other boards: one box goes to whoever draws its fourth line.
#[test]
fn dots_and_boxes_has_its_known_outcomes() {
    let start = |rows, columns| {
        let game = DotsAndBoxes::new(rows, columns).unwrap();
        outcome(&game, &game.start().unwrap())
    };
    assert_eq!((start(1, 1), start(2, 2)), (Outcome::Loss, Outcome::Win));
    assert_eq!((start(1, 2), start(1, 3)), (start(2, 1), start(3, 1)));
    for (line, outcome) in first_moves(&DotsAndBoxes::new(2, 2).unwrap()) {
        let is_inner = ["b3", "d3", "c2", "c4"].contains(&line.as_str());
        assert_eq!(outcome, if is_inner { Outcome::Draw } else { Outcome::Win }, "{line}");
    }
}

/// Ending the game before its last line changes no outcome: boxes counted to the end give the winner.
#[test]
fn dots_and_boxes_may_end_early() {
    /// The boxes that the player to move gains from here on, minus those of the other player.
    fn margin(lines: &str, memory: &mut BTreeMap<String, i32>) -> i32 {
        if let Some(&known) = memory.get(lines) {
            return known;
        }
        let (rows, _) = read(lines);
        let boxes = |rows: &[Vec<char>]| {
            let all = (1..rows.len()).step_by(2).flat_map(|r| (0..rows[r].len() - 1).map(move |c| (r, c)));
            let is_complete = |&(r, c): &(usize, usize)| {
                [rows[r - 1][c], rows[r + 1][c], rows[r][c], rows[r][c + 1]].iter().all(|&line| line != '.')
            };
            all.filter(is_complete).count() as i32
        };
        let mut best = None;
        for r in 0..rows.len() {
            for c in 0..rows[r].len() {
                if rows[r][c] == '.' {
                    let mut after = rows.clone();
                    after[r][c] = if r % 2 == 0 { 'h' } else { 'v' };
                    let gained = boxes(&after) - boxes(&rows);
                    let rest = margin(&show(&after), memory);
                    let value = if gained > 0 { gained + rest } else { -rest };
                    best = best.max(Some(value));
                }
            }
        }
        let margin = best.unwrap_or(0);
        memory.insert(lines.to_owned(), margin);
        margin
    }
    for (rows, columns) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
        let game = DotsAndBoxes::new(rows, columns).unwrap();
        let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
        let solved = solve::solve(&explored.graph, &Limits::NONE).unwrap();
        let mut memory = BTreeMap::new();
        for (v, at) in explored.graph.all().zip(explored.positions()) {
            let text = game.to_text(at);
            let (lines, rest) = text.split_once(' ').unwrap();
            let (score, mover) = rest.split_once(' ').unwrap();
            let boxes: Vec<i32> = score.split(':').map(|n| n.parse().unwrap()).collect();
            let lead = if mover == "A" { boxes[0] - boxes[1] } else { boxes[1] - boxes[0] };
            let expected = match (lead + margin(lines, &mut memory)).signum() {
                1 => Outcome::Win,
                0 => Outcome::Draw,
                _ => Outcome::Loss,
            };
            assert_eq!(solved.verdict(v).outcome(), expected, "{text}");
        }
    }
}

#[test]
fn hex_obeys_its_rules() {
    for side in 1..=3 {
        let game = Hex::new(side).unwrap();
        obeys_everywhere(&game, hex);
        text_is_unambiguous(&game, game.start().unwrap());
    }
    for side in 4..=8 {
        obeys_in_random_games(&Hex::new(side).unwrap(), 20, hex);
    }
}

/// The first player wins (Nash 1949). The opening a1, in an acute corner, loses on boards of side 2 and more, and so does b1
/// beside it on side 3 and more (Beck, Bleicher and Crowe 1969, "Excursions into Mathematics"). On side 3 the winning
/// openings are those of HexWiki, "Small boards".
#[test]
fn small_hex_is_won_by_the_first_player() {
    for side in 1..=4 {
        let game = Hex::new(side).unwrap();
        let first = first_moves(&game);
        let lost = |cell: &str| first.get(cell).is_some_and(|&outcome| outcome == Outcome::Loss);
        assert_eq!((lost("a1"), lost("b1")), (side >= 2, side >= 3), "{side}");
        let winning: Vec<&str> =
            first.iter().filter(|(_, outcome)| **outcome == Outcome::Win).map(|(cell, _)| cell.as_str()).collect();
        assert!(!winning.is_empty(), "{side}");
        match side {
            1 => assert_eq!(winning, ["a1"]),
            2 => assert_eq!(winning, ["a2", "b1"]),
            3 => assert_eq!(winning, ["a2", "a3", "b2", "c1", "c2"]),
            _ => assert!(["a4", "b3", "c2", "d1"].iter().all(|cell| winning.contains(cell)), "{winning:?}"),
        }
    }
}

#[test]
fn domineering_obeys_its_rules() {
    for (rows, columns) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (2, 4), (4, 3)] {
        let game = Domineering::new(rows, columns, Play::Normal).unwrap();
        obeys_everywhere(&game, domineering);
        text_is_unambiguous(&game, game.start().unwrap());
    }
    for (rows, columns) in [(5, 5), (8, 8), (7, 9), (9, 7), (2, 26)] {
        obeys_in_random_games(&Domineering::new(rows, columns, Play::Normal).unwrap(), 20, domineering);
    }
}

/// Outcome classes of boards of so many rows and columns: won by Vertical (V), by Horizontal (H), by the first (1) or by the
/// second player (2). Berlekamp 1988, "Blockbusting and domineering"; Breuker, Uiterwijk and van den Herik 2000, "Solving
/// 8 x 8 Domineering"; the table is in Drummond-Cole 2014, "An update on domineering on rectangular boards".
const DOMINEERING: [&str; 5] = ["2HHHHHH", "V11HV11", "V11HH", "VVV1V", "VHVH2"];

#[test]
fn domineering_has_its_published_outcomes() {
    for (rows, classes) in (1..).zip(DOMINEERING) {
        for (columns, class) in (1..).zip(classes.chars()) {
            let game = Domineering::new(rows, columns, Play::Normal).unwrap();
            let empty = game.to_text(&game.start().unwrap());
            let mover_wins = |mover: &str| {
                let at = game.parse(&empty.replace('V', mover)).unwrap();
                outcome(&game, &at) == Outcome::Win
            };
            let found = match (mover_wins("V"), mover_wins("H")) {
                (true, true) => '1',
                (false, false) => '2',
                (true, false) => 'V',
                (false, true) => 'H',
            };
            assert_eq!(found, class, "{rows} rows and {columns} columns");
        }
    }
}

#[test]
fn othello_obeys_its_rules() {
    let game = Othello::new(4).unwrap();
    let positions = obeys_everywhere(&game, othello);
    assert!(positions > 10_000, "{positions}");
    for (side, games) in [(4, 50), (6, 20), (8, 20)] {
        obeys_in_random_games(&Othello::new(side).unwrap(), games, othello);
    }
}

/// The second player wins the board of 4 by 4 by 11 discs to 3; see the entry "Othello" of MathWorld.
#[test]
fn small_othello_is_won_by_eleven_discs_to_three() {
    /// The best difference of discs for the player to move.
    fn best(text: &str, memory: &mut BTreeMap<String, i32>) -> i32 {
        if let Some(&known) = memory.get(text) {
            return known;
        }
        let value = match othello(text) {
            Ok(options) => options.iter().map(|option| -best(option, memory)).max().unwrap(),
            Err(_) => {
                let (board, mover) = text.split_once(' ').unwrap();
                let count = |mark: char| board.chars().filter(|&c| c == mark).count() as i32;
                if mover == "X" { count('X') - count('O') } else { count('O') - count('X') }
            }
        };
        memory.insert(text.to_owned(), value);
        value
    }
    let game = Othello::new(4).unwrap();
    let start = game.start().unwrap();
    assert_eq!(best(&game.to_text(&start), &mut BTreeMap::new()), 3 - 11);
    assert_eq!(outcome(&game, &start), Outcome::Loss);
    assert!(first_moves(&game).values().all(|&outcome| outcome == Outcome::Loss));
}
