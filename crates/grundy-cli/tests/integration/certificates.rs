//! `grundy period` with certificates and checkpoints, and `grundy verify`: files that are written, verified, rejected and resumed.

use crate::common::{PROGRAM, grundy, json, says};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn text(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

/// Writes the certificate of a game's period into a folder.
fn certificate(folder: &Path, game: &str) -> std::path::PathBuf {
    let path = folder.join(game.replace(':', "-"));
    grundy(&["period", game, "--certificate", text(&path)]).ok();
    path
}

#[test]
fn certificates_of_both_kinds_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    for (game, period, segments) in [("octal:0.16", 149_459, true), ("kayles", 12, false), ("octal:0.165", 1550, false)]
    {
        let path = certificate(folder.path(), game);
        says(&grundy(&["verify", text(&path)]).ok(), &["proved", "derived again", &format!("period {period},")]);
        let answer = grundy(&["verify", text(&path), "--json", "--threads", "2"]).json();
        assert_eq!(answer["schema"], "grundy/verify/1");
        assert_eq!((&answer["verified"], &answer["proof"]), (&true.into(), &true.into()), "{answer}");
        assert!(answer["period"] == period && (answer["segments"].as_u64() > Some(0)) == segments, "{answer}");
    }
    // The folder contains only the requested files.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn options_of_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plain = certificate(folder.path(), "kayles");
    for option in [&["--quick"][..], &["--segments", "9"]] {
        let refused = grundy(&[&["verify", text(&plain)], option].concat()).refused();
        says(&refused, &["a certificate without segments is verified whole"]);
    }
    #[cfg(feature = "table")]
    for path in [plain, certificate(folder.path(), "octal:0.16")] {
        let refused = grundy(&["verify", text(&path), "--game", "rules.star"]).refused();
        says(&refused, &["the certificate itself names its game", "leave out --game"]);
    }
}

/// What is no certificate is not called one.
#[cfg(feature = "table")]
#[test]
fn a_missing_table_is_no_certificate() {
    says(&grundy(&["verify", "missing.parquet", "--game", "rules.star"]).refused(), &["missing.parquet: no such file"]);
}

#[test]
fn a_part_is_not_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = certificate(folder.path(), "octal:0.16");
    let quick = grundy(&["verify", text(&path), "--quick", "--seed", "3"]).ok();
    says(&quick, &["this is not a proof", "the recurrence holds"]);
    assert_eq!(grundy(&["verify", text(&path), "--quick", "--seed", "3", "--threads", "1"]).ok(), quick);
    let all = grundy(&["verify", text(&path), "--json"]).json();
    let segments = all["segments"].as_u64().unwrap();
    let (mut largest, mut checked) = (0, 0);
    for (first, last) in [(1, 1), (2, 5), (6, segments)] {
        let part = grundy(&["verify", text(&path), "--segments", &format!("{first}..{last}"), "--json"]).json();
        assert_eq!((&part["verified"], &part["proof"]), (&true.into(), &false.into()), "{part}");
        largest = largest.max(part["largest"].as_u64().unwrap());
        checked += part["checked"].as_array().unwrap().len() as u64;
    }
    assert_eq!((largest, checked), (all["max_value"].as_u64().unwrap(), segments));
    let beyond = format!("{}", segments + 1);
    says(&grundy(&["verify", text(&path), "--segments", &beyond]).refused(), &["segments 1 to"]);
    says(&grundy(&["verify", text(&path), "--segments", "0..3"]).refused(), &["from 1 on"]);
}

#[test]
fn what_is_changed_or_no_certificate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = certificate(folder.path(), "octal:0.16");
    let bytes = std::fs::read(&path).unwrap();
    let changed = folder.path().join("changed");
    for at in (0..bytes.len()).step_by(bytes.len() / 40).chain([0, bytes.len() - 1]) {
        let mut other = bytes.clone();
        other[at] ^= 1;
        std::fs::write(&changed, &other).unwrap();
        let ran = grundy(&["verify", text(&changed)]);
        assert!(matches!(ran.status, Some(1 | 2)) && ran.stdout.is_empty(), "byte {at}: {ran}");
        says(&ran.stderr, &["changed"]);
    }
    // A certificate with a valid form and a wrong claim.
    let proof = grundy::heap::octal::Certificate::parse(&bytes).unwrap();
    let wrong = grundy::heap::octal::Certificate { preperiod: proof.preperiod + 1, ..proof };
    std::fs::write(&changed, wrong.encode()).unwrap();
    let ran = grundy(&["verify", text(&changed), "--json"]);
    assert_eq!((ran.status, &json(&ran.stdout)["verified"]), (Some(1), &false.into()), "{ran}");
    says(&ran.stderr, &["wrong:"]);
    says(&grundy(&["verify", "nothing-here"]).refused(), &["nothing-here: no such file", "--certificate"]);
    std::fs::write(&changed, "0.16\n").unwrap();
    says(&grundy(&["verify", text(&changed)]).refused(), &["changed:"]);
}

#[test]
fn options_for_other_games_are_refused() {
    for option in [["--certificate", "x"], ["--checkpoint", "x"]] {
        says(&grundy(&["period", "bash:3", option[0], option[1]]).refused(), &[option[0], "bash:3", "take-and-break"]);
    }
    says(&grundy(&["period", "bash:3", "--history"]).refused(), &["--history"]);
    says(&grundy(&["period", "kayles", "--certificate", "/no/such/folder/file"]).refused(), &["/no/such/folder/file"]);
}

