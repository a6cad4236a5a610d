//! `grundy misere`, `grundy census --misere`, and the answers that misère quotients give to other commands.

use crate::common::{grundy, grundy_reading, json_lines, says};

#[test]
fn a_quotient_is_shown_as_text_and_json() {
    let text = grundy(&["misere", "octal:0.75"]).ok();
    says(
        &text,
        &["misère quotient of order 8, proved for all heaps (period 2 from heap 8)\n", "the heaps below 22 prove it"],
    );
    says(&text, &["wild from heap 5 on", "generators  a = heap 1, b = heap 2, c = heap 5\n", "a^2 = 1, "]);
    says(&text, &["lost        a, b^2\n", "\n    0 +     a b a", "1^{031} 2^{20}"]);
    let answer = grundy(&["misere", "octal:0.75", "--json"]).json();
    assert_eq!(answer["schema"], "grundy/misere/1");
    assert_eq!((&answer["order"], &answer["period"], &answer["preperiod"]), (&8.into(), &2.into(), &8.into()));
    assert_eq!(
        (&answer["tame"], &answer["first_wild_heap"], &answer["ended"]),
        (&false.into(), &5.into(), &"proved".into())
    );
    assert_eq!(answer["elements"].as_array().unwrap().len(), 10);
    assert_eq!(answer["generators"][2], serde_json::json!({"name": "c", "heap": 5}));
}

#[test]
fn a_search_says_how_far_its_quotient_is_right() {
    let text = grundy(&["misere", "octal:0.77", "--to", "30"]).ok();
    says(&text, &["misère quotient of order 40, proved for heaps up to 30\n", "a larger --to may give one"]);
    let few = grundy(&["misere", "kayles", "--max-order", "20"]);
    assert_eq!(few.status, Some(3), "{few}");
    says(
        &few.stdout,
        &[
            "order 18, proved for heaps up to 11\n",
            "with heap 12 no quotient of at most 20 elements was found",
            "--max-order",
        ],
    );
    let timed = grundy(&["misere", "octal:0.07", "--time", "0.2", "--json"]);
    assert_eq!(timed.status, Some(3), "{timed}");
    let little = grundy(&["misere", "octal:0.07", "--memory", "100K"]);
    assert_eq!(little.status, Some(3), "{little}");
    says(&little.stdout, &["--memory"]);
    let tame = grundy(&["misere", "octal:0.3"]).ok();
    says(&tame, &["tame: it is played like misère Nim\n", "order 2, proved for all heaps"]);
}

#[test]
fn games_without_quotients_are_refused() {
    says(&grundy(&["misere", "nim"]).refused(), &["`nim` is not a take-and-break game", "`kayles`"]);
    says(&grundy(&["misere", "octal:0.x"]).refused(), &["`x`"]);
    says(&grundy(&["misere", "kayles", "--certificate", "no/such/folder"]).refused(), &["no folder"]);
}

#[test]
fn certificates_are_verified_and_changed_ones_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quotient.txt");
    let file = path.to_str().unwrap();
    for (game, words, is_for_all) in
        [("kayles", &[][..], true), ("octal:0.56", &["--to", "70"], false), ("grundys-game", &["--to", "12"], false)]
    {
        grundy(&[&["misere", game, "--certificate", file], words].concat()).ok();
        says(&grundy(&["verify", file]).ok(), &["misère quotient of order", "proved", "derived again"]);
        let answer = grundy(&["verify", file, "--json"]).json();
        assert_eq!((&answer["proof"], &answer["all_heaps"]), (&true.into(), &is_for_all.into()), "{answer}");
        says(&grundy(&["verify", file, "--quick"]).refused(), &["verified whole"]);
        let little = grundy(&["verify", file, "--memory", "1K"]);
        assert_eq!(little.status, Some(3), "{little}");
        says(&little.stderr, &["1.0 KiB allowed", "--memory"]);

        let text = std::fs::read_to_string(file).unwrap();
        std::fs::write(file, text.replacen("lost 1", "lost 2", 1)).unwrap();
        let damaged = grundy(&["verify", file]);
        assert_eq!(damaged.status, Some(1), "{damaged}");
        says(&damaged.stderr, &["the certificate is damaged"]);
        // With a valid checksum the content itself is refused.
        let mut changed = grundy::heap::misere::MisereCertificate::parse(text.as_bytes()).unwrap();
        changed.lost.pop();
        std::fs::write(file, changed.encode()).unwrap();
        let wrong = grundy(&["verify", file]);
        assert_eq!(wrong.status, Some(1), "{wrong}");
        std::fs::write(file, text.replacen("certificate 1", "certificate 9", 1)).unwrap();
        says(&grundy(&["verify", file]).refused(), &["version 9"]);
    }
}

