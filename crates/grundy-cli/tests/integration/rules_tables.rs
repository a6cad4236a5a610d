//! Tables of rules files on the command line: built, verified, counted and probed for every file of `games/`, with the rules stored in
//! them.
#![cfg(all(feature = "rules", feature = "table"))]

use crate::common::{folder, grundy, says};
use std::collections::BTreeSet;
use std::path::Path;

/// The files of `games/` with parameters that keep them small. `dawson.star` and `node-kayles.star` count components, which cannot be in a
/// table; a test below covers that. `dao.star` is large and is compared with the same game of the catalogue in a test file of its own.
const FILES: [(&str, &[&str]); 19] = [
    ("annihilation.star", &[]),
    ("bachet.star", &["n=30", "take=1,3,4"]),
    ("chips.star", &[]),
    ("chomp.star", &[]),
    ("connect4-masks.star", &["height=2", "length=3"]),
    ("connect4.star", &["height=2", "length=3"]),
    ("cram.star", &[]),
    ("euclid.star", &[]),
    ("fibonacci-nim.star", &[]),
    ("hackenbush.star", &[]),
    ("hundred.star", &[]),
    ("kalah.star", &[]),
    ("misere-nim.star", &[]),
    ("morris3.star", &[]),
    ("nim-pass.star", &["passes=-1"]),
    ("new-year.star", &[]),
    ("staircase-nim.star", &[]),
    ("take-or-add.star", &[]),
    ("tictactoe.star", &[]),
];

fn games() -> String {
    format!("{}/../../games", env!("CARGO_MANIFEST_DIR"))
}

fn set<'a>(settings: &'a [&str]) -> Vec<&'a str> {
    settings.iter().flat_map(|setting| ["--set", setting]).collect()
}

