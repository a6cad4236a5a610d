//! The texts and the picture of nine, six and five men's morris.

use super::board::Board;
use super::{FEWEST_MEN, MorrisMove, MorrisPosition};
use crate::catalog::grid::{letter, wrong};
use crate::game::Player;
use crate::text::{ParseError, words};
use std::fmt::Write as _;

/// Reads a position of a game with `men` men for each player.
pub(super) fn parse(board: &Board, men: u32, text: &str) -> Result<MorrisPosition, ParseError> {
    let mut words = words(text);
    let (at, points) = words.next().unwrap_or((0..text.len(), ""));
    let (x, o) = parse_points(board, points).map_err(|(message, help)| ParseError { at, message, help })?;
    let mover = match words.next() {
        Some((_, "X" | "x")) => Player::Left,
        Some((_, "O" | "o")) => Player::Right,
        Some((at, word)) => {
            let help = "write X or O after the board".to_owned();
            return Err(ParseError { at, message: format!("`{word}` does not say who moves"), help });
        }
        None => {
            let help = "write X or O after the board and a space";
            return Err(wrong(text, "the text does not say who moves", help));
        }
    };
    let mut hand = || {
        let (at, word) = words.next()?;
        let count = word.parse().ok().filter(|count| u32::from(*count) <= men);
        Some(count.ok_or_else(|| ParseError {
            at,
            message: format!("`{word}` is not a number of men in hand"),
            help: format!("write a number from 0 to {men} for X and one for O, or none if all men are placed"),
        }))
    };
    let hands = (hand().transpose()?, hand().transpose()?);
    let (x_hand, o_hand) = match hands {
        (None, _) => (0, 0),
        (Some(x_hand), Some(o_hand)) => (x_hand, o_hand),
        (Some(_), None) => {
            return Err(wrong(text, "the men that O has in hand are missing", "write the numbers of X and of O"));
        }
    };
    if let Some((at, word)) = words.next() {
        let help = "a position is a board, the player to move and the men in hand".to_owned();
        return Err(ParseError { at, message: format!("`{word}` is too much"), help });
    }
    let position = MorrisPosition { x, o, x_hand, o_hand, mover };
    check(men, &position).map_err(|(message, help)| wrong(text, message, help))?;
    Ok(position)
}

/// Reads the points of a board as the sets of X and of O. The error is a message and its help.
fn parse_points(board: &Board, text: &str) -> Result<(u32, u32), (String, String)> {
    let help = || {
        let rows: Vec<String> = board.rows().map(|row| ".".repeat(row.len())).collect();
        format!("write X, O or . for each of the {} points, as in `{}`", board.points(), rows.join("/"))
    };
    let (mut x, mut o, mut point) = (0, 0, 0u32);
    for c in text.chars().filter(|c| *c != '/') {
        let bit = 1u32.checked_shl(point).unwrap_or(0);
        match c {
            'X' | 'x' => x |= bit,
            'O' | 'o' => o |= bit,
            '.' => {}
            _ => return Err((format!("`{c}` is not a point"), help())),
        }
        point += 1;
    }
    let widths = board.rows().map(|row| row.len());
    let in_rows = !text.contains('/') || text.split('/').map(str::len).eq(widths);
    match (point == board.points(), in_rows) {
        (false, _) => Err((format!("{point} points"), help())),
        (true, false) => Err(("the rows have other lengths than those of the board".to_owned(), help())),
        (true, true) => Ok((x, o)),
    }
}

/// Checks the numbers of men. The error is a message and its help.
fn check(men: u32, at: &MorrisPosition) -> Result<(), (String, String)> {
    let expected = at.x_hand + u8::from(at.mover == Player::Right);
    if (at.x_hand, at.o_hand) != (0, 0) && at.o_hand != expected {
        let message = format!("X has {} men in hand and O has {}", at.x_hand, at.o_hand);
        let help =
            "men are placed in turn, X first: both have as many in hand if X is to move, and O has one more if O is";
        return Err((message, help.to_owned()));
    }
    for (player, on_board, hand) in [(Player::Left, at.x, at.x_hand), (Player::Right, at.o, at.o_hand)] {
        let all = on_board.count_ones() + u32::from(hand);
        if all > men {
            let message = format!("{} has {all} men, on the board and in hand", letter(player));
            return Err((message, format!("each player has {men}")));
        }
        if all < FEWEST_MEN && player != at.mover {
            let message = format!("{} has {all} men, but the other player is to move", letter(player));
            return Err((message, "a player who has two men left has lost, and no move follows".to_owned()));
        }
    }
    Ok(())
}

/// The text of a position.
pub(super) fn to_text(board: &Board, at: &MorrisPosition) -> String {
    let rows: Vec<String> = board.rows().map(|row| row.map(|point| mark(at, point)).collect()).collect();
    let mut out = format!("{} {}", rows.join("/"), letter(at.mover));
    if at.x_hand > 0 || at.o_hand > 0 {
        let _ = write!(out, " {} {}", at.x_hand, at.o_hand);
    }
    out
}

/// The character of a point.
fn mark(at: &MorrisPosition, point: usize) -> char {
    match (at.x >> point & 1, at.o >> point & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '.',
    }
}

/// The text of a move.
pub(super) fn move_text(board: &Board, m: &MorrisMove) -> String {
    let mut out = m.from.map_or(String::new(), |from| format!("{} to ", board.label(from)));
    out.push_str(&board.label(m.to));
    if let Some(taken) = m.take {
        let _ = write!(out, ", take {}", board.label(taken));
    }
    out
}

/// A picture of the board with its lines, the player to move and the men in hand.
pub(super) fn picture(board: &Board, at: &MorrisPosition) -> String {
    let size = 2 * board.side as usize - 1;
    let mut canvas = vec![vec![' '; size]; size];
    let place = |point: usize| {
        let (column, row) = board.places[point];
        (2 * column as usize, 2 * row as usize)
    };
    for point in 0..board.places.len() {
        let (column, row) = place(point);
        for other in (point + 1..board.places.len()).filter(|other| board.neighbours[point] >> other & 1 == 1) {
            let (end_column, end_row) = place(other);
            canvas[row][column..end_column.max(column)].fill('-');
            canvas
                .iter_mut()
                .take(end_row)
                .skip(row)
                .filter(|_| column == end_column)
                .for_each(|line| line[column] = '|');
        }
    }
    for point in 0..board.places.len() {
        let (column, row) = place(point);
        canvas[row][column] = mark(at, point);
    }
    let letters: Vec<String> = (b'a'..).take(board.side as usize).map(|c| char::from(c).to_string()).collect();
    let mut lines = vec![format!("  {}", letters.join(" "))];
    for (i, line) in canvas.iter().enumerate() {
        let number = if i % 2 == 0 { (i / 2 + 1).to_string() } else { " ".to_owned() };
        lines.push(format!("{number} {}", line.iter().collect::<String>()).trim_end().to_owned());
    }
    let mut last = format!("{} to move", letter(at.mover));
    if at.x_hand > 0 || at.o_hand > 0 {
        let _ = write!(last, "; in hand: X {}, O {}", at.x_hand, at.o_hand);
    }
    lines.push(last);
    lines.join("\n")
}
