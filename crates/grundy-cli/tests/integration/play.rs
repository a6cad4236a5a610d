//! `grundy play` with scripts: whole games to the byte, commands, wrong lines, records, the coach.

use crate::common::{Scratch, grundy, grundy_reading, json, says};
use std::fs;

/// Plays a script and returns the output.
fn played(args: &[&str], script: &str) -> String {
    grundy_reading(&[&["play"], args].concat(), script).ok()
}

#[test]
fn a_game_of_nim_to_the_byte() {
    assert_eq!(
        played(&["nim", "1", "2", "--coach"], "v\nh\n2 2\n"),
        "\
nim, normal play. Take any number of stones, at least one, from one heap. Whoever cannot move
loses.
You begin. Type a move, such as `take 1 from 1`; `h` gives a hint, `?` all commands.

heap 1: 1  o
heap 2: 2  oo
* take 1 from 2  win in 3
  take 1 from 1  loss in 2
  take 2 from 2  loss in 2
* best: keeps the value, by the quickest win or the longest defence where that is known
Hint: take 1 from 2 wins, in 3 moves.
You: take 2 from 2
Coach: that throws the win away, and the computer can win now; take 1 from 2 would have kept it.
Computer: take 1 from 1

no stones are left
The game is over: the computer wins.
You made one move; it lost value. The first was your move 1, take 2 from 2: a win became a loss;
take 1 from 2 would have kept it.
"
    );
}

#[test]
fn a_game_that_is_won() {
    let output = played(&["bash:3", "--coach"], "take 1\nq\n");
    says(&output, &["begins at 21", "You: take 1\nCoach: that keeps the win.\n"]);
    // The script is longer than the game; the rest of it is not read.
    let output = played(&["subtraction:1", "5"], &"take 1\n".repeat(9));
    says(&output, &["The game is over: you win.\nYou made 3 moves; none of them lost value.\n"]);
}

#[test]
fn the_end_of_the_input_is_no_error() {
    let output = played(&["nim", "3", "4", "5", "--first", "computer"], "");
    says(
        &output,
        &[
            "The computer begins.",
            "Computer: take 2 from 3\n",
            "The input ends here, before the game does.\nYou made no move.\n",
        ],
    );
    let output = played(&["nim"], "take 2 from 3\nquit\nthis is not read\n");
    says(&output, &["so this game begins at 3 4 5.", "You leave the game.\nYou made one move; it lost no value.\n"]);
}

#[test]
fn wrong_lines_are_reported_by_number_and_the_game_goes_on() {
    let ran = grundy_reading(&["play", "nim"], "# a comment\n\n3 2\nnonsense\ntake 2 from 3\nq\n");
    assert_eq!(ran.status, Some(2), "{ran}");
    assert_eq!(
        ran.stderr,
        "error: line 3: `3 2` may be `take 2 from 3`, `take 2 from 5`; type more of it\n\
         error: line 4: `nonsense` is not a move here; there are 12 moves, `take 1 from 3`, `take 2 from 3`, \
         `take 3 from 3`, `take 1 from 4`, `take 2 from 4`, `take 3 from 4` among them\n"
    );
    says(&ran.stdout, &["You: take 2 from 3\n", "You leave the game.\n"]);
    let ran =
        grundy_reading(&["play", "nim"], [b"\xff\xfe\n".to_vec(), vec![b'x'; 200_000], b"\nq\n".to_vec()].concat());
    assert_eq!((ran.status, ran.stderr.lines().count()), (Some(2), 2));
}

#[test]
fn commands_and_taking_back() {
    let output = played(&["nim", "3", "4", "5"], "u\ntake 1 from 3\nundo\nWHY\n?\nq\n");
    says(
        &output,
        &[
            "There is no move of yours to take back.\nYou: take 1 from 3\n",
            "Your last move is taken back.\n\nheap 1: 3  ooo\n",
            "is called the Nim sum.",
            "  u  take your last move back\n",
            "You made no move. You took one move back.\n",
        ],
    );
    // In a row of nine the letter h is a column; with a colon it is the command.
    let output = played(&["connect4:9x1"], "h\n:h\nq\n");
    says(&output, &["You: h\n", "Hint: "]);
}

#[test]
fn the_same_seed_is_the_same_game() {
    let game = |seed: &str, skill: &str| {
        played(&["tictactoe", "--first", "computer", "--seed", seed, "--skill", skill], "h\nv\nq\n")
    };
    assert_eq!(game("7", "0"), game("7", "0"));
    assert!((1..20).any(|seed: u32| game(&seed.to_string(), "0") != game("7", "0")));
    for wrong in ["1.5", "-1", "x", "nan"] {
        let message = grundy(&["play", "nim", &format!("--skill={wrong}")]).refused();
        says(&message, &["write a number from 0 to 1"]);
    }
}

