//! The board games of the catalogue on the command line: described, solved, and rejected if the board is impossible.

use crate::common::{grundy, says};

/// A board of 13 by 5 that is full but for one cell, without five in a row.
const LARGE: &str = "XXOOXXOOXXOOX/OOXXOOXXOOXXO/XXOOXXOOXXOOX/\
                     OOXXOOXXOOXXO/XXOOXXOOXXOO.";

#[test]
fn board_games_are_described() {
    for (name, words) in [
        ("mnk:4,3,3", &["mnk:M,N,K", "4 columns and 3 rows", "`X.../.O../....`", "`b2`", "the empty board"][..]),
        ("connect4", &["connect4:WxH", "W columns", "`..../..../.O../XX..`", "a letter from a"]),
        ("three-mens-morris", &["never diagonally", "`X.O/.X./O.. X`", "`b2 to b3`", ".../.../... X", "Murray 1913"]),
        ("dao", &["as far as", "the four corners", "X..O/.XO./.OX./O..X X", "`a1 to a3`", "Pickering"]),
        ("teeko", &["drop a man", "two by two", "..... X", "`b2 to c3`", "Scarne 1937", "Steele"]),
        ("teeko-movement", &["any placement", "plays on", "`b2 to c3`"]),
        ("quixo", &["quixo:N", "border", "`a1 from right`", "Chapeau"]),
        (
            "kalah",
            &["kalah:PITS,SEEDS", "`emptier`", "`empty-capture`", "`3 0 4 +1 / 4 4 2 +0 N`", "`sow 3`", "Irving"],
        ),
        ("chomp", &["chomp:ROWS,COLUMNS", "poisoned", "`4 4 2`", "`eat 2 3`", "Gale 1974"]),
        (
            "dots-and-boxes",
            &["dots-and-boxes:RxC", "moves again", "`hh/vv./h./.../.. 1:0 A`", "`b1`", "Lucas 1889", "A to move"],
        ),
        ("hex", &["hex:N", "rhombus", "top and the bottom row", "`..O/.X./...`", "`b2`", "Gale 1979"]),
        ("domineering", &["domineering:RxC", "two cells of a column", "`X../X../... H`", "`b2`", "Gardner 1974"]),
        ("othello", &["othello:N", "4, 6 or 8", "`..../.XXX/.XO./.... O`", "`pass`", "Mollett 1883"]),
        ("cram", &["cram:RxC", "domino", "`..#/..#`", "`a1 b1`", "Gardner 1974"]),
        ("node-kayles", &["node-kayles:RxC", "free cell", "`..#/.##`", "`b2`", "Schaefer 1978"]),
        ("chess", &["chess:KMvK", "Stalemate is a draw", "`Kc3 Rb1 kc1 b`", "`a8=Q`", "FIDE Laws of Chess 2023"]),
    ] {
        let shown = grundy(&["games", name]).ok();
        let shown: Vec<&str> = shown.split_whitespace().collect();
        says(&shown.join(" "), words);
    }
}

