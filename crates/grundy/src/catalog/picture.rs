//! Pictures of positions in plain characters: heaps as rows of stones, boards as boards.
//!
//! A picture is made from the text of the position, whose form the catalogue states. Each row begins with a label, so that
//! users of a screen reader can tell the rows apart.

use crate::heap::factor::factor;
use std::fmt::Write as _;

/// The longest row of stones that is drawn; a longer one is replaced by a note.
const MAX_STONES: usize = 60;
/// The most heaps that are drawn.
const MAX_HEAPS: usize = 40;

/// A picture of heaps, one row for each.
pub(super) fn stones(text: &str) -> Option<String> {
    let heaps: Vec<&str> = text.split_whitespace().collect();
    if heaps.is_empty() || !heaps.iter().all(|word| word.bytes().all(|c| c.is_ascii_digit())) {
        return None;
    }
    if heaps == ["0"] {
        return Some("no stones are left".to_owned());
    }
    let width = heaps.iter().map(|heap| heap.len()).max().unwrap_or(1);
    let places = heaps.len().to_string().len();
    let mut rows: Vec<String> = Vec::new();
    for (place, heap) in (1..).zip(heaps.iter().take(MAX_HEAPS)) {
        let row = match heap.parse::<usize>() {
            Ok(n) if n <= MAX_STONES => "o".repeat(n),
            _ => "too many to be drawn".to_owned(),
        };
        rows.push(format!("heap {place:>places$}: {heap:>width$}  {row}"));
    }
    if heaps.len() > MAX_HEAPS {
        rows.push(format!("... {} heaps in all", heaps.len()));
    }
    Some(rows.join("\n"))
}

/// A picture of numbers, one row for each: a stone for each prime factor, with the prime in it. A move removes some of
/// them.
pub(super) fn factors(text: &str) -> Option<String> {
    let numbers: Vec<u64> = text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let width = numbers.iter().map(|number| number.to_string().len()).max()?;
    let places = numbers.len().to_string().len();
    let mut rows: Vec<String> = Vec::new();
    for (place, &number) in (1..).zip(numbers.iter().take(MAX_HEAPS)) {
        let stones =
            factor(number).into_iter().flat_map(|(prime, count)| (0..count).map(move |_| format!("({prime})")));
        let stones = stones.collect::<Vec<_>>().join(" ");
        rows.push(format!("number {place:>places$}: {number:>width$}  {stones}").trim_end().to_owned());
    }
    if numbers.len() > MAX_HEAPS {
        rows.push(format!("... {} numbers in all", numbers.len()));
    }
    Some(rows.join("\n"))
}

/// A picture of a board whose rows, from the top, are separated by `/` or are `columns` long.
pub(super) fn cells(text: &str, columns: Option<usize>) -> Option<String> {
    let (board, mover) = text.split_once(' ').unwrap_or((text, ""));
    let all: Vec<char> = board.chars().filter(|&c| c != '/').collect();
    let columns = board.find('/').or(columns).filter(|&n| n > 0)?;
    if !all.iter().all(|c| "XO.#".contains(*c)) || !all.len().is_multiple_of(columns) {
        return None;
    }
    let width = (all.len() / columns).to_string().len();
    let letters: Vec<String> = (b'a'..=b'z').take(columns).map(|c| char::from(c).to_string()).collect();
    let mut rows = vec![format!("{:width$} {}", "", letters.join(" "))];
    for (number, row) in (1..).zip(all.chunks(columns)) {
        let row: Vec<String> = row.iter().map(char::to_string).collect();
        rows.push(format!("{number:>width$} {}", row.join(" ")));
    }
    if !mover.is_empty() {
        rows.push(format!("{mover} to move"));
    }
    Some(rows.join("\n"))
}

/// A picture of the squares that are left of a bar of chocolate; the poisoned one is an `X`.
pub(super) fn bar(text: &str) -> Option<String> {
    let rows: Vec<usize> = text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let most = *rows.first()?;
    if most > MAX_STONES {
        return None;
    }
    let width = rows.len().to_string().len();
    let picture = (1..).zip(&rows).map(|(number, &row)| {
        let squares = (0..row).map(|i| if (number, i) == (1, 0) { "X" } else { "#" });
        format!("row {number:>width$}: {row:>2}  {}", squares.collect::<Vec<_>>().join(" "))
    });
    Some(picture.collect::<Vec<_>>().join("\n"))
}

/// The two rows of pits as South sees them: North's from right to left, each player's store at the end of the sowing.
pub(super) fn pits(text: &str) -> Option<String> {
    let (south, rest) = text.split_once(" / ")?;
    let (north, mover) = rest.rsplit_once(' ')?;
    let row = |text: &str| {
        let (pits, store) = text.split_once(" +")?;
        Some((pits.split_whitespace().map(str::to_owned).collect::<Vec<_>>(), store.to_owned()))
    };
    let ((south, south_store), (mut north, north_store)) = (row(south)?, row(north)?);
    let number = |i: usize| format!("{:>2}", i + 1);
    let numbers: Vec<String> = (0..south.len()).map(number).collect();
    let reversed: Vec<String> = (0..north.len()).rev().map(number).collect();
    north.reverse();
    let line = |seeds: &[String]| seeds.iter().map(|n| format!("{n:>2}")).collect::<Vec<_>>().join(" ");
    let mover = if mover == "S" { "South" } else { "North" };
    let mut out = String::new();
    let _ = writeln!(out, "pit    {}", reversed.join(" "));
    let _ = writeln!(out, "North  {}   in store {north_store}", line(&north));
    let _ = writeln!(out, "South  {}   in store {south_store}", line(&south));
    let _ = writeln!(out, "pit    {}", numbers.join(" "));
    let _ = write!(out, "{mover} to move");
    Some(out)
}

/// A picture of a chess board, from men with their squares such as `Kc3 Rb1 kc1 b`.
pub(super) fn squares(text: &str) -> Option<String> {
    let mut board = [['.'; 8]; 8];
    let mut mover = "";
    for word in text.split_whitespace() {
        match word.as_bytes() {
            [man, file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                board[usize::from(b'8' - rank)][usize::from(file - b'a')] = char::from(*man);
            }
            b"w" => mover = "White to move",
            b"b" => mover = "Black to move",
            _ => return None,
        }
    }
    let mut rows = vec!["  a b c d e f g h".to_owned()];
    for (number, row) in (1..=8).rev().zip(&board) {
        rows.push(format!("{number} {}", row.map(String::from).join(" ")));
    }
    rows.push(mover.to_owned());
    Some(rows.join("\n"))
}
