//! Runs the fuzz target of tables on inputs from a fixed seed, once normally and once with little address space.

mod common;
// Public for the fuzz target, which is a separate crate.
#[expect(unreachable_pub)]
#[path = "../../../fuzz/src/table.rs"]
mod table;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// Tries a number of inputs of a strategy, the same in every run. `FUZZ=7` tries as many other inputs; each number gives different ones.
fn fixed(cases: u32, inputs: impl Strategy<Value = Vec<u8>>) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut seed = *b"tables, changed and sealed again";
    if let Some(other) = std::env::var("FUZZ").ok().and_then(|text| text.parse::<u64>().ok()) {
        seed[..8].copy_from_slice(&other.to_le_bytes());
    }
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let tried = TestRunner::new_with_rng(config, rng).run(&inputs, |data| {
        table::table(&data);
        Ok(())
    });
    tried.unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// Inputs whose second byte selects one of some kinds.
fn with_kind(kind: std::ops::Range<u8>, length: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u8>> {
    (any::<u8>(), kind, prop::collection::vec(any::<u8>(), length))
        .prop_map(|(base, kind, rest)| [&[base, kind][..], &rest].concat())
}

#[test]
fn any_bytes() {
    fixed(500, with_kind(0..2, 0..200));
}

#[test]
fn wrong_rows() {
    fixed(600, with_kind(2..4, 0..12));
}

#[test]
#[ignore = "run by the next test"]
fn changed_and_sealed_again() {
    // A few changes reach deeper than many.
    fixed(1500, with_kind(4..8, 1..9));
    fixed(250, with_kind(4..8, 8..40));
}

/// The tables have a few kilobytes, so none of their numbers may become an allocation size. If the shell does not support such a limit,
/// the tables are tried without one.
#[test]
fn changed_and_sealed_again_in_little_memory() {
    let run = "ulimit -v 600000 2>/dev/null; exec \"$0\" --ignored --exact changed_and_sealed_again --test-threads=1";
    let own = std::env::current_exe().unwrap();
    let output = std::process::Command::new("sh").args(["-c", run]).arg(own).output().expect("a shell");
    let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success() && texts[0].contains("1 passed"), "{}\n{}", texts[0], texts[1]);
}
