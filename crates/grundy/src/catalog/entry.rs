//! An entry of the catalogue: the texts that describe a game, and how to open it.

use super::{ENTRIES, OpenError, Parameters};
use crate::game::Play;
use crate::spelling::nearest;
use crate::text::DynGame;

/// A game of the catalogue, or a family of games with parameters.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CatalogEntry))]
pub struct Entry {
    /// The name of the game.
    pub name: &'static str,
    /// The name with its parameters, as a user writes it.
    pub form: &'static str,
    /// Other names of the same game.
    pub aliases: &'static [&'static str],
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// The text of a position, with an example.
    pub position: &'static str,
    /// The text of a move, with an example.
    #[cfg_attr(feature = "json", serde(rename = "move"))]
    pub moves: &'static str,
    /// The start, if the game has one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub start: Option<&'static str>,
    /// Whether the game can be played under misère play.
    #[cfg_attr(feature = "json", serde(rename = "misere"))]
    pub can_be_misere: bool,
    /// Source of the rules; may be empty.
    #[cfg_attr(feature = "json", serde(serialize_with = "none_if_empty"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, required))]
    pub source: &'static str,
    /// Cost of an answer.
    #[cfg_attr(feature = "json", serde(skip))]
    pub cost: Cost,
    /// A small game of the family; empty if there are no parameters.
    #[cfg_attr(feature = "json", serde(skip))]
    pub(super) example: &'static str,
    /// The way in which the game is opened.
    #[cfg_attr(feature = "json", serde(skip))]
    pub(super) open: Opener,
}

/// Serialises an empty text as null.
#[cfg(feature = "json")]
fn none_if_empty<S: serde::Serializer>(text: &str, out: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&Some(text).filter(|text| !text.is_empty()), out)
}

/// The typical cost of an answer about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A few operations on the numbers of the position.
    Formula,
    /// A table of theory, or an expansion of at most some thousand positions.
    Moderate,
    /// An expansion of the game from the position, which may be large.
    Expansion,
}

/// A function that reads the parameters of a game and opens it.
type OpenGame = fn(&Parameters<'_>, Play) -> Result<Box<dyn DynGame>, OpenError>;

/// A way of opening a game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opener {
    /// By a function that reads the parameters.
    Game(OpenGame),
    /// By the graph file whose path is the parameter.
    GraphFile,
}

impl Entry {
    /// The parts of an entry that all heap games share, which have normal and misère play.
    pub(super) const HEAPS: Self = Self {
        name: "",
        form: "",
        aliases: &[],
        rules: "",
        position: "heap sizes, as in `20`, or several, as in `14 21 39`",
        moves: "",
        start: None,
        can_be_misere: true,
        source: "",
        cost: Cost::Moderate,
        example: "",
        open: Opener::GraphFile,
    };

    /// The parts of an entry that all games share whose result depends on the board.
    pub(super) const BOARD: Self = Self { position: "", can_be_misere: false, cost: Cost::Expansion, ..Self::HEAPS };

    /// Returns whether the game has parameters, after a colon.
    pub fn has_parameters(&self) -> bool {
        self.form.contains(':')
    }

    /// Returns whether the parameter is the path of a file.
    pub fn is_file(&self) -> bool {
        matches!(self.open, Opener::GraphFile)
    }

    /// Returns the rules with the values of a game's parameters instead of their names: of `bash:3`, "Take 1 up to 3 stones".
    ///
    /// ```
    /// use grundy::catalog::entry;
    /// let rules = entry("subtraction").unwrap().rules_of("subtraction:2,3,5");
    /// assert_eq!(rules, "Take 2, 3 or 5 stones from one heap. Whoever cannot move loses.");
    /// ```
    pub fn rules_of(&self, game: &str) -> String {
        let (Some((_, names)), Some((_, values))) = (self.form.split_once(':'), game.split_once(':')) else {
            return self.rules.to_owned();
        };
        let mut rules = self.rules.to_owned();
        for (_, general, here) in PARAMETER_PHRASES.iter().filter(|(name, ..)| *name == self.name) {
            rules = rules.replace(general, here);
        }
        match self.name {
            "subtraction" => return rules.replace("SET", &stones_of(values)),
            "octal" => return rules.replace("a code, as 0.137:", &format!("the code {values}:")),
            "chess" => {
                let man = match values.as_bytes().get(1) {
                    Some(b'Q') => "queen",
                    Some(b'R') => "rook",
                    Some(b'P') => "pawn",
                    _ => return rules,
                };
                let promotion = if man == "pawn" { "" } else { CHESS_PROMOTION };
                return rules
                    .replace(CHESS_MEN, &format!("White has a king and a {man}, and Black has a king."))
                    .replace(promotion, "");
            }
            // Without further parameters, the sentence on them says nothing of this game.
            "kalah" if values.split(',').count() < 3 => {
                rules.truncate(rules.find(" After a further comma").unwrap_or(rules.len()));
            }
            _ => {}
        }
        let names = names.split(|c: char| !c.is_ascii_uppercase()).filter(|name| !name.is_empty());
        let values: Vec<&str> = values.split([',', 'x']).collect();
        for (name, value) in names.zip(values) {
            rules = replace_word(&rules, name, value);
        }
        rules
    }

    /// Returns the text of a game of this entry that [`open`](super::open) accepts: the name, with small parameters if
    /// it has any. `None` if the parameter is the path of a file.
    pub fn example(&self) -> Option<&'static str> {
        match self.open {
            Opener::GraphFile => None,
            Opener::Game(_) => Some(if self.has_parameters() { self.example } else { self.name }),
        }
    }
}

