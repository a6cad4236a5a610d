//! The description at `/openapi.json` is accurate: it lists exactly the existing routes, its examples are answered, and the answers match
//! its schemas and have no other members.

use crate::common::{Scratch, grundy};
use crate::served::{STARLARK, Served, encoded};
use serde_json::{Map, Value, json};

/// A schema that rejects members that it does not describe, except where it is a part of `allOf`.
fn closed(schema: &Value, is_part: bool) -> Value {
    match schema {
        Value::Array(all) => all.iter().map(|one| closed(one, is_part)).collect(),
        Value::Object(members) => {
            let mut out = Map::new();
            for (name, member) in members {
                out.insert(
                    name.clone(),
                    match name.as_str() {
                        "allOf" => closed(member, true),
                        "properties" => {
                            let fields = member.as_object().unwrap().iter();
                            fields.map(|(name, field)| (name.clone(), closed(field, false))).collect()
                        }
                        "oneOf" | "anyOf" | "items" | "prefixItems" | "additionalProperties" => closed(member, false),
                        _ => member.clone(),
                    },
                );
            }
            let is_object = ["$ref", "properties", "allOf"].iter().any(|word| members.contains_key(*word));
            if is_object && !is_part {
                out.insert("unevaluatedProperties".to_owned(), json!(false));
            }
            Value::Object(out)
        }
        other => other.clone(),
    }
}

/// The errors of a value according to a schema of the description.
pub(crate) fn wrong(value: &Value, schema: &Value, document: &Value) -> Vec<String> {
    let mut root = closed(schema, false);
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let schemas: Map<String, Value> =
        schemas.iter().map(|(name, schema)| (name.clone(), closed(schema, true))).collect();
    root["components"] = json!({ "schemas": schemas });
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    let validator = jsonschema::validator_for(&root).unwrap_or_else(|error| panic!("{error}"));
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn every_route_is_described_and_answers_as_described() {
    let table = Scratch::new("");
    let path = format!("{}.parquet", table.path());
    grundy(&["build", "mnk:3,3,3", "-o", &path]).ok();
    let served = Served::with(&[&path]);
    let name = path.rsplit('/').next().unwrap().trim_end_matches(".parquet").to_owned();
    let document = served.get("/openapi.json").json();
    assert_eq!(document.to_string(), serde_json::from_str::<Value>(&grundy_web::openapi()).unwrap().to_string());
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let mut query = Vec::new();
            let mut real = path.clone();
            let none = Vec::new();
            for parameter in operation["parameters"].as_array().unwrap_or(&none) {
                let name_of = parameter["name"].as_str().unwrap();
                assert!(path == "/page/{file}" || parameter["description"].is_string(), "{path}: {name_of}");
                let Some(example) = parameter.get("example").or_else(|| parameter["schema"].get("example")) else {
                    assert!(parameter["required"] != true, "{path}: {name_of} has no example");
                    continue;
                };
                let example = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
                match parameter["in"].as_str().unwrap() {
                    "path" => real = real.replace(&format!("{{{name_of}}}"), &example),
                    _ if name_of == "table" => query.push(format!("table={name}")),
                    _ => query.push(format!("{name_of}={}", encoded(&example))),
                }
            }
            let target = format!("{real}?{}", query.join("&"));
            let rules = "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n";
            let (headers, body) = if method == "post" { (STARLARK, rules) } else { ("", "") };
            let send = |method: &str| {
                served.send(format!(
                    "{} {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n{body}",
                    method.to_uppercase(),
                    body.len()
                ))
            };
            let answer = send(method);
            assert_eq!(answer.status, 200, "{target}: {}", answer.text());
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            if schema.is_object() && path != "/openapi.json" {
                assert_eq!(wrong(&answer.json(), schema, &document), [""; 0], "{target}");
            }
            let refused = send(if method == "get" { "POST" } else { "GET" });
            let schema = &operation["responses"]["405"]["content"]["application/json"]["schema"];
            assert_eq!((refused.status, wrong(&refused.json(), schema, &document)), (405, vec![]), "{target}");
            // A parameter that is not described is rejected, except where there is no query.
            if path.starts_with("/api/") && method == "get" {
                let more = served.get(&format!("{target}&undescribed=1"));
                let schema = &operation["responses"]["400"]["content"]["application/json"]["schema"];
                assert_eq!((more.status, wrong(&more.json(), schema, &document)), (400, vec![]), "{target}");
            }
        }
    }
    // The counters name every route that was requested, and so every route that exists.
    let metrics = served.get("/metrics");
    let counted: std::collections::BTreeSet<String> = metrics
        .text()
        .lines()
        .filter_map(|line| Some(line.split_once("route=\"")?.1.split('"').next()?.replace("{*file}", "{file}")))
        .filter(|route| route != "other")
        .collect();
    let described: std::collections::BTreeSet<String> =
        document["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(counted, described);
    let _ = std::fs::remove_file(path);
}

#[test]
fn bounds_are_described_as_they_are_checked() {
    let served = Served::new();
    let document = served.get("/openapi.json").json();
    for (path, name, rest) in [
        ("/api/sequence", "to", "game=kayles"),
        ("/api/period", "limit", "game=kayles"),
        ("/api/heatmap", "size", "game=nim"),
    ] {
        let parameters = document["paths"][path]["get"]["parameters"].as_array().unwrap();
        let schema = &parameters.iter().find(|parameter| parameter["name"] == name).unwrap()["schema"];
        let most = schema["maximum"].as_f64().unwrap_or_else(|| panic!("{path} {name}: {schema}")) as u64;
        let beyond = served.get(&format!("{path}?{rest}&{name}={}", most + 1));
        assert_eq!(beyond.status, 400, "{path}: {}", beyond.text());
        assert!(beyond.error().0.contains(&most.to_string()), "{}", beyond.text());
    }
}

#[test]
fn a_schema_can_be_failed() {
    let document: Value = serde_json::from_str(&grundy_web::openapi()).unwrap();
    let position = json!({"$ref": "#/components/schemas/Position"});
    let served = Served::new();
    let right = served.get("/api/solve?game=nim&position=3+4").json();
    assert_eq!(wrong(&right, &position, &document), [""; 0]);
    for (name, value) in
        [("schema", Value::Null), ("undescribed", json!(1)), ("value", json!("won")), ("proved", json!("yes"))]
    {
        let mut other = right.clone();
        other[name] = value;
        assert_ne!(wrong(&other, &position, &document), [""; 0], "{name}");
    }
    let mut less = right.clone();
    less.as_object_mut().unwrap().remove("method");
    assert_ne!(wrong(&less, &position, &document), [""; 0]);
}

/// Programs that generate clients follow every reference.
#[test]
fn every_reference_of_the_description_leads_somewhere() {
    let text = grundy_web::openapi();
    let document: Value = serde_json::from_str(&text).unwrap();
    let mut references = 0;
    for reference in text.split("\"$ref\": \"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document.pointer(reference.strip_prefix('#').unwrap()).is_some(), "{reference}");
        references += 1;
    }
    assert!(references > 50, "{references}");
}
