//! Measures rounds of messages between processes on loopback, compares a simulation with the measurements, and simulates larger runs.
//!
//!     cargo run --release                    # messages of 2·10^7, 8·10^7: a minute
//!     cargo run --release -- 4000000 8000000

mod measure;
mod simulate;

use measure::Measured;
use simulate::{Cluster, Job};

fn main() {
    let sizes: Vec<u64> = std::env::args().skip(1).map(|size| size.parse().expect("a number of messages")).collect();
    let sizes = if sizes.is_empty() { vec![20_000_000, 80_000_000] } else { sizes };
    let empty = measure::empty_rounds(2, 1000);
    println!("an empty round of 2 processes: {:.0} µs", 1e6 * empty);
    println!("\nprocesses  messages     rounds  wall s   CPU s  simulated  CPU ns/message  wire bytes/message");
    // The costs come from two runs of the first size with two processes; the other rows are predictions.
    let fitted = [20, 200].map(|rounds| measure::run(2, sizes[0], rounds));
    let cluster = Cluster::of_loopback(&fitted, empty);
    fitted.iter().for_each(|measured| show(measured, cluster.cpu_seconds(measured)));
    for &messages in &sizes {
        for (processes, rounds) in [(2, 20), (2, 100), (4, 20)] {
            let measured = measure::run(processes, messages, rounds);
            show(&measured, cluster.cpu_seconds(&measured));
        }
    }
    for &messages in &sizes {
        let measured = measure::run(1, messages, 20);
        println!("one process, {messages} messages: {:.2} s of CPU time", measured.cpu);
    }
    simulate::prototype();
    println!("\nsimulated, 8 bytes a message, 8 messages a position, 400 waves:");
    println!("positions  hosts  Gbit/s  cores  bytes/host  on the wire  hours  core-hours");
    for (hosts, gigabits, cores) in [(8, 10.0, 16), (32, 10.0, 16), (32, 25.0, 32), (128, 10.0, 16)] {
        for positions in [1e10, 1e11, 1e12] {
            let job = Job { positions, messages: 8.0 * positions, message_bytes: 8.0, waves: 400 };
            simulate::show(&job, &Cluster { hosts, bandwidth: gigabits * 1.25e8, cores, ..cluster });
        }
    }
}

fn show(measured: &Measured, simulated: f64) {
    println!(
        "{:9}  {:11}  {:6}  {:6.2}  {:6.2}  {simulated:9.2}  {:14.1}  {:18.3}",
        measured.processes,
        measured.messages,
        measured.rounds,
        measured.wall,
        measured.cpu,
        1e9 * measured.cpu / measured.messages as f64,
        measured.wire_bytes as f64 / measured.remote_messages(),
    );
}
