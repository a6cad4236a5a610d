//! The tasks that run in a queue, by the keys of their requests: a task that is equal to a running one gets its response.

use crate::pipe::Response;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The running tasks.
#[derive(Debug, Default)]
pub(super) struct SharedRuns(Mutex<HashMap<String, watch::Receiver<Option<Response>>>>);

/// What a task does whose turn has come.
pub(super) enum Role<'a> {
    /// It runs.
    Runs(RunningTask<'a>),
    /// It waits for an equal task that runs.
    Waits(Waiting),
}

/// A running task. When it is dropped without a response, for example because its client has gone, the tasks that wait for it have none.
pub(super) struct RunningTask<'a> {
    runs: &'a SharedRuns,
    key: String,
    response: watch::Sender<Option<Response>>,
}

/// A task that waits for an equal one.
pub(super) struct Waiting(watch::Receiver<Option<Response>>);

impl SharedRuns {
    /// Returns the role of a task with this key.
    pub(super) fn join(&self, key: &str) -> Role<'_> {
        let mut runs = self.lock();
        if let Some(response) = runs.get(key) {
            return Role::Waits(Waiting(response.clone()));
        }
        let (sender, receiver) = watch::channel(None);
        runs.insert(key.to_owned(), receiver);
        Role::Runs(RunningTask { runs: self, key: key.to_owned(), response: sender })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Receiver<Option<Response>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningTask<'_> {
    /// Gives the response to the tasks that wait for it.
    pub(super) fn finish(self, response: &Response) {
        self.response.send_replace(Some(response.clone()));
    }
}

impl Drop for RunningTask<'_> {
    fn drop(&mut self) {
        // A task that comes later runs again.
        self.runs.lock().remove(&self.key);
    }
}

impl Waiting {
    /// Returns the response of the running task; `None` if it ends without one.
    pub(super) async fn response(mut self) -> Option<Response> {
        self.0.wait_for(Option::is_some).await.ok()?.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn equal_tasks_share_a_response() {
        let runs = SharedRuns::default();
        let Role::Runs(running) = runs.join("a") else { panic!("nothing runs yet") };
        let Role::Waits(waiting) = runs.join("a") else { panic!("an equal task runs") };
        let Role::Runs(other) = runs.join("b") else { panic!("it is not equal") };
        let response = Response { status: 200, is_final: true, body: b"3".to_vec() };
        running.finish(&response);
        assert_eq!(waiting.response().await, Some(response));
        assert!(matches!(runs.join("a"), Role::Runs(_)), "the earlier task is over");
        drop(other);
        assert!(runs.lock().is_empty());
    }

    #[tokio::test]
    async fn a_task_whose_client_has_gone_has_no_response() {
        let runs = SharedRuns::default();
        let Role::Runs(running) = runs.join("a") else { panic!("nothing runs yet") };
        let Role::Waits(waiting) = runs.join("a") else { panic!("an equal task runs") };
        drop(running);
        assert_eq!(waiting.response().await, None);
        assert!(matches!(runs.join("a"), Role::Runs(_)));
    }
}
