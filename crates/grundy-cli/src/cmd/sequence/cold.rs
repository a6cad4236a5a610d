//! The cold pairs of a game of two heaps, in each of the formats.

use super::{Format, number};
use crate::fail::Failure;
use grundy::UBig;
use serde_json::json;
use std::io::{BufWriter, Write};

/// Writes the pairs of `game` from index 0 to `to`.
pub(super) fn cold_pairs(
    game: &str,
    to: u64,
    pairs: impl Iterator<Item = (u64, UBig, UBig)>,
    format: Format,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match format {
        Format::Bfile => {
            for (k, small, _) in pairs {
                writeln!(out, "{k} {small}")?;
            }
        }
        Format::Csv => {
            writeln!(out, "index,smaller,larger")?;
            for (k, small, large) in pairs {
                writeln!(out, "{k},{small},{large}")?;
            }
        }
        Format::Json => {
            let listed: Vec<_> = pairs
                .map(|(k, small, large)| json!({"index": k, "smaller": number(&small), "larger": number(&large)}))
                .collect();
            let whole = json!({"schema": "grundy/sequence/1", "game": game, "play": "normal", "cold_pairs": listed});
            writeln!(out, "{whole}")?;
        }
        Format::Text => {
            let width = to.to_string().len().max(5);
            writeln!(out, "The cold pairs of Wythoff's game: whoever moves from one loses.\n")?;
            writeln!(out, "{:>width$}  smaller  larger", "index")?;
            for (k, small, large) in pairs {
                writeln!(out, "{k:>width$}  {:>7}  {:>6}", small.to_string(), large.to_string())?;
            }
        }
    }
    Ok(out.flush()?)
}
