//! A semaphore that is fair to clients. Permits to run a task go to them in rotation, so that a client with many waiting tasks delays another
//! by one task, not by all.

use crate::client::Client;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// A number of permits, shared by all clients.
#[derive(Clone, Debug)]
pub(crate) struct FairSemaphore(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// Number of permits that nobody has. While it is not 0, no task waits.
    free: usize,
    /// The clients with waiting tasks, the next one first; their tasks in order of arrival.
    clients: VecDeque<(Client, VecDeque<oneshot::Sender<Permit>>)>,
}

/// A permit. When it is dropped, the next task has it.
#[derive(Debug)]
pub(crate) struct Permit {
    /// `None` once the permit was released.
    semaphore: Option<FairSemaphore>,
}

/// A task that waits for a permit. When it is dropped, it no longer waits.
struct WaitingTask<'a> {
    semaphore: &'a FairSemaphore,
    client: Client,
    receiver: oneshot::Receiver<Permit>,
}

impl FairSemaphore {
    /// Creates a semaphore with so many permits.
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new(Mutex::new(State { free: count, clients: VecDeque::new() })))
    }

    /// Waits for a permit of a client. If the caller stops waiting, the permit goes to another task.
    pub(crate) async fn acquire(&self, client: Client) -> Permit {
        let receiver = {
            let mut state = self.lock();
            if state.free > 0 {
                state.free -= 1;
                return Permit { semaphore: Some(self.clone()) };
            }
            state.add(client)
        };
        let mut waiting = WaitingTask { semaphore: self, client, receiver };
        (&mut waiting.receiver)
            .await
            .expect("the sender of a task that waits is dropped only after it has sent a permit")
    }

    /// Number of permits that nobody has.
    pub(super) fn free(&self) -> usize {
        self.lock().free
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a permit to the next task that still waits for it.
    fn release(self) {
        loop {
            let next = {
                let mut state = self.lock();
                match state.next() {
                    Some(next) => next,
                    None => {
                        state.free += 1;
                        return;
                    }
                }
            };
            match next.send(Permit { semaphore: Some(self.clone()) }) {
                Ok(()) => return,
                // The task stopped waiting after it was removed from the queue.
                Err(mut permit) => permit.semaphore = None,
            }
        }
    }
}

impl State {
    /// Adds a task of a client, after its others.
    fn add(&mut self, client: Client) -> oneshot::Receiver<Permit> {
        let (sender, receiver) = oneshot::channel();
        let tasks = match self.clients.iter().position(|(other, _)| *other == client) {
            Some(at) => &mut self.clients[at].1,
            None => {
                self.clients.push_back((client, VecDeque::new()));
                &mut self.clients.back_mut().expect("added above").1
            }
        };
        tasks.push_back(sender);
        receiver
    }

    /// Removes the next task; its client is served again after all others that wait.
    fn next(&mut self) -> Option<oneshot::Sender<Permit>> {
        let (client, mut tasks) = self.clients.pop_front()?;
        let next = tasks.pop_front();
        if !tasks.is_empty() {
            self.clients.push_back((client, tasks));
        }
        debug_assert!(next.is_some(), "a client in the queue has a task");
        next
    }

    /// Removes the tasks of a client that no longer wait.
    fn remove_closed(&mut self, client: Client) {
        if let Some(at) = self.clients.iter().position(|(other, _)| *other == client) {
            let tasks = &mut self.clients[at].1;
            tasks.retain(|task| !task.is_closed());
            if tasks.is_empty() {
                self.clients.remove(at);
            }
        }
    }
}

