//! Holds `solver::solve_and_count` to the explored graph, counted position by position, and its classes to symmetries applied to texts.

use crate::common::open;
use crate::common::walk::{IndexedWalk, Walk};
use grundy::catalog::{MensMorris, OpenedGame};
use grundy::game::{Index, Player};
use grundy::graph::{Explored, explore};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solve::{self, Solved};
use grundy::solver::{BuildError, Extent, Histogram, Statistics, forecast, solve_and_count};
use grundy::text::{DynGame, Key, WithText};
use grundy::{Play, PositionValue, Verdict};
use rustc_hash::FxHashMap;
use std::num::NonZeroUsize;
use std::sync::LazyLock;

/// A game explored from some roots, and solved as a graph.
struct GraphReference<'a> {
    game: &'a dyn DynGame,
    walked: IndexedWalk,
    explored: Explored<u32>,
    solved: Solved,
}

impl<'a> GraphReference<'a> {
    fn new(game: &'a dyn DynGame, roots: impl IntoIterator<Item = Key>) -> Self {
        let walked = IndexedWalk(Walk::new(game, roots, false));
        let all = 0..walked.0.positions.len() as u32;
        let explored = explore(&walked, all, &Limits::NONE).unwrap();
        let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
        Self { game, walked, explored, solved }
    }

    /// Each position with its verdict and the number of its options, but for those that have no number where others have.
    fn all(&self) -> impl Iterator<Item = (&Key, Verdict, u64)> {
        let positions = self.explored.positions().iter().map(|at| &self.walked.0.positions[*at as usize]);
        let all = self.explored.graph.all().zip(positions);
        let counted = |at| self.game.indexed().is_none_or(|indexed| indexed.index_of(at).is_some());
        let position_value = |v| (self.solved.verdict(v), self.explored.graph.row(v).len() as u64);
        all.filter(move |(_, at)| counted(at)).map(move |(v, at)| (at, position_value(v).0, position_value(v).1))
    }

    fn start(&self, start: Option<Key>) -> Option<(Key, PositionValue)> {
        let start = start?;
        let v = self.explored.vertex(&(self.walked.0.number(&start) as u32)).unwrap();
        Some((start, PositionValue::solved(self.solved.verdict(v), self.solved.grundy(v))))
    }

    /// All positions counted.
    fn counted(&self, start: Option<Key>) -> Statistics {
        let mut count = Count::default();
        self.all().for_each(|(at, verdict, moves)| count.add(verdict, self.game.player(at).unwrap(), moves, 1));
        count.built(self.start(start))
    }

    /// One position of each class counted: the positions whose texts are images of each other.
    fn classes(&self, start: Option<Key>, images: impl Fn(&str) -> Vec<String>) -> Statistics {
        let mut classes = FxHashMap::default();
        for (at, verdict, moves) in self.all() {
            let mut images = images(&self.game.to_text(at).unwrap());
            images.sort_unstable();
            images.dedup();
            let class = (verdict, self.game.player(at).unwrap(), moves, images.len() as u64);
            let least = images.swap_remove(0);
            if let Some(other) = classes.insert(least, class) {
                assert_eq!(other, class, "{:?}", self.game.to_text(at));
            }
        }
        let mut count = Count::default();
        classes.into_values().for_each(|(verdict, turn, moves, size)| count.add(verdict, turn, moves, size));
        count.built(self.start(start))
    }
}

#[derive(Default)]
struct Count {
    positions: u64,
    stored: u64,
    moves: u64,
    outcomes: [u64; 3],
    histogram: Histogram,
    by_turn: Option<[Histogram; 2]>,
}

impl Count {
    fn add(&mut self, verdict: Verdict, turn: Option<Player>, moves: u64, class: u64) {
        self.positions += class;
        self.stored += 1;
        self.moves += class * moves;
        self.outcomes[match verdict {
            Verdict::Win(_) => 0,
            Verdict::Loss(_) => 1,
            Verdict::Draw => 2,
        }] += class;
        let side = turn.map(|player| &mut self.by_turn.get_or_insert_default()[usize::from(player == Player::Right)]);
        for histogram in [Some(&mut self.histogram), side].into_iter().flatten() {
            match verdict {
                Verdict::Win(r) => one_more(&mut histogram.wins, r.0 as usize),
                Verdict::Loss(r) => one_more(&mut histogram.losses, r.0 as usize),
                Verdict::Draw => histogram.draws += 1,
            }
        }
    }

    fn built(self, start: Option<(Key, PositionValue)>) -> Statistics {
        let Self { positions, stored, moves, outcomes: [wins, losses, draws], histogram, by_turn } = self;
        let longest = histogram.wins.len().max(histogram.losses.len());
        let max_remoteness = longest.checked_sub(1).map(|r| grundy::Remoteness(r as u32));
        let parts = Vec::new();
        Statistics { positions, stored, moves, wins, losses, draws, max_remoteness, histogram, by_turn, parts, start }
    }
}