#[test]
fn perfect_play_never_loses_and_no_skill_does() {
    // A game of three heaps that the computer begins and can win, whatever is typed.
    let script = "take 1\nsow 1\n1\ntake 1 from 1\ntake 1 from 2\ntake 1 from 3\ntake 1 from 4\n".repeat(12);
    let ran = grundy_reading(&["play", "nim", "1", "3", "4", "--first", "computer"], script.clone());
    says(&ran.stdout, &["The game is over: the computer wins."]);
    let mut won = 0;
    for seed in 1..=20 {
        let args = [
            "play",
            "nim",
            "1",
            "3",
            "4",
            "--first",
            "computer",
            "--skill",
            "0",
            "--coach",
            "--seed",
            &seed.to_string(),
        ];
        let ran = grundy_reading(&args, script.clone());
        won += usize::from(ran.stdout.contains("Coach: that was a mistake; you can win now."));
    }
    assert!(won > 5, "{won} of 20 games had a mistake");
}

#[test]
fn a_record_says_what_was_played() {
    let file = Scratch::new("");
    played(&["kalah:3,2", "--record", file.path(), "--seed", "5"], "3\n1\nu\nq\n");
    let record = json(&fs::read_to_string(file.path()).unwrap());
    assert_eq!(record["schema"], "grundy/play/1");
    assert_eq!((&record["game"], &record["first"], &record["seed"]), (&"kalah:3,2".into(), &"you".into(), &5.into()));
    assert_eq!(record["result"], serde_json::Value::Null);
    let moves = record["moves"].as_array().unwrap();
    assert_eq!(moves[0]["by"], "you");
    assert_eq!((&moves[0]["value_before"], &moves[0]["value"]), (&"win".into(), &"draw".into()));
    // The record leaves out moves that were taken back, and each move starts where the last one led.
    assert_eq!(moves.iter().filter(|m| m["by"] == "you").count(), 1);
    let output = played(&["bash:3", "4", "--record", file.path()], "1\n");
    says(&output, &["the computer wins"]);
    assert_eq!(json(&fs::read_to_string(file.path()).unwrap())["result"], "loss");
    says(
        &grundy(&["play", "nim", "--record", "/nowhere/at/all.json"]).refused(),
        &["/nowhere/at/all.json: there is no folder `/nowhere/at`"],
    );
}

#[test]
fn games_of_every_kind_are_played() {
    let graph = Scratch::new("a b\nb a\nb c\n");
    let graph = format!("graph:{}", graph.path());
    for (args, script, output) in [
        (&["nim", "--misere", "1", "1"][..], "1 1\n", "whoever cannot move wins."),
        (&["nim 3 5 + kayles 7"], "kayles 7 1 3 3\nq\n", "You: kayles: take 1 from 7, leave 3 3\n"),
        (&[&graph], "b\nq\n", "so this game begins at a.\n"),
        (&["three-mens-morris"], "b2\nq\n", "You play X. You begin."),
        (&["chess:KRvK"], "h\nq\n", "White to move\nHint: "),
        (&["../../games/hundred.star"], "h\nq\n", "Hint: "),
        (&["../../games/bachet.star", "--set", "n=9"], "q\n", "You leave the game.\n"),
        (&["calendar"], "h\nq\n", "Hint: to 2001-1"),
        (&["king"], "h\nq\n", "Hint: to "),
    ] {
        says(&played(args, script), &[output]);
    }
    let none = Scratch::new("! a loss\n");
    says(&grundy(&["play", &format!("graph:{}", none.path())]).refused(), &["has no start"]);
    says(&grundy(&["play", "nimm"]).refused(), &["did you mean `nim`?"]);
    says(&grundy(&["play", "nim", "3", "x"]).refused(), &["`x` is not a number"]);
    // A game that is over before it begins.
    says(
        &played(&["nim", "0"], ""),
        &["no stones are left\nThe game is over: the computer wins.\nYou made no move.\n"],
    );
}

#[test]
fn what_is_out_of_reach_is_reported_once() {
    let output = played(&["connect4:7x7", "--max-positions", "1000", "--coach"], "v\nw\nh\nd\nd\nq\n");
    says(&output, &["The values are not known here.\n", "nor why.\n"]);
    assert_eq!(output.matches("Note: ").count(), 1, "{output}");
    let words = [
        "is a guess. A larger --max-positions or --time proves more, and --table looks positions up",
        "none of them is known to have lost value. The values of some positions are not known",
    ];
    says(&output.replace('\n', " "), &words);
}

