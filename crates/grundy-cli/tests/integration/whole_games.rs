//! `grundy build` of board games: published counts, options, limits, and the progress line.

use crate::common::{PROGRAM, Scratch, grundy, json, program, run, says};
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The published results of a game.
fn golden(game: &str, instance: &str) -> Vec<&'static str> {
    let results = include_str!("../../../grundy/tests/golden/solved-boards.tsv");
    let mut rows = results.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.find(|row| row[0] == game && row.get(1) == Some(&instance)).unwrap_or_else(|| panic!("{game} {instance}"))
}

fn counts(built: &Value) -> Value {
    json!([built["positions"], built["win"], built["loss"], built["draw"]])
}

/// The published form of a histogram for one side and one outcome: `plies:classes`, ascending, then the draws.
fn histogram(side: &Value) -> String {
    let columns = ["win", "loss"].map(|value| side[value].as_object().unwrap());
    assert!(columns.iter().any(|column| column.is_empty()), "{side}");
    let decided = columns.into_iter().flatten().map(|(plies, classes)| format!("{plies}:{classes}"));
    let drawn = if side["draw"] == 0 { String::new() } else { format!("; draws {}", side["draw"]) };
    decided.collect::<Vec<_>>().join(" ") + &drawn
}

#[test]
fn queen_and_rook_have_the_published_histograms() {
    for (name, positions, stored) in [("KQvK", 368_452, 46_137), ("KRvK", 399_112, 50_015)] {
        let built = grundy(&["build", &format!("chess:{name}"), "--reduced", "--json"]).json();
        for (side, colour) in [("wtm", "white"), ("btm", "black")] {
            let published = golden("chess", &format!("{name} {side}"));
            let found = &built["by_turn"][colour];
            assert_eq!(histogram(found), published[3], "{name} {side}");
            assert!(published[4].starts_with(&format!("{} legal", found["stored"])), "{name} {side}: {found}");
        }
        assert_eq!((&built["positions"], &built["stored"]), (&json!(positions), &json!(stored)), "{built}");
        assert_eq!((&built["start"], built["histogram"]["stored"].as_u64()), (&Value::Null, Some(stored)), "{built}");
        // With every position counted instead of one of each class, the counts are the sums of the sizes of the classes.
        let all = grundy(&["build", &format!("chess:{name}"), "--all", "--json"]).json();
        assert_eq!((counts(&all), &all["moves"]), (counts(&built), &built["moves"]));
        assert_eq!(all["stored"], all["positions"]);
    }
}

#[test]
fn the_longest_wins_with_a_pawn_are_the_published_ones() {
    let built = grundy(&["build", "chess:KPvK", "--reduced", "--json"]).json();
    let longest = |instance: &str, moves: &str, positions: &str| {
        let published = golden("chess", instance)[3];
        says(published, &[&format!("kpk {moves} ({positions})")]);
    };
    // 55 plies to White's mate and 56 plies of Black's are 28 moves of White.
    longest("3-men longest wins wtm", "28", "3");
    longest("3-men longest losses btm", "28", "2");
    let (wins, losses) = (&built["by_turn"]["white"]["win"], &built["by_turn"]["black"]["loss"]);
    let last = |column: &Value| column.as_object().unwrap().iter().next_back().map(|(r, n)| (r.clone(), n.clone()));
    assert_eq!(last(wins), Some(("55".to_owned(), json!(3))), "{wins}");
    assert_eq!(last(losses), Some(("56".to_owned(), json!(2))), "{losses}");
    assert_eq!((&built["max_remoteness"], &built["by_turn"]["black"]["win"]), (&json!(56), &json!({})));
}

#[test]
fn connect_four_has_its_published_counts() {
    let built = grundy(&["build", "connect4:4x5", "--json"]).json();
    assert_eq!(format!("{} / draw", built["positions"]), golden("connect-4", "4x5")[3]);
    assert_eq!((&built["start"]["value"], &built["start"]["remoteness"]), (&json!("draw"), &Value::Null));
    let built = grundy(&["build", "connect4:5x4", "--json"]).json();
    assert_eq!(format!("{} / draw", built["stored"]), golden("connect-4", "5x4")[3]);
    let by_turn = ["X", "O"].map(|player| built["by_turn"][player]["stored"].as_u64().unwrap());
    assert_eq!(by_turn.iter().sum::<u64>(), 3_945_711);
    says(&grundy(&["build", "connect4:4x4"]).ok(), &["161029 positions", "start ..../..../..../....: draw\n", " s, "]);
}

