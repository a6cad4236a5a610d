//! `grundy solve --batch`: many positions, one JSON object per line, each equal to the answer for that position alone.

use crate::common::{
    Grundy, Move, PositionValue, Scratch, agrees, folder, grundy, grundy_reading, grundy_values, json, json_lines,
    path, play_out, says,
};
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Runs a batch from a file.
fn batch(game: &str, lines: impl AsRef<[u8]>) -> crate::common::Ran {
    let file = Scratch::new(lines);
    grundy(&["solve", game, "--batch", file.path()])
}

fn positions(answers: &[Value]) -> Vec<&str> {
    answers.iter().map(|answer| answer["position"].as_str().expect("an answer")).collect()
}

#[test]
fn the_order_is_kept() {
    let lines: Vec<String> = (0..200).map(|i| format!("{} {}", i * 37 % 101 + 1, i * 53 % 97 + 1)).collect();
    let answers = json_lines(&batch("nim", lines.join("\n")).ok());
    assert_eq!(positions(&answers), lines);
}

#[test]
fn a_bad_line_is_reported_and_the_rest_is_answered() {
    let ran = batch("nim", "3 5\n7 x\n\n1 2 3\n-4\n0\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(2), ""), "{ran}");
    let answers = json_lines(&ran.stdout);
    assert_eq!(answers.len(), 6);
    for (i, words) in [(1, ["`x`", "not a number"]), (2, ["missing", "number"]), (4, ["`-4`", "negative"])] {
        let object = answers[i].as_object().unwrap();
        assert_eq!(object.keys().collect::<Vec<_>>(), ["error", "line"], "{object:?}");
        assert_eq!(answers[i]["line"], i + 1);
        says(answers[i]["error"].as_str().unwrap(), &words);
    }
    assert_eq!(positions(&[answers[0].clone(), answers[3].clone(), answers[5].clone()]), ["3 5", "1 2 3", "0"]);
    // The first and the last line are treated like all others.
    let ran = batch("nim", "x\n3\ny");
    assert_eq!(ran.status, Some(2), "{ran}");
    let answers = json_lines(&ran.stdout);
    assert_eq!(
        (&answers[0]["line"], &answers[1]["position"], &answers[2]["line"]),
        (&json!(1), &json!("3"), &json!(3))
    );
}

#[test]
fn the_bytes_of_a_bad_line() {
    assert_eq!(
        batch("nim", "3 x 5\n").stdout,
        "{\"error\":\"`x` is not a number; heaps are whole numbers separated by spaces, as in `3 5 7`\",\"line\":1}\n"
    );
}

#[test]
fn standard_input_is_a_batch_as_well() {
    let lines = "3 5\nx\n14 21 39\n";
    let from_file = batch("nim", lines);
    let from_input = grundy_reading(&["solve", "nim", "--batch", "-"], lines);
    assert_eq!((from_input.status, &from_input.stdout), (Some(2), &from_file.stdout), "{from_input}");
    assert_eq!(grundy_reading(&["solve", "nim", "--batch", "-"], "").ok(), "", "nothing asked, nothing answered");
}

#[test]
fn lines_end_in_any_way() {
    let expected = batch("subtraction:1,3,4", "20\n6 7\n").ok();
    for lines in ["20\r\n6 7\r\n", "20\n6 7", "20\r\n6 7", "  20\t\n\t6 \t 7  \n"] {
        assert_eq!(batch("subtraction:1,3,4", lines).ok(), expected, "{lines:?}");
    }
    for (game, position) in [("tictactoe", "X.O/X.O/..."), ("calendar", "1999-12-31")] {
        let expected = batch(game, position).ok();
        for end in ["\n", "\r\n", " \t\n", " \r\n", "\r"] {
            assert_eq!(batch(game, format!("{position}{end}")).ok(), expected, "{end:?}");
        }
    }
}

#[test]
fn lines_that_are_no_text_are_bad_lines() {
    let ran = batch("nim", b"3\n5 \xff\n\xc3\n7\n");
    assert_eq!(ran.status, Some(2), "{ran}");
    let answers = json_lines(&ran.stdout);
    assert_eq!((&answers[0]["position"], &answers[3]["position"]), (&json!("3"), &json!("7")));
    for i in [1, 2] {
        assert_eq!(answers[i]["line"], i + 1);
        says(answers[i]["error"].as_str().unwrap(), &["UTF-8"]);
    }
}

#[test]
fn a_line_that_is_too_long_is_a_bad_line() {
    let long = "1 ".repeat(2 << 20);
    let ran = batch("nim", format!("3\n{long}\n5\n{long}"));
    assert_eq!(ran.status, Some(2), "{ran}");
    let answers = json_lines(&ran.stdout);
    assert_eq!(answers.len(), 4);
    assert_eq!((&answers[0]["position"], &answers[2]["position"]), (&json!("3"), &json!("5")));
    for i in [1, 3] {
        assert_eq!(answers[i]["line"], i + 1);
        says(answers[i]["error"].as_str().unwrap(), &["1048576 bytes"]);
    }
    // A long line within the bounds has too many heaps instead.
    let ran = batch("nim", "1 ".repeat(10_001));
    says(json(&ran.stdout)["error"].as_str().unwrap(), &["heaps", "10000"]);
}

#[test]
fn a_batch_that_cannot_be_read_is_refused() {
    says(&grundy(&["solve", "nim", "--batch", "/nowhere/at/all"]).refused(), &["/nowhere/at/all", "no such file"]);
    let folder = folder();
    says(&grundy(&["solve", "nim", "--batch", path(folder.path())]).refused(), &[path(folder.path()), "folder"]);
    says(&grundy(&["solve", "nim", "3", "--batch", "-"]).refused(), &["--batch"]);
    says(&grundy(&["solve", "nim", "--batch"]).refused(), &["--batch"]);
}

#[test]
fn a_limit_is_reported_where_it_was_hit() {
    let file = Scratch::new("2001-11-01\n1994-05-03\n2001-10-30\n");
    let args = ["solve", "calendar", "--max-positions", "100", "--batch", file.path()];
    let ran = grundy(&args);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(3), ""), "{ran}");
    let answers = json_lines(&ran.stdout);
    assert_eq!((&answers[0]["value"], &answers[2]["value"]), (&json!("win"), &json!("win")));
    assert_eq!(answers[1]["line"], 2);
    says(answers[1]["error"].as_str().unwrap(), &["100 allowed", "--max-positions"]);
    // The status of bad input takes precedence over that of a limit, in either order.
    for lines in ["1994-05-03\nx\n", "x\n1994-05-03\n"] {
        let ran = grundy_reading(&["solve", "calendar", "--max-positions", "100", "--batch", "-"], lines);
        assert_eq!(ran.status, Some(2), "{ran}");
    }
}

