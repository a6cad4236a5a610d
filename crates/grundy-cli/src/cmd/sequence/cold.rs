//! Writes the cold pairs of a game of two heaps, in each format.

use super::{Format, JsonList};
use crate::fail::Failure;
use grundy::limits::Limits;
use grundy::solver::json::{ColdPair, SequenceAnswer};
use grundy::{Play, UBig};
use std::io::{BufWriter, Write};

/// Writes the pairs of `game` from index 0 to `to`.
pub(super) fn cold_pairs(
    game: &str,
    to: u64,
    pairs: impl Iterator<Item = (u64, UBig, UBig)>,
    format: Format,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    // The formula itself never checks whether the run must end, so check it here.
    let pairs = pairs.map(|pair| limits.check(0, 0).map(|()| pair).map_err(|error| Failure::run(&error)));
    let mut out = BufWriter::new(std::io::stdout().lock());
    match format {
        Format::Bfile => {
            for pair in pairs {
                let (k, small, _) = pair?;
                writeln!(out, "{k} {small}")?;
            }
        }
        Format::Csv => {
            writeln!(out, "index,smaller,larger")?;
            for pair in pairs {
                let (k, small, large) = pair?;
                writeln!(out, "{k},{small},{large}")?;
            }
        }
        Format::Json => {
            let mut listed = JsonList::new(0, to, limits)?;
            for pair in pairs {
                let (k, small, large) = pair?;
                listed.push(&ColdPair::new(k, (small, large)))?;
            }
            listed.write_last_in(&SequenceAnswer::of_pairs(game, Play::Normal), "cold_pairs", &mut out)?;
        }
        Format::Text => {
            let width = to.to_string().len().max(5);
            writeln!(out, "The cold pairs of Wythoff's game: whoever moves from one loses.\n")?;
            writeln!(out, "{:>width$}  smaller  larger", "index")?;
            for pair in pairs {
                let (k, small, large) = pair?;
                writeln!(out, "{k:>width$}  {:>7}  {:>6}", small.to_string(), large.to_string())?;
            }
        }
    }
    Ok(out.flush()?)
}