#[test]
#[cfg(feature = "table")]
fn a_table_is_asked_first() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("t.parquet");
    let table = table.to_str().unwrap();
    grundy(&["build", "tictactoe", "-o", table]).ok();
    let output = played(&["tictactoe", "--table", table, "--first", "computer"], "w\nq\n");
    // The text is wrapped.
    says(&output.replace('\n', " "), &["stored table"]);
    says(&grundy(&["play", "nim", "--table", table]).refused(), &["is a table of `tictactoe`"]);
}

#[test]
fn numbers_are_drawn_by_their_prime_factors() {
    let output = played(&["divisor", "12", "30"], "12 to 4\n");
    says(&output, &["number 1: 12  (2) (2) (3)\nnumber 2: 30  (2) (3) (5)\n"]);
    // A prime above 2^32, and a position without moves.
    says(
        &played(&["divisor", "9007199254740881", "1"], "q\n"),
        &["1: 9007199254740881  (9007199254740881)\n", "2:                1\n"],
    );
    // Without a position, a game with parameters begins at a position that fits them.
    says(&played(&["subtraction:50,60"], "q\n"), &["begins at 160"]);
}

#[test]
#[cfg(feature = "rules")]
fn moves_with_one_label_are_told_apart() {
    let folder = crate::common::folder();
    let path = folder.path().join("twins.star");
    let source = "def initial(): return 5\ndef moves(s): return [s - k for k in [1, 2, 3] if k <= s]\n\
                  def label(s, t): return \"one\" if t == 4 else \"more\"\n";
    fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    let ran = grundy_reading(&["play", path], "more\nq\n");
    assert_eq!(ran.status, Some(2), "{ran}");
    says(&ran.stderr, &["`more` may be `more (to 3)`, `more (to 2)`; type more of it"]);
    says(&played(&[path], "more to 3\nq\n"), &["You: more (to 3)\n"]);
    says(&played(&[path], "one\nq\n"), &["You: one\n"]);
    // The name does not depend on the number of moves that are listed.
    for most in ["1", "2", "3"] {
        let listed = grundy(&["solve", path, "--max-moves", most]).ok();
        assert!(!listed.contains("more  "), "{listed}");
    }
    // A label that is the name of another move with its position, and positions with one text.
    let source = "def initial(): return 9\ndef moves(s): return [s - 1, s - 2, s - 3] if s > 6 else []\n\
                  def label(s, t): return \"more (to P)\" if t == 8 else \"more\"\ndef text(s): return \"P\"\n\
                  def parse(t): return 9\n";
    fs::write(path, source).unwrap();
    let ran = grundy_reading(&["play", path], "more\nq\n");
    let named = ["`more (to P) (to 8)`", "`more (to P) (to 7)`", "`more (to P) (to 6)`"];
    assert_eq!(ran.status, Some(2), "{ran}");
    says(&ran.stderr, &named);
}

#[test]
fn a_column_that_is_not_on_the_board_resembles_no_move() {
    for column in ["8", "i"] {
        let ran = grundy_reading(&["play", "connect4:4x4"], format!("{column}\nq\n"));
        assert_eq!(ran.status, Some(2), "{ran}");
        says(&ran.stderr, &[&format!("`{column}` is not a move here; the moves are `a`, `b`, `c`, `d`")]);
    }
}

/// A move may be called `b` in any rules file; a number stands for a letter only where moves are columns.
#[test]
#[cfg(feature = "rules")]
fn a_letter_is_typed_as_a_number_only_in_games_of_columns() {
    let folder = crate::common::folder();
    let path = folder.path().join("letters.star");
    let source = "def initial(): return 3\ndef moves(s): return [s - k for k in [1, 2, 3] if k <= s]\n\
                  def label(s, t): return [\"a\", \"b\", \"c\"][s - t - 1]\n";
    fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    let ran = grundy_reading(&["play", path], "2\nq\n");
    assert_eq!(ran.status, Some(2), "{ran}");
    says(&ran.stderr, &["`2` is not a move here"]);
    says(&played(&[path], "b\nq\n"), &["You: b\n"]);
    says(&played(&["connect4:4x4"], "2\nq\n"), &["You: b\n"]);
}