fn one_more(counts: &mut Vec<u64>, at: usize) {
    counts.resize(counts.len().max(at + 1), 0);
    counts[at] += 1;
}

/// The text of a board, its first word, turned and reflected in every way that gives a board of the same shape.
fn turned(text: &str) -> Vec<String> {
    let (board, mover) =
        text.split_once(' ').map_or((text, String::new()), |(board, mover)| (board, format!(" {mover}")));
    let (height, width) = (board.split('/').count(), board.find('/').unwrap_or(board.len()));
    // Rows are of one length, with one character between them.
    let cell = |row: usize, column: usize| char::from(board.as_bytes()[row * (width + 1) + column]);
    let mut images = Vec::new();
    for symmetry in 0..if height == width { 8 } else { 4 } {
        let mut image = String::with_capacity(text.len());
        for row in 0..height {
            if row > 0 {
                image.push('/');
            }
            for column in 0..width {
                let (row, column) = if symmetry & 4 == 0 { (row, column) } else { (column, row) };
                let row = if symmetry & 1 == 0 { row } else { height - 1 - row };
                image.push(cell(row, if symmetry & 2 == 0 { column } else { width - 1 - column }));
            }
        }
        images.push(image + &mover);
    }
    images
}

/// The same for a board of three by three in one word.
fn turned_word(text: &str) -> Vec<String> {
    let rows = [&text[..3], &text[3..6], &text[6..]].join("/");
    turned(&rows).into_iter().map(|image| image.replace('/', "")).collect()
}

/// The same for discs that fall: left and right alone can be exchanged.
fn mirrored(text: &str) -> Vec<String> {
    let mirrored: Vec<String> = text.split('/').map(|row| row.chars().rev().collect()).collect();
    vec![text.to_owned(), mirrored.join("/")]
}

/// The same for chess: squares are named, and with a pawn left and right alone can be exchanged.
fn on_squares(text: &str) -> Vec<String> {
    let symmetries = if text.contains('P') { 2 } else { 8 };
    let image = |symmetry: u8| {
        let words = text.split(' ').map(|word| {
            let [square @ .., file, rank] = word.as_bytes() else { return word.to_owned() };
            let (file, rank) = (file - b'a', rank - b'1');
            let file = if symmetry & 1 == 0 { file } else { 7 - file };
            let rank = if symmetry & 2 == 0 { rank } else { 7 - rank };
            let (file, rank) = if symmetry & 4 == 0 { (file, rank) } else { (rank, file) };
            format!("{}{}{}", char::from(square[0]), char::from(b'a' + file), rank + 1)
        });
        words.collect::<Vec<_>>().join(" ")
    };
    (0..symmetries).map(image).collect()
}

/// What is built is what is counted; in any number of threads.
fn agrees(game: &OpenedGame, extent: Extent<'_>, expected: &Statistics, reduced: bool) {
    let name = game.as_dyn().name();
    // On one thread, what the forecast says is enough, and the least that is.
    let one = Limits { threads: NonZeroUsize::new(1), ..Limits::NONE };
    let needed = forecast(game, extent, reduced, &one).map(|forecast| {
        assert!(forecast.positions > 0 && forecast.bytes > 0 && forecast.sample() > 0.0, "{name}: {forecast:?}");
        forecast.bytes
    });
    let three = Limits { threads: NonZeroUsize::new(3), ..Limits::NONE };
    for limits in [Limits { memory: needed, ..one }, three] {
        let built = solve_and_count(game, extent, reduced, &limits).map(without_parts);
        assert_eq!(built.as_ref(), Ok(expected), "{name}: {:?} threads, {:?} bytes", limits.threads, limits.memory);
    }
    if let Some(needed) = needed {
        let hit = solve_and_count(game, extent, reduced, &Limits { memory: Some(needed - 1), ..one });
        assert!(matches!(hit, Err(BuildError::Run(RunError::Limit(LimitHit::Memory { .. })))), "{name}: {hit:?}");
    }
}

/// The counts without those of the parts, which count the colours once, and each class where indices stand for classes.
fn without_parts(built: Statistics) -> Statistics {
    let sum = |of: fn(&Histogram) -> u64| built.parts.iter().map(|part| of(&part.histogram)).sum::<u64>();
    if !built.parts.is_empty() {
        let all = [sum(Histogram::won), sum(Histogram::lost), sum(|part| part.draws)];
        let counted = [built.histogram.won(), built.histogram.lost(), built.histogram.draws];
        assert!(
            all.iter().zip(counted).all(|(parts, all)| *parts > 0 && *parts <= all && 2 * parts >= all),
            "{built:?}"
        );
        let longest = built.parts.iter().filter_map(|part| part.histogram.max_remoteness()).max();
        assert_eq!(longest, built.max_remoteness);
    }
    Statistics { parts: Vec::new(), ..built }
}

