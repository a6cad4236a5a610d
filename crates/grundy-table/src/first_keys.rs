//! The sort keys of the first rows of pages: an index that gives the page of a sort key.

use crate::TableError;
use crate::checksum::unhex_into;

/// The sort key of the first row of each page, in order.
pub(crate) struct FirstKeys {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl FirstKeys {
    /// Parses sort keys in hexadecimal, each followed by a space.
    pub(crate) fn read(text: &str) -> Result<Self, TableError> {
        let wrong = || TableError::damaged("its metadata", "the first keys of pages cannot be read");
        let mut first_keys = Self { bytes: Vec::with_capacity(text.len() / 2), ends: Vec::new() };
        for word in text.split_terminator(' ') {
            unhex_into(word, &mut first_keys.bytes).ok_or_else(wrong)?;
            first_keys.ends.push(u32::try_from(first_keys.bytes.len()).map_err(|_| wrong())?);
        }
        Ok(first_keys)
    }

    /// The number of pages.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The sort key of the first row of a page.
    pub(crate) fn get(&self, page: usize) -> Option<&[u8]> {
        let from = if page == 0 { 0 } else { *self.ends.get(page - 1)? };
        self.bytes.get(from as usize..*self.ends.get(page)? as usize)
    }

    /// The last page whose first row has a sort key of at most `key`.
    pub(crate) fn page_of(&self, key: &[u8]) -> Option<u64> {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            if self.get(middle).is_some_and(|first| first <= key) { from = middle + 1 } else { to = middle }
        }
        from.checked_sub(1).map(|page| page as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_key() {
        let first_keys = FirstKeys::read(" 05 0507 ff ").unwrap();
        assert_eq!((first_keys.len(), first_keys.get(0), first_keys.get(2)), (4, Some(&[][..]), Some(&[5, 7][..])));
        let page = |key: &[u8]| first_keys.page_of(key);
        assert_eq!(
            [page(&[]), page(&[4]), page(&[5]), page(&[5, 6]), page(&[5, 7]), page(&[255, 1])].map(Option::unwrap),
            [0, 0, 1, 1, 2, 3]
        );
        assert_eq!(FirstKeys::read("05 ").unwrap().page_of(&[4]), None);
        assert_eq!(FirstKeys::read("").unwrap().len(), 0);
        assert!(FirstKeys::read("5 ").is_err() && FirstKeys::read("0G ").is_err());
    }
}
