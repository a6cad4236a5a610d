//! Compares the solver of tiered games with the slow reference, with the solver of graphs and with published counts.

use crate::common::{naive, random};
use grundy::catalog::{Connect4, Mnk, TicTacToe};
use grundy::game::{Game, Player, Tiered, TieredBlock, TieredOption, TieredRow};
use grundy::graph::explore;
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solve::{self, TieredSolution, solve_tiered};
use grundy::text::{DynGame, DynTiered, Key, TextGame, WithText, WithoutText};
use grundy::{Outcome, Remoteness, Verdict};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};

fn from_start<G: Tiered + Clone>(
    game: &G,
    start: &G::Position,
    limits: &Limits<'_>,
) -> Result<TieredSolution, RunError> {
    solve_tiered(&WithoutText(game.clone()), game.pack(start), game.tier(start), limits)
}

/// Position by position what `solve` says of the explored graph; and blocks override the rules for speed alone.
fn as_the_graph<G: Tiered<Position: std::fmt::Debug> + Clone>(game: &G, start: G::Position) {
    let solved = from_start(game, &start, &Limits::NONE).unwrap();
    let explored = explore(game, [start], &Limits::NONE).unwrap();
    let graph = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    for (v, at) in explored.graph.all().zip(explored.positions()) {
        let (word, tier) = (game.pack(at), game.tier(at));
        assert_eq!(game.unpack(word), *at);
        assert_eq!(solved.verdict(tier, word), Some(graph.verdict(v)), "{at:?}");
        assert_eq!(solved.verdict(tier + 1, word), None);
        let mut block = TieredBlock::default();
        game.expand(tier, &[word], &mut block);
        let mut options = Vec::new();
        game.options(at, &mut options);
        let mut expected: Vec<TieredOption> = options
            .iter()
            .map(|option| {
                let moves_again = game.player(at).is_some() && game.player(at) == game.player(option);
                TieredOption { tier: game.tier(option), moves_again, word: game.pack(option) }
            })
            .collect();
        expected.sort();
        expected.dedup();
        let mut options = block.options().to_vec();
        options.sort();
        assert_eq!(options, expected, "{at:?}");
        let row = if options.is_empty() {
            TieredRow::Terminal(game.terminal(at))
        } else {
            TieredRow::Open(options.len() as u32)
        };
        assert_eq!(block.rows(), [row], "{at:?}");
    }
    let counts = solved.counts();
    let (positions, moves) = (explored.graph.vertices() as u64, explored.graph.edges() as u64);
    assert_eq!((counts.positions, counts.moves), (positions, moves));
    assert_eq!(counts.wins + counts.losses + counts.draws, positions);
    let mut all: Vec<_> = solved.all().collect();
    assert!(all.is_sorted_by_key(|position| position.0), "tier by tier");
    assert!(all.iter().all(|&(tier, word, verdict)| solved.verdict(tier, word) == Some(verdict)));
    all.sort_unstable_by_key(|position| position.1);
    all.dedup_by_key(|position| position.1);
    assert_eq!(all.len() as u64, positions, "each position once");
}

#[test]
fn games_of_the_catalogue_are_solved_as_their_graphs() {
    as_the_graph(&TicTacToe, TicTacToe::EMPTY);
    for (columns, rows, length) in [(1, 1, 1), (2, 2, 2), (4, 2, 3), (1, 9, 2), (4, 3, 3), (2, 6, 3)] {
        let game = Mnk::new(columns, rows, length).unwrap();
        as_the_graph(&game, TextGame::start(&game).unwrap());
    }
    for (columns, rows) in [(4, 4), (1, 4), (1, 40), (4, 1), (6, 2), (3, 5)] {
        let game = Connect4::new(columns, rows).unwrap();
        as_the_graph(&game, TextGame::start(&game).unwrap());
    }
    let large = Mnk::new(6, 6, 4).unwrap();
    assert!(TextGame::tiered(&large).is_none(), "36 cells do not fit in a word");
}