#[test]
fn connect_four_on_five_by_five_has_its_published_counts() {
    // This takes about fifteen seconds of one core, and a busy machine may take several times as long.
    let mut command = program(["build", "connect4:5x5", "--json"]);
    let built = run("grundy build connect4:5x5", command.timeout(Duration::from_secs(600))).json();
    let [positions, win, loss, draw] = ["positions", "win", "loss", "draw"].map(|name| &built[name]);
    let start = built["start"]["value"].as_str().unwrap();
    let found = format!("{positions} / {start}; side-to-move W {win} L {loss} D {draw}");
    assert_eq!(found, golden("connect-4", "5x5")[3]);
    let [found, bytes] = ["stored", "peak_bytes"].map(|name| built[name].as_u64().unwrap());
    assert!(bytes < 10 * found, "{bytes} bytes");
}

/// Among the positions that have a number are some to which no play leads, such as those in which both players have three in a row.
#[cfg(feature = "table")]
#[test]
fn a_table_of_everything_with_a_number_is_right() {
    let folder = crate::common::folder();
    let table = folder.path().join("all.parquet");
    let table = table.to_str().unwrap();
    for (game, options) in
        [("three-mens-morris", &[][..]), ("three-mens-morris", &["--reduced"]), ("dao", &["--reduced"])]
    {
        grundy(&[&["build", game, "--all", "-o", table], options].concat()).ok();
        says(&grundy(&["verify", table]).ok(), &["proved: "]);
        if game == "three-mens-morris" {
            says(&grundy(&["probe", table, "OOO/XXX/... X"]).ok(), &["loss for the player to move, in 0 moves"]);
        }
    }
    says(&grundy(&["build", "three-mens-morris", "--all", "--list"]).ok(), &["OOO/XXX/... X"]);
    says(
        &grundy(&["solve", "three-mens-morris", "OOO/XXX/... X"]).refused(),
        &["the game was over before its last move"],
    );
}

#[test]
fn everything_with_a_number_is_more_than_can_be_reached() {
    let dao = grundy(&["build", "dao", "--all", "--json"]).json();
    assert_eq!((&dao["positions"], &dao["stored"]), (&json!(1_801_800), &json!(1_801_800)));
    assert_eq!((&dao["start"]["value"], &dao["max_remoteness"]), (&json!("draw"), &json!(11)));
    // One of each class of placements, whichever player moves, under the eight symmetries of the board.
    let classes = grundy(&["build", "dao", "--all", "--reduced", "--json"]).json();
    assert_eq!((counts(&classes), &classes["moves"]), (counts(&dao), &dao["moves"]));
    assert!(classes["stored"].as_u64() < Some(1_801_800 / 7), "{classes}");
    // While men are placed, an index of three men's morris represents one position; afterwards it represents two.
    for (option, positions) in [(None, 5390), (Some("--all"), 1 + 9 + 72 + 252 + 756 + 1260 + 2 * 1680)] {
        let mut words = vec!["build", "three-mens-morris", "--json"];
        words.extend(option);
        assert_eq!(grundy(&words).json()["positions"], positions, "{option:?}");
    }
    let morris = grundy(&["build", "three-mens-morris", "--reduced"]).ok();
    says(&morris, &["5390 positions", "of them kept, one of each class", "start .../.../... X: win in 9"]);
    // Tic-tac-toe has 765 classes: by value 390, 224 and 151.
    let classes = grundy(&["build", "tictactoe", "--reduced", "--json"]).json();
    let all = grundy(&["build", "tictactoe", "--json"]).json();
    assert_eq!((counts(&classes), &classes["moves"]), (counts(&all), &all["moves"]));
    let sum = |column: &Value| column.as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    let histogram = &classes["histogram"];
    assert_eq!((sum(&histogram["win"]), sum(&histogram["loss"]), &histogram["draw"]), (390, 224, &json!(151)));
}

