//! What a check came to: what was met, and what was found.

use grundy::text::RulesError;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably not meant.
    Warning,
    /// The game is wrong.
    Error,
}

impl Severity {
    /// The word of text and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Something found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is, without a full stop.
    pub message: String,
    /// The text of a position where it is so, where there is one.
    pub position: Option<String>,
    /// The error, where the rules failed.
    pub error: Option<Box<RulesError>>,
}

/// What a check came to.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the file calls its game.
    pub name: Option<String>,
    /// Where the file says that the rules are from.
    pub source: Option<String>,
    /// The parameters with what they are: what was set, or the defaults.
    pub parameters: Vec<(String, String)>,
    /// What was found, the worst first.
    pub findings: Vec<Finding>,
    /// Positions and moves at each number of moves from the start.
    pub depths: Vec<(u64, u64)>,
    /// Whether all positions were met within the bound.
    pub is_whole: bool,
    /// Whether play can come back to a position, among those that were met.
    pub cycles: bool,
    /// Bytes that solving what was met takes, about.
    pub bytes: u64,
}

impl Report {
    /// Positions met.
    pub fn positions(&self) -> u64 {
        self.depths.iter().map(|(positions, _)| positions).sum()
    }

    /// Moves met.
    pub fn moves(&self) -> u64 {
        self.depths.iter().map(|(_, moves)| moves).sum()
    }

    /// Whether the game is wrong.
    pub fn is_wrong(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}