/// Tromp's counts, and those of the reference solver.
#[test]
fn connect_four_has_the_published_counts() {
    for (columns, rows, positions) in [(4, 4, 161_029), (4, 5, 1_706_255), (5, 4, 3_945_711)] {
        let game = Connect4::new(columns, rows).unwrap();
        let solved = from_start(&game, &TextGame::start(&game).unwrap(), &Limits::NONE).unwrap();
        assert_eq!(solved.counts().positions, positions);
        assert_eq!(solved.all().next().map(|(_, _, verdict)| verdict), Some(Verdict::Draw));
        assert!(solved.peak_bytes() < 10 * positions, "{} bytes", solved.peak_bytes());
    }
}

#[test]
fn keys_are_words_and_back() {
    let game = WithText::new(Connect4::new(4, 4).unwrap());
    let at = DynGame::parse(&game, "..../..../OO../XXX.").unwrap();
    let packed = DynGame::tiered(&game).unwrap();
    assert_eq!((packed.position(packed.word(&at)), packed.tier(&at)), (at, 5));
}

/// A game drawn at random: every move leads to a vertex of a greater tier.
#[derive(Clone, Debug)]
struct RandomTieredGame {
    /// Each vertex's tier, word and player.
    tiers: Vec<u32>,
    words: Vec<u64>,
    turns: Option<Vec<Player>>,
    moves: Vec<Vec<usize>>,
    ends: Vec<Outcome>,
    bits: u32,
}

impl Game for RandomTieredGame {
    type Position = usize;
    type Move = usize;

    fn moves(&self, &at: &usize, out: &mut Vec<usize>) {
        out.extend(&self.moves[at]);
    }

    fn play(&self, _at: &usize, &to: &usize) -> usize {
        to
    }

    fn terminal(&self, &at: &usize) -> Outcome {
        self.ends[at]
    }

    fn player(&self, &at: &usize) -> Option<Player> {
        self.turns.as_ref().map(|turns| turns[at])
    }

    fn without_grundy(&self) -> Option<grundy::value::Undefined> {
        Some(grundy::value::Undefined::EndValues)
    }
}

impl Tiered for RandomTieredGame {
    fn pack(&self, &at: &usize) -> u64 {
        self.words[at]
    }

    fn unpack(&self, word: u64) -> usize {
        self.words.iter().position(|&other| other == word).unwrap()
    }

    fn tier(&self, &at: &usize) -> u32 {
        self.tiers[at]
    }

    fn bits(&self) -> u32 {
        self.bits
    }
}

/// Random games: tiers near one another and far apart, words of few bits and of all, moves repeated.
fn random_tiered_games() -> impl Strategy<Value = RandomTieredGame> {
    let size = 2usize..60;
    let option = prop_oneof![3 => 0u32..3, 1 => 0u32..40_000_000];
    let outcome = prop_oneof![Just(Outcome::Win), Just(Outcome::Loss), Just(Outcome::Draw)];
    let player = prop_oneof![Just(Player::Left), Just(Player::Right)];
    let bits = prop_oneof![Just(7u32), Just(16), Just(44), Just(45), Just(64)];
    size.prop_flat_map(move |n| {
        (
            prop::collection::vec(option.clone(), n),
            (bits.clone(), any::<u64>()),
            prop::option::of(prop::collection::vec(player.clone(), n)),
            prop::collection::vec((0..n, 0..n), 0..4 * n),
            prop::collection::vec(outcome.clone(), n),
        )
    })
    .prop_map(|(options, (bits, factor), turns, drawn, ends)| {
        let n = options.len();
        let tiers: Vec<u32> =
            options.iter().scan(0, |tier, option| Some(std::mem::replace(tier, *tier + option))).collect();
        let mut moves = vec![Vec::new(); n];
        for (a, b) in drawn {
            if tiers[a] != tiers[b] {
                moves[a.min(b)].push(a.max(b));
            }
        }
        // Odd multiples modulo a power of two: different words; the greatest of all among them.
        let words = (0..n as u64).map(|i| !(i.wrapping_mul(factor | 1)) & (u64::MAX >> (64 - bits))).collect();
        RandomTieredGame { tiers, words, turns, moves, ends, bits }
    })
}