#[test]
fn board_games_are_solved() {
    for (args, value, remoteness, position, moves) in [
        (&["mnk:4,3,3"][..], "win", Some(7), "..../..../....", 12),
        (&["mnk:3,3,3"], "draw", None, ".../.../...", 9),
        (&["connect4:4x4"], "draw", None, "..../..../..../....", 4),
        (&["connect4:4x4", "..../..../OOO./XXX.", "--json"], "win", Some(1), "..../..../OOO./XXX.", 4),
        (&["three-mens-morris"], "win", Some(9), ".../.../... X", 9),
        (&["three-mens-morris", "XOX/OXO/...", "O"], "draw", None, "XOX/OXO/... O", 2),
        (&["dao", "XXX./...X/OOOO/....", "X"], "loss", Some(0), "XXX./...X/OOOO/.... X", 0),
        (&["dao", "OX../XX../...O/XO.O O"], "win", Some(0), "OX../XX../...O/XO.O O", 0),
        (&["teeko", "XXXX./OOO../...../...../.....", "O"], "loss", Some(0), "XXXX./OOO../...../...../..... O", 0),
        (&["teeko", "X..../.XO../.OX../.O.X./.O... O"], "loss", Some(0), "X..../.XO../.OX../.O.X./.O... O", 0),
        (&["quixo:3"], "win", Some(7), ".../.../... X", 20),
        (&["kalah:3,2"], "win", Some(8), "2 2 2 +0 / 2 2 2 +0 S", 3),
        (&["kalah:1,1"], "draw", None, "1 +0 / 1 +0 S", 1),
        (&["kalah:2,2", "0 0 +3 / 1 1 +3 N"], "win", Some(0), "0 0 +3 / 1 1 +3 N", 0),
        (&["kalah:2,2,emptier", "0", "0", "+3", "/", "1", "1", "+3", "N"], "loss", Some(0), "0 0 +3 / 1 1 +3 N", 0),
        (&["chomp:4,5"], "win", Some(11), "5 5 5 5", 19),
        (&["chomp:4,5", "3", "1", "1"], "loss", Some(4), "3 1 1", 4),
        (&["chomp:4,5", "1"], "loss", Some(0), "1", 0),
        (&["chomp:4,5", "1", "--misere"], "win", Some(0), "1", 0),
        (&["dots-and-boxes:1x1"], "loss", Some(4), "./../. 0:0 A", 4),
        (&["dots-and-boxes:2x2", "hh/vv./h./.../.. 1:0 A"], "win", Some(6), "hh/vv./h./.../.. 1:0 A", 7),
        (
            &["dots-and-boxes:5x5", "hhhhh/vvvvvv/hhhhh/vvvvvv/hhhhh/vvvvvv/hhhhh/vvvvvv/hhhhh/vvvvv./hhhhh 12:12 B"],
            "win",
            Some(1),
            "hhhhh/vvvvvv/hhhhh/vvvvvv/hhhhh/vvvvvv/hhhhh/vvvvvv/hhhhh/vvvvv./hhhhh 12:12 B",
            1,
        ),
        (&["hex:3"], "win", Some(5), ".../.../...", 9),
        (&["hex:3", "..O/.X./X.."], "win", Some(3), "..O/.X./X..", 6),
        (&["domineering:4x4"], "win", Some(7), "..../..../..../.... V", 12),
        (&["domineering:5x2", "../../../../..", "H"], "win", Some(5), "../../../../.. H", 5),
        (&["domineering:2x2", "--misere"], "loss", Some(1), "../.. V", 2),
        (&["othello:4"], "loss", Some(12), "..../.OX./.XO./.... X", 4),
        (&["othello:4", "..../.XXX/.XXX/..XO", "X"], "loss", Some(6), "..../.XXX/.XXX/..XO X", 1),
        (&["mnk:13,5,5", LARGE], "draw", None, LARGE, 1),
        (&["cram:4x5"], "win", Some(9), "...../...../...../.....", 31),
        (&["cram:2x3", "..#/..#"], "loss", Some(2), "..#/..#", 4),
        (&["cram:2x2", "####"], "loss", Some(0), "##/##", 0),
        (&["node-kayles:3x3"], "win", Some(5), ".../.../...", 9),
        (&["chess:KRvK", "Ka3 Rh2 ka1 w"], "win", Some(1), "Ka3 Rh2 ka1 w", 17),
        (&["chess:KRvK", "8/8/8/8/8/K7/7R/k7 w"], "win", Some(1), "Ka3 Rh2 ka1 w", 17),
        (&["chess:KRvK", "Ka3", "Rh1", "ka1", "b"], "loss", Some(0), "Ka3 Rh1 ka1 b", 0),
        (&["chess:KQvK", "Kb6 Qc7 ka8 b"], "draw", None, "Kb6 Qc7 ka8 b", 0),
        (&["chess:KRvK", "Kh8 Rb2 ka1 b"], "draw", None, "Kh8 Rb2 ka1 b", 1),
        (&["chess:KPvK", "Kb6 ka8 w"], "draw", None, "Kb6 ka8 w", 0),
        (&["chess:KPvK", "Kc6 Pb6 kb8 w"], "win", Some(9), "Kc6 Pb6 kb8 w", 6),
        (&["chess:KPvK", "Kc6 Pb6 kb8 b"], "draw", None, "Kc6 Pb6 kb8 b", 2),
    ] {
        let mut line = vec!["solve"];
        line.extend(args.iter().filter(|arg| **arg != "--json"));
        line.push("--json");
        let answer = grundy(&line).json();
        assert_eq!((&answer["game"], &answer["position"]), (&args[0].into(), &position.into()));
        assert_eq!((&answer["value"], answer["remoteness"].as_u64()), (&value.into(), remoteness), "{args:?}");
        assert_eq!(answer["moves"].as_array().unwrap().len(), moves, "{args:?}");
        let impartial = ["chomp", "cram", "node-kayles"].iter().any(|name| args[0].starts_with(name))
            && !args.contains(&"--misere");
        assert_eq!(answer["grundy"].is_u64(), impartial, "{args:?}");
    }
}