/// Solves every position alone and all positions in one batch, and compares the bytes.
#[track_caller]
fn as_if_alone(game: &str, options: &[&str], positions: &[&str]) {
    let file = Scratch::new(positions.join("\n"));
    let together = grundy(&[&["solve", game, "--batch", file.path()], options].concat()).ok();
    let together: Vec<&str> = together.lines().collect();
    assert_eq!(together.len(), positions.len());
    for (&position, &line) in positions.iter().zip(&together) {
        let args = [&["solve", game, "--json"], options, &["--"], &position.split(' ').collect::<Vec<_>>()].concat();
        assert_eq!(format!("{line}\n"), grundy(&args).ok(), "{args:?}");
    }
}

#[test]
fn each_line_is_answered_as_if_alone() {
    let heaps = ["0", "1", "14 21 39", "3 5", "5 3", "5 0 3", "14 21 38", "1000000000000000000 7", "3 3 3", "21 14 39"];
    as_if_alone("nim", &["--max-moves", "20"], &heaps);
    as_if_alone("nim", &["--misere", "--max-moves", "20"], &heaps);
    as_if_alone("nim", &["--no-moves"], &heaps);
    // The large one comes first: the state that it leaves in memory must not change the answers to the small ones.
    as_if_alone("subtraction:1,3,4", &[], &["60 61", "20", "7", "0", "6 7", "7 6", "20 0 0", "2 2", "1000000000000 3"]);
    as_if_alone("subtraction:1,3,4", &["--misere"], &["60", "20", "1", "0", "6 7", "2 2"]);
    let boards = [".........", "X........", "X.O/X.O/...", "XXXOO....", "XOXOXO.XO", "....X....", "x.o.x...."];
    as_if_alone("tictactoe", &[], &boards);
    as_if_alone("calendar", &[], &["1999-12-31", "2001-11-04", "2000-01-01"]);

    let graph = Scratch::new("a b\nb a\nb c\nc d\nd e\ne f\nc f\na d\nx y\ny z\n");
    let graph = graph.graph();
    as_if_alone(&graph, &[], &["a", "b", "c", "d", "c d", "d c", "a b", "c c", "x y", "f z", "a x"]);
    as_if_alone(&graph, &["--misere"], &["a", "b", "c", "d", "f"]);
    as_if_alone(&graph, &["--max-moves", "1"], &["b", "c d", "a c"]);
}