/// From the start, and one of each class.
fn from_start(name: &str, images: Option<fn(&str) -> Vec<String>>) {
    let game = open(name, Play::Normal);
    from(&game, &game.as_dyn().start().unwrap(), images);
}

fn from(game: &OpenedGame, start: &Key, images: Option<fn(&str) -> Vec<String>>) {
    let reference = GraphReference::new(game.as_dyn(), [start.clone()]);
    agrees(game, Extent::From(start), &reference.counted(Some(start.clone())), false);
    match images {
        Some(images) => agrees(game, Extent::From(start), &reference.classes(Some(start.clone()), images), true),
        None => {
            let refused = solve_and_count(game, Extent::From(start), true, &Limits::NONE);
            assert_eq!(refused, Err(BuildError::NoClasses), "{}", game.as_dyn().name());
        }
    }
}

/// Every position with a number; both where there are two.
fn everything(name: &str, images: fn(&str) -> Vec<String>, positions: u64) {
    let game = open(name, Play::Normal);
    let numbers = game.as_dyn().indexed().unwrap();
    let mut all = Vec::new();
    for index in (0..numbers.count()).map(Index) {
        let Some(at) = numbers.position(index, None) else { continue };
        if numbers.is_shared(index) {
            // The bytes of X, those of O, and who moves.
            let men = (at.0.len() - 1) / 2;
            let exchanged = [&at.0[men..2 * men], &at.0[..men], &[1 - at.0[2 * men]]].concat();
            all.push(Key(exchanged.into()));
        }
        all.push(at);
    }
    assert_eq!(all.len() as u64, positions, "{name}");
    let reference = GraphReference::new(game.as_dyn(), all);
    let start = game.as_dyn().start();
    agrees(&game, Extent::All, &reference.counted(start.clone()), false);
    agrees(&game, Extent::All, &reference.classes(start, images), true);
}

#[test]
fn games_by_word_are_built_as_their_graphs() {
    from_start("tictactoe", Some(turned_word));
    for name in ["mnk:3,3,3", "mnk:1,1,1", "mnk:4,2,2", "mnk:2,5,3", "mnk:9,1,3", "mnk:4,3,3"] {
        from_start(name, Some(turned));
    }
    for name in ["connect4:4x4", "connect4:5x2", "connect4:4x1", "connect4:1x5", "connect4:3x5"] {
        from_start(name, Some(mirrored));
    }
    for name in
        ["kalah:1,1", "kalah:2,2", "kalah:3,2", "kalah:2,4,emptier", "kalah:3,1,nobody", "kalah:3,2,empty-capture"]
    {
        from_start(name, None);
    }
}

#[test]
fn games_by_index_are_built_as_their_graphs() {
    from_start("three-mens-morris", Some(turned));
    from_start("quixo:2", Some(turned));
    from_start("quixo:3", Some(turned));
    everything("three-mens-morris", turned, 1 + 9 + 72 + 252 + 756 + 1260 + 2 * 1680);
    everything("quixo:2", turned, 2 * 81);
    everything("quixo:3", turned, 2 * 19_683);
}

/// The images of a position of men's morris on two squares: turns and reflections of its points, and the exchange of the squares.
fn on_two_squares(text: &str) -> Vec<String> {
    static IMAGES: LazyLock<Vec<Vec<usize>>> = LazyLock::new(symmetries_of_two_squares);
    let (board, rest) = text.split_once(' ').unwrap();
    let marks: Vec<char> = board.chars().filter(|c| *c != '/').collect();
    let image = |to: &Vec<usize>| {
        let mut image = vec!['.'; marks.len()];
        to.iter().zip(&marks).for_each(|(&to, &mark)| image[to] = mark);
        format!("{} {rest}", image.into_iter().collect::<String>())
    };
    IMAGES.iter().map(image).collect()
}

