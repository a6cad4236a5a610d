//! A parameter of a rules file with the value that the user sets.

/// A value for a parameter of a rules file, as in `n=30`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the parameter.
    pub name: String,
    /// The value as text.
    pub value: String,
}

impl std::str::FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, as in `n=30` or `take=1,3,4`")?;
        Ok(Self { name: name.trim().to_owned(), value: value.trim().to_owned() })
    }
}