/// The values of all sums of up to three heaps, by brute force.
struct PlayedOut {
    takes: Vec<u64>,
    misere: bool,
    known: HashMap<Vec<u64>, (PositionValue, u64)>,
}

impl PlayedOut {
    /// The options of heaps, which are sorted and not empty; each option is sorted too and has its move.
    fn options(&self, heaps: &[u64]) -> Vec<((u64, u64), Vec<u64>)> {
        let mut options = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            for &take in self.takes.iter().filter(|&&take| take <= heap) {
                let mut after = heaps.to_vec();
                after[i] -= take;
                after.retain(|&heap| heap > 0);
                after.sort_unstable();
                options.push(((heap, take), after));
            }
        }
        options.sort();
        options.dedup();
        options
    }

    fn position_value(&mut self, heaps: &[u64]) -> (PositionValue, u64) {
        if let Some(&known) = self.known.get(heaps) {
            return known;
        }
        let options: Vec<(PositionValue, u64)> =
            self.options(heaps).iter().map(|(_, after)| self.position_value(after)).collect();
        let of =
            |value: &'static str| options.iter().filter(move |o| o.0.value == value).filter_map(|o| o.0.remoteness);
        let position_value = match (of("loss").min(), of("win").max()) {
            (Some(quickest), _) => PositionValue { value: "win", remoteness: Some(quickest + 1) },
            (None, Some(longest)) => PositionValue { value: "loss", remoteness: Some(longest + 1) },
            (None, None) => PositionValue { value: if self.misere { "win" } else { "loss" }, remoteness: Some(0) },
        };
        let grundy = (0..).find(|n| options.iter().all(|o| o.1 != *n)).expect("a number that is free");
        self.known.insert(heaps.to_vec(), (position_value, grundy));
        (position_value, grundy)
    }
}

