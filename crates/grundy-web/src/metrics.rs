//! Counters of the server's activity, in the text format of Prometheus.

use crate::pool::Pool;
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The upper bounds of the latency histogram, in seconds.
const BUCKETS: [f64; 12] = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0];

/// A label of a metric: its name and its value.
type Label = (&'static str, String);

/// The counters, gauges and latencies of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    requests: Family<[Label; 2], Counter>,
    latency: Family<[Label; 1], Histogram>,
    pub(crate) cached: Counter,
    pub(crate) open: Gauge,
    pub(crate) connections: Counter,
    pub(crate) refused: Counter,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        Self {
            requests: Family::default(),
            latency: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            cached: Counter::default(),
            open: Gauge::default(),
            connections: Counter::default(),
            refused: Counter::default(),
        }
    }

    /// Counts a request.
    pub(crate) fn count(&self, route: &str, status: u16, took: Duration) {
        let route = ("route", route.to_owned());
        self.latency.get_or_create(std::array::from_ref(&route)).observe(took.as_secs_f64());
        self.requests.get_or_create(&[route, ("status", status.to_string())]).inc();
    }

    /// Formats all metrics as text.
    pub(crate) fn encode(&self, pool: &Pool) -> String {
        let mut registry = Registry::with_prefix("grundy");
        registry.register("requests", "Requests answered, by route and status", self.requests.clone());
        registry.register("request_seconds", "Latency of requests, by route", self.latency.clone());
        registry.register("cache_hits", "Answers from the cache", self.cached.clone());
        registry.register("connections", "Open connections", self.open.clone());
        registry.register("connections_accepted", "Connections that were accepted", self.connections.clone());
        registry.register("connections_refused", "Connections beyond a bound", self.refused.clone());
        let refused = ConstCounter::new(pool.refused.load(Ordering::Relaxed));
        registry.register("tasks_refused", "Tasks refused because of full queues", refused);
        let (tasks, idle, killed) = (Family::default(), Family::default(), Family::default());
        for (queue, figures) in pool.figures() {
            for (family, figure) in [&tasks, &idle, &killed].into_iter().zip(figures) {
                let gauge: &Family<[Label; 1], Gauge> = family;
                gauge.get_or_create(&[("queue", queue.to_owned())]).set(i64::try_from(figure).unwrap_or(i64::MAX));
            }
        }
        registry.register("tasks", "Tasks that wait or run", tasks);
        registry.register("workers_idle", "Workers without a task", idle);
        registry.register("workers_killed", "Workers that were killed", killed);
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = text::encode(&mut out, &registry);
        out
    }
}