#[test]
fn what_a_game_does_not_have_is_refused() {
    for (args, words) in [
        (&["build", "tictactoe", "--all"][..], &["tictactoe", "no numbers", "leave out --all"][..]),
        (&["build", "connect4:4x4", "--all"], &["no numbers"]),
        (&["build", "kalah:3,2", "--all"], &["no numbers"]),
        (&["build", "chomp:3,4", "--all"], &["no numbers"]),
        (&["build", "nim", "--all"], &["nim", "no numbers", "leave out --all"]),
        (&["build", "quixo:5", "--all"], &["no numbers"]),
        (&["build", "nim", "3", "4", "--reduced"], &["nim", "no symmetries", "leave out --reduced"]),
        (&["build", "kalah:2,2", "--reduced"], &["no symmetries"]),
        (&["build", "chomp:3,4", "--reduced"], &["no symmetries"]),
        (&["build", "dao", "--all", "X..O/.XO./.OX./O..X X"], &["--all", "POSITION"]),
        (&["build", "dao", "X..O/.XO./.OX./O..X"], &["does not say who moves"]),
        (&["build", "dao", "--misere"], &["misère play would change nothing"]),
        (&["build", "daoo"], &["`dao`"]),
        (&["build", "chess:KBvK"], &["`KBvK` is not an endgame"]),
        (&["build", "dao", "--memory", "0"], &["above 0"]),
        (&["build", "dao", "--memory", "lots"], &["`400M`"]),
        (&["build", "dao", "--threads", "0"], &["from 1"]),
        (&["build", "dao", "--time", "0"], &["above 0"]),
        (&["build", "dao", "--max-positions", "0"], &["--max-positions"]),
        (&["build", "nim 3 + dao", "--forecast"], &["sum"]),
    ] {
        says(&grundy(args).refused(), words);
    }
}

#[test]
fn a_forecast_says_positions_memory_and_time() {
    let text = grundy(&["build", "dao", "--forecast"]).ok();
    // The time depends on the machine.
    says(&text, &["dao: 900,900 positions to solve", " MiB, ", " s\n"]);
    for (args, positions) in [
        (&["dao"][..], json!(900_900)),
        (&["dao", "--all", "--reduced"], json!(900_900)),
        (&["teeko-movement"], json!(75_710_250)),
        (&["quixo:4"], json!(43_046_721)),
        (&["chess:KRvK"], json!(524_288)),
    ] {
        let mut words = vec!["build", "--forecast", "--json"];
        words.extend(args);
        let forecast = grundy(&words).json();
        assert_eq!((&forecast["schema"], &forecast["game"]), (&json!("grundy/forecast/1"), &json!(args[0])));
        let needed = forecast["bytes"].as_u64().unwrap();
        if args[0] != "chess:KRvK" {
            assert_eq!(forecast["positions"], positions, "{forecast}");
        }
        assert!(needed >= forecast["positions"].as_u64().unwrap(), "{forecast}");
        assert!(forecast["seconds"].is_f64() && forecast["fits"] == true, "{forecast}");
    }
    // The number of positions of these games is not known in advance.
    for args in [&["connect4:6x6"][..], &["kalah:6,4"], &["mnk:4,3,3"], &["chomp:3,4"], &["nim", "3", "4"]] {
        let mut words = vec!["build", "--forecast"];
        words.extend(args);
        says(&grundy(&words).ok(), &[args[0], "not known in advance"]);
        words.push("--json");
        let forecast = grundy(&words).json();
        for name in ["positions", "bytes", "seconds", "fits"] {
            assert!(forecast[name].is_null(), "{forecast}");
        }
    }
}