fn text(heaps: &[u64]) -> String {
    if heaps.is_empty() { "0".to_owned() } else { heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ") }
}

#[test]
fn heap_games_are_as_if_played_out() {
    let mut random = Rng::with_seed(1901);
    for (game, takes) in [
        ("nim", (1..=20).collect::<Vec<u64>>()),
        ("bash:3", vec![1, 2, 3]),
        ("subtraction:1,3,4", vec![1, 3, 4]),
        ("subtraction:2,5..7", vec![2, 5, 6, 7]),
        ("subtraction:3", vec![3]),
        ("subtraction:squares", vec![1, 4, 9, 16]),
        ("subtraction:all-but:1,4..20", vec![2, 3]),
    ] {
        for misere in [false, true] {
            let mut truth = PlayedOut { takes: takes.clone(), misere, known: HashMap::new() };
            let mut positions: Vec<Vec<u64>> = (0..=20).map(|heap| vec![heap]).collect();
            positions.extend((0..60).map(|_| (0..random.u8(2..4)).map(|_| random.u64(..14)).collect()));
            let lines: Vec<String> = positions.iter().map(|heaps| text(heaps)).collect();
            let file = Scratch::new(lines.join("\n"));
            let mut args = vec!["solve", game, "--batch", file.path()];
            args.extend(misere.then_some("--misere"));
            let answers = json_lines(&grundy(&args).ok());
            for (heaps, answer) in positions.iter().zip(&answers) {
                let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
                assert_eq!(answer["position"], text(&heaps));
                heaps.sort_unstable();
                let value = |grundy: u64| if misere { Grundy::Undefined } else { Grundy::Is(grundy) };
                let (position_value, grundy) = truth.position_value(&heaps);
                let moves: Vec<Move> = truth
                    .options(&heaps)
                    .into_iter()
                    .map(|((heap, take), after)| {
                        let (position_value, grundy) = truth.position_value(&after);
                        let from =
                            if game == "nim" || heaps.len() > 1 { format!(" from {heap}") } else { String::new() };
                        let text_of_move = format!("take {take}{from}");
                        Move {
                            text: text_of_move,
                            after: text(&after),
                            moves_again: false,
                            position_value,
                            grundy: value(grundy),
                        }
                    })
                    .collect();
                agrees(&format!("{game}, misère: {misere}"), answer, position_value, value(grundy), &moves);
            }
        }
    }
}

#[test]
fn a_list_of_one_move_is_of_a_best_one() {
    // If the list of all moves would be long, the best move is found without it; if it is short, the best move is taken from it.
    let mut random = Rng::with_seed(1974);
    for (game, most) in [
        ("nim", u64::MAX),
        ("bash:1000000000", 1_000_000_000),
        ("bash:3", 3),
        ("subtraction:1,3,4", 4),
        ("subtraction:2,5..7", 7),
    ] {
        let mut lines = String::new();
        for _ in 0..100 {
            let heaps: Vec<u64> = (0..random.u8(1..=4))
                .map(|_| match random.u8(..3) {
                    // Sizes around those at which misère play differs.
                    0 => random.u64(..4),
                    1 => random.u64(..30),
                    _ => 1_000_000_000_000 + random.u64(..1 << 40),
                })
                .collect();
            lines.push_str(&text(&heaps));
            lines.push('\n');
        }
        let file = Scratch::new(&lines);
        for misere in [false, true] {
            let mut args = vec!["solve", game, "--max-moves", "1", "--batch", file.path()];
            args.extend(misere.then_some("--misere"));
            let answers = json_lines(&grundy(&args).ok());
            assert_eq!(answers.len(), 100);
            for answer in answers {
                let Some(first) = answer["moves"].get(0) else { continue };
                assert_eq!((&first["best"], &first["value"]), (&json!(true), &answer["value"]), "{answer}");
                let take = first["move"].as_str().unwrap().split(' ').nth(1).unwrap().parse::<u64>().unwrap();
                assert!((1..=most).contains(&take), "{answer}");
            }
        }
    }
}

/// Whether a player has three in a row, column or diagonal.
fn has_line(board: &[u8]) -> bool {
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    lines.iter().any(|&[a, b, c]| board[a] != b'.' && board[a] == board[b] && board[b] == board[c])
}

#[test]
fn tic_tac_toe_is_as_if_played_out() {
    let mut boards = vec![".........".to_owned()];
    let mut number = HashMap::from([(boards[0].clone(), 0)]);
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut cells: Vec<Vec<usize>> = Vec::new();
    while rows.len() < boards.len() {
        let board = boards[rows.len()].clone().into_bytes();
        let empty: Vec<usize> = (0..9).filter(|&cell| board[cell] == b'.' && !has_line(&board)).collect();
        let mark = if board.iter().filter(|&&cell| cell == b'.').count() % 2 == 1 { b'X' } else { b'O' };
        let mut row = Vec::new();
        for &cell in &empty {
            let mut after = board.clone();
            after[cell] = mark;
            let after = String::from_utf8(after).unwrap();
            row.push(*number.entry(after.clone()).or_insert_with(|| {
                boards.push(after);
                boards.len() - 1
            }));
        }
        rows.push(row);
        cells.push(empty);
    }
    assert_eq!(boards.len(), 5478, "a number that many have counted");
    let end = |v: usize| if has_line(boards[v].as_bytes()) { "loss" } else { "draw" };
    let position_value = play_out(&rows, end, |_, _| false);
    let file = Scratch::new(boards.join("\n"));
    let answers = json_lines(&grundy(&["solve", "tictactoe", "--batch", file.path()]).ok());
    assert_eq!(positions(&answers), boards);
    for (v, answer) in answers.iter().enumerate() {
        let moves = cells[v].iter().zip(&rows[v]).map(|(&cell, &after)| Move {
            text: format!("{}{}", ["a", "b", "c"][cell % 3], cell / 3 + 1),
            after: boards[after].clone(),
            moves_again: false,
            position_value: position_value[after],
            grundy: Grundy::Undefined,
        });
        agrees("", answer, position_value[v], Grundy::Undefined, &moves.collect::<Vec<_>>());
    }
}

/// The dates of these years up to the last of the game.
fn dates(years: impl IntoIterator<Item = u32>) -> Vec<(u32, u32, u32)> {
    let mut dates = Vec::new();
    for year in years {
        for month in 1..=12 {
            let february = if year % 4 == 0 && year != 1900 { 29 } else { 28 };
            let days = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize - 1];
            dates.extend((1..=days).map(|day| (year, month, day)).filter(|date| *date <= (2001, 11, 4)));
        }
    }
    dates
}

