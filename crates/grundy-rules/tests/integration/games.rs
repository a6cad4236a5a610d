//! The files of `games/`: each is compared with its golden row, and with an independent implementation if there is one.

use fastrand::Rng;
use grundy::catalog::{self, OpenedGame};
use grundy::limits::Limits;
use grundy::solver::{Extent, SolvedGame, Solver, Statistics, solve_and_count};
use grundy::text::Key;
use grundy::value::Verdict;
use grundy::{Graph, Grundy, Nimber, Outcome, Play, Vertex};
use grundy_rules::Setting;
use std::collections::{BTreeMap, BTreeSet};

/// A rules file with its parameters, and the same game in the catalogue.
struct CatalogueGame {
    file: &'static str,
    settings: &'static str,
    name: &'static str,
    play: Play,
    /// The start of the catalogue's game as text; empty: its own start.
    start: &'static str,
    /// Converts the text of a position of the catalogue to that of the file.
    text: fn(&str) -> String,
    /// The number of positions of both; 0 if the catalogue distinguishes positions that the file does not.
    positions: u64,
}

const CATALOGUE_GAMES: [CatalogueGame; 8] = [
    CatalogueGame {
        file: "tictactoe.star",
        settings: "",
        name: "tictactoe",
        play: Play::Normal,
        start: "",
        text: cells,
        positions: 5478,
    },
    CatalogueGame {
        file: "connect4.star",
        settings: "width=4 height=3",
        name: "connect4:4x3",
        play: Play::Normal,
        start: "",
        text: columns,
        positions: 12031,
    },
    CatalogueGame {
        file: "connect4-masks.star",
        settings: "width=4 height=3",
        name: "connect4:4x3",
        play: Play::Normal,
        start: "",
        text: masks,
        positions: 12031,
    },
    CatalogueGame {
        file: "kalah.star",
        settings: "pits=3",
        name: "kalah:3,2",
        play: Play::Normal,
        start: "",
        text: sides,
        positions: 3951,
    },
    CatalogueGame {
        file: "chomp.star",
        settings: "",
        name: "chomp:3,4",
        play: Play::Normal,
        start: "",
        text: three_rows,
        positions: 34,
    },
    CatalogueGame {
        file: "bachet.star",
        settings: "take=1,3,4 n=30",
        name: "subtraction:1,3,4",
        play: Play::Normal,
        start: "30",
        text: str::to_owned,
        positions: 31,
    },
    CatalogueGame {
        file: "hundred.star",
        settings: "",
        name: "subtraction:1..10",
        play: Play::Normal,
        start: "100",
        text: board_rows,
        positions: 101,
    },
    CatalogueGame {
        file: "misere-nim.star",
        settings: "",
        name: "nim",
        play: Play::Misere,
        start: "3 4 5",
        text: sorted,
        positions: 0,
    },
];

fn cells(text: &str) -> String {
    text.replace('/', "")
}

/// Converts `X..O/.XO./.OX./O..X X`: the board, and the player to move.
fn board_and_mover(text: &str) -> String {
    let (board, mover) = text.split_once(' ').unwrap();
    format!("(\"{mover}\", \"{}\")", cells(board))
}

/// The columns of a board, each from the bottom up.
fn discs(text: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let column = |x: usize| rows.iter().rev().map(|row| row[x]).filter(|disc| *disc != '.').collect();
    (0..rows[0].len()).map(column).collect()
}

fn columns(text: &str) -> String {
    format!("{:?}", discs(text)).replace(['[', ']'], "")
}

/// The discs as bits, four for a column of three: those of the player to move, and those of the other player.
fn masks(text: &str) -> String {
    let mut masks = [0_u32; 2];
    for (x, column) in discs(text).iter().enumerate() {
        column.chars().enumerate().for_each(|(y, disc)| masks[usize::from(disc == 'O')] |= 1 << (4 * x + y));
    }
    if masks[0].count_ones() > masks[1].count_ones() {
        masks.reverse();
    }
    format!("({}, {})", masks[0], masks[1])
}

/// Converts `3 0 4 +1 / 4 4 2 +0 N`: South's pits and store, North's, and the player to move.
fn sides(text: &str) -> String {
    let (sides, mover) = text.rsplit_once(' ').unwrap();
    let (south, north) = sides.split_once(" / ").unwrap();
    let [south, north] = [south, north].map(|side| format!("({})", side.replace('+', "").replace(' ', ", ")));
    if mover == "S" { format!("(\"S\", {south}, {north})") } else { format!("(\"N\", {north}, {south})") }
}

