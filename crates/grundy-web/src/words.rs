//! What the library advises to someone at a command line, in the words of HTTP.

/// Each word of the command line with what is said instead.
const WORDS: [(&str, &str); 5] = [
    ("--misere", "`misere=yes`"),
    ("--set", "`set`"),
    ("outside the quotation marks", "as `position`"),
    ("`grundy games` lists all", "`/api/games` lists all"),
    ("`grundy games ", "`/api/games?name="),
];

/// The text for someone who asked over HTTP.
pub(crate) fn over_http(text: &str) -> String {
    let text = if text.contains("--") || text.contains("`grundy ") || text.contains("quotation") {
        WORDS.iter().fold(text.to_owned(), |text, (typed, said)| text.replace(typed, said))
    } else {
        text.to_owned()
    };
    // Errors may quote what they were given, which may be long.
    if text.chars().count() <= MOST {
        return text;
    }
    let head: String = text.chars().take(MOST / 2).collect();
    let tail: String = text.chars().skip(text.chars().count() - MOST / 2).collect();
    format!("{head}…{tail}")
}

/// Characters of a message.
const MOST: usize = 600;
