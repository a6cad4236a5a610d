//! Two heaps of a game, of every size up to a bound: values and Grundy values, row by row.

use crate::failure::Failure;
use crate::job::{Done, Job};
use grundy::Outcome;
use grundy::answer::Integer;
use grundy::ask::Desk;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use serde_json::{Value, json};

/// Whether a position of this game may be two heaps; the least of them.
pub(crate) fn least(game: &Opened) -> Option<u64> {
    let any = game.any();
    let plain = any.name().split(':').next().unwrap_or_default();
    any.least_heap().or((plain == "wythoff" || plain == "moore").then_some(0))
}

pub(super) fn heatmap(job: &Job, game: &Opened, desk: &mut Desk<'_>, limits: &Limits<'_>) -> Result<Done, Failure> {
    let any = game.any();
    let least = least(game).ok_or_else(|| {
        Failure::input(
            format!("a position of `{}` is not two heaps", job.game),
            "a heat map is of a game of heaps, as `/api/games` says of each",
        )
    })?;
    let (mut values, mut grundy) = (Vec::<String>::new(), Vec::<Vec<Value>>::new());
    for a in least..=job.number {
        limits.check(0, 0).map_err(|hit| Failure::limit(hit.to_string()))?;
        let (mut letters, mut numbers) = (String::new(), Vec::new());
        for b in least..=job.number {
            // Equal heaps in another order are the same position.
            if b < a {
                let (row, column) = ((b - least) as usize, (a - least) as usize);
                letters.push_str(&values[row][column..=column]);
                numbers.push(grundy[row][column].clone());
                continue;
            }
            let text = format!("{a} {b}");
            let at = any.parse(&text).map_err(|error| Failure::text(&error, "size", &text))?;
            let facts = desk.ask(&at).map_err(|error| Failure::ask(&error))?.facts;
            letters.push(match facts.outcome {
                Outcome::Loss => 'P',
                Outcome::Win => 'N',
                Outcome::Draw => 'D',
            });
            numbers.push(facts.grundy.number().map_or(Value::Null, |number| json!(Integer(number))));
        }
        values.push(letters);
        grundy.push(numbers);
    }
    let whole = json!({
        "schema": "grundy/heatmap/1",
        "game": job.game,
        "play": any.play_kind().word(),
        "least": least,
        "size": job.number,
        "values": values,
        "grundy": grundy,
    });
    Ok(Done::always(whole.to_string()))
}
