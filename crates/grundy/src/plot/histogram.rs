//! Draws the positions of a table by remoteness as SVG.

use super::svg::{self, LOST, WON, escape};
use crate::solver::Histogram;
use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 40.0;

/// Draws the wins and losses of each remoteness as bars, as SVG; the title states the number of draws.
pub fn histogram(name: &str, all: &Histogram) -> String {
    let groups = all.wins.len().max(all.losses.len()).max(1);
    let most = all.wins.iter().chain(&all.losses).copied().max().unwrap_or(0).max(1);
    let step = (WIDTH - LEFT - 10.0) / groups as f64;
    let title = format!("{name}: positions by remoteness");
    let description = format!("{} positions are won, {} lost and {} drawn.", all.won(), all.lost(), all.draws);
    let mut out = svg::open(WIDTH, HEIGHT + ABOVE + BELOW, &title, &description);
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"20\">{}: {} won (<tspan fill=\"{WON}\">■</tspan>), {} lost (<tspan fill=\"{LOST}\">■</tspan>), {} drawn</text>",
        escape(name),
        all.won(),
        all.lost(),
        all.draws
    );
    let base = ABOVE + HEIGHT;
    let _ = writeln!(out, "<path d=\"M{LEFT} {ABOVE}V{base}H{WIDTH}\" fill=\"none\" stroke=\"black\"/>");
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{most}</text>", LEFT - 5.0, ABOVE + 5.0);
    let _ = writeln!(out, "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\">0</text>", LEFT - 5.0);
    let every = groups.div_ceil(20);
    for remoteness in 0..groups {
        let x = LEFT + step * remoteness as f64;
        for (i, (counts, colour, word)) in
            [(&all.wins, WON, "win"), (&all.losses, LOST, "loss")].into_iter().enumerate()
        {
            let count = counts.get(remoteness).copied().unwrap_or_default();
            if count > 0 {
                let height = HEIGHT * count as f64 / most as f64;
                let _ = writeln!(
                    out,
                    "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{height:.2}\" fill=\"{colour}\"><title>{word} in {remoteness}: {count}</title></rect>",
                    x + step * (0.08 + 0.42 * i as f64),
                    base - height,
                    step * 0.42,
                );
            }
        }
        if remoteness % every == 0 {
            let middle = x + step / 2.0;
            let _ = writeln!(
                out,
                "<text x=\"{middle:.2}\" y=\"{}\" text-anchor=\"middle\">{remoteness}</text>",
                base + 16.0
            );
        }
    }
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">remoteness</text>", WIDTH / 2.0, base + 34.0);
    out + svg::END
}