#[test]
fn boards_that_cannot_be_solved_are_played_by_guesses() {
    for (game, typed, shown) in [
        ("mnk:15,15,5", "h8", "You: h8\n"),
        ("dots-and-boxes:5x5", "B1", "You: b1\n"),
        ("hex:6", "c3", "You: c3\n"),
        ("domineering:8x8", "c2", "You: c2\n"),
        ("othello:8", "d3", "You: d3\n"),
        ("connect4:8x7", "4", "You: d\n"),
    ] {
        let output = played(&[game, "--max-positions", "1000"], &format!("{typed}\nq\n"));
        says(&output, &[shown, "Computer: "]);
    }
}

#[test]
fn the_computer_and_the_hints_say_what_is_proved() {
    // Three in a column: the first move wins at once, and the others are not searched to the end.
    let args = ["connect4:7x6", "121212", "--max-positions", "10000"];
    let output = played(&args, "v\nh\nq\n");
    says(
        &output,
        &[
            "  a  a win in 1 move\n",
            "this is proved; there are 7 moves in all",
            "Hint: a is proved to be a win in 1 move, and no move is better.",
        ],
    );
    let output = played(&[&args[..], &["--first", "computer"]].concat(), "");
    says(
        &output.replace('\n', " "),
        &["Computer: a ", "the move is proved to be a win in 1 move, and no move is better"],
    );
    // The outcome may be known without the Grundy value.
    let output = played(&["cram:7x8", "--max-positions", "5000", "--threads", "1"], "v\nq\n");
    says(
        &output.replace('\n', " "),
        &[
            "Note: the Grundy value was not proved within the limits; the position is proved to be a win: ",
            "d4 e4  a win",
        ],
    );
    let output = played(&["cram:7x8", "--max-positions", "5000", "--threads", "1", "--first", "computer"], "");
    says(&output.replace('\n', " "), &["the move is proved to be a win, and no move has a better outcome"]);
    // Every move of a lost position loses.
    let output = played(&["cram:8x8", "--max-positions", "100", "--threads", "1"], "v\nh\nq\n");
    says(&output.replace('\n', " "), &["  a loss ", " is proved to be a loss, and no move has a better outcome."]);
    // A move of which nothing is proved is a guess, and a note says so.
    let output = played(&["hex:6", "--max-positions", "100", "--first", "computer"], "");
    says(&output.replace('\n', " "), &["nothing is proved of the move"]);
}

/// A position on 15 by 15 cells by its rows that have marks, counted from 0 at the top.
fn five_in_a_row(marks: &[(usize, &str)]) -> String {
    let mut rows = vec![".".repeat(15); 15];
    marks.iter().for_each(|&(row, cells)| rows[row] = cells.to_owned());
    rows.join("/")
}

#[test]
fn the_computer_wins_at_once_and_prevents_that_the_person_does() {
    let threat = (12, ".....OXXXX.....");
    let args = |at| ["mnk:15,15,5".to_owned(), at, "--first".to_owned(), "computer".to_owned()];
    let play = |at: String, most: &str| {
        let args = args(at);
        let args: Vec<&str> = args.iter().map(String::as_str).chain(["--max-positions", most]).collect();
        played(&args, "").replace('\n', " ")
    };
    // The other player threatens to win in one of the last rows.
    let to_defend = five_in_a_row(&[(3, "..O.....O......"), threat]);
    says(&play(to_defend, "1000"), &["Computer: k13 "]);
    // A search that knows a best move does not use up its limits.
    let to_win = five_in_a_row(&[(3, "..O.....O...O.."), threat]);
    let output = play(to_win, "100000000");
    says(&output, &["Computer: k13 ", "The game is over: the computer wins."]);
}

/// The first move of a game of which little is known leads to a quick loss; that is not proved within the limits.
#[test]
fn moves_of_unknown_value_are_not_called_good() {
    let output = played(&["connect4:7x6", "44535", "--max-positions", "20000", "--coach"], "a\na\nq\n");
    let output = output.replace('\n', " ");
    says(&output, &["none of them is known to have lost value", "The values of some positions are not known"]);
    assert!(!output.contains("the value of this position is not known: the position is a"), "{output}");
}

#[test]
fn the_rules_have_the_game_s_own_numbers() {
    let told = |game: &str| played(&[game], "q\n").split_whitespace().collect::<Vec<_>>().join(" ");
    says(
        &told("subtraction:2,3,5"),
        &["normal play. Take 2, 3 or 5 stones from one heap. Whoever cannot move loses. It has no start"],
    );
    says(&told("connect4:4x4"), &["into one of 4 columns, X first", "at most 4. Four in a row"]);
    let rules = grundy(&["games", "bash:5"]).ok();
    says(&rules, &["bash:5, one of bash:M\n", "Take 1 up to 5 stones from one heap"]);
    says(&grundy(&["games", "bash"]).ok(), &["bash:M\n", "Take 1 up to M stones"]);
}

