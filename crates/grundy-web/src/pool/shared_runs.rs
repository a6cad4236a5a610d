//! The tasks that run in a queue, by the keys of their requests: a task that is equal to a running one gets its response.

use crate::failure::Failure;
use crate::pipe::Response;
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::OnceCell;

/// The running tasks.
#[derive(Debug, Default)]
pub(super) struct SharedRuns(Mutex<HashMap<String, Arc<OnceCell<Response>>>>);

/// A task that runs, or waits for an equal one.
struct Participant<'a> {
    runs: &'a SharedRuns,
    key: &'a str,
    response: Arc<OnceCell<Response>>,
}

impl SharedRuns {
    /// Returns the response of the running task with this key, or else that of `run`; the second value says whether this is another task's.
    /// If the running task ends without a response, for example because its client has gone, a task that waits for it runs.
    ///
    /// # Errors
    /// The error of `run`.
    pub(super) async fn response(
        &self,
        key: &str,
        run: impl Future<Output = Result<Response, Failure>>,
    ) -> Result<(Response, bool), Failure> {
        let response = Arc::clone(self.lock().entry(key.to_owned()).or_default());
        let participant = Participant { runs: self, key, response };
        let mut is_shared = true;
        let computed = async {
            is_shared = false;
            run.await
        };
        let response = participant.response.get_or_try_init(|| computed).await?.clone();
        Ok((response, is_shared))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceCell<Response>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Participant<'_> {
    fn drop(&mut self) {
        let mut runs = self.runs.lock();
        // The map and this task have one each. A task that comes after the response runs again.
        let is_last = Arc::strong_count(&self.response) <= 2;
        if (is_last || self.response.initialized())
            && runs.get(self.key).is_some_and(|running| Arc::ptr_eq(running, &self.response))
        {
            runs.remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn response(status: u16) -> Response {
        Response { status, is_final: true, body: Vec::new() }
    }

    #[tokio::test]
    async fn equal_tasks_are_run_once() {
        let (runs, count) = (SharedRuns::default(), AtomicU32::new(0));
        let task = |key: &'static str, status| {
            let (runs, count) = (&runs, &count);
            async move {
                let run = async {
                    tokio::task::yield_now().await;
                    count.fetch_add(1, Ordering::Relaxed);
                    Ok(response(status))
                };
                runs.response(key, run).await.unwrap()
            }
        };
        let (one, two, other) = tokio::join!(task("a", 200), task("a", 201), task("b", 202));
        assert_eq!((one, two, other), ((response(200), false), (response(200), true), (response(202), false)));
        assert_eq!(count.load(Ordering::Relaxed), 2);
        assert_eq!(task("a", 203).await, (response(203), false), "the earlier response is gone");
        assert!(runs.lock().is_empty());
    }

    #[tokio::test]
    async fn a_task_whose_client_has_gone_leaves_its_turn_to_the_next() {
        let runs = SharedRuns::default();
        {
            let mut gone = Box::pin(runs.response("a", std::future::pending()));
            let mut waiting = Box::pin(runs.response("a", async { Ok(response(200)) }));
            tokio::select! {
                biased;
                _ = &mut gone => unreachable!("it never ends"),
                _ = &mut waiting => unreachable!("it waits"),
                () = tokio::task::yield_now() => (),
            }
            drop(gone);
            assert_eq!(waiting.await.unwrap(), (response(200), false));
        }
        drop(Box::pin(runs.response("b", std::future::pending())));
        let failed = runs.response("b", async { Err(Failure::limit("none")) }).await;
        assert!(failed.is_err() && runs.lock().is_empty());
    }
}
