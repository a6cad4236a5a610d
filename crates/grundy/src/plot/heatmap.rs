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
    let n = square.rows.len();
    let step = SIDE / n.max(1) as f64;
    let values = square.has_values();
    let number = |pair: &Pair| pair.grundy.as_ref().map_or(0.0, |value| value.to_string().parse().unwrap_or(0.0));
    let most: f64 = square.rows.iter().flatten().map(number).fold(0.0, f64::max);
    let lost_count = square.rows.iter().flatten().filter(|pair| pair.outcome == Outcome::Loss).count();
    let last = (square.least + n as u64).saturating_sub(1);
    let what = if values { "Grundy values and P-positions" } else { "P-positions" };
    let title = format!("{name}, {play}: {what} of two heaps");
    let mut description = format!(
        "Heaps from {} to {last}; {lost_count} of {} positions are lost for the player to move",
        square.least,
        n * n
    );
    description += &if values { format!(", and the largest Grundy value is {most}.") } else { ".".to_owned() };
    let mut out = svg::open(LEFT + SIDE + RIGHT, ABOVE + SIDE + BELOW, &title, &description);
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"20\">{}</text>", svg::escape(&title));
    let legend = if values {
        let boxes: String = BLUES
            .iter()
            .map(|blue| format!("<tspan fill=\"{blue}\" stroke=\"#777\" stroke-width=\"0.5\">■</tspan>"))
            .collect();
        format!("won, Grundy value 1 {boxes} {most}")
    } else {
        format!("<tspan fill=\"{PALE}\" stroke=\"#777\" stroke-width=\"0.5\">■</tspan> won")
    };
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"40\"><tspan fill=\"{}\">■</tspan> P-position: lost for the player to move &#160; {legend}</text>",
        svg::LOST
    );
    let colour = |pair: &Pair| match pair.outcome {
        Outcome::Loss => svg::LOST,
        _ if !values => PALE,
        _ => {
            let share = (number(pair) - 1.0) / (most - 1.0).max(1.0);
            BLUES[(share * (BLUES.len() - 1) as f64).round().clamp(0.0, 7.0) as usize]
        }
    };
    let _ = writeln!(out, "<g shape-rendering=\"crispEdges\">");
    for (a, row) in square.rows.iter().enumerate() {
        // Neighbours of the same colour become one rectangle.
        let mut b = 0;
        while b < n {
            let shade = colour(&row[b]);
            let end = (b..n).find(|&end| colour(&row[end]) != shade).unwrap_or(n);
            let _ = writeln!(
                out,
                "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{step:.2}\" fill=\"{shade}\"/>",
                LEFT + step * b as f64,
                ABOVE + step * a as f64,
                step * (end - b) as f64,
            );
            b = end;
        }
    }
    let _ = writeln!(out, "</g>");
    let _ = writeln!(
        out,
        "<rect x=\"{LEFT}\" y=\"{ABOVE}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"black\"/>"
    );
    if n <= MAX_LABELLED_ROWS && values {
        for (a, row) in square.rows.iter().enumerate() {
            for (b, pair) in row.iter().enumerate() {
                let shade = colour(pair);
                let ink = if BLUES[5..].contains(&shade) { "white" } else { "black" };
                let infinite = pair.loopy.as_ref().map_or_else(String::new, |_| "∞".to_owned());
                let value = pair.grundy.as_ref().map_or(infinite, ToString::to_string);
                let _ = writeln!(
                    out,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{value}</text>",
                    LEFT + step * (b as f64 + 0.5),
                    ABOVE + step * (a as f64 + 0.5) + 4.0
                );
            }
        }
    }
    let marks = svg::tick_interval(last);
    for heap in (square.least..=last).filter(|heap| heap % marks == 0) {
        let middle = step * ((heap - square.least) as f64 + 0.5);
        svg::push_centred(&mut out, LEFT + middle, ABOVE + SIDE + 18.0, &heap.to_string());
        svg::push_right_aligned(&mut out, LEFT - 6.0, ABOVE + middle + 4.0, &heap.to_string());
    }
    svg::push_centred(&mut out, LEFT + SIDE / 2.0, ABOVE + SIDE + 40.0, "one heap");
    svg::push_upright(&mut out, 18.0, ABOVE + SIDE / 2.0, "the other heap");
    out + svg::END
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