/// The number of positions of this game was published.
#[test]
fn a_game_that_is_known_to_be_too_large_is_refused_before_it_starts() {
    let words = ["connect4:7x6: at least 4,531,985,219,092 positions, too many for a table of all positions"];
    for args in [&["--forecast"][..], &[], &["--reduced"], &["--time", "5"]] {
        let message = grundy(&[&["build", "connect4:7x6"], args].concat()).limited();
        says(&message, &words);
        assert!(!message.contains("may help"), "{message}");
    }
    let ran = grundy(&["build", "connect4:7x6", "--forecast", "--json"]);
    assert_eq!((ran.status, &json(&ran.stdout)["fits"]), (Some(3), &json!(false)), "{ran}");
}

#[test]
fn what_does_not_fit_is_refused_before_it_starts() {
    for game in ["dao", "teeko-movement", "teeko", "quixo:4", "chess:KPvK"] {
        // More threads need more memory; if that is too much, a single thread does the work.
        let forecast = grundy(&["build", game, "--forecast", "--json", "--threads", "1"]).json();
        let needed = forecast["bytes"].as_u64().unwrap();
        let half = (needed / 2).to_string();
        for memory in ["100K", &half] {
            let ran = grundy(&["build", game, "--memory", memory]);
            says(&ran.limited(), &["at least ", " are needed and ", " allowed; a larger --memory may help"]);
            let ran = grundy(&["build", game, "--forecast", "--memory", memory]);
            says(&ran.limited(), &["are needed"]);
            let ran = grundy(&["build", game, "--forecast", "--json", "--memory", memory]);
            assert_eq!((ran.status, &json(&ran.stdout)["fits"]), (Some(3), &json!(false)), "{ran}");
            assert!(json(&ran.stdout)["seconds"].is_null() && ran.stderr.starts_with("limit: "), "{ran}");
        }
        let ran = grundy(&["build", game, "--max-positions", "1000"]);
        let positions = format!("at least {} positions are needed and 1000 allowed", forecast["positions"]);
        says(&ran.limited(), &[&positions, "--max-positions"]);
    }
}

#[test]
fn what_is_not_known_beforehand_stops_at_the_limit() {
    for game in ["connect4:6x6", "kalah:6,4", "mnk:5,5,4", "quixo:5", "chomp:16,15"] {
        let ran = grundy(&["build", game, "--max-positions", "20000"]);
        says(&ran.limited(), &["positions are needed and 20000 allowed; a larger --max-positions may help"]);
        let short = grundy(&["build", game, "--memory", "1M"]).limited();
        says(&short, &["allowed; a larger --memory may help"]);
        // Figures that would be equal when rounded are given in bytes.
        assert!(!short.contains("1.0 MiB are needed"), "{game}: {short}");
    }
    for game in ["connect4:6x6", "kalah:6,4", "teeko", "teeko-movement", "quixo:4", "quixo:5"] {
        let ran = grundy(&["build", game, "--time", "0.01"]);
        says(&ran.limited(), &["the time was up", "a larger --time may help"]);
    }
}

/// Ctrl-C while positions are explored, counted or solved.
#[cfg(unix)]
#[test]
fn an_interrupted_build_ends_cleanly() {
    for game in ["connect4:6x6", "kalah:6,4", "teeko-movement", "teeko", "quixo:4"] {
        let mut child =
            Command::new(PROGRAM).args(["build", game]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400));
        assert_eq!(child.try_wait().unwrap(), None, "{game}: ended before it was interrupted");
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0), "{game}: {message}");
        assert!(message.contains("interrupted") && !message.contains("panicked"), "{game}: {message}");
    }
}

#[test]
fn threads_do_not_change_what_is_counted() {
    for args in [
        &["dao"][..],
        &["dao", "--all", "--reduced"],
        &["connect4:4x4"],
        &["connect4:4x4", "--reduced"],
        &["kalah:3,3"],
        &["three-mens-morris", "--reduced"],
        &["chess:KQvK"],
        &["chomp:6,6"],
    ] {
        let by = |threads: &str| {
            let mut words = vec!["build", "--json", "--threads", threads];
            words.extend(args);
            let mut built = grundy(&words).json();
            let object = built.as_object_mut().unwrap();
            for name in ["seconds", "peak_bytes"] {
                assert!(object.remove(name).is_some_and(|value| value.is_number()), "{args:?}: {name}");
            }
            built
        };
        let one = by("1");
        assert_eq!(one["schema"], "grundy/table/1");
        for threads in ["2", "8"] {
            assert_eq!(by(threads), one, "{args:?} on {threads} threads");
        }
    }
}