fn date_text(&(year, month, day): &(u32, u32, u32)) -> String {
    format!("{year}-{month:02}-{day:02}")
}

#[test]
fn dates_are_as_if_played_out() {
    let dates = dates(1999..=2001);
    let rows: Vec<Vec<usize>> = dates
        .iter()
        .enumerate()
        .map(|(i, &(year, month, day))| {
            let next_month = if month == 12 { (year + 1, 1, day) } else { (year, month + 1, day) };
            let month_later = dates.iter().position(|&date| date == next_month);
            [Some(i + 1).filter(|&next| next < dates.len()), month_later].into_iter().flatten().collect()
        })
        .collect();
    let lines: Vec<String> = dates.iter().map(date_text).collect();
    let file = Scratch::new(lines.join("\n"));
    for misere in [false, true] {
        let position_value = play_out(&rows, |_| if misere { "win" } else { "loss" }, |_, _| false);
        let grundys = if misere { vec![Grundy::Undefined; rows.len()] } else { grundy_values(&rows) };
        let mut args = vec!["solve", "calendar", "--batch", file.path()];
        args.extend(misere.then_some("--misere"));
        let answers = json_lines(&grundy(&args).ok());
        assert_eq!(positions(&answers), lines);
        for (v, answer) in answers.iter().enumerate() {
            let moves = rows[v].iter().map(|&after| Move {
                text: format!("to {}", lines[after]),
                after: lines[after].clone(),
                moves_again: false,
                position_value: position_value[after],
                grundy: grundys[after],
            });
            agrees(&format!("misère: {misere}"), answer, position_value[v], grundys[v], &moves.collect::<Vec<_>>());
        }
    }
}

#[test]
fn dates_have_the_values_of_the_contest_s_judges() {
    // The solution published for Taejon 2001: the player to move wins if month and day add up to an even number, and on 30 September and
    // 30 November. 4 November 2001 itself does not occur there, because no move is left.
    let mut dates = dates([1900, 1901, 1904, 1996, 1997, 1998, 1999, 2000, 2001]);
    dates.pop();
    let lines: Vec<String> = dates.iter().map(date_text).collect();
    let file = Scratch::new(lines.join("\n"));
    let answers = json_lines(&grundy(&["solve", "calendar", "--no-moves", "--batch", file.path()]).ok());
    assert_eq!(positions(&answers), lines);
    for ((_, month, day), answer) in dates.into_iter().zip(answers) {
        let won = (month + day) % 2 == 0 || day == 30 && [9, 11].contains(&month);
        assert_eq!(answer["value"], if won { "win" } else { "loss" }, "{answer}");
    }
}
