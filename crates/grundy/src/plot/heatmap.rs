//! Draws a heat map as SVG: P-positions in orange, others in blue, darker for greater Grundy values.

use super::svg;
use crate::game::Play;
use crate::solver::{Heatmap, Pair};
use crate::value::Outcome;
use std::fmt::Write;

const SIDE: f64 = 640.0;
const LEFT: f64 = 64.0;
const ABOVE: f64 = 56.0;
const BELOW: f64 = 56.0;
const RIGHT: f64 = 16.0;

/// The largest number of rows for which the values are written into the cells.
const MAX_LABELLED_ROWS: usize = 22;

/// Blues from light to dark; each differs from the orange of the P-positions in hue and, except for one, in lightness.
const BLUES: [&str; 8] = ["#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#084594"];
/// The colour of won positions if there are no Grundy values.
const PALE: &str = "#deebf7";

/// Draws a heat map as SVG; the first heap increases downwards.
pub fn heatmap(name: &str, play: Play, square: &Heatmap) -> String {
    let map = Drawing::of(square);
    let what = if map.has_values { "Grundy values and P-positions" } else { "P-positions" };
    let title = format!("{name}, {play}: {what} of two heaps");
    let mut out = svg::open(LEFT + SIDE + RIGHT, ABOVE + SIDE + BELOW, &title, &map.description());
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"20\">{}</text>", svg::escape(&title));
    map.push_legend(&mut out);
    map.push_cells(&mut out);
    if map.has_values && square.rows.len() <= MAX_LABELLED_ROWS {
        map.push_values(&mut out);
    }
    map.push_axes(&mut out);
    out + svg::END
}

/// A heat map with what its parts have in common.
struct Drawing<'a> {
    square: &'a Heatmap,
    has_values: bool,
    largest_value: f64,
    /// The width of a cell.
    cell: f64,
}

impl<'a> Drawing<'a> {
    fn of(square: &'a Heatmap) -> Self {
        Self {
            square,
            has_values: square.has_values(),
            largest_value: square.rows.iter().flatten().map(value_of).fold(0.0, f64::max),
            cell: SIDE / square.rows.len().max(1) as f64,
        }
    }

    fn largest_heap(&self) -> u64 {
        (self.square.least + self.square.rows.len() as u64).saturating_sub(1)
    }

    fn description(&self) -> String {
        let pairs = || self.square.rows.iter().flatten();
        let lost_count = pairs().filter(|pair| pair.outcome == Outcome::Loss).count();
        let counts = format!(
            "Heaps from {} to {}; {lost_count} of {} positions are lost for the player to move",
            self.square.least,
            self.largest_heap(),
            pairs().count()
        );
        match self.has_values {
            true => format!("{counts}, and the largest Grundy value is {}.", self.largest_value),
            false => counts + ".",
        }
    }

    fn push_legend(&self, out: &mut String) {
        let won = if self.has_values {
            let boxes: String = BLUES
                .iter()
                .map(|blue| format!("<tspan fill=\"{blue}\" stroke=\"#777\" stroke-width=\"0.5\">■</tspan>"))
                .collect();
            format!("won, Grundy value 1 {boxes} {}", self.largest_value)
        } else {
            format!("<tspan fill=\"{PALE}\" stroke=\"#777\" stroke-width=\"0.5\">■</tspan> won")
        };
        let _ = writeln!(
            out,
            "<text x=\"{LEFT}\" y=\"40\"><tspan fill=\"{}\">■</tspan> P-position: lost for the player to move &#160; {won}</text>",
            svg::LOST
        );
    }

    fn colour(&self, pair: &Pair) -> &'static str {
        match pair.outcome {
            Outcome::Loss => svg::LOST,
            _ if !self.has_values => PALE,
            _ => {
                let share = (value_of(pair) - 1.0) / (self.largest_value - 1.0).max(1.0);
                BLUES[(share * (BLUES.len() - 1) as f64).round().clamp(0.0, 7.0) as usize]
            }
        }
    }

    fn push_cells(&self, out: &mut String) {
        let _ = writeln!(out, "<g shape-rendering=\"crispEdges\">");
        for (a, row) in self.square.rows.iter().enumerate() {
            let colours: Vec<&str> = row.iter().map(|pair| self.colour(pair)).collect();
            let mut left = 0;
            // Neighbours of the same colour become one rectangle.
            for run in colours.chunk_by(|colour, next| colour == next) {
                let _ = writeln!(
                    out,
                    "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{}\"/>",
                    LEFT + self.cell * left as f64,
                    ABOVE + self.cell * a as f64,
                    self.cell * run.len() as f64,
                    self.cell,
                    run[0],
                );
                left += run.len();
            }
        }
        let _ = writeln!(out, "</g>");
        let _ = writeln!(
            out,
            "<rect x=\"{LEFT}\" y=\"{ABOVE}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"black\"/>"
        );
    }

    /// Writes the values into the cells.
    fn push_values(&self, out: &mut String) {
        for (a, row) in self.square.rows.iter().enumerate() {
            for (b, pair) in row.iter().enumerate() {
                let ink = if BLUES[5..].contains(&self.colour(pair)) { "white" } else { "black" };
                let infinite = pair.loopy.as_ref().map_or_else(String::new, |_| "∞".to_owned());
                let value = pair.grundy.as_ref().map_or(infinite, ToString::to_string);
                let _ = writeln!(
                    out,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{value}</text>",
                    LEFT + self.cell * (b as f64 + 0.5),
                    ABOVE + self.cell * (a as f64 + 0.5) + 4.0
                );
            }
        }
    }

    fn push_axes(&self, out: &mut String) {
        let interval = svg::tick_interval(self.largest_heap());
        for heap in (self.square.least..=self.largest_heap()).filter(|heap| heap % interval == 0) {
            let middle = self.cell * ((heap - self.square.least) as f64 + 0.5);
            svg::push_centred(out, LEFT + middle, ABOVE + SIDE + 18.0, &heap.to_string());
            svg::push_right_aligned(out, LEFT - 6.0, ABOVE + middle + 4.0, &heap.to_string());
        }
        svg::push_centred(out, LEFT + SIDE / 2.0, ABOVE + SIDE + 40.0, "one heap");
        svg::push_upright(out, 18.0, ABOVE + SIDE / 2.0, "the other heap");
    }
}

/// The Grundy value as a number; 0 if there is none.
fn value_of(pair: &Pair) -> f64 {
    pair.grundy.as_ref().map_or(0.0, |value| value.to_string().parse().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_without_rows_is_drawn() {
        let square = Heatmap { least: 0, rows: Vec::new(), notes: Vec::new() };
        assert!(heatmap("a game", Play::Normal, &square).ends_with("</svg>\n"));
    }
}