/// The output of a run on a terminal, by util-linux's `script`; `None` if that is not available.
#[cfg(target_os = "linux")]
pub(crate) fn on_a_terminal(args: &[&str]) -> Option<String> {
    let command = format!("'{PROGRAM}' {}", args.join(" "));
    let script = ["--quiet", "--return", "--command", &command, "/dev/null"];
    let output = Command::new("script")
        .args(script)
        .env("TERM", "dumb")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    // Other programs with this name lack some of these options.
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// A progress line shows how far a long run is; it is erased before the answer.
#[cfg(target_os = "linux")]
#[test]
fn a_long_run_says_how_far_it_is_on_a_terminal() {
    if !Command::new("script").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return;
    }
    // These take a few seconds of one core; others may end before the first progress line.
    for (args, words, answer) in [
        (
            &["build", "mnk:4,4,4"][..],
            &["exploring, level ", " positions, ", "MiB", "solving, level "][..],
            "mnk:4,4,4: 9722011 ",
        ),
        (&["build", "dao", "--json"], &[], "{\"schema\":\"grundy/table/1\""),
        (&["solve", "connect4:5x4"], &[], "connect4:5x4 ...../"),
    ] {
        let Some(shown) = on_a_terminal(&[args, &["--threads=1"]].concat()) else { return };
        says(&shown, words);
        let (line, answered) = shown.split_at(shown.find(answer).unwrap_or_else(|| panic!("{shown:?}")));
        if !line.is_empty() {
            let wiped =
                line.trim_end_matches("\u{1b}[1m").strip_suffix('\r').and_then(|line| line.rsplit(['\r', '\n']).next());
            assert!(wiped.is_some_and(|wiped| !wiped.is_empty() && wiped.trim().is_empty()), "{shown:?}");
        }
        assert!(!answered.contains("exploring") && !answered.contains("level"), "{answered:?}");
    }
}

/// A search is without an end in sight, so its line has a rate.
#[cfg(target_os = "linux")]
#[test]
fn a_search_says_how_fast_it_is_on_a_terminal() {
    // The status 3 would be taken for a fault of `script`.
    let Some(shown) = on_a_terminal(&["solve", "connect4:8x7", "--no-moves", "--time=4", "||", "true"]) else { return };
    let line = shown.split('\r').find(|line| line.contains("solving, level ")).unwrap_or_else(|| panic!("{shown:?}"));
    says(line, &[" positions, ", "/s, ", "iB"]);
}

/// `build --list` writes the rows that a table would hold.
#[test]
fn a_list_has_the_rows_of_the_table() {
    let cyclic = Scratch::new("a b\nb a\nb c\nc d\nd c\n");
    let plain = Scratch::new("0 1\n0 2\n1 2\n2 3\n");
    let (cyclic, plain) = (cyclic.graph(), plain.graph());
    let folder = crate::common::folder();
    for args in [
        &[cyclic.as_str()][..],
        &[&plain],
        &["nim", "3", "2"],
        &["tictactoe"],
        &["tictactoe", "--reduced"],
        &["chess:KQvK", "--reduced"],
        &["kalah:2,2"],
    ] {
        let table = folder.path().join("list.parquet");
        let table = table.to_str().unwrap();
        grundy(&[&["build"], args, &["-o", table]].concat()).ok();
        let exported = grundy(&["export", table]).ok();
        assert_eq!(grundy(&[&["build"], args, &["--list"]].concat()).ok(), exported, "{args:?}");
    }
    let text = grundy(&["build", &plain, "--list"]).ok();
    assert_eq!(text, "position,value,remoteness,grundy\n0,win,3,2\n1,loss,2,0\n2,win,1,1\n3,loss,0,0\n");
    says(&grundy(&["build", "tictactoe", "--list", "--json"]).refused(), &["--list", "--json"]);
    says(&grundy(&["build", "tictactoe", "--list", "--max-positions", "10"]).limited(), &["10"]);
}
