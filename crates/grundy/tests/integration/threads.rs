//! What several threads may do at once with one game: nothing that one thread is told reaches another.

use crate::common::scatter::{Scatter, Scripted, on};
use grundy::answer::StoreError;
use grundy::catalog::OpenedGame;
use grundy::graph::{ExploreError, Explorer};
use grundy::limits::RunError;
use grundy::solver::{BuildError, SolveError, Solver};
use grundy::text::{DynGame, RulesError};
use std::sync::atomic::{AtomicU32, Ordering};

/// Checked by the compiler.
#[test]
fn solvers_can_be_sent_and_games_shared() {
    fn is_send<T: Send>() {}
    fn is_sync<T: Sync>() {}
    fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
    is_send::<Solver<'static>>();
    is_send::<Explorer<'static>>();
    is_send::<OpenedGame>();
    is_sync::<OpenedGame>();
    is_send::<Box<dyn DynGame>>();
    is_sync::<Box<dyn DynGame>>();
    is_error::<SolveError>();
    is_error::<BuildError>();
    is_error::<ExploreError>();
    is_error::<RunError>();
    is_error::<RulesError>();
    is_error::<StoreError>();
}

/// Many questions on several threads about a game whose rules fail at some positions: an error where they fail, or where they fail at
/// a position that can be reached, and an answer everywhere else.
#[test]
fn errors_of_rules_reach_the_caller() {
    // A move at most from each position, so that most do not lead to one at which the rules fail.
    let game = Scatter { has_players: false, ..Scatter::new(12, 600, 1) };
    let fails_at = [3, 40, 77, 300, 301, 302, 555];
    let text = grundy::text::WithText::new(game.clone());
    let failed: Vec<Option<RulesError>> = (0..game.count)
        .map(|at| {
            let scripted = Scripted::new(game.clone(), false, usize::MAX, fails_at);
            let walk = crate::common::walk::Walk::new(&text, [text.key(&at)], false);
            walk.positions.iter().find_map(|at| scripted.check(text.position(at)).err())
        })
        .collect();
    let failures = failed.iter().flatten().count();
    assert!(failures > 20 && failures < 400, "{failures}");
    let opened = OpenedGame::Game(Box::new(Scripted::new(game.clone(), true, 2, fails_at)));
    let answered = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (opened, failed, text, answered) = (&opened, &failed, &text, &answered);
            scope.spawn(move || {
                let mut solver = Solver::new(opened).limits(on(1 + thread as usize % 2));
                for question in 0..3000 {
                    let at = (question * (2 * thread + 7) + thread) % 600;
                    let answer = solver.solve(&text.key(&at));
                    match (&failed[at as usize], answer) {
                        (Some(error), answer) => assert_eq!(answer, Err(SolveError::from(error.clone())), "{at}"),
                        (None, answer) => {
                            let answer = answer.unwrap_or_else(|error| panic!("{at}: {error}"));
                            assert_eq!(answer.position, at.to_string());
                            answered.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    assert!(answered.into_inner() > 4000);
}