/// Phrases of the rules of a family that one of its games tells otherwise: the name of the entry, the phrase, and what replaces it.
const PARAMETER_PHRASES: [(&str, &str, &str); 9] = [
    ("subtraction", "a number of stones that is in SET from", "SET from"),
    (
        "subtraction",
        " SET is a list of numbers, ranges and names: `1,3,4`, `1..10`, `powers-of-2`, `fibonacci`, `squares`, `primes`; or \
         `all-but:1,2`, every positive number except those.",
        "",
    ),
    ("kalah", ", both from 1 to 6,", ","),
    ("mnk", " M and N are at most 15, or M is at most 26 and there are at most 64 cells.", ""),
    ("hex", "; N is from 1 to 8", ""),
    ("quixo", ", N from 2 to 5", ""),
    ("othello", "; N is 4, 6 or 8, and each", ", and each"),
    ("cram", ", at most 64 cells", ""),
    ("node-kayles", ", at most 64 cells", ""),
];
/// The sentence of the rules of chess that says which men there are.
const CHESS_MEN: &str = "The endgames of chess in which White has a king and a man M beside it, a queen Q, a rook R or a pawn P, and Black a king.";
/// The sentence of the rules of chess that only endgames with a pawn need.
const CHESS_PROMOTION: &str = " A pawn on row 8 becomes a queen, rook, bishop or knight.";

/// The stones that a set of a subtraction game allows to take, as `2, 3 or 5 stones`.
fn stones_of(set: &str) -> String {
    if let Some(exceptions) = set.strip_prefix("all-but:") {
        return format!("any number of stones but {}", alternatives(exceptions));
    }
    if !set.split(',').all(|number| number.trim().bytes().all(|c| c.is_ascii_digit())) {
        return format!("a number of stones in the set {set}");
    }
    format!("{} {}", alternatives(set), if set == "1" { "stone" } else { "stones" })
}

/// A list as alternatives, as `2, 3 or 5`.
fn alternatives(list: &str) -> String {
    let items: Vec<&str> = list.split(',').map(str::trim).collect();
    match &items[..] {
        [start @ .., last] if !start.is_empty() => format!("{} or {last}", start.join(", ")),
        _ => list.to_owned(),
    }
}

/// Replaces a word that stands between other characters than letters and digits.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        let is_alone = !out.chars().chain(before.chars()).next_back().is_some_and(char::is_alphanumeric)
            && !after.starts_with(char::is_alphanumeric);
        out.push_str(before);
        out.push_str(if is_alone { by } else { word });
        rest = after;
    }
    out + rest
}

/// Returns the entry of a name or an alias.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

/// Usual names of games that are far from the names in the catalogue.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("connect-four", "connect4"),
    ("connect-4", "connect4"),
    ("four-in-a-row", "connect4"),
    ("noughts-and-crosses", "tictactoe"),
    ("mancala", "kalah"),
    ("m-n-k", "mnk"),
    ("gomoku", "mnk"),
    ("reversi", "othello"),
    ("crosscram", "domineering"),
];

/// Returns the name of the catalogue that is nearest to a mistyped one.
pub fn nearest_name(name: &str) -> Option<&'static str> {
    let names = ENTRIES.iter().flat_map(|entry| [entry.name].into_iter().chain(entry.aliases.iter().copied()));
    nearest(name, names).or_else(|| {
        let other = nearest(name, OTHER_NAMES.iter().map(|(other, _)| *other))?;
        OTHER_NAMES.iter().find(|(name, _)| *name == other).map(|(_, name)| *name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_a_game_have_its_own_numbers() {
        for entry in ENTRIES.iter().filter(|entry| entry.has_parameters() && !entry.is_file()) {
            let rules = entry.rules_of(entry.example);
            let form = entry.form.split_once(':').unwrap().1;
            // Of a chess endgame, `M` is the man, and `K` are kings.
            let names = form.split(|c: char| !c.is_ascii_uppercase() || c == 'K' && entry.name == "chess");
            for name in names.filter(|name| !name.is_empty()) {
                assert_eq!(replace_word(&rules, name, "?"), rules, "{}: {name} in {rules}", entry.name);
            }
        }
        let rules = |game: &str| entry(game.split(':').next().unwrap()).unwrap().rules_of(game);
        assert!(rules("mnk:4,3,3").contains("a board of 4 columns and 3 rows, X first. 3 in a row"));
        assert!(rules("connect4:7x6").contains("one of 7 columns") && rules("connect4:7x6").contains("at most 6."));
        assert!(rules("kalah:3,2").contains("of 3 pits with 2 seeds in each, and a store"));
        assert!(rules("kalah:3,2,emptier").contains("`emptier` gives") && !rules("kalah:3,2").contains("emptier"));
        assert!(rules("subtraction:squares").starts_with("Take a number of stones in the set squares from one heap."));
        assert!(rules("subtraction:all-but:1,2").starts_with("Take any number of stones but 1 or 2 from one heap."));
        assert!(rules("subtraction:1").starts_with("Take 1 stone from"));
        assert!(rules("octal:0.77").starts_with("Take and break by the code 0.77: the digit"));
        assert!(rules("chess:KQvK").starts_with("White has a king and a queen, and Black has a king. Mate wins."));
        assert!(rules("chess:KPvK").contains("A pawn on row 8") && !rules("chess:KRvK").contains("pawn"));
        assert!(rules("othello:6").contains("6 by 6, X first, and each player"));
        assert_eq!(rules("nim"), entry("nim").unwrap().rules);
        for (name, phrase, _) in PARAMETER_PHRASES {
            assert!(entry(name).unwrap().rules.contains(phrase), "{name}: {phrase}");
        }
        for sentence in [CHESS_MEN, CHESS_PROMOTION] {
            assert!(entry("chess").unwrap().rules.contains(sentence), "{sentence}");
        }
    }
}