/// Whoever moves second can win where the computer begins and chooses the position.
#[test]
fn the_computer_begins_at_a_position_that_it_can_lose() {
    for game in ["nim", "bash:3", "wythoff", "kayles", "moore:2"] {
        let out = played(&[game, "--first", "computer"], "v\n");
        assert!(out.contains("The computer begins."), "{out}");
        assert!(out.contains("* ") && out.contains("  win in "), "{out}");
    }
}

/// A game without a start begins where the person can win, whoever begins and whatever the play.
#[test]
fn a_chosen_position_can_be_won() {
    let file = Scratch::new("s a\na b\nb c\nc d\n");
    let graph = file.graph();
    let both =
        ["nim", "bash:3", "kayles", "dawsons-kayles", "dawsons-chess", "treblecross", "grundys-game", "officers"];
    let both = both.into_iter().chain(["calendar", "octal:0.137", &graph]);
    let games =
        both.flat_map(|game| [(game, ""), (game, "--misere")]).chain([("wythoff", ""), ("king", ""), ("moore:2", "")]);
    for (game, misere) in games {
        for first in ["me", "computer"] {
            let args: Vec<&str> = [game, "--first", first, misere].into_iter().filter(|arg| !arg.is_empty()).collect();
            let out = played(&args, "v\n");
            let best = |line: &str| line.starts_with("* ") && line.contains("  win in ");
            assert!(out.lines().any(best), "{args:?}: {out}");
        }
    }
    // Every game ends with the first move.
    for game in ["octal:0.01", "subtraction:all-but:1,2"] {
        says(&played(&[game], "h\n:q\n"), &["Hint: take "]);
        says(&played(&[game, "--first", "computer"], ""), &["The game is over: the computer wins."]);
    }
}

/// A vertex may be called as a command is.
#[test]
fn a_move_is_preferred_to_a_command() {
    let file = Scratch::new("h q\nq v\nq u\n");
    let out = played(&[&file.graph(), "h"], "q\n:q\n");
    says(&out, &["You: to q\n"]);
}

/// By bad moves the computer may come back to a position from which it can win. Then it plays as well as it can.
#[test]
fn a_win_of_the_computer_alone_is_no_draw() {
    let file = Scratch::new("@ p left\n@ q left\n@ e right\np q\nq p\nq e\n> p\n");
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let out = grundy(&["play", &file.graph(), "--first", "computer", "--skill", "0", "--seed", seed]).ok();
        says(&out, &["The game is over: the computer wins."]);
    }
}

/// The moves are neither all listed nor expanded.
#[test]
fn a_position_with_millions_of_moves_is_played() {
    for (game, heap) in [("grundys-game", "1000000000000"), ("subtraction:squares", "1000000000000000000")] {
        let out = played(&[game, heap, "--first", "computer", "--memory", "64M", "--time", "0.5"], "");
        says(&out, &["Computer: ", "too many to be drawn"]);
    }
    // All moves to `t…` lose, and the one to `loop` draws.
    let mut text = (0..10_500).map(|i| format!("a t{i}\nt{i} end\n")).collect::<String>();
    text.push_str("a loop\nloop loop\n");
    let file = Scratch::new(&text);
    let out = played(&[&format!("{} a + nim 0", file.graph()), "--first", "computer"], "");
    says(&out, &["to loop\n"]);
}

/// A move of the computer to the same position does not end the game: the person moves next.
#[test]
fn a_move_to_the_same_position_leaves_the_turn() {
    let file = Scratch::new("a a\n");
    let out = played(&[&file.graph(), "a", "--first", "computer"], "to a\nto a\nq\n");
    assert_eq!((out.matches("Computer: to a").count(), out.matches("You: to a").count()), (3, 2), "{out}");
    assert!(!out.contains("repeat these moves") && !out.contains("The game is over"), "{out}");
}

/// A computer that can move for ever without a move of the person does not.
#[test]
fn moves_of_the_computer_alone_end() {
    for (graph, vertex) in [("@ p left\np p\n", "p"), ("@ p left\n@ q left\np q\nq p\n", "p")] {
        let file = Scratch::new(graph);
        let out = played(&[&file.graph(), vertex, "--first", "computer"], "");
        says(&out, &["The computer can repeat these moves for ever", "The game is over: a draw."]);
        assert!(out.lines().count() < 30, "{out}");
    }
}