fn three_rows(text: &str) -> String {
    let rows: Vec<&str> = text.split(' ').chain(["0"; 3]).take(3).collect();
    format!("({})", rows.join(", "))
}

fn sorted(text: &str) -> String {
    let mut heaps: Vec<u32> = text.split(' ').map(|heap| heap.parse().unwrap()).chain([0; 3]).take(3).collect();
    heaps.sort_unstable();
    format!("({}, {}, {})", heaps[0], heaps[1], heaps[2])
}

/// Converts the number that was said to a heap: its difference to a hundred.
fn board_rows(text: &str) -> String {
    (100 - text.parse::<u32>().unwrap()).to_string()
}

fn path(file: &str) -> String {
    format!("{}/../../games/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn open(file: &str, settings: &str) -> OpenedGame {
    let settings: Vec<Setting> = settings.split_whitespace().map(|setting| setting.parse().unwrap()).collect();
    grundy_rules::open(&path(file), &settings, Play::Normal, &Limits::NONE).unwrap_or_else(|error| panic!("{error}"))
}

/// Computes a golden row: positions, moves, won, lost, drawn, then value, remoteness and Grundy value of the start.
fn row(file: &str, settings: &str) -> String {
    let game = open(file, settings);
    let start = game.as_dyn().start().unwrap();
    let answer = Solver::new(&game).solve(&start).unwrap_or_else(|error| panic!("{file}: {error}"));
    let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
    let value = answer.value;
    let (remoteness, grundy) = (value.remoteness.map(|r| r.0.into()), value.grundy.finite().map(|value| value.0));
    let tail = format!("{},{},{}", value.outcome.as_str(), number(remoteness), number(grundy));
    let built = solve_and_count(&game, Extent::From(&start), false, &Limits::NONE)
        .unwrap_or_else(|error| panic!("{file}: {error}"));
    format!("{},{},{},{},{},{tail}", built.positions, built.moves, built.wins, built.losses, built.draws)
}

const GOLDEN: &str = include_str!("../golden/games.csv");

#[test]
fn every_file_has_its_golden_row() {
    let mut named = std::collections::BTreeSet::new();
    let mut wrong = String::new();
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.splitn(3, ',');
        let (file, settings, expected) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        named.insert(file.to_owned());
        if file == "dao.star" {
            // This file is large and has a test of its own.
            continue;
        }
        let row = row(file, &settings.replace(';', ","));
        if row != expected {
            wrong += &format!("{file},{settings},{row}\n");
        }
    }
    assert!(wrong.is_empty(), "these rows came out otherwise:\n{wrong}");
    let files = std::fs::read_dir(path("")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: std::collections::BTreeSet<String> = files.filter(|file| file.ends_with(".star")).collect();
    assert_eq!(named, files);
}

/// The Grundy value of a position.
fn grundy(game: &OpenedGame, at: &str) -> Grundy {
    let at = game.as_dyn().parse(at).unwrap();
    Solver::new(game).without_moves().solve(&at).unwrap().value.grundy
}

type Table = BTreeMap<Key, (Verdict, Option<Nimber>)>;

/// The value, remoteness and Grundy value of every position, or of the representative of each class.
fn table(solved: &SolvedGame<'_>) -> Table {
    let mut rows = BTreeMap::new();
    let each = &mut |row: &grundy::solver::Row| rows.insert(solved.position(row), (row.verdict, row.grundy)).is_none();
    solved.rows(false, &Limits::NONE, each).unwrap();
    rows
}

/// Checks that every row of one table is a row of the other, with the same values.
fn same(name: &str, ours: (&OpenedGame, Table), catalogue: (&OpenedGame, Table), text: fn(&str) -> String) {
    let ((ours, mine), (catalogue, theirs)) = (ours, catalogue);
    let mut seen = BTreeSet::new();
    for (at, values) in theirs {
        let at = catalogue.as_dyn().to_text(&at).unwrap();
        let key = ours.as_dyn().parse(&text(&at)).unwrap_or_else(|error| panic!("{name}: {at}: {error}"));
        // With classes, another member of the class may be its representative.
        let key = if mine.contains_key(&key) { key } else { ours.as_dyn().canonical(&key).unwrap() };
        assert_eq!(mine.get(&key), Some(&values), "{name}: {at}, {}", text(&at));
        seen.insert(key);
    }
    assert!(seen.into_iter().eq(mine.into_keys()), "the file has positions that {name} has not");
}

#[test]
fn rules_files_agree_with_the_catalogue() {
    for CatalogueGame { file, settings, name, play, start, text, positions } in CATALOGUE_GAMES {
        let (ours, catalogue) = (open(file, settings), catalog::open(name, play, &Limits::NONE).unwrap());
        let start = if start.is_empty() {
            catalogue.as_dyn().start().unwrap()
        } else {
            catalogue.as_dyn().parse(start).unwrap()
        };
        let first = ours.as_dyn().start().unwrap();
        let solve = |game, start| SolvedGame::solve(game, Extent::From(start), false, &Limits::NONE).unwrap();
        let (mine, theirs) = (solve(&ours, &first), solve(&catalogue, &start));
        let (counts, expected) = (mine.count(&Limits::NONE).unwrap(), theirs.count(&Limits::NONE).unwrap());
        if positions > 0 {
            assert_eq!(counts.positions, positions, "{name}");
            assert_eq!(
                Statistics { start: None, by_turn: None, ..counts },
                Statistics { start: None, by_turn: None, ..expected },
                "{name}"
            );
        }
        same(name, (&ours, table(&mine)), (&catalogue, table(&theirs)), text);
    }
}

/// Dao is large, so it is compared by classes; the counts are of all positions.
#[test]
fn dao_agrees_with_the_catalogue() {
    let (ours, catalogue) = (open("dao.star", ""), catalog::open("dao", Play::Normal, &Limits::NONE).unwrap());
    let (first, start) = (ours.as_dyn().start().unwrap(), catalogue.as_dyn().start().unwrap());
    let solve = |game, start| SolvedGame::solve(game, Extent::From(start), true, &Limits::NONE).unwrap();
    let (mine, theirs) = (solve(&ours, &first), solve(&catalogue, &start));
    let (mut rows, mut counts) = (0, [0; 3]);
    let each = &mut |row: &grundy::solver::Row| {
        rows += 1;
        counts[row.verdict.outcome() as usize] += row.weight;
        true
    };
    mine.rows(false, &Limits::NONE, each).unwrap();
    let expected = theirs.count(&Limits::NONE).unwrap();
    let [wins, losses, draws] = [Outcome::Win, Outcome::Loss, Outcome::Draw].map(|outcome| counts[outcome as usize]);
    assert_eq!((rows, wins, losses, draws), (expected.stored, expected.wins, expected.losses, expected.draws));
    let golden = format!("dao.star,,{},{},{wins},{losses},{draws},draw,-,-", wins + losses + draws, expected.moves);
    assert!(GOLDEN.lines().any(|line| line == golden), "{golden}");
    assert_eq!(expected.start.unwrap().1.outcome, Outcome::Draw);
    same("dao", (&ours, table(&mine)), (&catalogue, table(&theirs)), board_and_mover);
}

#[test]
fn heaps_have_the_values_of_theory() {
    let (dawson, catalogue) =
        (open("dawson.star", ""), catalog::open("octal:0.07", Play::Normal, &Limits::NONE).unwrap());
    let (bachet, set) =
        (open("bachet.star", "take=1,3,4"), catalog::open("subtraction:1,3,4", Play::Normal, &Limits::NONE).unwrap());
    for n in 0..60 {
        let n = n.to_string();
        assert_eq!(grundy(&dawson, &n), grundy(&catalogue, &n), "0.07, {n}");
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
    let value = |game: &OpenedGame, at: String| grundy(game, &at).finite().unwrap().0;
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
            // Cole and Davie 1969: lost if the quotient is between 1 and the golden ratio.
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
    fn tree(random: &mut Rng, size: u32, out: &mut String) -> u64 {
        let branches = if size == 0 { 0 } else { random.u8(..3) };
        out.push('(');
        let mut value = 0;
        for _ in 0..branches {
            value ^= tree(random, size - 1, out) + 1;
            out.push(',');
        }
        out.push(')');
        value
    }
    let game = open("hackenbush.star", "");
    let mut random = Rng::with_seed(7);
    for _ in 0..60 {
        let mut text = String::new();
        let value = tree(&mut random, 3, &mut text);
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

/// The Grundy value of node Kayles on the graph of some vertices, by brute force.
fn node_kayles_value(free: u32, neighbours: &[u32], known: &mut BTreeMap<u32, Nimber>) -> Nimber {
    if let Some(value) = known.get(&free) {
        return *value;
    }
    let vertices = (0..neighbours.len()).filter(|v| free >> v & 1 == 1);
    let options = vertices.map(|v| node_kayles_value(free & !(1 << v | neighbours[v]), neighbours, known));
    let value = grundy::mex(options.collect::<Vec<_>>());
    known.insert(free, value);
    value
}

#[test]
fn node_kayles_has_the_values_of_theory_and_of_brute_force() {
    let value = |edges: &[(usize, usize)], alone: &[usize]| {
        let list = |vertices: &[usize]| vertices.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let edges: Vec<usize> = edges.iter().flat_map(|&(u, v)| [u, v]).collect();
        let settings = format!("edges=[{}] alone=[{}]", list(&edges), list(alone));
        let game = open("node-kayles.star", &settings);
        let start = game.as_dyn().start().unwrap();
        Solver::new(&game).without_moves().solve(&start).unwrap().value.grundy
    };
    // A path is Dawson's Chess. Every move of a cycle leaves the path of three vertices less.
    let dawson = catalog::open("dawsons-chess", Play::Normal, &Limits::NONE).unwrap();
    let path = |n: usize| (1..n).map(|v| (v - 1, v)).collect::<Vec<_>>();
    for n in 2..16 {
        let expected = grundy(&dawson, &n.to_string());
        assert_eq!(value(&path(n), &[]), expected, "path of {n}");
        let cycle = [path(n + 3), vec![(n + 2, 0)]].concat();
        let expected = if expected == Grundy::Finite(Nimber(0)) { 1 } else { 0 };
        assert_eq!(value(&cycle, &[]), Grundy::Finite(Nimber(expected)), "cycle of {}", n + 3);
    }
    let grid = catalog::open("node-kayles:4x4", Play::Normal, &Limits::NONE).unwrap();
    let cells = (0..16).flat_map(|v| [(v % 4 < 3).then_some((v, v + 1)), (v < 12).then_some((v, v + 4))]);
    assert_eq!(value(&cells.flatten().collect::<Vec<_>>(), &[]), grundy(&grid, "................"));
    // Graphs of several parts, and vertices without edges.
    let mut random = Rng::with_seed(19);
    for _ in 0..100 {
        let vertices = random.usize(2..12);
        let edges: Vec<(usize, usize)> =
            (0..random.usize(1..14)).map(|_| (random.usize(..vertices), random.usize(..vertices))).collect();
        let edges: Vec<(usize, usize)> = edges.into_iter().filter(|(u, v)| u != v).collect();
        let mut neighbours = vec![0; vertices];
        for &(u, v) in &edges {
            neighbours[u] |= 1 << v;
            neighbours[v] |= 1 << u;
        }
        let alone: Vec<usize> = (0..vertices).filter(|&v| neighbours[v] == 0).collect();
        let expected = node_kayles_value((1 << vertices) - 1, &neighbours, &mut BTreeMap::new());
        assert_eq!(value(&edges, &alone), Grundy::Finite(expected), "{edges:?}");
    }
}

#[test]
fn misere_nim_is_lost_where_theory_says() {
    let (game, catalogue) = (open("misere-nim.star", ""), catalog::open("nim", Play::Misere, &Limits::NONE).unwrap());
    for n in 0..80 {
        let [a, b, c] = [n % 4, n / 4 % 5, n / 20];
        let ours = game.as_dyn().parse(&format!("({a}, {b}, {c})")).unwrap();
        let theirs = catalogue.as_dyn().parse(&format!("{a} {b} {c}")).unwrap();
        let outcome = |game, at| Solver::new(game).without_moves().solve(at).unwrap().value.outcome;
        assert_eq!(outcome(&game, &ours), outcome(&catalogue, &theirs), "{a} {b} {c}");
    }
}

/// The values of all positions reachable from `start`, by the graph of an independent implementation of the rules.
fn values_by_graph<P: Ord + Clone>(start: P, options: impl Fn(&P) -> Vec<P>) -> BTreeMap<P, Grundy> {
    let (mut numbers, mut all, mut edges) = (BTreeMap::from([(start.clone(), 0)]), vec![start], Vec::new());
    let mut next = 0;
    while next < all.len() {
        for option in options(&all[next]) {
            let number = *numbers.entry(option.clone()).or_insert_with(|| {
                all.push(option);
                all.len() as u32 - 1
            });
            edges.push((Vertex(next as u32), Vertex(number)));
        }
        next += 1;
    }
    let graph = Graph::from_edges(all.len() as u64, edges, Play::Normal).unwrap();
    let solved = graph.solve_with_grundy().unwrap();
    all.into_iter().enumerate().map(|(v, at)| (at, solved.grundy(Vertex(v as u32)))).collect()
}

#[test]
fn games_with_cycles_have_the_values_of_their_graphs() {
    let infinite = |values: &BTreeMap<Vec<u64>, Grundy>| {
        values.values().filter(|value| matches!(value, Grundy::Infinite(_))).count()
    };
    let text = |at: &[u64]| format!("({})", at.iter().map(|n| format!("{n},")).collect::<String>());

    let game = open("take-or-add.star", "n=40 cap=45");
    let values = values_by_graph(vec![40], |at| {
        let n = at[0];
        let taken = [1, 2, 5].into_iter().filter(|k| *k <= n).map(|k| vec![n - k]);
        taken.chain((n > 0 && n + 3 <= 45).then(|| vec![n + 3])).collect()
    });
    assert_eq!(values.len(), 46);
    for (at, value) in &values {
        assert_eq!(grundy(&game, &at[0].to_string()), *value, "{at:?}");
    }

    let edges = [(1, 0), (2, 0), (2, 1), (2, 3), (3, 2), (3, 4), (4, 5), (5, 4), (4, 1)];
    let from = |u: u64| edges.iter().filter(move |edge| edge.0 == u).map(|edge| edge.1);
    let (chips, annihilation) = (open("chips.star", ""), open("annihilation.star", ""));
    // Several chips are a sum of single ones.
    let single = values_by_graph(vec![3], |at| from(at[0]).map(|v| vec![v]).collect());
    for (one, other) in single.keys().flat_map(|one| single.keys().map(move |other| (one[0], other[0]))) {
        let sum = Grundy::of_sum([&single[&vec![one]], &single[&vec![other]]].map(Clone::clone)).unwrap();
        assert_eq!(grundy(&chips, &text(&[one.min(other), one.max(other)])), sum, "{one} {other}");
    }
    let values = values_by_graph(vec![2, 3, 5], |at| {
        let moves = at.iter().flat_map(|&u| from(u).map(move |v| (u, v)));
        let after = |(u, v): (u64, u64)| {
            let mut chips: BTreeSet<u64> = at.iter().copied().filter(|w| *w != u).collect();
            if !chips.remove(&v) {
                chips.insert(v);
            }
            chips.into_iter().collect()
        };
        moves.map(after).collect()
    });
    assert!(infinite(&values) > 0 && infinite(&values) < values.len());
    for (at, value) in &values {
        assert_eq!(grundy(&annihilation, &text(at)), *value, "{at:?}");
    }
}

#[test]
fn nim_with_a_pass() {
    let (once, always) = (open("nim-pass.star", ""), open("nim-pass.star", "passes=-1"));
    for n in 0..20_u64 {
        let values = values_by_graph((1, n), |&(passes, n)| {
            let pass = (passes > 0 && n > 0).then_some((0, n));
            (0..n).map(|n| (passes, n)).chain(pass).collect()
        });
        assert_eq!(grundy(&once, &format!("(1, ({n},))")), values[&(1, n)], "{n}");
        // A player who may always pass gets no number: the pass would lead to the same number.
        let smaller = Grundy::Infinite(Box::new([Nimber(0)]));
        let value = if n == 0 { Grundy::Finite(Nimber(0)) } else { smaller };
        assert_eq!(grundy(&always, &format!("(-1, ({n},))")), value, "{n}");
    }
    assert_eq!(grundy(&always, "(-1, (1, 2))"), Grundy::Infinite(Box::new([])));
}
