//! Text of Kalah: the parameters after the colon, positions and moves.

use super::{Kalah, RemainingSeeds, Seeds};
use crate::catalog::grid::wrong;
use crate::catalog::parameters::Parameters;
use crate::catalog::picture;
use crate::catalog::text;
use crate::game::{Player, Tiered};
use crate::text::{DynTiered, ParseError, TextGame, words};
use std::ops::Range;

impl Kalah {
    /// The game of these parameters.
    pub(super) fn open(parameters: &Parameters<'_>) -> Result<Self, ParseError> {
        let help = "write `kalah:PITS,SEEDS`, each from 1 to 6, as in `kalah:3,2`; then, each after a comma and if you like, \
                    `owner`, `emptier` or `nobody` for whose the seeds are that are left, and `empty-capture`";
        let error = |at: Range<usize>, message: String| ParseError { at, message, help: help.to_owned() };
        let mut at = parameters.at().start;
        let (mut sizes, mut left, mut empty_capture) = (Vec::new(), None, false);
        for word in parameters.text().split(',') {
            let here = at..at + word.len();
            at = here.end + 1;
            let ending = match word {
                _ if sizes.len() < 2 => {
                    let number =
                        text::number(here.clone(), word, "a size").map_err(|wrong| error(wrong.at, wrong.message))?;
                    match u64::try_from(&number) {
                        Ok(size @ 1..=6) => sizes.push(size),
                        _ => return Err(error(here, format!("`{word}` is not from 1 to 6"))),
                    }
                    continue;
                }
                "owner" => RemainingSeeds::Owner,
                "emptier" => RemainingSeeds::Emptier,
                "nobody" => RemainingSeeds::Neither,
                "empty-capture" if !empty_capture => {
                    empty_capture = true;
                    continue;
                }
                "empty-capture" => return Err(error(here, "`empty-capture` stands there twice".to_owned())),
                _ => return Err(error(here, format!("`{word}` is not a rule of Kalah"))),
            };
            if left.replace(ending).is_some() {
                return Err(error(here, "it was said before whose the seeds are that are left".to_owned()));
            }
        }
        let game = match sizes[..] {
            [pits, seeds] => Self::new(pits, seeds, left.unwrap_or_default(), empty_capture),
            _ => None,
        };
        let game = game.ok_or_else(|| error(parameters.at(), "the number of seeds is missing".to_owned()))?;
        Ok(Self { name: parameters.game().to_owned(), ..game })
    }
}

impl TextGame for Kalah {
    fn name(&self) -> &str {
        &self.name
    }

    fn start(&self) -> Option<Seeds> {
        let row = std::array::from_fn(|i| if i < self.pits { self.seeds } else { 0 });
        Some(Seeds { pits: [row; 2], stores: [0; 2], mover: Player::Left })
    }

    fn parse(&self, text: &str) -> Result<Seeds, ParseError> {
        let start = self.start().expect("Kalah has a start");
        let help =
            format!("write South's pits and store, `/`, North's, and who moves, as in `{}`", self.to_text(&start));
        let mut words = words(text);
        let mut next = |what: &str| words.next().ok_or_else(|| wrong(text, format!("{what} is missing"), help.clone()));
        let mut at = start;
        for (side, name) in ["South's", "North's"].into_iter().enumerate() {
            if side == 1 {
                let (place, word) = next("the `/` after South's store")?;
                if word != "/" {
                    return Err(ParseError { at: place, message: format!("`{word}` stands where `/` should"), help });
                }
            }
            for i in 0..=self.pits {
                let what = if i < self.pits { format!("{name} pit {}", i + 1) } else { format!("{name} store") };
                let (place, word) = next(&what)?;
                let digits = if i < self.pits { Some(word) } else { word.strip_prefix('+') };
                let number = digits.filter(|digits| digits.bytes().all(|c| c.is_ascii_digit()));
                let Some(number) = number.and_then(|digits| digits.parse::<u8>().ok()) else {
                    let message = format!("`{word}` stands where {what} should");
                    return Err(ParseError { at: place, message, help });
                };
                *(if i < self.pits { &mut at.pits[side][i] } else { &mut at.stores[side] }) = number;
            }
        }
        at.mover = match next("who moves")? {
            (_, "S" | "s") => Player::Left,
            (_, "N" | "n") => Player::Right,
            (at, word) => {
                let help = "write S or N behind the board".to_owned();
                return Err(ParseError { at, message: format!("`{word}` does not say who moves"), help });
            }
        };
        if let Some((at, word)) = words.next() {
            return Err(ParseError { at, message: format!("`{word}` is too much"), help });
        }
        let seeds: u32 = self.places(&at).map(u32::from).sum();
        if seeds != self.total() {
            let help = format!("there are {} in the game, those in the stores included", self.total());
            return Err(wrong(text, format!("{seeds} seeds"), help));
        }
        Ok(at)
    }

    fn to_text(&self, at: &Seeds) -> String {
        let row = |side: usize| {
            let pits: Vec<String> = at.pits[side][..self.pits].iter().map(u8::to_string).collect();
            format!("{} +{}", pits.join(" "), at.stores[side])
        };
        format!("{} / {} {}", row(0), row(1), if at.mover == Player::Left { 'S' } else { 'N' })
    }

    fn move_text(&self, _at: &Seeds, &pit: &u8) -> String {
        format!("sow {}", pit + 1)
    }

    fn encode(&self, at: &Seeds, out: &mut Vec<u8>) {
        out.extend(self.pack(at).to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Seeds {
        self.unpack(u64::from_le_bytes(std::array::from_fn(|i| bytes[i])))
    }

    fn picture(&self, at: &Seeds) -> Option<String> {
        picture::pits(&self.to_text(at))
    }

    fn players(&self) -> [&'static str; 2] {
        ["South", "North"]
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_position_is_refused() {
        let game = Kalah::new(2, 2, RemainingSeeds::Owner, false).unwrap();
        for text in [
            "",
            "2 2 +0",
            "2 2 +0 / 2 2 +0",
            "2 2 0 / 2 2 +0 S",
            "2 2 +0 2 2 +0 S",
            "2 2 +0 / 2 2 +0 X",
            "2 2 +0 / 2 2 +1 S",
            "2 2 +0 / 2 2 +0 S S",
            "2 -2 +0 / 2 2 +0 S",
            "2 999 +0 / 2 2 +0 S",
            "255 255 +255 / 255 255 +255 S",
        ] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        for text in ["kalah:", "kalah:3", "kalah:3,", "kalah:7,3", "kalah:3,0", "kalah:3,3,x", "kalah:3,3,owner,nobody"]
        {
            assert!(Kalah::open(&Parameters::new(text, 6)).is_err(), "{text}");
        }
        assert!(
            Kalah::new(7, 1, RemainingSeeds::Owner, false).is_none()
                && Kalah::new(1, 0, RemainingSeeds::Owner, false).is_none()
        );
    }
}
