//! A parameter of a rules file with the value that the user sets.

/// A value for a parameter of a rules file, as in `n=30`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the parameter.
    pub name: String,
    /// The value as text.
    pub value: String,
}

/// The error of parsing a text that is not `NAME=VALUE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSettingError;

impl std::fmt::Display for ParseSettingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("write NAME=VALUE, as in `n=30` or `take=1,3,4`")
    }
}

impl std::error::Error for ParseSettingError {}

impl std::str::FromStr for Setting {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Self, ParseSettingError> {
        let (name, value) = text.split_once('=').ok_or(ParseSettingError)?;
        Ok(Self { name: name.trim().to_owned(), value: value.trim().to_owned() })
    }
}
