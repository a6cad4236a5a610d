//! `grundy verify`: derives a table or a certificate again, with independent code.

mod args;
mod misere;
#[cfg(feature = "table")]
mod table;

pub(crate) use args::Args;

use crate::atomic_file;
use crate::clock_seed::clock_seed;
use crate::fail::Failure;
use crate::progress::{ProgressLine, approximate_duration, group_digits};
use crate::text_output;
use args::report_rejection;
use grundy::catalog::GameSpec;
use grundy::heap::octal::{Certificate, Proof};
use grundy::verify::octal::{CertificateCheckError, CheckOptions, Scope, Verified, verify};
use serde_json::json;
use std::io::Write;

/// The maximum size of a file to read, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Runs `grundy verify`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let path = &args.file;
    let help = "name a certificate, by `grundy period octal:0.16 --certificate FILE`, or a table, by `grundy build GAME -o TABLE`";
    #[cfg(feature = "table")]
    if table::is_parquet(path) {
        return table::run(args);
    }
    let bytes = atomic_file::read(path, MAX_FILE_BYTES).map_err(|error| Failure::file(path, &error, help))?;
    if misere::is_certificate(&bytes) {
        return misere::run(args, &bytes);
    }
    let certificate = match Certificate::parse(&bytes) {
        Ok(certificate) => certificate,
        Err(error) if error.is_damage() => return report_rejection(args, &format!("{path}: {error}")),
        Err(error) => {
            let rules = if GameSpec::is_rules_file(path) { "; a rules file is checked by `grundy check`" } else { "" };
            return Err(Failure::input(format!("{path}: {error}"), format!("{help}{rules}")));
        }
    };
    args.require_no_game()?;
    if let Proof::Plain { .. } = certificate.proof {
        args.require_whole("a certificate without segments")?;
    }
    let scope = match (&args.segments, args.quick) {
        (Some(range), _) => Scope::Segments(range.clone()),
        (None, true) => Scope::Quick { seed: args.seed.unwrap_or_else(clock_seed) },
        (None, false) => Scope::All,
    };
    let line = ProgressLine::new();
    let checked = args.bounds.within(|limits| {
        let stop = || (limits.stop)();
        let progress = |heaps: u64, of: u64| {
            line.show(|elapsed| {
                let rate = heaps as f64 / elapsed.as_secs_f64().max(0.001);
                let left = approximate_duration((of.saturating_sub(heaps)) as f64 / rate.max(1.0));
                format!(
                    "{} of {} heaps, {} a second; {left} left",
                    group_digits(heaps),
                    group_digits(of),
                    group_digits(rate as u64)
                )
            });
        };
        let threads = limits.workers();
        verify(&certificate, &CheckOptions { threads, scope: &scope, stop: &stop, progress: &progress })
    });
    drop(line);
    match checked {
        Ok(verified) => {
            let mut out = text_output::stdout();
            if args.json {
                writeln!(std::io::stdout(), "{}", as_json(&certificate, &verified, &scope))?;
            } else {
                write_text(&certificate, &verified, &scope, &mut out)?;
            }
            Ok(out.flush()?)
        }
        Err(CertificateCheckError::Fault(wrong)) => report_rejection(args, &format!("{path}: {wrong}")),
        Err(error @ CertificateCheckError::Segments { .. }) => {
            Err(Failure::input(format!("{path}: {error}"), "--segments takes numbers of these"))
        }
        Err(CertificateCheckError::Stopped { heaps, of }) => Err(Failure::Stopped(format!(
            "the time was up after {heaps} of {of} heaps; a larger --time may help, or --segments a part at a time"
        ))),
        Err(error) => Err(Failure::input(format!("{path}: {error}"), "")),
    }
}

fn as_json(certificate: &Certificate, verified: &Verified, scope: &Scope) -> serde_json::Value {
    let mut answer = json!({
        "schema": "grundy/verify/1",
        "verified": true,
        "proof": verified.is_proof(),
        "game": certificate.game,
        "period": certificate.period,
        "preperiod": certificate.preperiod,
        "max_value": certificate.max_value,
        "theorem": verified.theorem,
        "heaps": verified.heaps,
        "of": verified.of,
        "segments": verified.segments,
        "checked": verified.checked,
        "largest": verified.largest,
    });
    if let Scope::Quick { seed } = scope {
        // A number beyond 2⁵³ − 1 is written as a string, as in all JSON output.
        answer["seed"] = if *seed < 1 << 53 { json!(seed) } else { json!(seed.to_string()) };
    }
    answer
}

fn write_text(
    certificate: &Certificate,
    verified: &Verified,
    scope: &Scope,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let Certificate { game, period, preperiod, max_value, proof } = certificate;
    let Verified { heaps, of, checked, segments, theorem, largest } = verified;
    if verified.is_proof() {
        writeln!(out, "{game}: period {period}, preperiod {preperiod}, largest value {max_value}: proved")?;
        writeln!(out, "derived again: {heaps} heaps, by {theorem}")?;
        return match proof {
            Proof::Windows(_) => writeln!(out, "all {segments} segments are right"),
            Proof::Plain { .. } => Ok(()),
        };
    }
    writeln!(out, "{game}: this is not a proof; {} of {segments} segments are right", checked.len())?;
    writeln!(out, "claimed: period {period}, preperiod {preperiod}, largest value {max_value}")?;
    writeln!(out, "derived again: {heaps} of {of} heaps, the largest value {largest}; the recurrence holds")?;
    writeln!(out, "segments {}", ranges(checked))?;
    match scope {
        Scope::Quick { seed } => writeln!(out, "chosen by --seed {seed}"),
        _ => Ok(()),
    }
}

/// Formats ascending numbers as ranges: `1..3 7 9..10`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let runs = runs.map(|run| match run {
        [one] => one.to_string(),
        _ => format!("{}..{}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(" ")
}
