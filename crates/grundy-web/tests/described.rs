//! The description at `/openapi.json` is true: its routes are those that there are, its examples are answered, and the
//! answers have the shapes that it says.

mod common;

use common::{Served, ask, encoded};
use serde_json::Value;

/// What is wrong with a value by a schema; the words of JSON Schema that the description uses, and no others.
fn wrong(value: &Value, schema: &Value, whole: &Value, at: &str) -> Option<String> {
    for (word, said) in schema.as_object().unwrap() {
        let found = match (word.as_str(), said) {
            ("description" | "maxLength" | "maxItems" | "minimum" | "maximum" | "example", _) => None,
            ("$ref", _) => {
                let path = said.as_str().unwrap().strip_prefix('#').unwrap();
                wrong(value, whole.pointer(path).unwrap_or_else(|| panic!("{said}")), whole, at)
            }
            ("type", _) => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("type {other}"),
                };
                let any = said.as_array().map_or_else(|| is(said), |names| names.iter().any(is));
                (!any).then(|| format!("{at} is {value}, not {said}"))
            }
            ("const", _) => (value != said).then(|| format!("{at} is {value}, not {said}")),
            ("enum", Value::Array(all)) => (!all.contains(value)).then(|| format!("{at} is {value}, none of {said}")),
            ("required", Value::Array(names)) => names
                .iter()
                .find_map(|name| value.get(name.as_str().unwrap()).is_none().then(|| format!("{at} has no {name}"))),
            ("properties", Value::Object(fields)) => fields.iter().find_map(|(name, field)| {
                value.get(name).and_then(|value| wrong(value, field, whole, &format!("{at}.{name}")))
            }),
            ("additionalProperties", _) => {
                value.as_object().unwrap().values().find_map(|value| wrong(value, said, whole, at))
            }
            ("items", _) => {
                value.as_array().into_iter().flatten().find_map(|value| wrong(value, said, whole, &format!("{at}[]")))
            }
            ("oneOf", Value::Array(all)) => {
                let fits = all.iter().filter(|one| wrong(value, one, whole, at).is_none()).count();
                (fits != 1).then(|| format!("{at}: {fits} of {} shapes fit {value}", all.len()))
            }
            ("allOf", Value::Array(all)) => all.iter().find_map(|one| wrong(value, one, whole, at)),
            (other, _) => panic!("the word {other} of a schema"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

#[test]
fn every_route_is_described_and_answers_as_described() {
    let served = Served::new();
    let whole = served.get("/openapi.json").json();
    assert!(whole["openapi"].as_str().unwrap().starts_with("3.1"));
    // The counters name every route there is.
    let metrics = |path: &str| served.get("/metrics").text().contains(&format!("route=\"{path}\""));
    for (path, methods) in whole["paths"].as_object().unwrap() {
        for (method, said) in methods.as_object().unwrap() {
            let mut query = Vec::new();
            let mut real = path.clone();
            for parameter in said["parameters"].as_array().unwrap() {
                let name = parameter["name"].as_str().unwrap();
                let Some(example) = parameter.get("example") else {
                    assert!(parameter["required"] != true, "{path}: {name} has no example");
                    continue;
                };
                let example = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
                match parameter["in"].as_str().unwrap() {
                    "path" => real = real.replace(&format!("{{{name}}}"), &example),
                    // Positions are of the game that is the example of most.
                    _ => query.push(format!("{name}={}", encoded(&example))),
                }
            }
            let target = format!("{real}?{}", query.join("&"));
            let answer = ask(
                served.address,
                format!("{} {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", method.to_uppercase()),
            );
            let counted = path.replace("{file}", "{*file}");
            assert!(metrics(&counted), "{counted} is no route");
            let told = &said["responses"][answer.status.to_string()];
            assert!(told.is_object(), "{target}: {} is not described", answer.status);
            let told = told["$ref"].as_str().map_or(told, |path| whole.pointer(&path[1..]).unwrap());
            // Without tables and a program to run rules in, two routes have no good answer; the binary's tests ask them.
            let expected = match path.as_str() {
                "/api/stats" => 404,
                "/api/rules" => 503,
                _ => 200,
            };
            assert_eq!(answer.status, expected, "{target}: {}", answer.text());
            if let Some(schema) = told.pointer("/content/application~1json/schema") {
                assert_eq!(wrong(&answer.json(), schema, &whole, path), None, "{target}");
            }
            // Another method is refused as described.
            let other = if method == "get" { "POST" } else { "GET" };
            let refused = ask(
                served.address,
                format!("{other} {target} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
            );
            assert_eq!(refused.status, 405, "{other} {target}");
            assert!(said["responses"]["405"].is_object(), "{path}");
        }
    }
    // And no route is left out: what was not described was asked under no name.
    let described = whole["paths"].as_object().unwrap().len();
    assert_eq!(grundy_web::paths().count(), described);
}

#[test]
fn a_schema_can_be_failed() {
    let whole = serde_json::from_str(include_str!("../openapi.json")).unwrap();
    let position = serde_json::json!({"$ref": "#/components/schemas/Position"});
    assert!(wrong(&serde_json::json!({"schema": "grundy/position/1"}), &position, &whole, "").is_some());
    assert!(wrong(&serde_json::json!([]), &position, &whole, "").is_some());
}
