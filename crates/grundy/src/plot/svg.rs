//! Common parts of SVG pictures: the frame with title and description, colours, text.
//!
//! The two hues, blue and orange, are distinguishable with red-green colour blindness, and differ in lightness too.

use std::fmt::Write;

/// The colour of positions that are won for the player to move.
pub(super) const WON: &str = "#2c7fb8";
/// The colour of positions that are lost for the player to move.
pub(super) const LOST: &str = "#d95f0e";

/// Begins a picture of a given size on white, with a title and a description for screen readers. The caller appends what is drawn, and
/// then `END`.
pub(super) fn open(width: f64, height: f64, title: &str, description: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-labelledby=\"title desc\">\n"
    );
    let _ = writeln!(out, "<title id=\"title\">{}</title>", escape(title));
    let _ = writeln!(out, "<desc id=\"desc\">{}</desc>", escape(description));
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    out
}

/// The end of a picture.
pub(super) const END: &str = "</svg>\n";

/// Text as the content of an element.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Appends text that is centred on a point.
pub(super) fn push_centred(out: &mut String, x: f64, y: f64, text: &str) {
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>", escape(text));
}

/// Appends text that ends at a point.
pub(super) fn push_right_aligned(out: &mut String, x: f64, y: f64, text: &str) {
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", escape(text));
}

/// Appends text that runs upwards along an axis and is centred on a point.
pub(super) fn push_upright(out: &mut String, x: f64, y: f64, text: &str) {
    let _ = writeln!(
        out,
        "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        escape(text)
    );
}

/// The distance between the marks of an axis from 0 to `most`, chosen to give about ten marks: 1, 2 or 5 times a power of ten.
pub(super) fn tick_interval(most: u64) -> u64 {
    (0..19).flat_map(|power| [1, 2, 5].map(|n| n * 10u64.pow(power))).find(|step| most / step <= 12).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_about_ten_marks() {
        assert_eq!([0, 7, 12, 13, 100, 1000, 100_000].map(tick_interval), [1, 1, 1, 2, 10, 100, 10_000]);
        assert!(tick_interval(u64::MAX) > 0);
    }
}
