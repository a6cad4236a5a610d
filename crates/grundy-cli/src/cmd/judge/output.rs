//! Buffered output of the answers to a judge's cases.

use std::io::{self, Write};

/// The usual number of buffered bytes at which the buffer is written.
const BUFFER_BYTES: usize = 1 << 16;

/// A buffered writer.
pub(crate) struct Output<'a> {
    to: Box<dyn Write + 'a>,
    buffer: Vec<u8>,
    /// The number of buffered bytes at which the buffer is written.
    limit: usize,
}

impl<'a> Output<'a> {
    pub(crate) fn new(to: Box<dyn Write + 'a>) -> Self {
        Self { to, buffer: Vec::with_capacity(BUFFER_BYTES + 64), limit: BUFFER_BYTES }
    }

    /// Creates an output that writes each line when it is complete.
    pub(crate) fn by_line(to: Box<dyn Write + 'a>) -> Self {
        Self { limit: 0, ..Self::new(to) }
    }

    /// Appends a text and a line ending.
    #[inline]
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.text(text);
        self.end()
    }

    /// Appends a text.
    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Appends a number.
    pub(crate) fn number(&mut self, mut n: u64) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        loop {
            first -= 1;
            digits[first] = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                break;
            }
        }
        self.buffer.extend_from_slice(&digits[first..]);
    }

    /// Appends numbers, separated by spaces.
    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
        for (i, n) in numbers.into_iter().enumerate() {
            if i > 0 {
                self.text(" ");
            }
            self.number(n);
            self.flush_if_large()?;
        }
        Ok(())
    }

    /// Appends a line of numbers, separated by spaces.
    pub(crate) fn row(&mut self, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
        self.numbers(numbers)?;
        self.end()
    }

    /// Appends a line ending.
    #[inline]
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.buffer.push(b'\n');
        self.flush_if_large()
    }

    /// Writes the buffer if it is large enough.
    #[inline]
    fn flush_if_large(&mut self) -> io::Result<()> {
        if self.buffer.len() >= self.limit { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> io::Result<()> {
        let written = self.to.write_all(&self.buffer);
        self.buffer.clear();
        written
    }

    /// Writes the rest of the buffer and flushes the stream.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.write()?;
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_written_in_order() {
        let mut bytes = Vec::new();
        let mut expected = String::new();
        let mut out = Output::new(Box::new(&mut bytes));
        for n in (0..30_000).map(|n: u64| n * n * n).chain([u64::MAX, 0, 9, 10]) {
            out.text("n ");
            out.row([n, n / 2]).expect("memory");
            expected.push_str(&format!("n {n} {}\n", n / 2));
        }
        out.flush().expect("memory");
        drop(out);
        assert!(bytes == expected.as_bytes());
    }
}
