//! The functions that a rules file defines and the program calls.

/// A function that a rules file defines and the program calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callback {
    Initial,
    Starts,
    Moves,
    Outcome,
    Turn,
    Show,
    Text,
    Parse,
    Label,
    Canonical,
}

/// Every callback with its name in a file.
pub(crate) const CALLBACKS: [(Callback, &str); 10] = [
    (Callback::Initial, "initial"),
    (Callback::Starts, "starts"),
    (Callback::Moves, "moves"),
    (Callback::Outcome, "outcome"),
    (Callback::Turn, "turn"),
    (Callback::Show, "show"),
    (Callback::Text, "text"),
    (Callback::Parse, "parse"),
    (Callback::Label, "label"),
    (Callback::Canonical, "canonical"),
];

/// The name of the list of permutations in a file.
pub(crate) const SYMMETRIES: &str = "symmetries";

impl Callback {
    pub(crate) fn as_str(self) -> &'static str {
        CALLBACKS[self as usize].1
    }

    /// The line that begins the definition of the function.
    pub(crate) fn signature(self) -> String {
        let parameters = match self {
            Self::Initial | Self::Starts => "",
            Self::Parse => "text",
            Self::Label => "s, t",
            _ => "s",
        };
        format!("def {}({parameters}):", self.as_str())
    }
}
