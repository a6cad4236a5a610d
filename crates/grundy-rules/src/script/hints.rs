//! Hints for Python features that Starlark lacks, where the interpreter's message names no alternative.

/// The hint for an item without a colon in braces.
const SET: &str = "write the missing `:`; or, if this is a set, `set([…])`";

/// Words in the parser's messages, with a hint for each.
const PARSER_HINTS: [(&str, &str); 25] = [
    ("unexpected symbol ',', expected symbol ':'", SET),
    ("unexpected symbol '}', expected symbol ':'", SET),
    (
        "unexpected keyword 'for', expected symbol ')'",
        "write the missing `)`; or, as Starlark has no generators, write a list `[… for x in …]`",
    ),
    ("`yield`", "Starlark has no generators; return a list"),
    ("incorrect indentation", "indent this line with spaces, as far as one of the lines before it"),
    ("`while`", "Starlark has no `while`; write `for … in range(…)` with a bound, and `break`"),
    ("`class`", "Starlark has no classes; write functions, and tuples for data"),
    ("`import`", "Starlark has no `import`; the file stands alone"),
    ("`from`", "Starlark has no `import`; the file stands alone"),
    ("`try`", "Starlark has no exceptions; test the condition first, by `if`"),
    ("`except`", "Starlark has no exceptions; test the condition first, by `if`"),
    ("`raise`", "Starlark has no exceptions; `fail(\"…\")` ends the run with a message"),
    ("`assert`", "Starlark has no `assert`; write `if not …: fail(\"…\")`"),
    ("`is`", "Starlark has no `is`; write `==`"),
    ("`global`", "a function changes nothing outside itself; return what is new"),
    ("`nonlocal`", "a function changes nothing outside itself; return what is new"),
    ("`del`", "Starlark has no `del`; make a list or a dict without it"),
    ("symbol '&'", "write `and`; `&` is for the bits of ints"),
    ("symbol '|'", "write `or`; `|` is for the bits of ints, and for sets"),
    ("'**'", "Starlark has no `**`; multiply in a loop, or shift: `1 << n`"),
    ("not associative", "Starlark compares two things at a time; write `0 <= x and x < 8`"),
    ("type annotations", "leave the types out"),
    ("tabs are not allowed", "indent with spaces"),
    ("unexpected string literal", "join strings with `+`"),
    ("load", "rules files load nothing; the file stands alone"),
];

/// The hint for a misspelt outcome.
const OUTCOMES: &str = "an outcome is `WIN`, `LOSS` or `DRAW`";

const COMPARED: &str = "two values of different types are compared; if one is a position, `moves` may have returned one of another form than \
                        the start";
const GAME: &str = "write for example `game(name = \"Nim\", misere = True)`: each argument has its name";
const PARAM: &str = "write `param(\"n\", 3)`: the name in quotation marks, and the default";
const JOIN: &str = "join two tuples, or two lists: `tuple(…)` and `list(…)` make one of the other";

/// The ends of messages about the arguments of a call, with a hint for each.
const CALL_HINTS: [(&str, &str); 3] =
    [("for call to game", GAME), ("for call to param", PARAM), ("for call to `param`", PARAM)];

/// Beginnings of other messages, with a hint for each.
const RUNTIME_HINTS: [(&str, &str); 30] = [
    ("Type of parameter `misere` doesn't match", "`misere` is True or False"),
    ("Type of parameter `source` doesn't match", "the source is a string, in quotation marks"),
    ("Type of parameter `name` doesn't match", "the name is a string, in quotation marks"),
    ("Operation `cmp()` not supported", COMPARED),
    ("Operation `compare` not supported", COMPARED),
    ("Operation `[]` not supported for types `int`", "an int has no items; a tuple of one item is written `(5,)`"),
    ("Operation `+` not supported for types `tuple` and `list`", JOIN),
    ("Operation `+` not supported for types `list` and `tuple`", JOIN),
    ("Variable `Win` not found", OUTCOMES),
    ("Variable `win` not found", OUTCOMES),
    ("Variable `Loss` not found", OUTCOMES),
    ("Variable `loss` not found", OUTCOMES),
    ("Variable `Draw` not found", OUTCOMES),
    ("Variable `draw` not found", OUTCOMES),
    ("Variable `sum` not found", "Starlark has no `sum`; add in a loop"),
    ("Variable `pow` not found", "Starlark has no `pow`; multiply in a loop, or shift: `1 << n`"),
    ("Variable `map` not found", "Starlark has no `map`; write `[f(x) for x in list]`"),
    ("Variable `filter` not found", "Starlark has no `filter`; write `[x for x in list if f(x)]`"),
    ("Variable `round` not found", "Starlark has no `round`; divide ints by `//`"),
    ("Variable `divmod` not found", "Starlark has no `divmod`; write `a // b` and `a % b`"),
    ("Variable `isinstance` not found", "Starlark has no `isinstance`; write `type(x) == \"int\"`"),
    ("Variable `print` not found", "a rules file prints nothing; `fail(str(x))` ends the run and shows a value"),
    ("Variable `open` not found", "a rules file reads nothing; write tables into it"),
    (
        "Local variable",
        "a name that a function assigns is its own, and a function changes nothing outside itself: give it the value, and \
         return the new one",
    ),
    (
        "This operation mutates an iterable",
        "a list cannot grow while `for` walks it; write `for i in range(N):` with a bound N, and `if i == len(list): break`",
    ),
    ("Error unpacking value for parameter", "`range` and other builtins take ints from -2^31 to 2^31 - 1"),
    ("Operation `(iter)` not supported on type `string`", "a string is not a list; write `s.elems()` for its letters"),
    (
        "Operation `(iter)` not supported on type `int`",
        "an int is not a list; write `range(n)` for the numbers below it",
    ),
    ("Operation `+` not supported for types `range`", "a range is not a list; write `list(range(…))`"),
    ("Immutable", "make a list of it with `list(s)`, or a new tuple"),
];

/// The hint for a message of the interpreter; empty if there is none.
pub(super) fn hint(message: &str) -> &'static str {
    let is_parser = ["Parse error", "unexpected", "reserved", "dialect"].iter().any(|word| message.contains(word));
    let refused = PARSER_HINTS.iter().find(|(word, _)| is_parser && message.contains(word));
    let at_runtime = || RUNTIME_HINTS.iter().find(|(start, _)| message.starts_with(start));
    let in_call = || CALL_HINTS.iter().find(|(end, _)| message.ends_with(end));
    refused.or_else(at_runtime).or_else(in_call).map_or("", |(_, help)| help)
}
