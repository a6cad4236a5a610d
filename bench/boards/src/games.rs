//! The games that are timed, with published results about them.

use grundy::catalog::{Dao, Quixo, Teeko};
use grundy::game::{Index, Indexed};
use grundy::text::{DynIndexed, TextGame};
use grundy::{Outcome, Remoteness, Verdict};

/// A game to time.
pub struct Timed {
    pub name: &'static str,
    pub rules: Box<dyn DynIndexed>,
    pub known: Known,
}

/// A published result that every solution must agree with.
pub enum Known {
    /// The value of the start.
    Start(Index, Verdict),
    /// The numbers of won, lost and drawn positions, and the largest remoteness.
    Counts([u64; 3], Remoteness),
}

/// All games, the smallest first.
pub fn all() -> [Timed; 3] {
    let quixo = Quixo::new(4).expect("a board of four by four");
    [
        // A draw: J. P. Neto's pages on abstract games, di.fc.ul.pt jpn/gv/dao.htm, and the deepest win, puzzles.net23.net.
        Timed { name: "dao", known: Known::Start(start(&Dao), Verdict::Draw), rules: Box::new(Dao) },
        // Tanaka, Bonnet, Tixeuil, Tamura 2020, "Quixo is solved": the first player wins, in 21 moves.
        Timed {
            name: "quixo",
            known: Known::Start(start(&quixo), Verdict::Win(Remoteness(21))),
            rules: Box::new(quixo),
        },
        Timed {
            name: "teeko",
            known: Known::Counts([25_845_590, 7_503_585, 42_361_075], Remoteness(39)),
            rules: Box::new(Teeko::movement()),
        },
    ]
}

fn start<G: TextGame + Indexed>(game: &G) -> Index {
    let at = TextGame::start(game).expect("the game has a start");
    game.rank(&at).expect("the start has an index")
}

impl Known {
    /// Checks the verdicts of all positions with an index below `count`.
    ///
    /// # Panics
    /// If they differ from the published result.
    pub fn check(&self, count: u64, verdict: impl Fn(Index) -> Option<Verdict>) {
        match *self {
            Self::Start(index, known) => assert_eq!(verdict(index), Some(known), "the value of the start"),
            Self::Counts(known, deepest) => {
                let (mut counts, mut most) = ([0; 3], Remoteness(0));
                for found in (0..count).filter_map(|index| verdict(Index(index))) {
                    counts[match found.outcome() {
                        Outcome::Win => 0,
                        Outcome::Loss => 1,
                        Outcome::Draw => 2,
                    }] += 1;
                    most = most.max(found.remoteness().unwrap_or_default());
                }
                assert_eq!((counts, most), (known, deepest), "won, lost and drawn numbers, and the deepest");
            }
        }
    }
}