#[test]
fn sums_of_enormous_heaps_are_solved_and_explained() {
    let heaps: Vec<String> = (0..20).map(|i| (1_000_000_000_000u64 + 3 * i).to_string()).collect();
    let mut words = vec!["solve", "kayles", "--misere", "--json", "--max-moves", "5"];
    words.extend(heaps.iter().map(String::as_str));
    let answer = grundy(&words).json();
    assert_eq!(answer["method"], "misère quotient of order 40, proved for all heaps (period 12 from heap 71)");
    assert_eq!(answer["proved"], true);
    for m in answer["moves"].as_array().unwrap() {
        assert_eq!((&m["value"], &m["best"]), (&answer["value"], &true.into()), "{m}");
    }
    let text = grundy(&["explain", "kayles", "5", "1000000000000", "--misere"]).ok();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    says(&text, &["misère quotient of order 40", "heap 5 is c", "the elements multiply to", "the player to move"]);
    let list = grundy(&["sequence", "kayles", "--to", "300", "--misere"]).ok();
    assert_eq!(list.lines().filter(|line| line.contains("  P  ")).count(), 5);
}

/// The outcomes of single heaps and pairs are the same by the quotient and, in a game whose quotient ends earlier, by solving.
#[test]
fn heaps_beyond_the_quotient_are_solved() {
    let pairs: Vec<String> = (1..=40u64).map(|n| format!("{n} {}\n", n % 7)).collect();
    let args = ["solve", "octal:0.07", "--batch", "-", "--misere", "--no-moves"];
    let answers = json_lines(&grundy_reading(&args, pairs.concat()).ok());
    let by_quotient = answers.iter().filter(|answer| answer["method"].as_str().unwrap().contains("misère quotient"));
    let count = by_quotient.count();
    assert!((20..40).contains(&count), "{count}");
    assert!(answers[39]["method"].as_str().unwrap().contains("every position"));
}

#[test]
fn the_census_lists_all_codes_in_three_formats() {
    let args = ["census", "--misere", "--digits", "1"];
    let text = grundy(&args).ok();
    says(&text, &["15 codes, misère play: ", "code   order  tame or wild", "\n0.3        2  tame"]);
    says(&text, &["at most 400 heaps, 1024 elements and 100000000 steps of work\n", "proved for these alone\n"]);
    let little = grundy(&[&args[..], &["--work", "100000", "--heaps", "50"]].concat()).ok();
    says(&little, &["at most 50 heaps, 1024 elements and 100000 steps of work\n", "; then too much work\n"]);
    let failed = grundy(&[&args[..], &["--memory", "20K"]].concat());
    assert_eq!((failed.status, failed.stdout.as_str()), (Some(3), ""), "{failed}");
    says(&failed.stderr, &["20.0 KiB allowed", "--memory"]);
    let answer = grundy(&[&args[..], &["--json"]].concat()).json();
    let csv = grundy(&[&args[..], &["--format", "csv"]].concat()).ok();
    assert_eq!(answer["schema"], "grundy/misere-census/1");
    let games = answer["games"].as_array().unwrap();
    assert_eq!((games.len(), csv.lines().count()), (15, 16));
    for (game, row) in games.iter().zip(csv.lines().skip(1)) {
        assert!(row.starts_with(&format!("{},{},", game["code"].as_str().unwrap(), game["order"])), "{row}");
    }
    let open = grundy(&[&args[..], &["--open", "--format", "csv"]].concat()).ok();
    assert_eq!(open.lines().count() as u64 - 1, 15 - answer["proved"].as_u64().unwrap());
    for option in ["--digits", "--work"] {
        says(&grundy(&["census", option, "2"]).refused(), &["--misere"]);
    }
}
