//! What the server has done so far, in the text that Prometheus reads.

use crate::pool::Pool;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Statuses that are counted apart.
const STATUSES: [u16; 10] = [200, 304, 400, 404, 405, 413, 422, 429, 500, 503];

/// Counters; a row for each route.
#[derive(Debug)]
pub(crate) struct Metrics {
    routes: Vec<Row>,
    pub(crate) from_cache: AtomicU64,
    pub(crate) open: AtomicU64,
    pub(crate) connections: AtomicU64,
    pub(crate) turned_away: AtomicU64,
}

#[derive(Debug)]
struct Row {
    name: &'static str,
    by_status: [AtomicU64; STATUSES.len()],
    others: AtomicU64,
    microseconds: AtomicU64,
}

impl Metrics {
    pub(crate) fn new(routes: impl Iterator<Item = &'static str>) -> Self {
        let row = |name| Row {
            name,
            by_status: Default::default(),
            others: AtomicU64::new(0),
            microseconds: AtomicU64::new(0),
        };
        Self {
            routes: routes.map(row).collect(),
            from_cache: AtomicU64::new(0),
            open: AtomicU64::new(0),
            connections: AtomicU64::new(0),
            turned_away: AtomicU64::new(0),
        }
    }

    /// Counts a request of the route of that number.
    pub(crate) fn count(&self, route: usize, status: u16, took: Duration) {
        let Some(row) = self.routes.get(route) else { return };
        let known = STATUSES.iter().position(|&one| one == status);
        known.map_or(&row.others, |at| &row.by_status[at]).fetch_add(1, Ordering::Relaxed);
        row.microseconds.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// All of them as text.
    pub(crate) fn text(&self, pool: &Pool) -> String {
        let mut text = String::new();
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let head = |text: &mut String, name: &str, kind: &str, help: &str| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
        };
        head(&mut text, "grundy_requests_total", "counter", "Requests answered, by route and status.");
        for row in &self.routes {
            let statuses = STATUSES.iter().map(u16::to_string).zip(&row.by_status);
            for (status, count) in statuses.chain([("other".to_owned(), &row.others)]).filter(|(_, c)| get(c) > 0) {
                let _ = writeln!(
                    text,
                    "grundy_requests_total{{route=\"{}\",status=\"{status}\"}} {}",
                    row.name,
                    get(count)
                );
            }
        }
        head(&mut text, "grundy_request_seconds_total", "counter", "Seconds spent on requests, by route.");
        for row in self.routes.iter().filter(|row| get(&row.microseconds) > 0) {
            let seconds = get(&row.microseconds) as f64 / 1e6;
            let _ = writeln!(text, "grundy_request_seconds_total{{route=\"{}\"}} {seconds}", row.name);
        }
        for (name, kind, help, value) in [
            ("grundy_cache_hits_total", "counter", "Answers given from memory.", get(&self.from_cache)),
            ("grundy_connections", "gauge", "Connections that are open.", get(&self.open)),
            ("grundy_connections_total", "counter", "Connections that were opened.", get(&self.connections)),
            ("grundy_connections_refused_total", "counter", "Connections beyond the bound.", get(&self.turned_away)),
            ("grundy_jobs_refused_total", "counter", "Jobs refused because of full queues.", get(&pool.refused)),
        ] {
            head(&mut text, name, kind, help);
            let _ = writeln!(text, "{name} {value}");
        }
        let names = [
            ("grundy_jobs", "gauge", "Jobs that wait or are worked on."),
            ("grundy_workers_resting", "gauge", "Workers that have nothing to do."),
            ("grundy_workers_killed_total", "counter", "Workers that were ended by force."),
        ];
        for (at, (name, kind, help)) in names.into_iter().enumerate() {
            head(&mut text, name, kind, help);
            for (lane, figures) in pool.figures() {
                let _ = writeln!(text, "{name}{{lane=\"{lane}\"}} {}", figures[at]);
            }
        }
        text
    }
}