#[test]
fn the_list_is_that_of_the_folder() {
    let files = std::fs::read_dir(games()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let listed = FILES.iter().map(|(file, _)| (*file).to_owned()).chain([
        "dao.star".into(),
        "dawson.star".into(),
        "node-kayles.star".into(),
    ]);
    assert_eq!(listed.collect::<BTreeSet<_>>(), files.filter(|file| file.ends_with(".star")).collect());
}

/// The file is compared with the rules in the table, with the parameters of the table.
#[test]
fn a_file_named_for_a_table_has_its_parameters() {
    let folder = folder();
    let (table, copy) = (folder.path().join("table.parquet"), folder.path().join("copy.star"));
    let (table, copy) = (table.to_str().unwrap(), copy.to_str().unwrap());
    let file = format!("{}/bachet.star", games());
    grundy(&["build", &file, "--set", "n=9", "--set", "take=1,3,4", "-o", table]).ok();
    let commands = [&["probe", table, "7"][..], &["verify", table], &["export", table], &["stats", table]];
    for command in commands {
        let named = grundy(&[command, &["--game", &file]].concat()).ok();
        assert_eq!(named.lines().next(), grundy(command).ok().lines().next(), "{command:?}");
    }
    std::fs::write(copy, std::fs::read_to_string(&file).unwrap().replace("if k <= s", "if k < s")).unwrap();
    for command in commands {
        says(&grundy(&[command, &["--game", copy]].concat()).refused(), &["is a table of", "not of"]);
    }
}

/// A file that declares misère play is opened without `--misere`, and one that is played in another way is another game.
#[test]
fn a_file_named_for_a_table_is_opened_for_its_kind_of_play() {
    let folder = folder();
    let (table, copy) = (folder.path().join("table.parquet"), folder.path().join("copy.star"));
    let (table, copy) = (table.to_str().unwrap(), copy.to_str().unwrap());
    for (file, options, position) in [("misere-nim.star", &[][..], "[3,4,5]"), ("bachet.star", &["--misere"], "7")] {
        let file = format!("{}/{file}", games());
        grundy(&[&["build", &file, "-o", table], options].concat()).ok();
        let probe = ["probe", table, position];
        let named = grundy(&[&probe[..], &["--game", &file]].concat()).ok();
        assert_eq!(named, grundy(&probe).ok(), "{file}");
        std::fs::write(
            copy,
            format!(
                "{}\ndef outcome(s): return LOSS\n",
                std::fs::read_to_string(&file).unwrap().replace("misere = True, ", "")
            ),
        )
        .unwrap();
        says(&grundy(&[&probe[..], &["--game", copy]].concat()).refused(), &["is a table of", "not of"]);
    }
    says(&grundy(&["probe", table, "7", "--game", "kayles"]).refused(), &["is a table of", "not of `kayles`"]);
}

#[test]
fn every_file_is_built_proved_counted_and_probed() {
    let (folder, mut dice, mut by_classes) = (folder(), fastrand::Rng::with_seed(3), 0);
    for (file, settings) in FILES {
        let (file, set) = (format!("{}/{file}", games()), set(settings));
        let table = folder.path().join("table.parquet");
        let table = table.to_str().unwrap();
        let built_by = |threads: &str| {
            let args = ["build", &file, "-o", table, "--json", "--threads", threads];
            (grundy(&[&args[..], &set].concat()).json(), std::fs::read(table).unwrap())
        };
        let ((_, by_two), (build, by_one)) = (built_by("2"), built_by("1"));
        assert!(by_one == by_two, "{file}: other bytes by two threads");
        assert_eq!(grundy(&["verify", table, "--json"]).json()["proof"], true, "{file}");
        let stats = grundy(&["stats", table, "--json"]).json();
        for field in
            ["game", "positions", "stored", "moves", "win", "loss", "draw", "max_remoteness", "start", "histogram"]
        {
            assert_eq!(build[field], stats[field], "{file}: {field}");
        }
        let rows = grundy(&["export", table]).ok();
        let rows: Vec<&str> = rows.lines().skip(1).collect();
        assert_eq!(build["stored"], rows.len(), "{file}");
        for i in [None, Some(dice.usize(..rows.len())), Some(dice.usize(..rows.len()))] {
            let at = i.map(|i| position(rows[i]));
            let probed = grundy(&[&["probe", table, "--json"][..], at.as_slice()].concat()).json();
            let solved = grundy(&[&["solve", &file, "--json"][..], &set, at.as_slice()].concat()).json();
            for field in ["game", "play", "position", "value", "remoteness", "grundy", "moves"] {
                assert_eq!(probed[field], solved[field], "{file} {at:?}: {field}");
            }
            assert_eq!(probed["method"], "stored table");
        }
        let dot = grundy(&["export", table, "--format", "dot"]);
        if rows.len() <= 10_000 {
            let dot = dot.ok();
            let (drawn, arrows) = (dot.matches("fillcolor=").count(), dot.matches("\" -> \"").count());
            assert_eq!((drawn, arrows as u64), (rows.len(), build["moves"].as_u64().unwrap()), "{file}");
        } else {
            says(&dot.refused(), &["too many for a picture"]);
        }
        // Build by classes too, if the file declares symmetries.
        let reduced = grundy(&[&["build", &file, "--reduced", "-o", table, "--json"][..], &set].concat());
        if reduced.status == Some(2) {
            says(&reduced.refused(), &["no symmetries of this game are known", "--reduced"]);
            continue;
        }
        let reduced = reduced.json();
        by_classes += 1;
        for field in ["positions", "win", "loss", "draw", "moves", "max_remoteness"] {
            assert_eq!(reduced[field], build[field], "{file}: {field}");
        }
        assert!(reduced["stored"].as_u64() < build["stored"].as_u64(), "{file}");
        assert_eq!(grundy(&["verify", table, "--json"]).json()["proof"], true, "{file}");
        let at = position(rows[dice.usize(..rows.len())]);
        let probed = grundy(&["probe", table, "--json", at]).json();
        let solved = grundy(&[&["solve", &file, "--json", at][..], &set].concat()).json();
        for field in ["position", "value", "remoteness", "grundy", "moves"] {
            assert_eq!(probed[field], solved[field], "{file} {at}: {field}");
        }
    }
    assert!(by_classes >= 2, "{by_classes}");
}

/// The text of the position of a row of CSV.
fn position(row: &str) -> &'static str {
    let text = match row.strip_prefix('"') {
        // Quotation marks in the text are doubled.
        Some(quoted) => {
            let end = quoted.replace("\"\"", "  ").find('"').unwrap();
            quoted[..end].replace("\"\"", "\"")
        }
        None => row.split(',').next().unwrap().to_owned(),
    };
    text.leak()
}