fn agrees_with_reference(game: &RandomTieredGame) -> BTreeMap<&'static str, bool> {
    let solved = from_start(game, &0, &Limits::NONE).unwrap();
    let slow = naive::solve(game, [0]);
    for (&at, position_value) in slow.all() {
        let verdict = solved.verdict(game.tiers[at], game.words[at]).expect("every position is met");
        assert_eq!(
            (verdict.outcome(), verdict.remoteness()),
            (position_value.outcome, position_value.remoteness),
            "{at} of {game:?}"
        );
    }
    let count =
        |outcome| slow.position_values.iter().filter(|position_value| position_value.outcome == outcome).count() as u64;
    let solved_counts = solved.counts();
    assert_eq!(solved_counts.positions, slow.positions.len() as u64);
    let counts = (count(Outcome::Win), count(Outcome::Loss), count(Outcome::Draw));
    assert_eq!((solved_counts.wins, solved_counts.losses, solved_counts.draws), counts, "{game:?}");
    assert_eq!(
        solved_counts.max_remoteness,
        slow.position_values.iter().filter_map(|position_value| position_value.remoteness).max()
    );
    let holds_somewhere = |f: &dyn Fn(usize, usize) -> bool| {
        slow.positions.iter().any(|&at| game.moves[at].iter().any(|&option| f(at, option)))
    };
    BTreeMap::from([
        ("a player again", holds_somewhere(&|a, b| game.turns.as_ref().is_some_and(|turns| turns[a] == turns[b]))),
        ("no turns", game.turns.is_none()),
        ("a tier skipped", holds_somewhere(&|a, b| game.tiers[b] > game.tiers[a] + 1)),
        ("two tiers in a row", holds_somewhere(&|a, b| game.moves[a].iter().any(|&c| game.tiers[c] != game.tiers[b]))),
        ("a move twice", holds_somewhere(&|a, b| game.moves[a].iter().filter(|&&c| c == b).count() > 1)),
        ("all values", counts.0 > 0 && counts.1 > 0 && counts.2 > 0),
        ("a draw with moves", slow.all().any(|(&at, f)| f.outcome == Outcome::Draw && !game.moves[at].is_empty())),
        ("a remoteness above 4", solved_counts.max_remoteness > Some(Remoteness(4))),
    ])
}

#[test]
fn random_games_are_solved_as_by_the_reference() {
    let mut counts = BTreeMap::<&str, u32>::new();
    for game in random::fixed(random_tiered_games(), 4000) {
        agrees_with_reference(&game)
            .into_iter()
            .for_each(|(shape, occurred)| *counts.entry(shape).or_default() += u32::from(occurred));
    }
    assert!(counts.values().all(|&count| count > 50), "hardly drawn: {counts:?}");
}

proptest! {
    #![proptest_config(random::config(300))]

    #[test]
    fn any_random_game_is_solved_as_by_the_reference(game in random_tiered_games()) {
        agrees_with_reference(&game);
    }
}

/// Take one stone of many: a tier a stone, and the deepest game there is. The last stone wins for whoever the count says.
#[derive(Clone)]
struct One(u32);

impl Game for One {
    type Position = u32;
    type Move = u32;

    fn moves(&self, &gone: &u32, out: &mut Vec<u32>) {
        out.extend((gone < self.0).then_some(gone + 1));
    }

    fn play(&self, _at: &u32, &to: &u32) -> u32 {
        to
    }
}

impl Tiered for One {
    fn pack(&self, &gone: &u32) -> u64 {
        gone.into()
    }

    fn unpack(&self, word: u64) -> u32 {
        word as u32
    }

    fn tier(&self, &gone: &u32) -> u32 {
        gone
    }
}

#[test]
fn a_remoteness_that_needs_more_bytes_is_exact() {
    let game = One(40_000);
    let solved = from_start(&game, &0, &Limits::NONE).unwrap();
    for (tier, word, verdict) in solved.all() {
        let left = game.0 - tier;
        let expected = if left % 2 == 1 { Verdict::Win(Remoteness(left)) } else { Verdict::Loss(Remoteness(left)) };
        assert_eq!((u64::from(tier), verdict), (word, expected));
    }
    assert_eq!(solved.counts().max_remoteness, Some(Remoteness(40_000)));
}

