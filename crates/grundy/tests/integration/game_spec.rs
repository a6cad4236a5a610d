//! The text of a game: what it parses to, what is refused and where, and that no file is accessed where files are denied.

use grundy::Play;
use grundy::catalog::{self, Cost, ENTRIES, FileAccess, GameSpec, NameHint, OpenError, OpenedGame};
use grundy::limits::Limits;
use proptest::prelude::*;
use std::error::Error;
use std::ops::Range;
use std::process::Command;
use tempfile::TempDir;

fn open(text: &str, play: Play, files: FileAccess) -> Result<OpenedGame, OpenError> {
    GameSpec::parse(text)?.open(play, files, &Limits::NONE)
}

/// The path of this name in a directory.
fn path(directory: &TempDir, name: &str) -> String {
    directory.path().join(name).to_str().unwrap().to_owned()
}

/// Writes a file into a directory, and gives its path.
fn file(directory: &TempDir, name: &str, text: &str) -> String {
    let path = path(directory, name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn every_entry_opens_by_its_example() {
    for entry in ENTRIES {
        for name in [entry.name].iter().chain(entry.aliases) {
            assert_eq!(catalog::entry(name).unwrap().name, entry.name);
        }
        let Some(example) = entry.example() else {
            assert_eq!(entry.name, "graph");
            continue;
        };
        let opened = open(example, Play::Normal, FileAccess::Denied).unwrap();
        let game = opened.as_dyn();
        assert_eq!((game.name(), game.play()), (example, Play::Normal));
        let at = game.opening().unwrap_or_else(|| panic!("{example}"));
        assert_eq!(game.parse(&game.to_text(&at).unwrap()), Ok(at), "{example}");
        match open(example, Play::Misere, FileAccess::Denied) {
            Ok(opened) => assert!(entry.can_be_misere && opened.as_dyn().play() == Play::Misere, "{example}"),
            Err(OpenError::MisereChangesNothing { name }) => assert!(!entry.can_be_misere && name == entry.name),
            Err(error) => panic!("{example}: {error}"),
        }
        // Theory answers where no position has to be expanded.
        assert!(entry.cost != Cost::Formula || game.theory().is_some_and(|theory| theory.claims_values()), "{example}");
    }
    assert_eq!(open("bachet:3", Play::Normal, FileAccess::Denied).unwrap().as_dyn().name(), "bachet:3");
}

#[test]
fn texts_parse_to_what_they_name() {
    let named = |name: &str, parameters: Option<&str>| GameSpec::Named {
        name: name.to_owned(),
        parameters: parameters.map(str::to_owned),
    };
    for (text, spec) in [
        ("nim", named("nim", None)),
        ("bachet:3", named("bachet", Some("3"))),
        ("subtraction:all-but:1,2", named("subtraction", Some("all-but:1,2"))),
        ("graph:a b.graph", GameSpec::GraphFile("a b.graph".to_owned())),
        ("graph:x.star", GameSpec::GraphFile("x.star".to_owned())),
        ("graph:c:/x", GameSpec::GraphFile("c:/x".to_owned())),
        ("games/x.star", GameSpec::RulesFile("games/x.star".to_owned())),
        ("a + b.star", GameSpec::RulesFile("a + b.star".to_owned())),
    ] {
        assert_eq!(GameSpec::parse(text).as_ref(), Ok(&spec), "{text}");
        assert_eq!(spec.to_string(), text);
        assert_eq!(spec.needs_file(), !matches!(spec, GameSpec::Named { .. }));
    }
    let text = " nim 3 5 +  graph:x.star + kayles\t7 ";
    let spec = GameSpec::parse(text).unwrap();
    assert!(spec.needs_file() && spec.to_string() == text);
    let GameSpec::Sum(sum) = spec else { panic!("a sum") };
    let summands: Vec<(String, &str)> = sum.summands().map(|(game, at)| (game.to_string(), at)).collect();
    let expected = [("nim", "3 5"), ("graph:x.star", ""), ("kayles", "7")];
    assert_eq!(summands, expected.map(|(game, at)| (game.to_owned(), at)));
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let checks: [(&str, Range<usize>, &str, &str); 25] = [
        ("kyales", 0..6, "there is no game called `kyales`", "did you mean `kayles`?"),
        ("zzzzzzzzz:3", 0..9, "there is no game called `zzzzzzzzz`", ""),
        ("", 0..0, "the name of a game is missing", ""),
        (
            "nim 3 5",
            0..7,
            "there is no game called `nim 3 5`",
            "`nim` is a game, and its position is given apart from it",
        ),
        ("bash", 0..4, "`bash` needs a parameter", "write `bash:M`, as in `bash:3`"),
        ("bachet:", 0..7, "`bachet` needs a parameter", "write `bash:M`, as in `bash:3`"),
        ("graph:", 0..6, "`graph` needs a parameter", "write `graph:PATH`"),
        ("nim:3", 3..5, "`nim` has no parameters", "write `nim` alone, and the position separately"),
        ("nim:", 3..4, "`nim` has no parameters", "write `nim` alone, and the position separately"),
        ("bash:0", 5..6, "`0` allows no move", "give a number from 1, as in `bash:3`"),
        ("bash:x", 5..6, "`x` is not a number", "M, the most stones of a move, is a whole number, as in `bash:3`"),
        ("moore:0", 6..7, "`0` is not a number of heaps", "a move takes from 1 up to 1000 heaps, as in `moore:2`"),
        ("octal:0.9g", 9..10, "`g` is not a digit; the digits are 0 to 9 and a to f", "a code looks like `0.137`"),
        (
            "subtraction:1,,2",
            14..14,
            "a number is missing",
            "write numbers, ranges and names, as in `subtraction:1,3,5..8` or `subtraction:squares`",
        ),
        ("mnk:3,3", 4..7, "`3,3` is not 3 numbers with `,` between", "write `mnk:M,N,K`, as in `mnk:4,3,3`"),
        ("mnk:3,x,3", 6..7, "`x` is not a number", "write `mnk:M,N,K`, as in `mnk:4,3,3`"),
        ("mnk:0,3,3", 4..9, "a size is 0", "each size is at least 1"),
        ("quixo:6", 6..7, "a board of 6 columns and 6 rows is too large", "N from 2 to 5"),
        (
            "chess:KNvK",
            6..10,
            "`KNvK` is not an endgame of the catalogue",
            "write `chess:KQvK`, `chess:KRvK` or `chess:KPvK`: White has a king and a queen, a rook or a pawn",
        ),
        ("nim 3 + ", 8..8, "a summand is missing", "write `GAME POSITION + GAME POSITION`"),
        ("nim 3 + + nim 4", 8..8, "a summand is missing", "write `GAME POSITION + GAME POSITION`"),
        ("nim 3 + kyales 7", 8..14, "there is no game called `kyales`", "did you mean `kayles`?"),
        (
            "nim 3 + tictactoe",
            8..17,
            "`tictactoe` cannot be a summand: no Grundy value: the game is partizan, the two players do not have the same moves",
            "a sum takes impartial games under normal play",
        ),
        (
            "nim 3 + kayles x",
            15..16,
            "`x` is not a number",
            "heaps are whole numbers separated by spaces, as in `3 5 7`",
        ),
        (
            "x.star 3 + nim 3",
            0..8,
            "`x.star` cannot be a summand: it is a rules file",
            "a sum takes games of the catalogue and graph files",
        ),
    ];
    for (text, at, message, help) in checks {
        for files in [FileAccess::Denied, FileAccess::Allowed] {
            match open(text, Play::Normal, files) {
                Err(OpenError::UnknownGame(unknown)) => {
                    let expected = [message, help].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
                    assert_eq!((unknown.at.clone(), unknown.to_string()), (at.clone(), expected.join("; ")), "{text}");
                }
                Err(OpenError::Text(error)) => {
                    assert_eq!(
                        (error.at, error.message.as_str(), error.help.as_str()),
                        (at.clone(), message, help),
                        "{text}"
                    );
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }
    let wide = open("nim 3  +   octal:0.9g 4", Play::Normal, FileAccess::Denied).unwrap_err();
    assert!(matches!(&wide, OpenError::Text(error) if error.at == (20..21)), "{wide:?}");
    assert!(wide.source().is_some());
}

#[test]
fn heaps_of_one_game_are_a_position_of_it_under_misere_play() {
    let sum = open("kayles 5 + kayles 7 3", Play::Misere, FileAccess::Denied).unwrap();
    let (game, kayles) = (sum.as_dyn(), open("kayles", Play::Misere, FileAccess::Denied).unwrap());
    let start = game.start().unwrap();
    assert_eq!((game.name(), game.to_text(&start).unwrap().as_str()), ("kayles", "5 7 3"));
    assert_eq!(start, kayles.as_dyn().parse("5 7 3").unwrap());
}

#[test]
fn errors_are_typed() {
    let misere = open("tictactoe", Play::Misere, FileAccess::Denied).unwrap_err();
    assert!(matches!(&misere, OpenError::MisereChangesNothing { name } if name == "tictactoe"));
    let message = "misère play would change nothing: tictactoe does not end by a player having no move";
    assert_eq!(misere.to_string(), message);
    for text in ["nim 3 + kayles 4", "moore:2 3 + moore:2 4", "octal:0.7 3 + octal:0.77 4"] {
        let sum = open(text, Play::Misere, FileAccess::Allowed).unwrap_err();
        assert!(matches!(sum, OpenError::MisereSum), "{text}");
    }
    let wrong = open("nim 3  +  nim x", Play::Misere, FileAccess::Allowed).unwrap_err();
    assert!(matches!(&wrong, OpenError::Text(error) if error.at == (14..15)), "{wrong:?}");
    let rules = open("games/x.star", Play::Normal, FileAccess::Allowed).unwrap_err();
    assert!(matches!(rules, OpenError::RulesFile { path } if path == "games/x.star"));
    let error = open("graph:/nonexistent/file", Play::Normal, FileAccess::Allowed).unwrap_err();
    assert!(matches!(error, OpenError::Graph(_)) && error.source().is_some());
}

/// A name that is no game may be a file: only [`catalog::open`], which has access to files, says so.
#[test]
fn the_hint_about_a_file_needs_access_to_files() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "game.graph", "a b\n");
    for (text, name) in [(path.clone(), path.clone()), (format!("nim 3 + {path} a"), path.clone())] {
        let unknown = match catalog::open(&text, Play::Normal, &Limits::NONE) {
            Err(OpenError::UnknownGame(unknown)) => unknown,
            other => panic!("{other:?}"),
        };
        assert_eq!(unknown.hint, NameHint::GraphFile);
        assert!(unknown.to_string().ends_with(&format!("; a graph file is opened by `graph:{name}`")), "{unknown}");
        let blind = GameSpec::parse(&text).unwrap_err();
        assert!(!blind.to_string().contains("graph file"), "{blind}");
    }
}

#[test]
fn a_graph_file_is_opened_where_files_are_allowed() {
    let directory = TempDir::new().unwrap();
    let game = format!("graph:{}", file(&directory, "game.graph", "a b\nb c\na c\n> a\n"));
    let opened = open(&game, Play::Normal, FileAccess::Allowed).unwrap();
    assert!(matches!(&opened, OpenedGame::Graph(_)) && opened.as_dyn().name() == game);
    let sum = open(&format!(" nim 3 +  {game}"), Play::Normal, FileAccess::Allowed).unwrap();
    assert_eq!(sum.as_dyn().name(), format!("nim 3 +  {game}"));
}

/// The error is the same whether the file exists, is a directory, a pipe that nobody writes to, or nothing.
#[test]
fn no_file_is_opened_or_looked_for_where_files_are_denied() {
    let directory = TempDir::new().unwrap();
    let graph = file(&directory, "1", "a b\n> a\n");
    let rules = file(&directory, "1.star", "def initial(): return 3\ndef moves(s): return range(s)\n");
    let pipe = path(&directory, "2");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let folder = directory.path().to_str().unwrap().to_owned();
    let paths = [graph, pipe, path(&directory, "3"), folder, "/etc/passwd".to_owned(), "/dev/zero".to_owned()];
    let relative = ["Cargo.toml", "../../Cargo.toml", ".", "..", "~", "\\", "x", "c:/x", "graph:x"].map(str::to_owned);
    for path in paths.iter().chain(&relative) {
        let game = format!("graph:{path}");
        for play in [Play::Normal, Play::Misere] {
            let error = open(&game, play, FileAccess::Denied).unwrap_err();
            assert!(matches!(&error, OpenError::FileDenied { at } if *at == (0..game.len())), "{error:?}");
        }
        for (before, after) in [("nim 3 + ", " a"), ("nim 3 + ", ""), ("", " a + nim 3"), (" nim 3\t+  ", " a + nim 4")]
        {
            let error = open(&format!("{before}{game}{after}"), Play::Normal, FileAccess::Denied).unwrap_err();
            let place = before.len()..before.len() + game.len();
            assert!(matches!(&error, OpenError::FileDenied { at } if *at == place), "{error:?}");
            assert!(!error.to_string().contains(path.as_str()) || path.len() < 3, "{error}");
        }
        // A path alone is a name that no game has, with the same help whether it exists or not.
        let error = GameSpec::parse(path).map(|spec| spec.open(Play::Normal, FileAccess::Denied, &Limits::NONE));
        let there = match error {
            Err(error) => error.to_string().replace(path.as_str(), "…"),
            Ok(opened) => format!("{:?}", opened.unwrap_err()),
        };
        assert!(there.contains("there is no game called") || there.contains("FileDenied"), "{there}");
    }
    for path in [rules.as_str(), "x.star", "/etc/x.star", "nim 3 + x.star"] {
        let error = open(path, Play::Normal, FileAccess::Denied).unwrap_err();
        assert!(matches!(&error, OpenError::FileDenied { at } if *at == (0..path.len())), "{error:?}");
    }
}

/// Texts near those of games: parts of names, paths and sums.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("nim"),
        Just("kayles"),
        Just("bash:3"),
        Just("graph:"),
        Just("graph:/etc/passwd"),
        Just("/dev/null"),
        Just("x.star"),
        Just(".star"),
        Just("+"),
        Just(" "),
        Just(" + "),
        Just("3"),
        Just("mnk:3,3,3"),
        Just(":"),
        Just("king"),
        Just("\u{a0}"),
        Just("é"),
        Just("octal:0.7"),
        Just("../x"),
        Just("a"),
        Just("\t"),
        Just("\0"),
    ];
    proptest::collection::vec(part, 0..9).prop_map(|parts| parts.concat())
}

/// Texts of sums of games that need no file.
fn any_sum() -> impl Strategy<Value = String> {
    let blank = prop_oneof![Just(" "), Just("  "), Just("\t")];
    let summand = prop_oneof![
        (0u64..9, 0u64..9).prop_map(|(a, b)| format!("nim {a} {b}")),
        (1u64..9, 0u64..30).prop_map(|(most, n)| format!("bash:{most} {n}")),
        (0u64..30).prop_map(|n| format!("kayles {n}")),
    ];
    proptest::collection::vec((summand, blank), 2..5).prop_map(|summands| {
        let texts: Vec<String> = summands.iter().map(|(text, blank)| format!("{text}{blank}")).collect();
        texts.join("+ ")
    })
}

proptest! {
    #[test]
    fn a_spec_shown_parses_to_the_same_spec(text in prop_oneof![any_text(), any_sum(), any::<String>()]) {
        if let Ok(spec) = GameSpec::parse(&text) {
            prop_assert_eq!(spec.to_string(), text.clone());
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn places_of_errors_are_in_the_text(text in prop_oneof![any_text(), any::<String>()], misere in any::<bool>()) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let at = match open(&text, play, FileAccess::Denied) {
            Err(OpenError::UnknownGame(unknown)) => unknown.at,
            Err(OpenError::Text(error)) => error.at,
            Err(OpenError::FileDenied { at }) => at,
            _ => 0..0,
        };
        prop_assert!(text.get(at).is_some());
    }

    #[test]
    fn a_game_that_needs_a_file_is_never_opened_where_files_are_denied(text in any_text()) {
        if let Ok(spec) = GameSpec::parse(&text) {
            let opened = spec.open(Play::Normal, FileAccess::Denied, &Limits::NONE);
            prop_assert!(!spec.needs_file() || opened.is_err());
            let is_from_file =
                matches!(opened, Err(OpenError::Graph(_) | OpenError::RulesFile { .. }) | Ok(OpenedGame::Graph(_)));
            prop_assert!(!is_from_file);
        }
    }

    #[test]
    fn a_sum_opens_as_it_is_written(text in any_sum()) {
        let opened = open(&text, Play::Normal, FileAccess::Denied).unwrap();
        let start = opened.as_dyn().start().unwrap();
        prop_assert_eq!(opened.as_dyn().name(), text.trim());
        prop_assert_eq!(opened.as_dyn().parse(opened.as_dyn().name()), Ok(start));
    }
}
