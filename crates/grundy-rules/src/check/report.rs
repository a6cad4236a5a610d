//! The result of a check: the part that was explored, and the findings.

use grundy::text::RulesError;
use std::time::Duration;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information.
    Note,
    /// Probably a mistake.
    Warning,
    /// The game is wrong.
    Error,
}

impl Severity {
    /// Returns the name of the severity in text and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A problem or remark that [`check`](crate::check) reports.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The severity.
    pub severity: Severity,
    /// The message, without a full stop.
    pub message: String,
    /// The text of a position at which it occurs, if there is one.
    pub position: Option<String>,
    /// The error, with its place in the rules; `None` for warnings and notes.
    pub error: Option<Box<RulesError>>,
}

impl Finding {
    /// The finding that the rules are wrong.
    pub(super) fn of(error: RulesError) -> Self {
        let message = error.message.clone();
        Self { severity: Severity::Error, message, position: None, error: Some(Box::new(error)) }
    }
}

/// The result of [`check`](crate::check).
#[derive(Clone, Debug)]
pub struct Report {
    /// The name that the file gives its game.
    pub name: Option<String>,
    /// The source of the rules that the file declares.
    pub source: Option<String>,
    /// The parameters with their values: those that were set, or the defaults.
    pub parameters: Vec<(String, String)>,
    /// The findings, the worst first.
    pub findings: Vec<Finding>,
    /// Positions and moves at each number of moves from the start.
    pub depths: Vec<(u64, u64)>,
    /// Whether all positions were explored within the bound.
    pub is_complete: bool,
    /// Whether the rules failed at a position, so that it is not known what can be reached from there; or the check ended after many failures.
    pub has_failures: bool,
    /// The number of positions whose texts, moves and classes were compared: all of them, or a sample of many.
    pub compared: u64,
    /// The time spent comparing texts, moves and classes. Solving the explored positions takes about as long as the rest of the check.
    pub comparing: Duration,
    /// Whether play can return to a position, among the explored ones.
    pub has_cycles: bool,
    /// Estimated memory to solve the explored positions, in bytes.
    pub bytes: u64,
    /// Whether the counted positions are components of sums, and the moves those in one component.
    pub counts_components: bool,
}

impl Report {
    /// Returns the number of positions explored.
    pub fn positions(&self) -> u64 {
        self.depths.iter().map(|(positions, _)| positions).sum()
    }

    /// Returns the number of moves explored.
    pub fn moves(&self) -> u64 {
        self.depths.iter().map(|(_, moves)| moves).sum()
    }

    /// Returns whether the game is wrong.
    pub fn is_wrong(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}
