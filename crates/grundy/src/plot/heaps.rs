//! Draws the single heaps of a game, or the cold pairs of Wythoff's game, as SVG.

use super::svg;
use crate::theory::Period;
use crate::value::Outcome;
use std::fmt::Write;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const ABOVE: f64 = 48.0;
const BELOW: f64 = 52.0;
const RIGHT: f64 = 16.0;

/// The maximum number of heaps or pairs in a picture.
pub const MAX_POINTS: u64 = 200_000;

/// One heap of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeapPoint {
    /// The size of the heap.
    pub n: u64,
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The Grundy value, if it has one.
    pub height: Option<f64>,
}

/// The axes of a picture, both starting at 0.
struct Axes {
    across: u64,
    up: u64,
}

impl Axes {
    fn x(&self, n: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * n / (self.across.max(1) as f64)
    }

    fn y(&self, height: f64) -> f64 {
        ABOVE + HEIGHT * (1.0 - height / (self.up.max(1) as f64))
    }

    fn draw(&self, out: &mut String, across: &str, up: &str, marks_up: bool) {
        let base = self.y(0.0);
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {ABOVE}V{:.1}H{:.1}\" fill=\"none\" stroke=\"black\"/>",
            base + 6.0,
            WIDTH - RIGHT
        );
        for n in (0..=self.across).step_by(svg::tick_interval(self.across) as usize) {
            svg::push_centred(out, self.x(n as f64), base + 22.0, &n.to_string());
        }
        if marks_up {
            for n in (0..=self.up).step_by(svg::tick_interval(self.up) as usize) {
                svg::push_right_aligned(out, LEFT - 8.0, self.y(n as f64) + 4.0, &n.to_string());
            }
        }
        svg::push_centred(out, (WIDTH + LEFT) / 2.0, base + 42.0, across);
        svg::push_upright(out, 18.0, ABOVE + HEIGHT / 2.0, up);
    }
}

/// The radius of a dot if `count` dots stand side by side.
fn radius(count: u64) -> f64 {
    ((WIDTH - LEFT) / (count.max(1) as f64) * 0.4).clamp(0.8, 4.0)
}

/// Draws Grundy values over heaps as SVG, with the periods as stripes; or outcomes, if there are no Grundy values.
///
/// ```
/// use grundy::{Outcome, plot::{HeapPoint, heaps}};
/// let points = [HeapPoint { n: 0, outcome: Outcome::Loss, height: Some(0.0) }];
/// assert!(heaps("kayles", &points, None).starts_with("<svg"));
/// ```
pub fn heaps(name: &str, points: &[HeapPoint], period: Option<&Period>) -> String {
    let has_values = points.iter().any(|point| point.height.is_some());
    let across = points.last().map_or(0, |point| point.n);
    let up = points.iter().filter_map(|point| point.height).fold(0.0, f64::max) as u64;
    let axes = Axes { across, up: if has_values { up } else { 1 } };
    let lost_count = points.iter().filter(|point| point.outcome == Outcome::Loss).count();
    let title = match (has_values, period) {
        (true, Some(period)) => format!("{name}: Grundy values of heaps, {period}"),
        (true, None) => format!("{name}: Grundy values of heaps"),
        (false, _) => format!("{name}: single heaps won and lost"),
    };
    let description = format!(
        "{} heaps up to {across}; {lost_count} are lost for the player to move{}.",
        points.len(),
        if has_values { format!(", and the largest Grundy value is {up}") } else { String::new() }
    );
    let mut out = svg::open(WIDTH, ABOVE + HEIGHT + BELOW, &title, &description);
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"20\">{}</text>\n<text x=\"{LEFT}\" y=\"38\"><tspan fill=\"{}\">●</tspan> won for the player to \
         move &#160; <tspan fill=\"{}\">◆</tspan> lost (P-positions)</text>",
        svg::escape(&title),
        svg::WON,
        svg::LOST
    );
    if let Some(period) = period {
        // Shade every second period, unless they are too narrow to be seen.
        let (first, length) = (period.preperiod(), period.period());
        let wide = axes.x(length as f64) - axes.x(0.0);
        let mut n = first;
        while wide > 3.0 && n <= across {
            let end = n.saturating_add(length).min(across.saturating_add(1));
            // A stripe reaches from half a heap before its first heap to half a heap before the next period.
            let x = axes.x((n as f64 - 0.5).max(0.0));
            let width = axes.x(end as f64 - 0.5) - x;
            let _ = writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{ABOVE}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"#eeeeee\"/>"
            );
            let Some(next) = length.checked_mul(2).and_then(|two| n.checked_add(two)) else { break };
            n = next;
        }
    }
    axes.draw(&mut out, "heap", if has_values { "Grundy value" } else { "lost below, won above" }, has_values);
    let r = radius(points.len() as u64);
    for (outcome, colour) in [(Outcome::Win, svg::WON), (Outcome::Loss, svg::LOST)] {
        let _ = writeln!(out, "<g fill=\"{colour}\">");
        for point in points.iter().filter(|point| point.outcome == outcome) {
            let height = point.height.unwrap_or(if outcome == Outcome::Win { 1.0 } else { 0.0 });
            let (x, y) = (axes.x(point.n as f64), axes.y(height));
            if outcome == Outcome::Loss {
                let r = r * 1.3;
                let _ =
                    writeln!(out, "<path d=\"M{x:.1} {:.1}l{r:.1} {r:.1}l-{r:.1} {r:.1}l-{r:.1} -{r:.1}z\"/>", y - r);
            } else {
                let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>");
            }
        }
        let _ = writeln!(out, "</g>");
    }
    out + svg::END
}

/// Draws both heaps of the cold pairs of Wythoff's game over their index, as SVG: two rays. Each pair is its index, the smaller heap and
/// the larger one.
pub fn cold_pairs(pairs: &[(u64, f64, f64)]) -> String {
    let across = pairs.last().map_or(0, |pair| pair.0);
    let axes = Axes { across, up: pairs.last().map_or(0.0, |pair| pair.2) as u64 };
    let title = "The cold pairs of Wythoff's game";
    let description = format!("Pairs 0 to {across}: the smaller heap rises by 1.618 a pair, the larger by 2.618.");
    let mut out = svg::open(WIDTH, ABOVE + HEIGHT + BELOW, title, &description);
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"20\">{title}</text>\n<text x=\"{LEFT}\" y=\"38\"><tspan fill=\"{}\">●</tspan> smaller heap &#160; \
         <tspan fill=\"{}\">●</tspan> larger heap</text>",
        svg::WON,
        svg::LOST
    );
    axes.draw(&mut out, "index of the pair", "heap", true);
    let r = radius(pairs.len() as u64);
    for (colour, larger) in [(svg::WON, false), (svg::LOST, true)] {
        let _ = writeln!(out, "<g fill=\"{colour}\">");
        for (k, small, large) in pairs {
            let (x, y) = (axes.x(*k as f64), axes.y(if larger { *large } else { *small }));
            let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>");
        }
        let _ = writeln!(out, "</g>");
    }
    out + svg::END
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_heap_is_drawn() {
        let point = |n| HeapPoint { n, outcome: Outcome::Win, height: Some(1.0) };
        for period in [1, 3, u64::MAX / 3, u64::MAX] {
            let period = Period::Proved { preperiod: 0, period, saltus: 0, checked_to: 0, by: "a formula" };
            let drawn = heaps("a game", &[point(0), point(u64::MAX)], Some(&period));
            assert!(drawn.ends_with("</svg>\n"), "{period}");
        }
        assert!(heaps("a game", &[], None).ends_with("</svg>\n"));
    }
}
