//! The smaller verbs: `games`, `completions`, `man`, help and version, and invalid command lines.

use crate::common::{folder, grundy, json, path, says};
use serde_json::Value;

#[test]
fn the_catalogue_is_listed() {
    let list = grundy(&["games"]).ok();
    for form in ["nim ", "bash:M ", "subtraction:SET ", "calendar ", "tictactoe ", "graph:PATH "] {
        assert!(list.lines().any(|line| line.starts_with(form)), "{form} in\n{list}");
    }
}

#[test]
fn parameters_of_a_described_game_are_checked() {
    for game in ["subtraction:1,x", "octal:0.19z", "connect4:99x99", "bash:0", "mnk:a", "nim:3"] {
        let refused = grundy(&["games", game]).refused();
        assert!(refused.contains(game), "{refused}");
    }
    assert!(grundy(&["games", "connect4:7x6", "--json"]).ok().starts_with(r#"{"schema":"grundy/game/1","name":"#));
    says(&grundy(&["games", "graph:nowhere"]).ok(), &["graph:nowhere, one of graph:PATH"]);
}

#[test]
fn each_game_of_the_list_is_described() {
    let list = grundy(&["games", "--json"]).json();
    let games = list["games"].as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    let text = grundy(&["games"]).ok();
    for (game, name) in games.iter().zip(&names) {
        assert!(text.contains(game["form"].as_str().unwrap()), "{game}");
        let mut one = grundy(&["games", name, "--json"]).json();
        one.as_object_mut().unwrap().remove("schema");
        assert_eq!(one, *game);
        // The rules, the text of a position and of a move, and the start.
        let shown = grundy(&["games", name]).ok();
        let words: Vec<&str> = shown.split_whitespace().collect();
        for key in ["rules", "position", "move"] {
            let stated: Vec<&str> = game[key].as_str().unwrap().split_whitespace().collect();
            assert!(words.windows(stated.len()).any(|part| part == stated), "{key} in\n{shown}");
        }
        says(&shown, &["start", game["start"].as_str().unwrap_or("none")]);
    }
    for name in ["nim", "bash", "subtraction", "calendar", "tictactoe", "graph"] {
        assert!(names.contains(&name), "{names:?}");
    }
}

#[test]
fn a_game_is_shown_by_any_of_its_names() {
    let bash = grundy(&["games", "bash"]).ok();
    says(&bash, &["bash:M", "bachet", "take 3 from 14"]);
    assert_eq!(grundy(&["games", "bachet"]).ok(), bash);
    // With parameters, the rules have their values.
    for (name, most) in [("bash:3", "3"), ("bachet:7", "7")] {
        let told = bash.replacen("bash:M", &format!("{name}, one of bash:M"), 1).replacen(
            "up to M stones",
            &format!("up to {most} stones"),
            1,
        );
        assert_eq!(grundy(&["games", name]).ok(), told);
    }
}

#[test]
fn the_list_says_the_truth_about_misere_play_and_starts() {
    for game in json(&grundy(&["games", "--json"]).ok())["games"].as_array().unwrap() {
        // A graph needs a file.
        let (name, at) = match game["name"].as_str().unwrap() {
            "bash" => ("bash:3", "3"),
            "subtraction" => ("subtraction:1,2", "3"),
            "calendar" => ("calendar", "2001-11-01"),
            "moore" => ("moore:2", "3"),
            "octal" => ("octal:0.77", "3"),
            "king" => ("king", "2 3"),
            "tictactoe" => ("tictactoe", "........."),
            "mnk" => ("mnk:3,2,2", "XO./..."),
            "connect4" => ("connect4:4x1", "XO.."),
            "three-mens-morris" => ("three-mens-morris", "X.O/.../..."),
            "five-mens-morris" | "six-mens-morris" => (game["name"].as_str().unwrap(), "XXX/.O./XO.O/.../O.. X"),
            "nine-mens-morris" => ("nine-mens-morris", "XXX/.O./.../XO...O/.../.../O.. X"),
            "dao" => ("dao", "XXX./...X/OOOO/.... X"),
            "teeko" | "teeko-movement" => (game["name"].as_str().unwrap(), "XXXX./..O../..O../..O../..O.. O"),
            "quixo" => ("quixo:2", "../.. X"),
            "kalah" => ("kalah:2,2", "0 0 +3 / 1 1 +3 N"),
            "chomp" => ("chomp:2,3", "3 1"),
            "chess" => ("chess:KRvK", "Kc3 Rb1 kc1 b"),
            "dots-and-boxes" => ("dots-and-boxes:1x1", "h/../. 0:0 B"),
            "hex" => ("hex:2", "X./.."),
            "domineering" => ("domineering:2x2", "X./X. H"),
            "othello" => ("othello:4", "XXXX/XXXX/OOOO/OOO. X"),
            "cram" => ("cram:2x3", "..#/..#"),
            "node-kayles" => ("node-kayles:2x3", "..#/.##"),
            "graph" => continue,
            name => (name, "3"),
        };
        let misere = grundy(&["solve", name, at, "--misere"]);
        assert_eq!(misere.status, Some(if game["misere"] == true { 0 } else { 2 }), "{misere}");
        // These would solve millions of positions.
        if matches!(name, "teeko" | "five-mens-morris" | "six-mens-morris" | "nine-mens-morris") {
            continue;
        }
        let started = grundy(&["solve", name, "--json"]);
        match &game["start"] {
            // If the size determines the start, the list describes it in words.
            Value::String(start) if name.contains(':') => assert!(started.json()["position"] != **start),
            Value::String(start) => assert_eq!(started.json()["position"], **start),
            _ => assert_eq!(started.status, Some(2), "{started}"),
        }
    }
}

#[test]
fn games_that_do_not_exist_are_refused() {
    says(&grundy(&["games", "nmi"]).refused(), &["`nmi`", "`nim`", "^^^", "grundy games"]);
    says(&grundy(&["games", "nmi", "--json"]).refused(), &["`nmi`", "`nim`"]);
    says(&grundy(&["games", "tictactoo:3"]).refused(), &["`tictactoo`", "`tictactoe`"]);
    says(&grundy(&["games", "xyzzyxyzzy"]).refused(), &["`xyzzyxyzzy`", "grundy games"]);
    says(&grundy(&["games", ""]).refused(), &["grundy games"]);
}

#[test]
fn completions_are_made_for_shells() {
    for shell in ["bash", "zsh", "fish"] {
        let script = grundy(&["completions", shell]).ok();
        for word in ["grundy", "solve", "games", "judge", "misere", "max-moves"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
        // Problems and the names of games; games with parameters where the shell offers files beside them.
        assert!(script.contains("uva10404") && script.contains("wythoff"), "{shell}");
        let has_games = script.contains("connect4:") || script.contains("connect4\\:");
        assert_eq!(has_games, shell != "zsh", "{shell}");
    }
    says(&grundy(&["completions", "tcsh"]).refused(), &["tcsh", "bash", "zsh", "fish"]);
    says(&grundy(&["completions"]).refused(), &["SHELL"]);
}

#[test]
fn a_manual_page_is_written_for_each_verb() {
    let folder = folder();
    // The folder is created if it does not exist, and existing pages are replaced.
    let pages = folder.path().join("share").join("man1");
    for _ in 0..2 {
        assert_eq!(grundy(&["man", path(&pages)]).ok(), "");
    }
    let page = |name: &str| std::fs::read_to_string(pages.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    says(&page("grundy.1"), &[".TH grundy", "solve"]);
    for (verb, word) in
        [("solve", "misere"), ("games", "catalogue"), ("judge", "standard"), ("completions", "shell"), ("man", "pages")]
    {
        says(&page(&format!("grundy-{verb}.1")), &[".TH", word]);
    }
    let file = folder.path().join("file");
    std::fs::write(&file, "a file").unwrap();
    says(&grundy(&["man", path(&file)]).refused(), &[path(&file), "folder"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "a file");
    says(&grundy(&["man"]).refused(), &["DIR"]);
}

/// Arguments need not be UTF-8.
#[cfg(unix)]
#[test]
fn arguments_of_any_bytes_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff");
    for words in [&["games", "--misere"][..], &["solve"], &["period", "--misere"]] {
        let mut command = std::process::Command::new(crate::common::PROGRAM);
        let ran = command.args(words).arg(bytes).output().unwrap();
        let message = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.code() == Some(2) && !message.contains("panicked"), "{words:?}: {message}");
    }
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    if let Ok(full) = std::fs::File::options().write(true).open("/dev/full") {
        let mut command = std::process::Command::new(crate::common::PROGRAM);
        let ran = command.arg("--help").stdout(full).output().unwrap();
        assert_eq!(ran.status.code(), Some(2));
        says(&String::from_utf8(ran.stderr).unwrap(), &["standard input or output", "No space left"]);
    }
}

#[test]
fn help_and_version_are_answers() {
    assert_eq!(grundy(&["--version"]).ok(), concat!("grundy ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(grundy(&["-V"]).ok(), grundy(&["--version"]).ok());
    let help = grundy(&["--help"]).ok();
    for verb in ["games", "solve", "judge", "completions", "man"] {
        says(&help, &[verb]);
        says(&grundy(&[verb, "--help"]).ok(), &["Usage:", &format!("grundy {verb}")]);
        assert_eq!(grundy(&["help", verb]).ok(), grundy(&[verb, "--help"]).ok());
    }
    let options = [
        "--misere",
        "--json",
        "--batch",
        "--no-moves",
        "--max-moves",
        "--memory",
        "--max-positions",
        "--time",
        "--threads",
    ];
    says(&grundy(&["solve", "--help"]).ok(), &options);
}

#[test]
fn command_lines_that_are_none_are_refused() {
    says(&grundy(&["slove", "nim", "3"]).refused(), &["slove", "solve"]);
    says(&grundy(&["xyzzy"]).refused(), &["xyzzy", "--help"]);
    says(&grundy(&["--xyzzy"]).refused(), &["--xyzzy"]);
    says(&grundy(&["solve"]).refused(), &["GAME"]);
    says(&grundy(&["solve", "nim", "3", "--jsno"]).refused(), &["--jsno", "--json"]);
    says(&grundy(&["solve", "nim", "3", "--max-moves"]).refused(), &["--max-moves"]);
    says(&grundy(&["solve", "nim", "3", "--json", "--json"]).refused(), &["--json"]);
    says(&grundy(&["games", "nim", "bash"]).refused(), &["bash"]);
    says(&grundy(&["judge", "--json", "uva10404"]).refused(), &["--list"]);
    // Without arguments the program prints the help and does nothing.
    let bare = grundy(&[]);
    assert_eq!((bare.status, bare.stdout.as_str()), (Some(2), ""), "{bare}");
    says(&bare.stderr, &["Usage:", "solve"]);
}
