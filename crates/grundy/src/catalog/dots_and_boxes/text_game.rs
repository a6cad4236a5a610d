//! Text of dots and boxes: positions, moves and the picture.

use super::last_move::Unreachable;
use super::{DotsAndBoxes, DrawnLines, Line};
use crate::catalog::grid::wrong;
use crate::game::Player;
use crate::text::{DynTiered, ParseError, TextGame, words};
use crate::value::Verdict;
use std::ops::Range;

impl DotsAndBoxes {
    /// The length of a row of lines in the text; rows of horizontal and of vertical lines alternate.
    fn row_length(&self, row: u32) -> u32 {
        if row.is_multiple_of(2) { self.columns } else { self.columns + 1 }
    }

    /// The bit of a line in the text, among the horizontal or the vertical lines.
    fn bit(&self, row: u32, place: u32) -> u64 {
        1 << (row / 2 * (self.columns + 1) + place)
    }

    fn help(&self) -> String {
        let start = self.to_text(&self.start().expect("a start"));
        format!("write the lines, the boxes of A and B, and who moves, as in `{start}`")
    }

    /// Parses the lines, which are at the bytes `at` of the whole text.
    fn parse_lines(&self, at: Range<usize>, text: &str) -> Result<(u64, u64), ParseError> {
        let error = |at: Range<usize>, message: String| ParseError { at, message, help: self.help() };
        let mut sets = [0, 0];
        let mut start = at.start;
        let mut rows = 0;
        for (row, line) in (0..).zip(text.split('/')) {
            let length = line.chars().count();
            if row <= 2 * self.rows && length != self.row_length(row) as usize {
                let message = format!("row {} has {length} lines, not {}", row + 1, self.row_length(row));
                return Err(error(start..start + line.len(), message));
            }
            for (place, (i, c)) in (0..).zip(line.char_indices()) {
                let is_vertical = row % 2 == 1;
                match (c, is_vertical) {
                    ('.', _) => {}
                    ('h' | 'H', false) | ('v' | 'V', true) if row <= 2 * self.rows => {
                        sets[usize::from(is_vertical)] |= self.bit(row, place);
                    }
                    _ => {
                        let (kind, letter) = if is_vertical { ("vertical", 'v') } else { ("horizontal", 'h') };
                        let message = format!("`{c}` stands in a row of {kind} lines, which are `{letter}` or `.`");
                        return Err(error(start + i..start + i + c.len_utf8(), message));
                    }
                }
            }
            start += line.len() + 1;
            rows += 1;
        }
        if rows != 2 * self.rows + 1 {
            return Err(error(at, format!("the position has {rows} rows of lines, not {}", 2 * self.rows + 1)));
        }
        Ok((sets[0], sets[1]))
    }
}

impl TextGame for DotsAndBoxes {
    fn name(&self) -> &str {
        &self.name
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        self.fits_in_a_word().then_some(self)
    }

    fn start(&self) -> Option<DrawnLines> {
        Some(DrawnLines { horizontal: 0, vertical: 0, lead: 0, mover: Player::Left })
    }

