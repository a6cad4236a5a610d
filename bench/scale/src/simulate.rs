//! A simulation of a run, wave by wave: a wave takes as long as its slower part, computing or sending, on the host with most of it, and then
//! the time of an empty round.

use crate::measure::Measured;

/// The hosts and what things cost there.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    pub hosts: u32,
    /// Cores of a host.
    pub cores: u32,
    /// Bytes per second of a host's link, in each direction.
    pub bandwidth: f64,
    /// CPU seconds of a message, from its sender to its reader.
    pub message: f64,
    /// CPU seconds of a round, for its blocks, files and frames, whatever the number of messages.
    pub round_cpu: f64,
    /// Bytes on the wire for a byte of a message.
    pub overhead: f64,
    /// Seconds of a round without messages.
    pub round: f64,
}

/// The work of a run.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub positions: f64,
    pub messages: f64,
    pub message_bytes: f64,
    pub waves: u32,
}

/// What a run takes.
#[derive(Clone, Copy, Debug)]
pub struct Simulated {
    pub seconds: f64,
    pub core_seconds: f64,
    pub wire_bytes: f64,
}

impl Cluster {
    /// The costs on loopback, where the link is a part of the CPU time: a share for each message and one for each round, from two runs that
    /// differ in the number of rounds.
    pub fn of_loopback([few, many]: &[Measured; 2], round: f64) -> Self {
        let round_cpu = ((many.cpu - few.cpu) / (many.rounds - few.rounds) as f64).max(0.0);
        let message = (few.cpu - round_cpu * (few.rounds + 1) as f64) / few.messages as f64;
        let overhead = few.wire_bytes as f64 / (8.0 * few.remote_messages());
        Self { hosts: 1, cores: 1, bandwidth: f64::INFINITY, message, round_cpu, overhead, round }
    }

    /// The CPU seconds that a run on this machine should take. Each pair of processes has its share of a round.
    pub fn cpu_seconds(&self, measured: &Measured) -> f64 {
        let pairs = (measured.processes * (measured.processes - 1) / 2) as f64;
        self.message * measured.messages as f64 + self.round_cpu * pairs * (measured.rounds + 1) as f64
    }
}

/// Simulates a run whose waves have sizes like those of most games: they rise fast and fall slowly.
pub fn simulate(job: &Job, cluster: &Cluster) -> Simulated {
    let weight = |wave: u32| {
        let x = f64::from(wave + 1) / f64::from(job.waves) * 12.0;
        x * (-x).exp()
    };
    let total: f64 = (0..job.waves).map(weight).sum();
    let hosts = f64::from(cluster.hosts);
    let remote = 1.0 - 1.0 / hosts;
    let mut result = Simulated { seconds: 0.0, core_seconds: 0.0, wire_bytes: 0.0 };
    for wave in 0..job.waves {
        let messages = job.messages * weight(wave) / total;
        // Mixed keys: the most loaded of the hosts has some standard deviations more than the mean.
        let mean = messages / hosts;
        let most = mean + (2.0 * mean * hosts.ln().max(0.0)).sqrt();
        let compute = most * cluster.message / f64::from(cluster.cores);
        let send = most * remote * job.message_bytes * cluster.overhead / cluster.bandwidth;
        result.seconds += compute.max(send) + cluster.round;
        result.core_seconds += messages * cluster.message;
        result.wire_bytes += messages * remote * job.message_bytes * cluster.overhead;
    }
    result
}

/// Prints what a job takes, with 3 bytes per position for its values.
pub fn show(job: &Job, cluster: &Cluster) {
    let Simulated { seconds, core_seconds, wire_bytes } = simulate(job, cluster);
    println!(
        "{:9.0e}  {:5}  {:6.0}  {:5}  {:7.1} GB  {:8.2} TB  {:5.2}  {:10.1}",
        job.positions,
        cluster.hosts,
        cluster.bandwidth / 1.25e8,
        cluster.cores,
        3.0 * job.positions / f64::from(cluster.hosts) / 1e9,
        wire_bytes / 1e12,
        seconds / 3600.0,
        core_seconds / 3600.0,
    );
}

/// The measured points of the first prototype, which used another transport, and what the same simulation says of them.
pub fn prototype() {
    // 25 ns a message; 8 messages of 8 bytes per position; 0.5 % more on the wire; 50 to 150 µs an empty wave.
    let costs = Cluster {
        hosts: 32,
        cores: 1,
        bandwidth: 1.25e9,
        message: 25e-9,
        round_cpu: 0.0,
        overhead: 1.005,
        round: 150e-6,
    };
    let large = Job { positions: 1e12, messages: 8e12, message_bytes: 8.0, waves: 400 };
    let Simulated { core_seconds, wire_bytes, .. } = simulate(&large, &costs);
    let line_rate = simulate(&large, &Cluster { message: 0.0, ..costs }).seconds;
    println!("\nthe prototype at 10^12 positions on 32 hosts with 10 Gbit/s, simulated (on paper):");
    println!(
        "  {:.0} TB on the wire (64), {:.0} min at line rate (30), {:.0} core-hours (56)",
        wire_bytes / 1e12,
        line_rate / 60.0,
        core_seconds / 3600.0
    );
    let chain = Job { positions: 2e4, messages: 2e4, message_bytes: 8.0, waves: 20_000 };
    let [fast, slow] = [50e-6, 150e-6].map(|round| simulate(&chain, &Cluster { hosts: 2, round, ..costs }).seconds);
    println!("  a chain of 20,000 waves: {fast:.1} to {slow:.1} s (1 to 3)");
    // Two processes took 2.05 times the CPU time of one at 10^7 positions, and 1.33 times at 4·10^7: a share and a fixed cost.
    let (small, large) = ((1e7, 2.05), (4e7, 1.33));
    let fixed = (small.1 - large.1) / (1.0 / small.0 - 1.0 / large.0);
    let share = small.1 - fixed / small.0;
    println!(
        "  two processes: {share:.2} times one, and the time of {fixed:.1e} positions; at 10^9 positions {:.2} times",
        share + fixed / 1e9
    );
}
