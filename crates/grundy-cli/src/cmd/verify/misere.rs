//! Verifies a certificate of a misère quotient.

use super::args::{Args, report_rejection};
use crate::fail::Failure;
use grundy::heap::misere::MisereCertificate;
use grundy::verify::misere::{MisereCheckError, MisereVerified, verify};
use serde_json::json;
use std::io::Write;

/// Whether a file begins like a certificate of a misère quotient.
pub(super) fn is_certificate(bytes: &[u8]) -> bool {
    MisereCertificate::is_likely(bytes)
}

/// Runs `grundy verify` on a certificate of a misère quotient.
pub(super) fn run(args: &Args, bytes: &[u8]) -> Result<(), Failure> {
    let path = &args.file;
    if args.quick || args.segments.is_some() {
        return Err(Failure::input(
            format!("{path}: a certificate of a misère quotient is verified whole"),
            "leave out --quick and --segments, which are for certificates of periods",
        ));
    }
    let certificate = match MisereCertificate::parse(bytes) {
        Ok(certificate) => certificate,
        Err(error) if error.is_damage() => return report_rejection(args, &format!("{path}: {error}")),
        Err(error) => {
            let help = "such a certificate is written by `grundy misere GAME --certificate FILE`";
            return Err(Failure::input(format!("{path}: {error}"), help));
        }
    };
    match args.bounds.within(|limits| verify(&certificate, &|| (limits.stop)())) {
        Ok(verified) => write_answer(args, &certificate, verified),
        Err(MisereCheckError::Fault(fault)) => report_rejection(args, &format!("{path}: {fault}")),
        Err(MisereCheckError::Stopped) => Err(Failure::Stopped(
            "the time was up before the certificate was verified; a larger --time may help".to_owned(),
        )),
    }
}

fn write_answer(args: &Args, certificate: &MisereCertificate, verified: MisereVerified) -> Result<(), Failure> {
    let MisereVerified { order, heaps, pairs, .. } = verified;
    let game = &certificate.game;
    let mut out = anstream::stdout().lock();
    if args.json {
        let answer = json!({
            "schema": "grundy/verify/1",
            "verified": true,
            "proof": true,
            "game": game,
            "order": order,
            "all_heaps": verified.is_for_all_heaps,
            "preperiod": certificate.repetition.map(|(preperiod, _)| preperiod),
            "period": certificate.repetition.map(|(_, period)| period),
            "heaps": heaps,
            "pairs": pairs,
        });
        writeln!(out, "{answer}")?;
    } else {
        let of = match certificate.repetition {
            Some((preperiod, period)) => format!("all heaps, period {period}, preperiod {preperiod}"),
            None => format!("the heaps up to {heaps}"),
        };
        writeln!(out, "{game}: misère quotient of order {order} of {of}: proved")?;
        writeln!(out, "derived again: the options of {heaps} heaps; {pairs} pairs stand for all sums")?;
    }
    Ok(out.flush()?)
}
