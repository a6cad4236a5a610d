//! A worker over its pipe: messages in, answers out.

use grundy_web::{WorkerConfig, serve_pipe};
use serde_json::{Value, json};

const RULES: &str = "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n";

/// A message to a worker.
fn message(question: Value, game: &str, rules: Option<&str>) -> String {
    timed_message(question, game, rules, 10_000, true)
}

/// A message to a worker with a number of milliseconds, and whether there is no queue with larger limits.
fn timed_message(question: Value, game: &str, rules: Option<&str>, time: u64, is_final_attempt: bool) -> String {
    let request = json!({"game": {"game": game, "misere": false, "set": []}, "question": question});
    let message = json!({
        "request": request, "rules": rules, "digest": null, "time_ms": time, "memory": 64 << 20,
        "is_final_attempt": is_final_attempt
    });
    format!("{message}\n")
}

/// The statuses of a worker's answers.
fn statuses(isolation: Result<(), String>, messages: &str) -> Vec<u16> {
    let config = WorkerConfig { table: None, statistics: |_, _| Err(String::new()), isolation };
    let mut output = Vec::new();
    serve_pipe(config, messages.as_bytes(), &mut output).unwrap();
    let (mut statuses, mut rest) = (Vec::new(), output.as_slice());
    // An answer is a line with its status and the length of its body, and the body.
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let words: Vec<&str> = std::str::from_utf8(&rest[..end]).unwrap().split(' ').collect();
        statuses.push(words[0].parse().unwrap());
        rest = &rest[end + 1 + words[2].parse::<usize>().unwrap()..];
    }
    statuses
}

#[test]
fn posted_rules_are_refused_where_the_process_is_not_isolated() {
    let solve = json!({"Solve": [{"position": "3"}, {"moves": false}]});
    let messages = [
        message(json!("Check"), "", Some(RULES)),
        message(solve.clone(), "rules:x", Some(RULES)),
        message(solve, "kayles", None),
    ]
    .concat();
    assert_eq!(statuses(Ok(()), &messages), [200; 3]);
    assert_eq!(statuses(Err("no seccomp".to_owned()), &messages), [503, 503, 200]);
}

/// Only the queue with the largest limits answers with what is proved; before, the request goes on to that queue.
#[test]
fn an_undecided_position_is_answered_in_the_last_queue() {
    let position = json!({"position": null});
    for question in [
        json!({"Solve": [position, {"moves": true}]}),
        json!({"Explain": position}),
        json!({"Reply": [position, {"skill": 1.0, "seed": 1}]}),
    ] {
        let message = |is_final| timed_message(question.clone(), "connect4:8x7", None, 0, is_final);
        assert_eq!(statuses(Ok(()), &[message(false), message(true)].concat()), [503, 200], "{question}");
    }
    assert_eq!(statuses(Ok(()), &timed_message(json!({"Moves": position}), "hex:7", None, 0, false)), [200]);
}
