//! Checks posted rules.

use crate::failure::{Failure, Finding};
use crate::pipe::Response;
use grundy::limits::Limits;
use grundy_rules::{OpenError, ParseSettingError, Setting};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The number of positions that are explored when rules are posted.
const EXPLORED: u64 = 10_000;

/// Posted rules
#[derive(Serialize, ToSchema)]
pub(crate) struct Rules {
    /// `grundy/rules/1`
    schema: &'static str,
    /// The handle: a game in every other call
    game: String,
    #[schema(required)]
    name: Option<String>,
    #[schema(required)]
    source: Option<String>,
    /// The parameters with their values: those that were set, or the defaults
    parameters: BTreeMap<String, String>,
    check: Check,
}

/// What an exploration of the first positions found
#[derive(Serialize, ToSchema)]
pub(crate) struct Check {
    findings: Vec<Finding>,
    /// What is counted: `positions`, or `components` of sums
    counted: &'static str,
    positions: u64,
    moves: u64,
    /// Whether all positions were explored
    whole: bool,
    cycles: bool,
    bytes: u64,
}

/// Parses the parameters of rules, each as `NAME=VALUE`.
pub(super) fn settings(set: &[String]) -> Result<Vec<Setting>, Failure> {
    let wrong = |text: &str, error: ParseSettingError| {
        Failure::input(format!("`set={text}`"), error.to_string()).of_parameter("set")
    };
    set.iter().map(|text| text.parse().map_err(|error| wrong(text, error))).collect()
}

/// Explores posted rules and reports what was found.
pub(crate) fn check(handle: &str, source: &str, set: &[String], limits: &Limits<'_>) -> Result<Response, Failure> {
    let limits = Limits { positions: Some(EXPLORED), ..*limits };
    let report = grundy_rules::check_source(handle, source, &settings(set)?, &limits)
        .map_err(|error| rules_failure(&error, handle))?;
    let findings: Vec<Finding> = report.findings.iter().map(Finding::from).collect();
    // Every error has its place.
    if let Some(error) = report.findings.iter().find_map(|found| found.error.as_deref()) {
        let mut failure = Failure { status: 422, ..Failure::rules(error) };
        failure.details.findings = Some(findings);
        return Err(failure);
    }
    Response::of(&Rules {
        schema: "grundy/rules/1",
        game: handle.to_owned(),
        check: Check {
            findings,
            counted: if report.counts_components { "components" } else { "positions" },
            positions: report.positions(),
            moves: report.moves(),
            whole: report.is_complete,
            cycles: report.has_cycles,
            bytes: report.bytes,
        },
        name: report.name,
        source: report.source,
        parameters: report.parameters.into_iter().collect(),
    })
}

/// The error for rules that cannot be opened.
pub(super) fn rules_failure(error: &OpenError, game: &str) -> Failure {
    match error {
        OpenError::Rules(error) => Failure::rules(error),
        OpenError::Catalog(error) => Failure::open(error, "game", game),
        OpenError::Setting(error) => Failure::text(error, "game", game),
        OpenError::File { error, .. } => Failure::new(422, error.to_string(), ""),
        error => Failure::limit(error.to_string()),
    }
}
