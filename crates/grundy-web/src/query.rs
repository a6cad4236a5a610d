//! The query of a request, read strictly: every parameter is known, is given once and is UTF-8.

use crate::failure::Failure;
use serde_json::json;

/// The longest query, in bytes.
const LONGEST: usize = 8192;
/// Parameters of a rules file that may be set.
const SETTINGS: usize = 32;

/// Parameters with their values; only `set` comes more than once.
#[derive(Debug)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Reads a query of which these parameters may be part.
    pub(crate) fn read(raw: &str, allowed: &[&str]) -> Result<Self, Failure> {
        if raw.len() > LONGEST {
            let message = format!("the query has {} bytes", raw.len());
            return Err(Failure::input(message, format!("write one of at most {LONGEST}")));
        }
        let mut read: Vec<(String, String)> = Vec::new();
        for pair in raw.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decoded(name, name)?;
            let value = decoded(value, &name)?;
            if !allowed.contains(&name.as_str()) {
                let near = grundy::spelling::nearest(&name, allowed.iter().copied());
                let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
                let all = allowed.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                let all = if all.is_empty() { "this route has none".to_owned() } else { format!("there are {all}") };
                return Err(Failure::input(format!("there is no parameter `{name}`"), format!("{near}{all}")));
            }
            let before = read.iter().filter(|(given, _)| *given == name).count();
            if before >= if name == "set" { SETTINGS } else { 1 } {
                return Err(wrong(&name, format!("`{name}` is given too often"), "write it once"));
            }
            read.push((name, value));
        }
        Ok(Self(read))
    }

    /// The value of a parameter, if it is given.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// All values of a parameter.
    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(given, _)| given == name).map(|(_, value)| value.clone()).collect()
    }

    /// A parameter that must be there.
    pub(crate) fn need(&self, name: &str, example: &str) -> Result<&str, Failure> {
        let given = self.get(name).filter(|value| !value.is_empty());
        given.ok_or_else(|| wrong(name, format!("`{name}` is missing"), &format!("write `{name}={example}`")))
    }

    /// Yes or no.
    pub(crate) fn is(&self, name: &str, otherwise: bool) -> Result<bool, Failure> {
        match self.get(name) {
            None => Ok(otherwise),
            Some("yes" | "true" | "1") => Ok(true),
            Some("no" | "false" | "0") => Ok(false),
            Some(other) => Err(wrong(name, format!("`{other}` is neither yes nor no"), "write `yes` or `no`")),
        }
    }

    /// A number from 0 to 1.
    pub(crate) fn share(&self, name: &str, otherwise: f64) -> Result<f64, Failure> {
        let Some(given) = self.get(name) else { return Ok(otherwise) };
        let share = given.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
        share.ok_or_else(|| wrong(name, format!("`{given}` is not such a number"), "write a number from 0 to 1"))
    }

    /// A whole number from 0 up to `most`.
    pub(crate) fn number(&self, name: &str, otherwise: Option<u64>, most: u64) -> Result<u64, Failure> {
        let (given, otherwise) = match (self.get(name), otherwise) {
            (None, Some(otherwise)) => return Ok(otherwise),
            (given, otherwise) => (given.unwrap_or_default(), otherwise),
        };
        if given.is_empty() && otherwise.is_none() {
            self.need(name, "100")?;
        }
        let number = given.parse::<u64>().ok().filter(|number| *number <= most);
        let help = format!("write a number from 0 to {most}");
        number.ok_or_else(|| wrong(name, format!("`{given}` is not such a number"), &help))
    }
}

fn wrong(parameter: &str, message: String, help: &str) -> Failure {
    Failure::input(message, help).with("parameter", json!(parameter))
}

/// The text that percent signs and plus signs stand for.
fn decoded(text: &str, parameter: &str) -> Result<String, Failure> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
                match (digit(), digit()) {
                    (Some(high), Some(low)) => (high * 16 + low) as u8,
                    _ => {
                        let message = "a percent sign without two hexadecimal digits after it".to_owned();
                        return Err(wrong(parameter, message, "write `%25` for the sign itself"));
                    }
                }
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes)
        .map_err(|_| wrong(parameter, "bytes that are not UTF-8".to_owned(), "encode text as UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_decoded() {
        let query =
            Query::read("game=nim&position=3+5%2b%C3%A9&set=a=1&set=b=2", &["game", "position", "set"]).unwrap();
        assert_eq!((query.get("game"), query.get("position")), (Some("nim"), Some("3 5+é")));
        assert_eq!(query.all("set"), ["a=1", "b=2"]);
    }

    #[test]
    fn what_is_not_known_or_not_text_is_refused() {
        for raw in ["gmae=nim", "game=nim&game=nim", "game=%", "game=%4", "game=%zz", "game=%ff", "%00x=1"] {
            assert_eq!(Query::read(raw, &["game"]).unwrap_err().status, 400, "{raw}");
        }
        assert_eq!(Query::read(&"a".repeat(LONGEST + 1), &[]).unwrap_err().status, 400);
        for (raw, most) in [("to=-1", 9), ("to=10", 9), ("to=", 9), ("", 9), ("to=99999999999999999999", u64::MAX)] {
            assert!(Query::read(raw, &["to"]).unwrap().number("to", None, most).is_err(), "{raw}");
        }
    }
}