#[test]
fn a_search_that_is_killed_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let whole = grundy(&["period", "octal:0.354", "--limit", "20000000", "--certificate", &path("whole")]).ok();
    let (search, pieces) = (path("search"), path("pieces"));
    let arguments = ["period", "octal:0.354", "--limit", "20000000", "--certificate", &pieces, "--checkpoint", &search];
    let every = ["--checkpoint-every", "0.01"];
    // A fixed list of times; how far the search has come by then depends on the machine.
    for wait in [20, 170, 60, 300, 110, 230, 40, 150] {
        let mut child = Command::new(PROGRAM)
            .args(arguments)
            .args(every)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = grundy(&arguments).ok();
    assert_eq!(last, whole);
    assert!(std::fs::read(path("whole")).unwrap() == std::fs::read(&pieces).unwrap(), "another certificate");
    // The search is finished, and reports the same again.
    assert_eq!(grundy(&arguments).ok(), whole);
    // A checkpoint that is damaged or belongs to another search is rejected.
    says(&grundy(&["period", "octal:0.16", "--checkpoint", &search]).refused(), &["octal:0.354", "another file"]);
    let mut bytes = std::fs::read(&search).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&search, &bytes).unwrap();
    says(&grundy(&arguments).refused(), &["damaged"]);
    assert!(std::fs::read(&search).unwrap() == bytes, "a file that was refused is left as it is");
}

#[test]
fn a_search_that_has_dropped_values_cannot_keep_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let search = |limit: &str, history: &[&str]| {
        let arguments = ["period", "octal:0.174", "--checkpoint", text(&file), "--memory", "100M", "--limit", limit];
        grundy(&[&arguments, history].concat())
    };
    assert_eq!(search("1000000", &[]).status, Some(3));
    // No value is dropped yet, and none is from now on.
    assert_eq!(search("3000000", &["--history"]).status, Some(3));
    assert!(std::fs::metadata(&file).unwrap().len() > 6_000_000);
    assert_eq!(search("3100000", &["--history"]).status, Some(3));
    std::fs::remove_file(&file).unwrap();
    assert_eq!(search("3000000", &[]).status, Some(3));
    says(&search("3100000", &["--history"]).refused(), &["search:", "--history", "dropped", "another file"]);
    assert_eq!(search("3100000", &[]).status, Some(3));
}

#[test]
fn a_search_without_a_period_says_what_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.txt");
    let ran = grundy(&["period", "octal:0.06", "--limit", "5000", "--certificate", text(&path)]);
    assert_eq!(ran.status, Some(3), "{ran}");
    says(&ran.stderr, &["note: no certificate was written, since no period is proved"]);
    assert!(!path.exists());
    let ran = grundy(&["period", "octal:0.106", "--memory", "20M", "--limit", "1000000000", "--history"]);
    assert_eq!(ran.status, Some(3), "{ran}");
    says(&ran.stdout, &["bytes, and 20971520 are allowed\ntry a larger --memory, or leave out --history\n"]);
}

#[test]
fn the_method_is_reported() {
    let sparse = grundy(&["period", "octal:0.16"]).ok();
    says(&sparse, &["sparse space of mask 0b11110", "52 rare heaps up to 13935", "window theorem"]);
    says(&grundy(&["period", "kayles"]).ok(), &["plain method", "Guy and Smith 1956"]);
    let answer = grundy(&["period", "octal:0.106", "--limit", "100000", "--json"]);
    let answer = json(&answer.stdout);
    says(answer["method"].as_str().unwrap(), &["heap parity", "15 rare heaps up to 1103"]);
    assert!(answer["period"].is_null() && answer["heaps"] == 100_000, "{answer}");
}

#[test]
fn a_search_that_is_saved_all_the_time_ends_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let search = folder.path().join("search");
    let arguments = ["period", "octal:0.127", "--checkpoint", text(&search), "--checkpoint-every", "0"];
    assert_eq!(grundy(&arguments).ok(), grundy(&["period", "octal:0.127"]).ok());
    // A limit that is not a round number changes nothing for a search that continues: this game has rare heaps in every period.
    let search = folder.path().join("another");
    let arguments = ["period", "octal:0.165", "--checkpoint", text(&search), "--limit"];
    let first = grundy(&[&arguments[..], &["9000"]].concat());
    assert_eq!(first.status, Some(3), "{first}");
    assert_eq!(
        grundy(&[&arguments[..], &["1000000"]].concat()).ok(),
        grundy(&["period", "octal:0.165", "--limit", "1000000"]).ok()
    );
    // The number of heaps that the theorem needs is enough.
    says(&grundy(&["period", "octal:0.165", "--limit", "13465"]).ok(), &["period 1550, preperiod 5181"]);
    says(&grundy(&["period", "octal:0.16", "--memory", "1M"]).limited(), &["16.0 MiB", "--memory"]);
    let both = ["period", "kayles", "--certificate", "same", "--checkpoint", "same"];
    says(&grundy(&both).refused(), &["one file"]);
}
