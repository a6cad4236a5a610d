//! Copies the streams of all processes to process 0, except those of processes that have its folder.

use crate::exchange::TcpExchange;
use crate::frame::{Header, Kind};
use crate::secret;
use grundy::solve::partitioned::{Exchange, ExchangeError, StorageError};
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

impl TcpExchange<'_, '_> {
    /// Copies the streams `name(partition)` of all partitions to the storage of process 0. Returns when all are there.
    pub(crate) fn collect_streams(&mut self, name: &dyn Fn(u32) -> String) -> Result<(), ExchangeError> {
        let sharing = match &self.sharing {
            Some(sharing) => sharing.clone(),
            None => self.find_sharing()?,
        };
        self.sharing = Some(sharing.clone());
        if self.shared.process == 0 {
            self.receive_streams(name, &sharing)?;
        } else if !sharing[self.shared.process] {
            self.send_streams(name)?;
        }
        // What the other processes have sent has arrived; a shared folder is complete.
        self.sum(&mut [])
    }

    fn receive_streams(&self, name: &dyn Fn(u32) -> String, sharing: &[bool]) -> Result<(), ExchangeError> {
        let shared = self.shared;
        let names = (0..shared.split.partitions()).map(name).collect();
        shared.lock().collected_names = Some(Arc::new(names));
        let senders: Vec<usize> = shared.others().filter(|&process| !sharing[process]).collect();
        // All send at the same time, each to its receiver.
        senders.iter().try_for_each(|&process| shared.send(process, Header::new(Kind::Collect).alone()))?;
        for process in senders {
            shared.wait_for(process..process + 1, |peer| peer.is_collected)?.peers[process].is_collected = false;
        }
        shared.lock().collected_names = None;
        Ok(())
    }

    fn send_streams(&self, name: &dyn Fn(u32) -> String) -> Result<(), ExchangeError> {
        let shared = self.shared;
        shared.wait_for(0..1, |peer| peer.is_collecting)?.peers[0].is_collecting = false;
        let mut block = Vec::new();
        for to in self.local() {
            let header = |kind, from| Header { to, from, ..Header::new(kind) };
            let mut stream = shared.storage.open(&name(to))?;
            if let Some(blocks) = &mut stream {
                while let Some(source) = blocks.next(&mut block)? {
                    shared.send(0, header(Kind::Stream, source).with(&block))?;
                }
            }
            shared.send(0, header(Kind::StreamEnd, u32::from(stream.is_some())).alone())?;
        }
        Ok(())
    }

    /// Finds out which processes have the folder of process 0: they see the file that it creates there.
    fn find_sharing(&mut self) -> Result<Vec<bool>, ExchangeError> {
        let (own, storage) = (self.shared.process, self.shared.storage);
        let mut token = [0];
        if own == 0 && storage.folder().is_some() {
            let random = secret::random().map_err(|error| ExchangeError::Unsupported(error.to_string()))?;
            // 0 says that process 0 has no folder.
            token = [u64::from_le_bytes(*random.first_chunk().expect("eight bytes")) | 1];
        }
        let path = |token: u64| -> Option<PathBuf> { Some(storage.folder()?.join(format!("shared-{token:016x}"))) };
        let marker = path(token[0]).filter(|_| token[0] != 0);
        if let Some(path) = &marker {
            File::create_new(path).map_err(|error| StorageError::io(path, error))?;
        }
        self.sum(&mut token)?;
        let mut sees = vec![0; self.shared.processes()];
        sees[own] = u64::from(token[0] != 0 && path(token[0]).is_some_and(|path| path.exists()));
        let summed = self.sum(&mut sees);
        if let Some(path) = &marker {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(StorageError::io(path, error).into());
                }
                _ => (),
            }
        }
        summed?;
        Ok(sees.into_iter().map(|count| count == 1).collect())
    }
}
