//! The files of `games/`: each held to its golden row, and to a twin that shares nothing with it where there is one.

use grundy::any::AnyGame;
use grundy::ask::{Desk, Extent, build};
use grundy::catalog::{self, Opened};
use grundy::limits::Limits;
use grundy::{Grundy, Nimber, Play};
use grundy_rules::Setting;

/// Files, their settings, and the same game in the catalogue.
const TWINS: [(&str, &str, &str); 5] = [
    ("tictactoe.star", "", "tictactoe"),
    ("connect4.star", "width=4 height=3", "connect4:4x3"),
    ("connect4-masks.star", "width=4 height=3", "connect4:4x3"),
    ("kalah.star", "", "kalah:2,2"),
    ("chomp.star", "", "chomp:3,4"),
];

fn path(file: &str) -> String {
    format!("{}/../../games/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn open(file: &str, settings: &str) -> Opened {
    let settings: Vec<Setting> = settings.split_whitespace().map(|setting| setting.parse().unwrap()).collect();
    grundy_rules::open(&path(file), &settings, Play::Normal, &Limits::NONE).unwrap_or_else(|error| panic!("{error}"))
}

/// What a row says: positions, moves, won, lost, drawn, then value, remoteness and Grundy value of the start.
fn row(file: &str, settings: &str) -> String {
    let game = open(file, settings);
    let start = game.any().start().unwrap();
    let answer = Desk::new(&game, Limits::NONE).ask(&start).unwrap_or_else(|error| panic!("{file}: {error}"));
    let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
    let facts = answer.facts;
    let (remoteness, grundy) = (facts.remoteness.map(|r| r.0.into()), facts.grundy.finite().map(|value| value.0));
    let tail = format!("{},{},{}", facts.outcome.word(), number(remoteness), number(grundy));
    if game.any().counts() == Some("components") {
        return format!("-,-,-,-,-,{tail}");
    }
    let built =
        build(&game, Extent::From(&start), false, &Limits::NONE).unwrap_or_else(|error| panic!("{file}: {error}"));
    format!("{},{},{},{},{},{tail}", built.positions, built.moves, built.wins, built.losses, built.draws)
}

#[test]
fn every_file_has_its_golden_row() {
    let golden = include_str!("golden/games.csv");
    let mut named = std::collections::BTreeSet::new();
    let mut wrong = String::new();
    for line in golden.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.splitn(3, ',');
        let (file, settings, expected) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        named.insert(file.to_owned());
        let row = row(file, &settings.replace(';', ","));
        if row != expected {
            wrong += &format!("{file},{settings},{row}\n");
        }
    }
    assert!(wrong.is_empty(), "these rows came out otherwise:\n{wrong}");
    let files = std::fs::read_dir(path("")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: std::collections::BTreeSet<String> = files.filter(|file| file.ends_with(".star")).collect();
    named.insert("dao.star".to_owned());
    assert_eq!(named, files);
}

/// The Grundy value of a position.
fn grundy(game: &Opened, at: &str) -> Grundy {
    let at = game.any().parse(at).unwrap();
    Desk::new(game, Limits::NONE).without_moves().ask(&at).unwrap().facts.grundy
}

/// What every position of a game of the catalogue comes to.
fn whole(game: &dyn AnyGame, opened: &Opened) -> grundy::ask::Built {
    let start = game.start().unwrap();
    grundy::ask::Built {
        start: None,
        by_turn: None,
        ..build(opened, Extent::From(&start), false, &Limits::NONE).unwrap()
    }
}

#[test]
fn twins_of_the_catalogue_have_equal_tables() {
    for (file, settings, name) in TWINS {
        let (ours, twin) = (open(file, settings), catalog::open(name, Play::Normal, &Limits::NONE).unwrap());
        assert_eq!(whole(ours.any(), &ours), whole(twin.any(), &twin), "{file}");
    }
}

#[test]
fn heaps_have_the_values_of_theory() {
    let (dawson, twin) = (open("dawson.star", ""), catalog::open("octal:0.07", Play::Normal, &Limits::NONE).unwrap());
    let (bachet, set) =
        (open("bachet.star", "take=1,3,4"), catalog::open("subtraction:1,3,4", Play::Normal, &Limits::NONE).unwrap());
    for n in 0..60 {
        let n = n.to_string();
        assert_eq!(grundy(&dawson, &n), grundy(&twin, &n), "0.07, {n}");
        assert_eq!(grundy(&bachet, &n), grundy(&set, &n), "subtraction, {n}");
    }
    assert_eq!(grundy(&dawson, "7 + 12 + 7"), Grundy::Finite(Nimber(2)));
}

#[test]
fn the_losing_dates_of_the_new_year_game_are_twelve() {
    let game = open("new-year.star", "");
    for month in 1..=12 {
        assert_eq!(grundy(&game, &format!("({month}, {})", month + 19)), Grundy::Finite(Nimber(0)));
    }
}

#[test]
fn theory_knows_which_positions_are_lost() {
    let value = |game: &Opened, at: String| grundy(game, &at).finite().unwrap().0;
    let (staircase, euclid, fibonacci, hundred) = (
        open("staircase-nim.star", ""),
        open("euclid.star", ""),
        open("fibonacci-nim.star", ""),
        open("hundred.star", ""),
    );
    for n in 0..120_u64 {
        let [a, b, c] = [n % 4, n / 4 % 5, n / 20];
        assert_eq!(value(&staircase, format!("({a}, {b}, {c})")), a ^ c, "Sprague 1937: the odd steps as Nim heaps");
    }
    for large in 1..30_u64 {
        for small in 1..=large {
            // Cole and Davie 1969: lost where the quotient is between 1 and the golden ratio.
            let lost = small < large && large * large < large * small + small * small;
            assert_eq!(value(&euclid, format!("({small}, {large})")) == 0, lost, "{small} {large}");
        }
    }
    for n in 2..60_u64 {
        let lost = [2, 3, 5, 8, 13, 21, 34, 55].contains(&n);
        assert_eq!(value(&fibonacci, format!("({n}, {})", n - 1)) == 0, lost, "Whinihan 1963: {n}");
    }
    for n in 0..=100_u64 {
        assert_eq!(value(&hundred, n.to_string()), (100 - n) % 11, "{n}");
    }
}

#[test]
fn green_trees_have_the_values_of_the_colon_principle() {
    fn tree(seed: &mut u64, size: u32, out: &mut String) -> u64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let branches = if size == 0 { 0 } else { (*seed >> 33) % 3 };
        out.push('(');
        let mut value = 0;
        for _ in 0..branches {
            value ^= tree(seed, size - 1, out) + 1;
            out.push(',');
        }
        out.push(')');
        value
    }
    let game = open("hackenbush.star", "");
    let mut seed = 7;
    for _ in 0..60 {
        let mut text = String::new();
        let value = tree(&mut seed, 3, &mut text);
        assert_eq!(grundy(&game, &text), Grundy::Finite(Nimber(value)), "{text}");
    }
}