#[test]
fn a_sum_takes_chomp_and_no_board_with_two_colours() {
    let sum = grundy(&["solve", "chomp:2,3 3 2 + nim 1", "--json"]).json();
    assert_eq!((&sum["value"], &sum["grundy"]), (&"win".into(), &1.into()));
    says(&grundy(&["solve", "dao + nim 1"]).refused(), &["dao"]);
}

#[test]
fn boards_that_cannot_be_are_refused() {
    for (game, words) in [
        ("mnk", &["`mnk` needs a parameter", "mnk:M,N,K"][..]),
        ("mnk:3", &["`3` is not 3 numbers", "mnk:4,3,3"]),
        ("mnk:3,3,3,3", &["is not 3 numbers"]),
        ("mnk:3,3,x", &["`x` is not a number"]),
        ("mnk:3,3,-1", &["`-1` is negative"]),
        ("mnk:0,3,3", &["a size is 0", "at least 1", "^"]),
        ("mnk:3,3,0", &["a size is 0"]),
        ("mnk:16,9,5", &["a board of 16 columns and 9 rows is too large", "15 columns and 15 rows", "64 cells"]),
        ("mnk:9,9,0", &["a size is 0"]),
        ("dots-and-boxes:3", &["is not 2 numbers", "as in `dots-and-boxes:3x3`"]),
        ("dots-and-boxes:8x7", &["a board of 7 columns and 8 rows is too large", "64 dots"]),
        ("hex:9", &["too large", "N is from 1 to 8"]),
        ("hex:0", &["a size is 0"]),
        ("domineering:8x9", &["too large", "64 cells"]),
        ("othello:5", &["a board of 5 by 5 has no centre", "4, 6 or 8"]),
        ("othello:10", &["too large", "4, 6 or 8"]),
        ("othello:2", &["too small", "4, 6 or 8"]),
        ("reversi:4", &["did you mean `othello:4`?"]),
        ("gomoku:9,9,5", &["did you mean `mnk:9,9,5`?"]),
        ("mnk:27,1,5", &["too large", "26 columns"]),
        ("mnk:99999999999999999999999,1,5", &["too large"]),
        ("connect4:7", &["is not 2 numbers", "as in `connect4:4x4`"]),
        ("connect4:7,6", &["`7,6` is not 2 numbers with `x` between", "`connect4:WxH`"]),
        ("quixo:3,3", &["is not one number", "`quixo:N`"]),
        ("quixo:", &["`quixo` needs a parameter"]),
        ("connect4:0x6", &["a size is 0"]),
        ("connect4:8x8", &["too large", "64"]),
        ("quixo:1", &["too small", "from 2 to 5"]),
        ("quixo:6", &["too large", "from 2 to 5"]),
        ("quixo:0", &["a size is 0"]),
        ("cram:3", &["is not 2 numbers"]),
        ("cram:0x3", &["a size is 0"]),
        ("cram:9x9", &["too large", "64 cells"]),
        ("node-kayles:27x1", &["too large", "26 rows"]),
        ("chomp:3", &["is not 2 numbers"]),
        ("chomp:0,3", &["a size is 0"]),
        ("chomp:99,99", &["too large", "16 rows"]),
        ("kalah:3", &["the number of seeds is missing", "kalah:PITS,SEEDS"]),
        ("kalah:7,3", &["`7` is not from 1 to 6", "^"]),
        ("kalah:3,x", &["`x` is not a number"]),
        ("kalah:3,3,endgame", &["`endgame` is not a rule of Kalah", "`emptier`", "^^^^^^^"]),
        ("dao:4", &["has no parameters"]),
        ("teeko:movement", &["has no parameters"]),
        ("teeko-movement", &["needs a position"]),
        ("teko", &["`teeko`"]),
        ("chess", &["`chess` needs a parameter", "write `chess:KMvK`, as in `chess:KRvK`"]),
        ("chess:KBvK", &["`KBvK` is not an endgame", "`chess:KQvK`, `chess:KRvK` or `chess:KPvK`", "^^^^"]),
        ("chess:KRvK", &["position", "chess:KRvK"]),
        ("chess:krk", &["`krk` is not an endgame", "did you mean `chess:KRvK`?"]),
        ("chess:kqvk", &["did you mean `chess:KQvK`?"]),
        ("conect4:7x6", &["did you mean `connect4:7x6`?"]),
        ("connect-four:4x4", &["did you mean `connect4:4x4`?"]),
    ] {
        says(&grundy(&["solve", game]).refused(), words);
    }
    for (game, position, words) in [
        ("mnk:4,3,3", "XX../..../....", &["2 X and 0 O", "X moves first"][..]),
        ("mnk:4,3,3", "X...O/.../....", &["4 cells"]),
        ("mnk:4,3,3", "X../", &["a row ends after 4 cells", "^"]),
        ("mnk:4,3,3", "XXXX/OOO./....", &["over before its last move"]),
        ("connect4:4x4", "..../X.../..../....", &["nothing lies under the disc in a2"]),
        ("three-mens-morris", "XOX/OXO/...", &["does not say who moves"]),
        ("three-mens-morris", "XOX/OXO/... Y", &["`Y` does not say who moves"]),
        ("dao", "X..O/.XO./.OX./O..X", &["does not say who moves"]),
        ("dao", "X..O/.XO./.OX./O... X", &["3 X and 4 O"]),
        ("teeko", "XX.../...../...../...../.....", &["2 X and 0 O", "X drops first"]),
        ("teeko", "XXXXX/OOOO./...../...../.....", &["5 X and 4 O", "four men"]),
        ("teeko", "X..../...../...../...../..... X", &["the other player is to move"]),
        ("teeko", "XO.../XO.../O.X../..X../O....", &["does not say who moves"]),
        ("teeko", "XX.../XX.../O..../O.O../O.... X", &["over before its last move", "`teeko-movement`"]),
        ("teeko", "X.../....", &["a row ends after 5 cells", "^"]),
        ("teeko-movement", "X.O../...../...../...../..... X", &["1 X and 1 O", "`teeko`"]),
        ("quixo:2", "../.. X X", &["`X` is too much"]),
        ("dots-and-boxes:1x1", "h/../.", &["the boxes of the players are missing", "./../. 0:0 A"]),
        ("dots-and-boxes:1x1", "h/../. 0:0", &["does not say who moves"]),
        ("dots-and-boxes:1x1", "h/../. 1:0 A", &["1 and 0 boxes", "0 complete boxes"]),
        ("dots-and-boxes:1x1", "h/hv/. 0:0 A", &["`h` stands in a row of vertical lines", "  ^"]),
        ("dots-and-boxes:1x1", "h/./. 0:0 A", &["row 2 has 1 lines, not 2", "  ^"]),
        ("hex:2", "XO/XO", &["over before its last move"]),
        ("domineering:2x2", "../..", &["does not say who moves", "../.. V"]),
        ("othello:4", "..../.OX./.X../.... O", &["no disc lies on c3"]),
        ("kalah:2,2", "2 2 +0 / 2 2 +0", &["who moves is missing", "2 2 +0 / 2 2 +0 S"]),
        ("kalah:2,2", "2 2 0 / 2 2 +0 S", &["`0` stands where South's store should"]),
        ("kalah:2,2", "2 2 +1 / 2 2 +0 S", &["9 seeds", "8 in the game"]),
        ("cram:2x3", "..x/...", &["`x` is not a cell"]),
        ("cram:2x3", "../...", &["a row ends after 3 cells"]),
        ("node-kayles:2x3", "...", &["expected 6 cells, got 3"]),
        ("chomp:3,4", "2 3", &["a row of 3", "longer than the one above"]),
        ("chomp:3,4", "5", &["so many columns"]),
        ("chomp:3,4", "0", &["the poisoned square is missing"]),
        ("chomp:3,4", "4 4 4 4", &["too many rows"]),
        ("chess:KRvK", "Kc3 Rb1 kc1", &["does not say who moves", "`w`", "`b`"]),
        ("chess:KRvK", "Kc3 Rb1 kc1 w", &["White is to move", "in check", "        ^^^"]),
        ("chess:KRvK", "Kc3 Rb1 kc2 b", &["the kings stand beside each other"]),
        ("chess:KRvK", "Kc3 Qb1 kc1 b", &["there is no queen in chess:KRvK"]),
        ("chess:KPvK", "Kc3 Pb1 kc1 b", &["a pawn on b1", "rows 2 to 7"]),
    ] {
        says(&grundy(&["solve", game, position]).refused(), words);
    }
    for game in [
        "mnk:3,3,3",
        "connect4:4x4",
        "dao",
        "teeko",
        "three-mens-morris",
        "quixo:3",
        "kalah:2,2",
        "chess:KRvK",
        "hex:3",
        "othello:4",
    ] {
        says(&grundy(&["solve", game, "--misere"]).refused(), &["misère play would change nothing"]);
    }
    let far = grundy(&["solve", "connect4:6x6", "--max-positions", "10000"]);
    says(&far.limited(), &["a larger --max-positions may help"]);
    for game in ["connect4:8x7", "connect4:8x6"] {
        let far = grundy(&["solve", game, "--time", "0.3"]).limited();
        says(
            &far,
            &["the position was not decided within the limits: the time was up after", "a larger --time may help"],
        );
        let ran = grundy(&["solve", game, "--time", "0.3", "--json"]);
        assert_eq!(ran.status, Some(3), "{}", ran.stderr);
        let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!((&answer["value"], &answer["proved"]), (&serde_json::Value::Null, &false.into()), "{answer}");
    }
    // Boards that no enumeration reaches: the error says what ended it.
    for game in ["dots-and-boxes:5x5", "hex:6", "domineering:8x8", "othello:8", "mnk:15,15,5"] {
        let far = grundy(&["solve", game, "--max-positions", "10000"]).limited();
        says(&far, &["10000", "a larger --max-positions may help"]);
    }
    let small = grundy(&["solve", "connect4:8x7", "--memory", "100"]).limited();
    says(&small, &["a larger --memory may help"]);
    // A position from which few others can be reached is solved.
    let near = grundy(&["solve", "connect4:7x6", "..XOXOX/XOOOXOX/OXXXOOO/XXOXOXX/OXXOOOX/OOXXXOO", "--json"]).json();
    assert_eq!(near["proved"], true, "{near}");
}