    fn parse(&self, text: &str) -> Result<DrawnLines, ParseError> {
        let error = |at: Range<usize>, message: String| ParseError { at, message, help: self.help() };
        let mut words = words(text);
        let Some((at, lines)) = words.next() else { return Err(wrong(text, "the position is missing", self.help())) };
        let (horizontal, vertical) = self.parse_lines(at, lines)?;
        let Some((score_at, score)) = words.next() else {
            return Err(wrong(text, "the boxes of the players are missing", self.help()));
        };
        let boxes = |digits: &str| digits.parse::<u32>().ok().filter(|_| digits.bytes().all(|c| c.is_ascii_digit()));
        let counts = score.split_once(':').and_then(|(a, b)| boxes(a).zip(boxes(b)));
        let Some((a, b)) = counts else {
            return Err(error(score_at, format!("`{score}` stands where the boxes of A and B should")));
        };
        let complete = self.complete(horizontal, vertical);
        if u64::from(a) + u64::from(b) != u64::from(complete) {
            let help = format!("there are {complete} complete boxes, each of them is A's or B's");
            return Err(ParseError { at: score_at, message: format!("{a} and {b} boxes"), help });
        }
        let (mover_at, mover) = match words.next() {
            Some((at, "A" | "a")) => (at, Player::Left),
            Some((at, "B" | "b")) => (at, Player::Right),
            Some((at, word)) => return Err(error(at, format!("`{word}` does not say who moves"))),
            None => return Err(wrong(text, "the position does not say who moves", self.help())),
        };
        if let Some((at, word)) = words.next() {
            return Err(error(at, format!("`{word}` is too much")));
        }
        let at = DrawnLines { horizontal, vertical, lead: (a as i32 - b as i32) as i8, mover };
        let unreachable = match self.check_last_move(&at) {
            Ok(()) => return Ok(at),
            Err(unreachable) => unreachable,
        };
        let turns = "A begins, and the turn passes after each line that completes no box";
        Err(match unreachable {
            Unreachable::WrongPlayer => ParseError {
                at: mover_at,
                message: format!("{} is to move after these lines", letter(mover.other())),
                help: turns.to_owned(),
            },
            Unreachable::NoLastMove => wrong(text, "no line can have been drawn last", turns),
            Unreachable::OverBefore => wrong(
                text,
                "the game was over before its last move",
                "a player who owns more boxes than the other can still reach has won",
            ),
        })
    }

    fn to_text(&self, at: &DrawnLines) -> String {
        let rows = (0..=2 * self.rows).map(|row| {
            let (set, drawn) = if row.is_multiple_of(2) { (at.horizontal, 'h') } else { (at.vertical, 'v') };
            let mark = |place| if set & self.bit(row, place) == 0 { '.' } else { drawn };
            (0..self.row_length(row)).map(mark).collect::<String>()
        });
        let rows: Vec<String> = rows.collect();
        let [a, b] = self.boxes_of(at);
        format!("{} {a}:{b} {}", rows.join("/"), letter(at.mover))
    }

    fn move_text(&self, _at: &DrawnLines, line: &Line) -> String {
        let (row, column) = (u32::from(line.dot) / (self.columns + 1), u32::from(line.dot) % (self.columns + 1));
        let (down, right) = if line.is_vertical { (1, 0) } else { (0, 1) };
        format!("{}{}", char::from(b'a' + (2 * column + right) as u8), 2 * row + down + 1)
    }

    fn encode(&self, at: &DrawnLines, out: &mut Vec<u8>) {
        // The lines of each direction, in as many bytes as the dots need.
        let bytes = ((self.rows + 1) * (self.columns + 1)).div_ceil(8) as usize;
        out.extend(&at.horizontal.to_le_bytes()[..bytes]);
        out.extend(&at.vertical.to_le_bytes()[..bytes]);
        out.extend(at.lead.to_le_bytes());
        out.push(u8::from(at.mover == Player::Right));
    }

    fn decode(&self, bytes: &[u8]) -> DrawnLines {
        let length = ((self.rows + 1) * (self.columns + 1)).div_ceil(8) as usize;
        let lines =
            |from: usize| u64::from_le_bytes(std::array::from_fn(|i| if i < length { bytes[from + i] } else { 0 }));
        DrawnLines {
            horizontal: lines(0),
            vertical: lines(length),
            lead: i8::from_le_bytes([bytes[2 * length]]),
            mover: if bytes[2 * length + 1] == 0 { Player::Left } else { Player::Right },
        }
    }

    fn canonical(&self, at: &DrawnLines) -> DrawnLines {
        self.symmetries.iter().fold(*at, |least, symmetry| symmetry.apply_if_less(at, &least).unwrap_or(least))
    }

