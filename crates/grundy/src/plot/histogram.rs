//! Draws the positions of a table by remoteness as SVG.

use super::svg::{self, LOST, WON, escape};
use crate::solver::Histogram;
use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 40.0;
/// The maximum number of pairs of bars. If there are more remotenesses, a pair stands for several of them.
const MAX_GROUPS: usize = 800;

/// Draws the wins and losses of each remoteness as bars, as SVG; the title states the number of draws. More than 800 remotenesses are
/// drawn in groups of equal size.
pub fn histogram(name: &str, all: &Histogram) -> String {
    let remotenesses = all.wins.len().max(all.losses.len()).max(1);
    let size = remotenesses.div_ceil(MAX_GROUPS);
    let groups = remotenesses.div_ceil(size);
    let [wins, losses] = [&all.wins, &all.losses]
        .map(|counts| counts.chunks(size).map(|group| group.iter().sum()).collect::<Vec<u64>>());
    let most = wins.iter().chain(&losses).copied().max().unwrap_or(0).max(1);
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
    for group in 0..groups {
        let x = LEFT + step * group as f64;
        let first = group * size;
        let remoteness = if size == 1 { first.to_string() } else { format!("{first} to {}", first + size - 1) };
        for (i, (counts, colour, word)) in [(&wins, WON, "win"), (&losses, LOST, "loss")].into_iter().enumerate() {
            let count = counts.get(group).copied().unwrap_or_default();
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
        if group % every == 0 {
            let middle = x + step / 2.0;
            let _ =
                writeln!(out, "<text x=\"{middle:.2}\" y=\"{}\" text-anchor=\"middle\">{first}</text>", base + 16.0);
        }
    }
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">remoteness</text>", WIDTH / 2.0, base + 34.0);
    out + svg::END
}

#[cfg(test)]
mod tests {
    use super::histogram;
    use crate::solver::Histogram;
    use crate::value::{Remoteness, Verdict};

    /// The numbers of positions in the titles of the bars.
    fn counts(svg: &str) -> Vec<(&str, u64)> {
        let titles = svg.split("<title>").skip(1).filter_map(|rest| rest.split_once("</title>")?.0.split_once(": "));
        titles.filter_map(|(name, count)| Some((name, count.parse().ok()?))).collect()
    }

    #[test]
    fn many_remotenesses_are_drawn_in_groups() {
        let mut all = Histogram::default();
        for r in 0..200_000 {
            all.add(if r % 2 == 0 { Verdict::Loss(Remoteness(r)) } else { Verdict::Win(Remoteness(r)) }, 3);
        }
        let svg = histogram("a path", &all);
        assert!(svg.len() < 400_000, "{}", svg.len());
        let counts = counts(&svg);
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 600_000);
        assert_eq!(counts[0], ("win in 0 to 249", 375));
    }

    #[test]
    fn few_remotenesses_have_a_bar_each() {
        let mut all = Histogram::default();
        for r in 0..800 {
            all.add(Verdict::Loss(Remoteness(r)), u64::from(r) + 1);
        }
        let svg = histogram("few", &all);
        let expected: Vec<(String, u64)> = (0..800).map(|r| (format!("loss in {r}"), r + 1)).collect();
        assert!(counts(&svg).into_iter().eq(expected.iter().map(|(name, count)| (name.as_str(), *count))));
    }
}