fn write(path: &Path, text: &str) -> String {
    std::fs::write(path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_table_keeps_its_rules() {
    let folder = folder();
    let source = "n = param('n', 21)\ntake = param('take', [1, 2])\ndef initial(): return n\ndef moves(s): return [s - k for k in take if k <= s]\n";
    let file = write(&folder.path().join("take.star"), source);
    let table = folder.path().join("take.parquet");
    let table = table.to_str().unwrap();
    let set = ["--set", "n=9", "--set", "take=1,3,4"];
    let name = format!("{file} {}", set.join(" "));
    says(&grundy(&[&["build", &file, "-o", table][..], &set].concat()).ok(), &[&format!("{name}: 10 positions, ")]);
    let bytes = std::fs::read(table).unwrap();
    assert!(bytes.windows(source.len()).any(|part| part == source.as_bytes()), "the rules are not in the table");

    // With the table alone, the file and its parameters are known.
    let probed = grundy(&["probe", table, "7", "--json"]).json();
    assert_eq!((&probed["value"], &probed["game"]), (&"loss".into(), &name.as_str().into()));
    says(&grundy(&["stats", table]).ok(), &[&format!("{name}: 10 positions, ")]);
    says(&grundy(&["verify", table]).ok(), &[&format!("{name}: proved: all 10 rows")]);
    for command in [&["build", &file][..], &["sequence", &file, "--to", "3"]] {
        assert_eq!(grundy(&[command, &set, &["--json"]].concat()).json()["game"], name.as_str(), "{command:?}");
    }
    assert_eq!(grundy(&["stats", table, "--json"]).json()["game"], name.as_str());
    assert_eq!(grundy(&["verify", table, "--json"]).json()["game"], name.as_str());
    says(&grundy(&["heatmap", &file, "--size", "3"]).refused(), &["let `text` write positions as two numbers"]);
    // In either order.
    let same = ["solve", &file, "--set", "take=1,3,4", "--set", "n=9", "--table", table, "--json"];
    assert_eq!(grundy(&same).json()["method"], "stored table");
    let other = ["solve", &file, "--set", "n=8", "--set", "take=1,3,4", "--table", table];
    says(
        &grundy(&other).refused(),
        &["is a table of", "a rules file of 125 bytes with n=9 with take=1,3,4), not of", "with n=8"],
    );

    // The same rules in another file match; other rules do not.
    let moved = write(&folder.path().join("moved.star"), source);
    let same = ["solve", &moved, "--set", "n=9", "--set", "take=1,3,4", "--table", table, "--json"];
    assert_eq!(grundy(&same).json()["value"], grundy(&["probe", table, "--json"]).json()["value"]);
    let changed = write(Path::new(&file), &source.replace("s - k", "s - k - 0"));
    says(&grundy(&[&["solve", &changed][..], &same[2..]].concat()).refused(), &["is a table of", "of 129 bytes"]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(grundy(&["probe", table, "7", "--json"]).json()["remoteness"], probed["remoteness"]);
    grundy(&["verify", table]).ok();
    says(&grundy(&["probe", table, "10"]).refused(), &["`10` is not in the table"]);
}

#[test]
fn misere_play_is_kept() {
    let folder = folder();
    let table = folder.path().join("table.parquet");
    let table = table.to_str().unwrap();
    let bachet = format!("{}/bachet.star", games());
    grundy(&["build", &bachet, "--misere", "-o", table]).ok();
    let probed = grundy(&["probe", table, "4", "--json"]).json();
    let solved = grundy(&["solve", &bachet, "4", "--misere", "--json"]).json();
    assert_eq!((&probed["value"], &probed["play"]), (&solved["value"], &solved["play"]));
    assert_eq!(grundy(&["verify", table, "--json"]).json()["proof"], true);
    says(&grundy(&["solve", &bachet, "--table", table]).refused(), &["misere play", "normal play"]);
}

/// A script in a table is limited like any other script.
#[test]
fn what_hangs_in_a_table_is_stopped() {
    let folder = folder();
    let source = "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\ndef label(s, t):\n    x = 3\n    for i in range(60):\n        x = x * x\n    return str(x)\n";
    let file = write(&folder.path().join("slow.star"), source);
    let table = folder.path().join("slow.parquet");
    let table = table.to_str().unwrap();
    grundy(&["build", &file, "-o", table]).ok();
    let ran = grundy(&["probe", table, "--memory", "1G"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(3), ""), "{ran}");
    assert!(ran.stderr.contains("limit"), "{ran}");
}

#[test]
fn classes_of_unknown_size_are_counted_with_a_note() {
    let folder = folder();
    let source = "def initial(): return (2, 3)\ndef moves(s):\n    a, b = s\n    return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]\ndef canonical(s): return sorted(s)\n";
    let file = write(&folder.path().join("two.star"), source);
    let table = folder.path().join("two.parquet");
    let table = table.to_str().unwrap();
    let note = "all counts are of classes";
    let build = grundy(&["build", &file, "--reduced", "-o", table, "--json"]).json();
    assert_eq!((&build["positions"], &build["stored"]), (&9.into(), &9.into()), "{build}");
    says(build["notes"][0].as_str().unwrap(), &[note]);
    assert_eq!(grundy(&["stats", table, "--json"]).json()["notes"], build["notes"]);
    says(&grundy(&["build", &file, "--reduced"]).ok(), &["9 classes, ", "note: all counts are of classes"]);
    says(&grundy(&["stats", table]).ok(), &[note]);
    assert_eq!(grundy(&["verify", table, "--json"]).json()["proof"], true);
    let every = grundy(&["build", &file, "--json"]).json();
    assert_eq!((&every["positions"], &every["notes"]), (&12.into(), &serde_json::json!([])));
}

/// The documented count of tic-tac-toe, 765 classes of 5478 positions, with each way to declare the symmetries.
#[test]
fn tictactoe_has_765_classes() {
    let folder = folder();
    let source = std::fs::read_to_string(format!("{}/tictactoe.star", games())).unwrap();
    let (turn, mirror) = ("[6, 3, 0, 7, 4, 1, 8, 5, 2]", "[2, 1, 0, 5, 4, 3, 8, 7, 6]");
    let data = format!("{source}symmetries = [{turn}, {mirror}]\n");
    let script = format!(
        "{source}def moved(s, by): return \"\".join([s[i] for i in by])\n\
         def canonical(s):\n    all = []\n    for t in [s, moved(s, {mirror})]:\n        for _ in range(4):\n            \
         all.append(t)\n            t = moved(t, {turn})\n    return min(all)\n"
    );
    for (source, positions) in [(data, 5478), (script, 765)] {
        let file = write(&folder.path().join("classes.star"), &source);
        let build = grundy(&["build", &file, "--reduced", "--json"]).json();
        assert_eq!((&build["positions"], &build["stored"]), (&positions.into(), &765.into()), "{build}");
        assert_eq!(build["start"]["value"], "draw");
    }
}

#[test]
fn components_are_counted_and_make_no_table() {
    let folder = folder();
    let dawson = format!("{}/dawson.star", games());
    let build = grundy(&["build", &dawson, "--json"]).json();
    // Rows of 0 to 32 stones and of 34, but not of 33. Those of value 0 are lost.
    let lost = grundy(&["sequence", &dawson, "--to", "34", "--format", "bfile"]).ok();
    let lost = lost.lines().filter(|line| line.ends_with(" 0") && !line.starts_with("33 ")).count();
    assert_eq!((&build["positions"], &build["stored"], &build["loss"]), (&34.into(), &34.into(), &lost.into()));
    assert_eq!((&build["win"], &build["start"]["value"]), (&(34 - lost).into(), &"win".into()));
    // A row of k has a move for each half of the k - 2 stones left.
    let moves: usize = (2..35).filter(|k| *k != 33).map(|k| k / 2).sum();
    assert_eq!(
        (&build["moves"], &build["max_remoteness"], &build["histogram"]),
        (&moves.into(), &().into(), &().into())
    );
    says(build["notes"][0].as_str().unwrap(), &["all counts are of components"]);
    says(&grundy(&["build", &dawson]).ok(), &["34 components, ", "note: all counts are of components"]);
    let table = folder.path().join("table.parquet");
    let refused = grundy(&["build", &dawson, "-o", table.to_str().unwrap()]).refused();
    says(&refused, &["has no table", "leave out -o"]);
    assert!(!table.exists());
    let scratch = folder.path().join("scratch");
    for option in
        [["--opening", "2"], ["--checkpoint", scratch.to_str().unwrap()], ["--scratch", scratch.to_str().unwrap()]]
    {
        let refused = grundy(&[&["build", &dawson][..], &option].concat()).refused();
        says(&refused, &["a rules file with `Sum` is built without", option[0]]);
    }
    says(&grundy(&["build", &dawson, "--reduced"]).refused(), &["no symmetries of this game are known"]);
}

/// A table in which nobody could find a position.
#[test]
fn texts_that_do_not_tell_positions_apart_are_refused() {
    let folder = folder();
    let (rules, table) = (folder.path().join("game.star"), folder.path().join("game.parquet"));
    let source = "def initial(): return '...'\n\
        def moves(s): return [s[:i] + 'x' + s[i + 1:] for i in range(3) if s[i] == '.']\n\
        def text(s): return str(s.count('x'))\n\
        def parse(text): return 'x' * int(text) + '.' * (3 - int(text))\n";
    std::fs::write(&rules, source).unwrap();
    let args = ["build", rules.to_str().unwrap(), "-o", table.to_str().unwrap()];
    let message = grundy(&args).refused();
    says(
        &message,
        &["`parse` of the text of a position does not give that position", "the text is `1`", "differently"],
    );
    assert!(!table.exists());
}