#[test]
fn threads_do_not_change_the_answer() {
    let game = Connect4::new(4, 5).unwrap();
    let start = TextGame::start(&game).unwrap();
    let by = |threads| from_start(&game, &start, &Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE });
    let one = by(1).unwrap();
    for threads in [2, 3, 8] {
        let more = by(threads).unwrap();
        assert_eq!(more.counts(), one.counts());
        assert!(more.all().eq(one.all()), "{threads} threads");
    }
}

#[test]
fn limits_end_a_run_cleanly() {
    let game = Connect4::new(4, 4).unwrap();
    let start = TextGame::start(&game).unwrap();
    let run = |limits: Limits<'_>| from_start(&game, &start, &limits);
    let whole = run(Limits::NONE).unwrap();
    assert!(run(Limits { positions: Some(161_029), ..Limits::NONE }).is_ok());
    let hit = run(Limits { positions: Some(161_028), ..Limits::NONE }).unwrap_err();
    assert_eq!(hit, RunError::Limit(LimitHit::Positions { limit: 161_028, needed: 161_029 }));
    assert!(matches!(
        run(Limits { positions: Some(0), ..Limits::NONE }),
        Err(RunError::Limit(LimitHit::Positions { .. }))
    ));
    // Just the bytes that it needs are enough, and none less.
    let peak_bytes = whole.peak_bytes();
    assert!(run(Limits { memory: Some(peak_bytes), ..Limits::NONE }).is_ok());
    for memory in [0, 1, 1000, peak_bytes / 2, whole.bytes() - 1, peak_bytes - 1] {
        let hit = run(Limits { memory: Some(memory), ..Limits::NONE }).unwrap_err();
        assert!(
            matches!(hit, RunError::Limit(LimitHit::Memory { limit, needed }) if limit == memory && needed > memory),
            "{hit:?}"
        );
    }
    for after in [0, 1, 10, 100, 1000] {
        let calls = AtomicU32::new(0);
        let stop = || calls.fetch_add(1, Ordering::Relaxed) >= after;
        assert!(matches!(run(Limits { stop: &stop, ..Limits::NONE }), Err(RunError::Interrupted { .. })), "{after}");
    }
}

/// One position, and so many more after one move that threads share them; the last is a defect on the way back.
struct Faulty {
    calls: AtomicU32,
}

impl DynTiered for Faulty {
    fn bits(&self) -> u32 {
        20
    }
    fn expand(&self, tier: u32, words: &[u64], out: &mut TieredBlock) {
        if tier == 0 {
            (0..100_000).for_each(|word| out.push_option(TieredOption { tier: 1, moves_again: false, word }));
            out.close();
            return;
        }
        for &word in words {
            let is_second_call = word == 99_999 && self.calls.fetch_add(1, Ordering::Relaxed) > 0;
            assert!(!is_second_call, "a defect of the rules");
            out.push_terminal(Outcome::Loss);
        }
    }
    fn player(&self, _: u64) -> Option<Player> {
        None
    }
    fn word(&self, at: &Key) -> u64 {
        at.0.first().copied().map_or(0, u64::from)
    }
    fn tier(&self, at: &Key) -> u32 {
        u32::from(self.word(at) > 0)
    }
    fn position(&self, word: u64) -> Key {
        Key([word as u8].into())
    }
    fn text(&self, word: u64) -> String {
        word.to_string()
    }
}

#[test]
fn a_panic_in_one_of_several_threads_is_an_error() {
    let two = Limits { threads: NonZeroUsize::new(2), ..Limits::NONE };
    let error = solve_tiered(&Faulty { calls: AtomicU32::new(0) }, 0, 0, &two).unwrap_err();
    assert_eq!(error, RunError::WorkerPanicked { message: "a defect of the rules".to_owned() });
}
