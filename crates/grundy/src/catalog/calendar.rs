//! The calendar game: from a date to the next day, or to the same day of the next month if there is one.
//!
//! The player who reaches 4 November 2001 wins; later dates are not allowed. After the ACM regional contest of Taejon 2001
//! (LA 2321, POJ 1082), where dates begin with the year 1900.
//!
//! Text of a position: `1994-05-03`. Text of a move: `to 1994-05-04`.

use super::{Entry, Opener};
use crate::game::{Game, Play};
use crate::text::{ParseError, TextGame, WithText};
use crate::theory::Reason;
use std::fmt;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "calendar",
    form: "calendar",
    rules: "From a date go to the next day, or to the same day of the next month if it exists. Whoever reaches \
            2001-11-04 wins; later dates are not allowed.",
    position: "a date from 1900-01-01 to 2001-11-04, as in `1994-05-03`",
    moves: "`to 1994-05-04`",
    source: "ACM regional contest, Taejon 2001 (LA 2321, POJ 1082)",
    open: Opener::Game(|_, play| Ok(Box::new(WithText::new(Calendar { play })))),
    ..Entry::HEAPS
};

/// The rules of the calendar game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calendar {
    /// Normal or misère play; under misère play, the player who reaches 4 November 2001 loses.
    pub play: Play,
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The first date of the game.
    pub const FIRST: Self = Self { year: 1900, month: 1, day: 1 };
    /// The last date of the game.
    pub const LAST: Self = Self { year: 2001, month: 11, day: 4 };

    /// Returns a date of the game; `None` if there is no such date from [`Date::FIRST`] to [`Date::LAST`].
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let date = Self { year, month, day };
        let exists = (1..=12).contains(&month) && (1..=days(year, month)).contains(&day);
        (exists && (Self::FIRST..=Self::LAST).contains(&date)).then_some(date)
    }

    /// Returns the month, from 1, and the day.
    pub fn month_and_day(self) -> (u8, u8) {
        (self.month, self.day)
    }

    /// Returns the next day; `None` after the last date.
    pub fn next_day(self) -> Option<Self> {
        let Self { year, month, day } = self;
        if day < days(year, month) {
            Self::new(year, month, day + 1)
        } else {
            let (year, month) = next_month(year, month);
            Self::new(year, month, 1)
        }
    }

    /// Returns the same day of the next month.
    pub fn next_month(self) -> Option<Self> {
        let (year, month) = next_month(self.year, self.month);
        Self::new(year, month, self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Calendar {
    /// Returns whether a date is lost for the player to move under normal play.
    ///
    /// A date is lost exactly if the month and the day add up to an odd number; 30 September and 30 November are
    /// exceptions and are won.
    ///
    /// *Proof.* Call a date even or odd as that sum is. A move changes the parity, with two exceptions: the move to the
    /// next day from 28 February of a common year, and from the last day of a month of 30 days. Of these dates 30
    /// September and 30 November are odd. So all moves from any other odd date lead to even ones, and 30 September and 30
    /// November have a move to an odd one, 1 October and 1 December. An even date has a move to a lost odd date too:
    /// usually the same day of the next month. From 30 August and 30 October that date is won, and from 29 and 31
    /// January, 31 March, 31 May and the days after 4 October 2001 there is no such date; then the move is to the next
    /// day. ∎
    ///
    /// ```
    /// use grundy::catalog::{Calendar, Date};
    /// assert!(Calendar::is_p_position(Date::new(2001, 11, 2).unwrap()) && !Calendar::is_p_position(Date::new(2001, 11, 3).unwrap()));
    /// ```
    pub fn is_p_position(at: Date) -> bool {
        (at.month + at.day) % 2 == 1 && !(at.day == 30 && (at.month == 9 || at.month == 11))
    }
}

fn next_month(year: u16, month: u8) -> (u16, u8) {
    if month == 12 { (year + 1, 1) } else { (year, month + 1) }
}

fn days(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Game for Calendar {
    type Position = Date;
    /// The date moved to.
    type Move = Date;

    fn moves(&self, at: &Date, out: &mut Vec<Date>) {
        out.extend([at.next_day(), at.next_month()].into_iter().flatten());
    }

    fn play(&self, _at: &Date, to: &Date) -> Date {
        *to
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl TextGame for Calendar {
    fn name(&self) -> &str {
        "calendar"
    }

    fn parse(&self, text: &str) -> Result<Date, ParseError> {
        let error = |message: String| ParseError {
            at: 0..text.len(),
            message,
            help: format!("write a date from {} to {}, as in `1994-05-03`", Date::FIRST, Date::LAST),
        };
        let parts: Vec<&str> = text.trim().split('-').collect();
        let digits = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|c| c.is_ascii_digit());
        let [year, month, day] = parts[..] else { return Err(error(format!("`{text}` is not a date"))) };
        if ![year, month, day].iter().all(digits) || month.len() > 2 || day.len() > 2 {
            return Err(error(format!("`{text}` is not a date")));
        }
        let number = |part: &str| part.parse::<u16>().expect("at most four digits");
        Date::new(number(year), number(month) as u8, number(day) as u8)
            .ok_or_else(|| error(format!("`{text}` is not a date of the game")))
    }

    fn to_text(&self, at: &Date) -> String {
        at.to_string()
    }

    fn move_text(&self, _at: &Date, to: &Date) -> String {
        format!("to {to}")
    }

    fn opening(&self) -> Option<Date> {
        // The player to move wins, and not by the first move.
        self.parse(if self.play == Play::Misere { "2001-09-30" } else { "2001-10-02" }).ok()
    }

    /// The rule explains answers. It claims nothing: a game has at most 37,199 dates, which are solved at once with their remoteness.
    fn has_theory(&self) -> bool {
        true
    }

    fn reason(&self, at: &Date) -> Option<Reason> {
        let (month, day) = at.month_and_day();
        let sum = month + day;
        let parity = if sum.is_multiple_of(2) { "even" } else { "odd" };
        let exception =
            if parity == "odd" && !Self::is_p_position(*at) { ", but this date is an exception" } else { "" };
        (self.play == Play::Normal).then(|| {
            Reason::Rule(format!(
                "A date is lost exactly when its month and day add up to an odd number, except 30 September and 30 November, which are \
                 won: nearly every move makes an odd sum even, and from an even sum some move makes it odd. Here {month} + {day} = {sum} \
                 is {parity}{exception}."
            ))
        })
    }

    fn encode(&self, at: &Date, out: &mut Vec<u8>) {
        out.extend(at.year.to_be_bytes());
        out.extend([at.month, at.day]);
    }

    fn decode(&self, bytes: &[u8]) -> Date {
        Date { year: u16::from_be_bytes([bytes[0], bytes[1]]), month: bytes[2], day: bytes[3] }
    }
}