impl Drop for WaitingTask<'_> {
    fn drop(&mut self) {
        // A task that is gone must not use a permit of its client. If a permit was sent already, dropping the receiver releases it.
        self.receiver.close();
        self.semaphore.lock().remove_closed(self.client);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(semaphore) = self.semaphore.take() {
            semaphore.release();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::net::{IpAddr, Ipv4Addr};
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    type Waiting = Pin<Box<dyn Future<Output = Permit>>>;

    fn client(number: u8) -> Client {
        IpAddr::from(Ipv4Addr::new(10, 0, 0, number)).into()
    }

    fn wait(semaphore: &FairSemaphore, number: u8) -> Waiting {
        let semaphore = semaphore.clone();
        Box::pin(async move { semaphore.acquire(client(number)).await })
    }

    /// The permit, if it has come.
    fn poll(waiting: &mut Waiting) -> Option<Permit> {
        match waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(permit) => Some(permit),
            Poll::Pending => None,
        }
    }

    #[test]
    fn permits_go_to_the_clients_in_rotation() {
        let semaphore = FairSemaphore::new(1);
        let mut permit = poll(&mut wait(&semaphore, 9));
        assert!(permit.is_some());
        // Client 1 has four tasks before the others come.
        let mut waiting: Vec<_> = [1, 1, 1, 1, 2, 3, 2].map(|client| (client, wait(&semaphore, client))).into();
        assert!(waiting.iter_mut().all(|(_, task)| poll(task).is_none()));
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(permit.take());
            let at = waiting.iter_mut().position(|(_, task)| {
                permit = poll(task);
                permit.is_some()
            });
            order.push(waiting.remove(at.expect("a permit was released")).0);
        }
        assert_eq!(order, [1, 2, 3, 1, 2, 1, 1]);
    }

    #[test]
    fn a_task_that_stops_waiting_leaves_nothing_behind() {
        let semaphore = FairSemaphore::new(1);
        let _permit = poll(&mut wait(&semaphore, 1)).unwrap();
        let mut waiting = [1, 2, 2, 3].map(|client| wait(&semaphore, client));
        assert!(waiting.iter_mut().all(|task| poll(task).is_none()));
        drop(waiting);
        assert!(semaphore.lock().clients.is_empty());
    }

    #[test]
    fn a_task_that_stops_waiting_uses_no_permit_of_its_client() {
        let semaphore = FairSemaphore::new(1);
        let permit = poll(&mut wait(&semaphore, 1)).unwrap();
        let [mut gone, mut next, mut last] = [1, 1, 2].map(|client| wait(&semaphore, client));
        assert!([&mut gone, &mut next, &mut last].into_iter().all(|task| poll(task).is_none()));
        drop(gone);
        drop(permit);
        assert!(poll(&mut last).is_none());
        drop(poll(&mut next).expect("the client has its permit"));
        assert!(poll(&mut last).is_some());
    }

    #[test]
    fn a_permit_sent_to_a_task_that_is_gone_goes_to_the_next() {
        let semaphore = FairSemaphore::new(1);
        let permit = poll(&mut wait(&semaphore, 1)).unwrap();
        let [mut gone, mut last] = [1, 2].map(|client| wait(&semaphore, client));
        assert!([&mut gone, &mut last].into_iter().all(|task| poll(task).is_none()));
        // The permit is sent to the first task, which never takes it.
        drop(permit);
        assert!(poll(&mut last).is_none());
        drop(gone);
        assert!(poll(&mut last).is_some());
        assert!(poll(&mut wait(&semaphore, 3)).is_some(), "the permit is free again");
    }

    #[test]
    fn no_permit_is_lost_or_made() {
        let mut random = fastrand::Rng::with_seed(48);
        for count in 1..4 {
            let semaphore = FairSemaphore::new(count);
            let (mut waiting, mut taken) = (Vec::new(), Vec::new());
            for _ in 0..3000 {
                match random.u8(..5) {
                    0 | 1 => waiting.push(wait(&semaphore, random.u8(..4))),
                    2 if !waiting.is_empty() => drop(waiting.swap_remove(random.usize(..waiting.len()))),
                    3 if !taken.is_empty() => drop(taken.swap_remove(random.usize(..taken.len()))),
                    _ => {}
                }
                if random.bool() {
                    let mut still_waiting = Vec::new();
                    for mut task in waiting.drain(..) {
                        match poll(&mut task) {
                            Some(permit) => taken.push(permit),
                            None => still_waiting.push(task),
                        }
                    }
                    waiting = still_waiting;
                    assert!(taken.len() == count || waiting.is_empty() && taken.len() < count);
                }
                assert!(taken.len() <= count);
                let queued: usize = semaphore.lock().clients.iter().map(|(_, tasks)| tasks.len()).sum();
                assert!(queued <= waiting.len(), "tasks that are gone are not in the queue");
            }
            waiting.clear();
            taken.clear();
            assert_eq!(semaphore.lock().free, count);
            assert!(semaphore.lock().clients.is_empty());
        }
    }
}
