//! Verifies a certificate of a misère quotient.

use super::args::{Args, report_rejection};
use crate::fail::Failure;
use grundy::heap::misere::MisereCertificate;
use grundy::verify::misere::{MisereCheckError, MisereVerified, verify};
use serde_json::json;

/// Whether a file begins like a certificate of a misère quotient.
pub(super) fn is_certificate(bytes: &[u8]) -> bool {
    MisereCertificate::is_likely(bytes)
}

/// Runs `grundy verify` on a certificate of a misère quotient.
pub(super) fn run(args: &Args, bytes: &[u8]) -> Result<(), Failure> {
    let path = &args.file;
    args.require_no_game()?;
    args.require_whole("a certificate of a misère quotient")?;
    let certificate = match MisereCertificate::parse(bytes) {
        Ok(certificate) => certificate,
        Err(error) if error.is_damage() => return report_rejection(args, &format!("{path}: {error}")),
        Err(error) => {
            let help = "such a certificate is written by `grundy misere GAME --certificate FILE`";
            return Err(Failure::input(format!("{path}: {error}"), help));
        }
    };
    match args.bounds.within(|limits| verify(&certificate, &limits)) {
        Ok(verified) => write_answer(args, &certificate, verified),
        Err(MisereCheckError::Fault(fault)) => report_rejection(args, &format!("{path}: {fault}")),
        Err(MisereCheckError::Limit(hit)) => Err(Failure::run(&hit.into())),
        Err(MisereCheckError::Stopped) => Err(Failure::Stopped(
            "the time was up before the certificate was verified; a larger --time may help".to_owned(),
        )),
        Err(error) => Err(Failure::input(format!("{path}: {error}"), "")),
    }
}

fn write_answer(args: &Args, certificate: &MisereCertificate, verified: MisereVerified) -> Result<(), Failure> {
    let MisereVerified { order, heaps, pairs, .. } = verified;
    let (game, repetition) = (&certificate.game, certificate.repetition);
    let fields = json!({
        "game": game,
        "order": order,
        "all_heaps": verified.is_for_all_heaps,
        "preperiod": repetition.map(|(preperiod, _)| preperiod),
        "period": repetition.map(|(_, period)| period),
        "heaps": heaps,
        "pairs": pairs,
    });
    let of = match repetition {
        Some((preperiod, period)) => format!("all heaps, period {period}, preperiod {preperiod}"),
        None => format!("the heaps up to {heaps}"),
    };
    let text = format!(
        "{game}: misère quotient of order {order} of {of}: proved\n\
         derived again: the options of {heaps} heaps; {pairs} pairs stand for all sums"
    );
    args.write_proof(fields, &text)
}
