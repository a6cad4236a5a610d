//! Checks posted rules.

use crate::failure::{Failure, place};
use crate::pipe::Response;
use crate::schema;
use grundy::limits::Limits;
use grundy_rules::{Finding, OpenError, Setting};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The number of positions that are explored when rules are posted.
const EXPLORED: u64 = 10_000;

/// Posted rules
#[derive(Serialize, ToSchema)]
pub(crate) struct Rules<'a> {
    /// `grundy/rules/1`
    schema: &'static str,
    /// The handle: a game in every other call
    game: &'a str,
    #[schema(required)]
    name: Option<String>,
    #[schema(required)]
    source: Option<String>,
    /// The parameters with their defaults
    parameters: BTreeMap<String, String>,
    check: Check,
}

/// What an exploration of the first positions found
#[derive(Serialize, ToSchema)]
pub(crate) struct Check {
    #[schema(value_type = Vec<schema::Finding>)]
    findings: Vec<Value>,
    positions: u64,
    moves: u64,
    /// Whether all positions were explored
    whole: bool,
    cycles: bool,
    bytes: u64,
}

/// Parses the parameters of rules, each as `NAME=VALUE`.
pub(super) fn settings(set: &[String]) -> Result<Vec<Setting>, Failure> {
    let read = |text: &String| {
        text.parse()
            .map_err(|help: String| Failure::input(format!("`set={text}`"), help).with("parameter", json!("set")))
    };
    set.iter().map(read).collect()
}

/// Explores posted rules and reports what was found.
pub(crate) fn check(handle: &str, source: &str, set: &[String], limits: &Limits<'_>) -> Result<Response, Failure> {
    let limits = Limits { positions: Some(EXPLORED), ..*limits };
    let report = grundy_rules::check_source(handle, source, &settings(set)?, &limits)
        .map_err(|error| rules_failure(&error, handle))?;
    let findings: Vec<Value> = report.findings.iter().map(finding).collect();
    if report.is_wrong() {
        let worst = report.findings.iter().find_map(|found| found.error.as_deref());
        let failure = match worst {
            Some(error) => Failure { status: 422, ..Failure::rules(error) },
            None => Failure::new(422, &report.findings[0].message, "change the rules and post them again"),
        };
        return Err(failure.with("findings", json!(findings)));
    }
    Response::of(&Rules {
        schema: "grundy/rules/1",
        game: handle,
        name: report.name.clone(),
        source: report.source.clone(),
        parameters: report.parameters.iter().map(|(name, default)| (name.clone(), default.clone())).collect(),
        check: Check {
            findings,
            positions: report.positions(),
            moves: report.moves(),
            whole: report.is_complete,
            cycles: report.cycles,
            bytes: report.bytes,
        },
    })
}

fn finding(found: &Finding) -> Value {
    let mut json = Map::new();
    json.insert("severity".to_owned(), json!(found.severity.as_str()));
    json.insert("message".to_owned(), json!(found.message));
    json.insert("position".to_owned(), json!(found.position));
    if let Some(error) = &found.error {
        json.extend(place(error));
        json.insert("help".to_owned(), json!(error.help));
        json.insert("notes".to_owned(), json!(error.notes));
    }
    Value::Object(json)
}

/// The error for rules that cannot be opened.
pub(super) fn rules_failure(error: &OpenError, game: &str) -> Failure {
    match error {
        OpenError::Rules(error) => Failure::rules(error),
        OpenError::Catalog(error) => Failure::open(error, "game", game),
        OpenError::Text(error) => Failure::text(error, "game", game),
        OpenError::File { error, .. } => Failure::new(422, error.to_string(), ""),
        error => Failure::limit(error.to_string()),
    }
}
