//! Finds paths and string literals among the tokens of a macro, which `syn` does not parse.

use syn::buffer::{Cursor, TokenBuffer};
use syn::{ItemUse, Lit, LitStr, Macro};

/// The paths, `use` declarations and strings found among tokens.
#[derive(Default)]
pub(crate) struct Tokens {
    pub(crate) paths: Vec<TokenPath>,
    /// `use` declarations in the body of a `macro_rules!`.
    pub(crate) uses: Vec<ItemUse>,
    pub(crate) strings: Vec<String>,
}

/// A path: identifiers separated by `::`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TokenPath {
    pub(crate) segments: Vec<String>,
    pub(crate) is_absolute: bool,
    /// Whether a group of arguments follows the path.
    pub(crate) is_called: bool,
    /// Whether a `!` follows the path.
    pub(crate) is_macro: bool,
}

impl Tokens {
    pub(crate) fn of(mac: &Macro) -> Self {
        let buffer = TokenBuffer::new2(mac.tokens.clone());
        let mut tokens = Self::default();
        tokens.walk(buffer.begin());
        tokens
    }

    fn walk(&mut self, mut at: Cursor<'_>) {
        let mut after_dot = false;
        while !at.eof() {
            let was_after_dot = std::mem::take(&mut after_dot);
            if let Some((inside, _, _, next)) = at.any_group() {
                self.walk(inside);
                at = next;
            } else if let Some((_, next)) = at.lifetime() {
                at = next;
            } else if let Some((literal, next)) = at.literal() {
                self.literal(&literal.to_string());
                at = next;
            } else if let Some((item, next)) = use_item(at) {
                self.uses.push(item);
                at = next;
            } else if let Some((path, next)) = path(at) {
                // After a dot comes a field or a method.
                if !was_after_dot {
                    self.paths.push(path);
                }
                at = next;
            } else if let Some((punct, next)) = at.punct() {
                // The second dot of `a..b` does not introduce a field.
                after_dot = punct.as_char() == '.' && !was_after_dot;
                at = next;
            } else {
                break;
            }
        }
    }

    fn literal(&mut self, literal: &str) {
        if let Ok(literal) = syn::parse_str::<Lit>(literal) {
            self.strings.extend(string(&literal));
        }
    }
}

/// The text of a string literal or a byte string literal.
pub(crate) fn string(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Str(text) => Some(LitStr::value(text)),
        Lit::ByteStr(bytes) => Some(String::from_utf8_lossy(&bytes.value()).into_owned()),
        Lit::CStr(text) => Some(text.value().to_string_lossy().into_owned()),
        _ => None,
    }
}

/// A complete `use` declaration, if one begins here and contains no macro variables.
fn use_item(at: Cursor<'_>) -> Option<(ItemUse, Cursor<'_>)> {
    let (ident, _) = at.ident()?;
    if ident != "use" {
        return None;
    }
    let (mut next, mut text) = (at, String::new());
    loop {
        let (tree, after) = next.token_tree()?;
        text.push_str(&tree.to_string());
        text.push(' ');
        next = after;
        if next.punct().is_some_and(|(punct, _)| punct.as_char() == ';') {
            // The two colons of `::` are separate tokens; join them again.
            let text = text.replace(": :", "::") + ";";
            return Some((syn::parse_str(&text).ok()?, next.punct()?.1));
        }
    }
}

/// The path that begins here, if there is one.
fn path(at: Cursor<'_>) -> Option<(TokenPath, Cursor<'_>)> {
    let (start, is_absolute) = colons(at).map_or((at, false), |next| (next, true));
    let (first, mut next) = start.ident()?;
    let mut segments = vec![first.to_string()];
    while let Some((ident, after)) = colons(next).and_then(|after| after.ident()) {
        segments.push(ident.to_string());
        next = after;
    }
    let is_called = next.any_group().is_some();
    let is_macro = next.punct().is_some_and(|(punct, _)| punct.as_char() == '!');
    Some((TokenPath { segments, is_absolute, is_called, is_macro }, next))
}

/// The position after a `::`, if there is one here.
fn colons(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let colon = |at: Cursor<'_>| at.punct().filter(|(punct, _)| punct.as_char() == ':').is_some();
    let (_, second) = at.punct().filter(|_| colon(at))?;
    let (_, next) = second.punct().filter(|_| colon(second))?;
    Some(next)
}
