//! The arguments of `verify`, and the output for a rejected certificate.

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::text_output;
use serde_json::json;
use std::io::Write;
use std::ops::RangeInclusive;

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A table, written by `grundy build GAME -o TABLE`, or a certificate, by `grundy period GAME --certificate FILE` or `grundy misere GAME --certificate FILE`
    pub(super) file: String,
    /// The file of the game's rules of a table, if it has moved
    #[cfg(feature = "table")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["quick", "segments"])]
    pub(super) game: Option<String>,
    /// Check the recurrence, one whole period and one in ten of the other segments: no proof
    #[arg(long, conflicts_with = "segments")]
    pub(super) quick: bool,
    /// Seed for the choice of segments by `--quick`; the same seed chooses the same ones. Default: from the clock; the answer states it
    #[arg(long, value_name = "N", requires = "quick", value_parser = bounds::whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,
    /// Check these segments alone, as `3` or `3..7`, both included; on many machines, a range each, they are a proof together
    #[arg(long, value_name = "A..B", value_parser = segments)]
    pub(super) segments: Option<RangeInclusive<u64>>,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

impl Args {
    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        let files = NamedFiles::default().with_inputs([&self.file]);
        #[cfg(feature = "table")]
        let files = files.with_games(&self.game);
        files
    }
}

impl Args {
    /// Refuses `--game` for a certificate, which has no rules in a file.
    pub(super) fn require_no_game(&self) -> Result<(), Failure> {
        #[cfg(feature = "table")]
        if self.game.is_some() {
            return Err(Failure::input(
                format!("{}: the certificate itself names its game", self.file),
                "leave out --game, which is for tables",
            ));
        }
        Ok(())
    }

    /// Refuses `--quick` and `--segments` for a file that is only verified whole.
    pub(super) fn require_whole(&self, kind: &str) -> Result<(), Failure> {
        if self.quick || self.segments.is_some() {
            return Err(Failure::input(
                format!("{}: {kind} is verified whole", self.file),
                "leave out --quick and --segments, which are for certificates with segments",
            ));
        }
        Ok(())
    }

    /// Writes the answer for a file that is proved whole: JSON with these fields, or text.
    pub(super) fn write_proof(&self, fields: serde_json::Value, text: &str) -> Result<(), Failure> {
        let mut out = text_output::stdout();
        if self.json {
            let mut answer = json!({ "schema": "grundy/verify/1", "verified": true, "proof": true });
            if let (Some(answer), serde_json::Value::Object(fields)) = (answer.as_object_mut(), fields) {
                answer.extend(fields);
            }
            writeln!(std::io::stdout(), "{answer}")?;
        } else {
            writeln!(out, "{text}")?;
        }
        Ok(out.flush()?)
    }
}

fn segments(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.trim().parse(), last.trim_start_matches('=').trim().parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err("write segments as `3` or `3..7`, from 1 on".to_owned()),
    }
}

/// Reports a certificate that is not a proof: on standard error, and as an answer if `--json` is set.
pub(super) fn report_rejection(args: &Args, why: &str) -> Result<(), Failure> {
    if args.json {
        let answer = json!({ "schema": "grundy/verify/1", "verified": false, "proof": false, "error": why });
        Failure::ignore_closed_output(writeln!(std::io::stdout(), "{answer}"))?;
    }
    Err(Failure::Mismatch(why.to_owned()))
}