#[test]
fn cram_has_the_value_that_brute_force_finds() {
    fn value(free: u32, known: &mut std::collections::HashMap<u32, Nimber>) -> Nimber {
        if let Some(value) = known.get(&free) {
            return *value;
        }
        let across = (0..12).filter(|i| i % 4 < 3).map(|i| 3 << i);
        let places: Vec<u32> = across.chain((0..8).map(|i| 17 << i)).filter(|place| free & place == *place).collect();
        let options: Vec<Nimber> = places.into_iter().map(|place| value(free & !place, known)).collect();
        known.insert(free, grundy::mex(options));
        known[&free]
    }
    let game = open("cram.star", "");
    let board = value((1 << 12) - 1, &mut std::collections::HashMap::new());
    assert_eq!(grundy(&game, "............"), Grundy::Finite(board));
}

#[test]
fn misere_nim_is_lost_where_theory_says() {
    let (game, twin) = (open("misere-nim.star", ""), catalog::open("nim", Play::Misere, &Limits::NONE).unwrap());
    for n in 0..80 {
        let [a, b, c] = [n % 4, n / 4 % 5, n / 20];
        let ours = game.any().parse(&format!("({a}, {b}, {c})")).unwrap();
        let theirs = twin.any().parse(&format!("{a} {b} {c}")).unwrap();
        let outcome = |game, at| Desk::new(game, Limits::NONE).without_moves().ask(at).unwrap().facts.outcome;
        assert_eq!(outcome(&game, &ours), outcome(&twin, &theirs), "{a} {b} {c}");
    }
}

#[test]
fn dao_has_the_moves_and_ends_of_its_twin() {
    let (game, twin) = (open("dao.star", ""), catalog::open("dao", Play::Normal, &Limits::NONE).unwrap());
    let (game, twin) = (game.any(), twin.any());
    let mut seed = 1_u64;
    let mut at = twin.start().unwrap();
    for _ in 0..1500 {
        let said = twin.show(&at);
        let board = |said: &str| format!("(\"{}\", \"{}\")", &said[20..], said[..19].replace('/', ""));
        let ours = game.parse(&board(&said)).unwrap();
        let (mut options, mut theirs) = (Vec::new(), Vec::new());
        game.every_option(&ours, &mut options);
        twin.every_option(&at, &mut theirs);
        let mut texts: Vec<String> = options.iter().map(|option| game.show(option)).collect();
        let mut expected: Vec<String> = theirs.iter().map(|option| board(&twin.show(option))).collect();
        texts.sort();
        expected.sort();
        assert_eq!(texts, expected, "{said}");
        if theirs.is_empty() {
            assert_eq!(game.end(&ours), twin.end(&at), "{said}");
            at = twin.start().unwrap();
            continue;
        }
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        at = theirs[(seed >> 33) as usize % theirs.len()].clone();
    }
    assert!(game.take_trouble().is_none());
}
