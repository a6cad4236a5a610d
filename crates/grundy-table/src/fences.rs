//! The places of the first rows of pages, by which the page of a place is found.

use crate::TableError;
use crate::seal::unhex_into;

/// The places, one after another.
pub(crate) struct Fences {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Fences {
    /// Reads places in hexadecimal, a blank after each.
    pub(crate) fn read(text: &str) -> Result<Self, TableError> {
        let wrong = || TableError::damaged("its metadata", "the fences cannot be read");
        let mut fences = Self { bytes: Vec::with_capacity(text.len() / 2), ends: Vec::new() };
        for word in text.split_terminator(' ') {
            unhex_into(word, &mut fences.bytes).ok_or_else(wrong)?;
            fences.ends.push(u32::try_from(fences.bytes.len()).map_err(|_| wrong())?);
        }
        Ok(fences)
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, page: usize) -> Option<&[u8]> {
        let from = if page == 0 { 0 } else { *self.ends.get(page - 1)? };
        self.bytes.get(from as usize..*self.ends.get(page)? as usize)
    }

    /// The last page whose first row stands no later than a place.
    pub(crate) fn page_of(&self, place: &[u8]) -> Option<u64> {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            if self.get(middle).is_some_and(|fence| fence <= place) { from = middle + 1 } else { to = middle }
        }
        from.checked_sub(1).map(|page| page as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_place() {
        let fences = Fences::read(" 05 0507 ff ").unwrap();
        assert_eq!((fences.len(), fences.get(0), fences.get(2)), (4, Some(&[][..]), Some(&[5, 7][..])));
        let page = |place: &[u8]| fences.page_of(place);
        assert_eq!(
            [page(&[]), page(&[4]), page(&[5]), page(&[5, 6]), page(&[5, 7]), page(&[255, 1])].map(Option::unwrap),
            [0, 0, 1, 1, 2, 3]
        );
        assert_eq!(Fences::read("05 ").unwrap().page_of(&[4]), None);
        assert_eq!(Fences::read("").unwrap().len(), 0);
        assert!(Fences::read("5 ").is_err() && Fences::read("0G ").is_err());
    }
}