    fn guess(&self, at: &DrawnLines, option: &DrawnLines) -> Option<i32> {
        Some(self.guess_of_move(at, option))
    }

    fn bounds(&self, at: &DrawnLines) -> Option<[Verdict; 2]> {
        Some(self.value_bounds(at))
    }

    fn class_size(&self, at: &DrawnLines) -> Option<u64> {
        let fixing = 1 + self.symmetries.iter().filter(|symmetry| symmetry.apply(at) == *at).count();
        Some(((1 + self.symmetries.len()) / fixing) as u64)
    }

    /// Dots as `+`, complete boxes as `#`, with the rows and columns by which moves are named.
    fn picture(&self, at: &DrawnLines) -> Option<String> {
        let width = (2 * self.rows + 1).to_string().len();
        let letters: Vec<String> =
            (b'a'..).take(2 * self.columns as usize + 1).map(|c| char::from(c).to_string()).collect();
        let mut rows = vec![format!("{:width$} {}", "", letters.join(" "))];
        for row in 0..=2 * self.rows {
            let mut line = format!("{:>width$} ", row + 1);
            for place in 0..=self.columns {
                let is_last = place == self.columns;
                if row.is_multiple_of(2) {
                    let is_drawn = at.horizontal & self.bit(row, place) != 0 && !is_last;
                    line.push_str(if is_last {
                        "+"
                    } else if is_drawn {
                        "+---"
                    } else {
                        "+   "
                    });
                } else {
                    let bit = self.bit(row, place);
                    let stride = self.columns + 1;
                    let is_drawn = at.vertical & bit != 0;
                    let is_complete =
                        at.vertical & at.vertical >> 1 & at.horizontal & at.horizontal >> stride & bit != 0;
                    line.push(if is_drawn { '|' } else { ' ' });
                    if !is_last {
                        line.push_str(if is_complete { " # " } else { "   " });
                    }
                }
            }
            rows.push(line.trim_end().to_owned());
        }
        let [a, b] = self.boxes_of(at);
        rows.push(format!("A has {a}, B has {b}, {} to move", letter(at.mover)));
        Some(rows.join("\n"))
    }

    fn players(&self) -> [&'static str; 2] {
        ["A", "B"]
    }
}

impl DotsAndBoxes {
    /// The number of boxes of each player.
    pub(super) fn boxes_of(&self, at: &DrawnLines) -> [i32; 2] {
        let (complete, lead) = (self.complete(at.horizontal, at.vertical) as i32, i32::from(at.lead));
        [(complete + lead) / 2, (complete - lead) / 2]
    }
}