/// Where each symmetry takes each point.
fn symmetries_of_two_squares() -> Vec<Vec<usize>> {
    let points: Vec<(i32, i32)> = (0..25)
        .map(|place: i32| (place % 5 - 2, place / 5 - 2))
        .filter(|(column, row)| {
            let (a, b) = (column.abs().max(row.abs()), column.abs().min(row.abs()));
            a > 0 && (b == 0 || b == a)
        })
        .collect();
    let image = |symmetry: u32| {
        let to = points.iter().map(|&(mut column, mut row)| {
            if symmetry & 8 != 0 {
                let is_outer = column.abs().max(row.abs()) == 2;
                let scale = |at: i32| if is_outer { at / 2 } else { 2 * at };
                (column, row) = (scale(column), scale(row));
            }
            if symmetry & 1 != 0 {
                column = -column;
            }
            if symmetry & 2 != 0 {
                row = -row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            points.iter().position(|point| *point == (column, row)).unwrap()
        });
        to.collect()
    };
    (0..16).map(image).collect()
}

#[test]
fn classes_by_index_are_built_as_their_graphs() {
    let game = OpenedGame::from(WithText::new(MensMorris::on_two_squares(3)));
    from(&game, &game.as_dyn().start().unwrap(), Some(on_two_squares));
    let all = solve_and_count(&game, Extent::All, false, &Limits::NONE);
    assert_eq!(all, Err(BuildError::OnlyClasses));
    // A start that the symmetries change: all positions of the classes that it reaches are counted.
    let start = game.as_dyn().parse("X../.O./..../.../... X 2 2").unwrap();
    let roots =
        on_two_squares("X../.O./..../.../... X 2 2").into_iter().map(|text| game.as_dyn().parse(&text).unwrap());
    let reference = GraphReference::new(game.as_dyn(), roots);
    agrees(&game, Extent::From(&start), &reference.classes(Some(start.clone()), on_two_squares), true);
    // All indices: every position that can be written, of each pair of colours both where both exist.
    let numbers = game.as_dyn().indexed().unwrap();
    let mut roots = Vec::new();
    for index in (0..numbers.count()).map(Index) {
        let Some(at) = numbers.position(index, None) else { continue };
        let texts = on_two_squares(&game.as_dyn().to_text(&at).unwrap());
        roots.extend(texts.iter().map(|text| game.as_dyn().parse(text).unwrap()));
        if numbers.is_shared(index) {
            let exchanged = |c| {
                if c == 'X' {
                    'O'
                } else if c == 'O' {
                    'X'
                } else {
                    c
                }
            };
            roots.extend(
                texts.iter().map(|text| game.as_dyn().parse(&text.chars().map(exchanged).collect::<String>()).unwrap()),
            );
        }
    }
    roots.sort();
    roots.dedup();
    let reference = GraphReference::new(game.as_dyn(), roots);
    let start = game.as_dyn().start();
    agrees(&game, Extent::All, &reference.classes(start, on_two_squares), true);
}

#[test]
fn other_games_are_built_as_their_graphs() {
    for name in ["chomp:1,1", "chomp:3,4", "chomp:6,5"] {
        from_start(name, None);
    }
    for (name, position) in [("nim", "3 4 5"), ("kayles", "9"), ("king", "5 6"), ("wythoff", "7 9"), ("divisor", "60")]
    {
        for play in [Play::Normal, Play::Misere] {
            let game = open(name, play);
            from(&game, &crate::common::at(&game, position), None);
        }
    }
}

#[test]
fn dao_is_built_as_its_graph() {
    let game = open("dao", Play::Normal);
    let start = game.as_dyn().start().unwrap();
    let reference = GraphReference::new(game.as_dyn(), [start.clone()]);
    agrees(&game, Extent::From(&start), &reference.counted(Some(start.clone())), false);
    // Classes are compared with the positions that they count: the comparison with a graph, of texts, would take long.
    let all = solve_and_count(&game, Extent::All, false, &Limits::NONE).unwrap();
    assert_eq!((all.positions, all.stored), (1_801_800, 1_801_800));
    let classes = solve_and_count(&game, Extent::All, true, &Limits::NONE).unwrap();
    let counts = |built: &Statistics| [built.positions, built.moves, built.wins, built.losses, built.draws];
    assert_eq!(counts(&classes), counts(&all));
}

#[test]
fn starts_are_positions_anywhere() {
    for (name, position, images) in [
        ("tictactoe", "XO.......", turned_word as fn(&str) -> Vec<String>),
        ("mnk:4,3,3", "X.../..../....", turned),
        ("connect4:4x4", "..../..../O.../XX..", mirrored),
        ("three-mens-morris", "XOX/OXO/... O", turned),
        ("three-mens-morris", "XO./.../... X", turned),
        ("quixo:3", "XX./.O./..O O", turned),
        ("quixo:2", "XX/.. O", turned),
        ("chess:KRvK", "Kc3 Rb1 kc1 b", on_squares),
        ("chess:KQvK", "Kb6 Qc7 ka8 b", on_squares),
    ] {
        let game = open(name, Play::Normal);
        from(&game, &crate::common::at(&game, position), Some(images));
    }
    // A position without a number stands alone.
    let game = open("chess:KPvK", Play::Normal);
    let start = crate::common::at(&game, "Kb6 ka8 w");
    let built = solve_and_count(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
    assert_eq!((built.positions, built.draws, built.moves, built.max_remoteness), (1, 1, 0, None));
}

#[test]
fn chess_is_built_as_its_graph() {
    // It reaches the endgames of a rook and of a queen.
    everything("chess:KPvK", on_squares, 331_352 + 368_452 + 399_112);
}
