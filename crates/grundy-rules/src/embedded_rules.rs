//! The text form of rules that a table embeds: the parameters that were set, and the source of the file.
//!
//! The first line is `rules file`. Then follow a line `name=value` for each parameter that was set, in which `\\` and `\n` stand for a
//! backslash and the end of a line; an empty line; and the source as it was read.

use crate::setting::Setting;

const FIRST: &str = "rules file\n";

/// Writes rules in this form.
pub(crate) fn write(settings: &[Setting], source: &str) -> String {
    let line = |set: &Setting| format!("{}={}\n", set.name, set.value.replace('\\', "\\\\").replace('\n', "\\n"));
    format!("{FIRST}{}\n{source}", settings.iter().map(line).collect::<String>())
}

/// Parses rules in this form; `None` if the text has another form.
pub(crate) fn read(text: &str) -> Option<(Vec<Setting>, &str)> {
    let mut rest = text.strip_prefix(FIRST)?;
    let mut settings = Vec::new();
    loop {
        let (line, after) = rest.split_once('\n')?;
        rest = after;
        if line.is_empty() {
            return Some((settings, rest));
        }
        let (name, value) = line.split_once('=')?;
        settings.push(Setting { name: name.to_owned(), value: plain(value)? });
    }
}

fn plain(value: &str) -> Option<String> {
    let mut out = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        out.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                '\\' => '\\',
                _ => return None,
            },
            letter => letter,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let set = |name: &str, value: &str| Setting { name: name.to_owned(), value: value.to_owned() };
        for settings in [vec![], vec![set("n", "30"), set("word", "a=\\n b\n\\"), set("empty", "")]] {
            for source in ["", "\n\nrules file\n", "def initial(): return 1\n"] {
                assert_eq!(read(&write(&settings, source)), Some((settings.clone(), source)));
            }
        }
        for other in
            ["", "catalogue 1", "rules file", "rules file\nn=1\n", "rules file\nn\n\n", "rules file\nn=\\x\n\n"]
        {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