/// The letter of a player.
fn letter(player: Player) -> char {
    match player {
        Player::Left => 'A',
        Player::Right => 'B',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::grid::BoardSizeError;
    use crate::game::{Game, Tiered};
    use crate::value::Outcome;

    #[test]
    fn sizes_and_texts_that_cannot_be_are_refused() {
        for (rows, columns) in [(0, 3), (3, 0)] {
            assert_eq!(DotsAndBoxes::new(rows, columns).unwrap_err(), BoardSizeError::Empty);
        }
        for (rows, columns) in [(1, 13), (8, 7), (7, 8), (32, 1), (u64::MAX, 1), (1, u64::MAX)] {
            assert_eq!(DotsAndBoxes::new(rows, columns).unwrap_err(), BoardSizeError::TooLarge { columns, rows });
        }
        let game = DotsAndBoxes::new(1, 2).unwrap();
        for text in [
            "",
            "../.../..",
            "../.../.. 0:0",
            "../.../.. 0:0 C",
            "../.../.. 0:0 A A",
            "../.../.. 1:0 A",
            "../.../.. 0 A",
            "../.../.. -0:0 A",
            "../../.. 0:0 A",
            "../.../../.. 0:0 A",
            "../... 0:0 A",
            "v./.../.. 0:0 A",
            "../h../.. 0:0 A",
            "h./vv./h. 0:0 A",
            "h./vv./h. 2:0 A",
            "hh/vvv/hh 4294967295:3 A",
            // The wrong player moves.
            "h./.../.. 0:0 A",
            "../.../.. 0:0 B",
            "h./vv./h. 1:0 A",
            "hh/vvv/hh 1:1 A",
            // The last line completed a box of the player who moves.
            "h./vv./h. 1:0 B",
            "hh/vvv/hh 0:2 A",
        ] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        for text in ["../.../.. 0:0 A", "h./vv./h. 0:1 B", "hh/vv./h. 1:0 A", "hh/vvv/hh 1:1 B"] {
            assert_eq!(game.parse(text).map(|at| game.to_text(&at)).as_deref(), Ok(text));
        }
    }

    #[test]
    fn large_boards_come_back_from_words_keys_and_text() {
        let mut random = fastrand::Rng::with_seed(1);
        for (rows, columns) in [(1, 1), (1, 12), (3, 12), (31, 1), (4, 4), (5, 4), (5, 5), (7, 7)] {
            let game = DotsAndBoxes::new(rows, columns).unwrap();
            assert_eq!(game.fits_in_a_word(), game.tiered().is_some());
            for _ in 0..20 {
                let mut at = game.start().unwrap();
                loop {
                    assert_eq!(game.parse(&game.to_text(&at)), Ok(at));
                    let mut key = Vec::new();
                    game.encode(&at, &mut key);
                    assert_eq!(game.decode(&key), at);
                    if game.fits_in_a_word() {
                        assert_eq!(game.unpack(game.pack(&at)), at);
                        let bits = Tiered::bits(&game);
                        assert!(bits == 64 || game.pack(&at) >> bits == 0);
                    }
                    let mut moves = Vec::new();
                    game.moves(&at, &mut moves);
                    let Some(line) = random.choice(&moves) else { break };
                    at = game.play(&at, line);
                }
            }
        }
        assert!(
            DotsAndBoxes::new(4, 5).unwrap().fits_in_a_word() && !DotsAndBoxes::new(5, 5).unwrap().fits_in_a_word()
        );
    }

    #[test]
    fn a_complete_box_is_owned_and_its_player_moves_again() {
        let game = DotsAndBoxes::new(1, 2).unwrap();
        let after = |text: &str, label: &str| {
            let at = game.parse(text).unwrap();
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let line = moves.iter().find(|line| game.move_text(&at, line) == label).unwrap();
            game.to_text(&game.play(&at, line))
        };
        assert_eq!(after("../.../.. 0:0 A", "b1"), "h./.../.. 0:0 B");
        assert_eq!(after("../.../.. 0:0 A", "e2"), "../..v/.. 0:0 B");
        assert_eq!(after("h./vv./.. 0:0 B", "b3"), "h./vv./h. 0:1 B");
        // One line completes both boxes.
        assert_eq!(after("hh/v.v/hh 0:0 A", "c2"), "hh/vvv/hh 2:0 A");
        assert_eq!(game.terminal(&game.parse("hh/vvv/hh 0:2 B").unwrap()), Outcome::Win);
        assert_eq!(game.terminal(&game.parse("hh/vvv/hh 1:1 B").unwrap()), Outcome::Draw);
        // A game ends with a move of the winner, who moves again.
        let lost = DrawnLines { mover: Player::Left, ..game.parse("hh/vvv/hh 0:2 B").unwrap() };
        assert_eq!(game.terminal(&lost), Outcome::Loss);
    }

    #[test]
    fn the_picture_names_the_lines() {
        let game = DotsAndBoxes::new(1, 2).unwrap();
        let picture = game.picture(&game.parse("h./vv./h. 0:1 B").unwrap()).unwrap();
        let rows: Vec<&str> = picture.lines().collect();
        assert_eq!(rows, ["  a b c d e", "1 +---+   +", "2 | # |", "3 +---+   +", "A has 0, B has 1, B to move"]);
    }
}
