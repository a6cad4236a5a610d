//! What all processes together know about the runs in their scratch directories.

use crate::cmd::build::scratch::{FolderName, PARTITIONS};
use grundy::solve::partitioned::{Exchange, ExchangeError, SavedRun};

/// A folder of a run that a process has.
#[derive(Clone, Copy)]
pub(super) struct Offer<'a> {
    pub(super) name: FolderName,
    /// `None` if there is no checkpoint.
    pub(super) saved: Option<&'a SavedRun>,
    /// Whether it is the folder of this process in this run.
    pub(super) is_own: bool,
    /// Whether a process uses it, perhaps one of this run that also offers it.
    pub(super) is_locked: bool,
}

/// What the processes know about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// No process has a folder of it.
    Nothing,
    /// The processes have each of its folders, and all can continue before this round.
    Complete(u64),
    /// No process has this folder.
    Lacks(FolderName),
    /// Several processes have this folder.
    Twice(FolderName),
    /// This folder has no state from which the others can continue, or is of a different run.
    Differs(FolderName),
    /// A process of another run uses this folder.
    InUse(FolderName),
}

impl Found {
    /// Why a run of which there are folders cannot be continued.
    pub(super) fn why_unused(&self) -> Option<String> {
        match self {
            Self::Nothing | Self::Complete(_) => None,
            Self::Lacks(name) => Some(format!("no process has {}", name.text())),
            Self::Twice(name) => Some(format!("several processes have {}", name.text())),
            Self::Differs(name) => Some(format!("{} does not go with the other ones", name.text())),
            Self::InUse(name) => Some(format!("another run uses {}", name.text())),
        }
    }

    pub(super) fn in_use(&self) -> Option<FolderName> {
        match self {
            Self::InUse(name) => Some(*name),
            _ => None,
        }
    }
}

/// What the processes know about all runs.
pub(super) struct Survey {
    /// By the number of processes that have a folder each. For the number of this run, only folders count that their processes have as their own.
    pub(super) of_processes: Vec<Found>,
    /// If the folders of this number of processes are all there, but not each with its process: the round before which they could continue.
    pub(super) misplaced_round: Option<u64>,
}

/// What the processes say about a folder, as sums.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// The number of processes that offer it.
    offered: u64,
    /// The number of processes that see that it is in use.
    locked: u64,
    latest: u64,
    id: u64,
}

/// Finds out how far each run is, by its number of processes. This run has `own` processes.
pub(super) fn survey(exchange: &mut dyn Exchange, own: usize, offers: &[Offer<'_>]) -> Result<Survey, ExchangeError> {
    let placed: Vec<Offer<'_>> =
        offers.iter().filter(|offer| offer.is_own || offer.name.processes != own).copied().collect();
    let of_processes = survey_of(exchange, &placed)?;
    let everywhere = survey_of(exchange, offers)?;
    let misplaced_round = match (of_processes[own], everywhere[own]) {
        (Found::Complete(_), _) => None,
        (_, Found::Complete(round)) => Some(round),
        _ => None,
    };
    Ok(Survey { of_processes, misplaced_round })
}

fn survey_of(exchange: &mut dyn Exchange, offers: &[Offer<'_>]) -> Result<Vec<Found>, ExchangeError> {
    let saved = |offer: &Offer<'_>| {
        if offer.is_locked { None } else { offer.saved.filter(|saved| saved.latest() > 0).cloned() }
    };
    let mut numbers = vec![[0_u64; 4]; FolderName::COUNT];
    for offer in offers {
        let [offered, locked, latest, id] = &mut numbers[offer.name.number()];
        *locked += u64::from(offer.is_locked);
        if let Some(saved) = saved(offer) {
            *offered += 1;
            *latest = latest.wrapping_add(saved.latest());
            *id = id.wrapping_add(saved.id);
        }
    }
    exchange.sum(numbers.as_flattened_mut())?;
    let sums: Vec<Sums> =
        numbers.iter().map(|&[offered, locked, latest, id]| Sums { offered, locked, latest, id }).collect();
    let mut found: Vec<Found> = (0..=PARTITIONS as usize).map(|processes| summary(processes, &sums)).collect();
    // The folders that have no state of the round from which all could continue.
    let mut lacking = vec![0; FolderName::COUNT];
    for offer in offers {
        if let (Found::Complete(round), Some(saved)) = (found[offer.name.processes], saved(offer)) {
            lacking[offer.name.number()] = u64::from(saved.state_before(round).is_none());
        }
    }
    exchange.sum(&mut lacking)?;
    for name in FolderName::all().filter(|name| lacking[name.number()] > 0) {
        if let Found::Complete(_) = found[name.processes] {
            found[name.processes] = Found::Differs(name);
        }
    }
    Ok(found)
}

/// What the sums over all processes say about the run of `processes` processes.
fn summary(processes: usize, sums: &[Sums]) -> Found {
    let of = |name: FolderName| sums[name.number()];
    let names = || FolderName::of_run(processes);
    // A folder that a process of this run offers is locked by that process.
    if let Some(name) = names().find(|name| of(*name).offered == 0 && of(*name).locked > 0) {
        return Found::InUse(name);
    }
    if names().all(|name| of(name).offered == 0) {
        return Found::Nothing;
    }
    if let Some(name) = names().find(|name| of(*name).offered == 0) {
        return Found::Lacks(name);
    }
    if let Some(name) = names().find(|name| of(*name).offered > 1) {
        return Found::Twice(name);
    }
    let first = FolderName { process: 0, processes };
    if let Some(name) = names().find(|name| of(*name).id != of(first).id) {
        return Found::Differs(name);
    }
    Found::Complete(names().map(|name| of(name).latest).min().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::solve::partitioned::{LocalExchange, SavedState, Storage};

    /// The survey of one process with these folders, each with the number of its run and its rounds, in a run of two processes.
    fn survey_with(folders: &[(usize, usize, u64, &[u64])], own: Option<usize>, locked: &[usize]) -> Survey {
        let runs: Vec<SavedRun> = folders
            .iter()
            .map(|&(_, _, id, rounds)| {
                let states = rounds.iter().map(|&next_round| SavedState { next_round, numbers: Vec::new() }).collect();
                SavedRun { id, states }
            })
            .collect();
        let offers: Vec<Offer<'_>> = folders
            .iter()
            .zip(&runs)
            .enumerate()
            .map(|(at, (&(process, processes, _, _), saved))| Offer {
                name: FolderName { process, processes },
                saved: Some(saved),
                is_own: own == Some(at),
                is_locked: locked.contains(&at),
            })
            .collect();
        let mut exchange = LocalExchange::new(Storage::in_memory(), PARTITIONS, 1, 1 << 10);
        survey(&mut exchange, 2, &offers).unwrap()
    }

    #[test]
    fn a_run_is_used_if_every_folder_is_there_once() {
        let name = |process, processes| FolderName { process, processes };
        let folders: &[(usize, usize, u64, &[u64])] = &[
            (0, 0, 1, &[5]),
            (0, 1, 1, &[3]),
            (0, 1, 1, &[3]),
            (0, 3, 1, &[9, 7]),
            (1, 3, 1, &[7, 4]),
            (2, 3, 1, &[7]),
            (0, 4, 1, &[8]),
            (2, 4, 1, &[8]),
            (0, 5, 1, &[9]),
            (1, 5, 1, &[9]),
            (2, 5, 1, &[9]),
            (3, 5, 1, &[9]),
            (4, 5, 1, &[8]),
            (0, 6, 1, &[9]),
            (1, 6, 2, &[9]),
            (2, 6, 1, &[9]),
            (3, 6, 1, &[9]),
            (4, 6, 1, &[9]),
            (5, 6, 1, &[9]),
            (0, 7, 1, &[9]),
        ];
        let found = survey_with(folders, None, &[19]).of_processes;
        assert_eq!(found[0], Found::Complete(5));
        assert_eq!(found[1], Found::Twice(name(0, 1)));
        assert_eq!(found[2], Found::Nothing);
        assert_eq!(found[3], Found::Complete(7));
        assert_eq!(found[4], Found::Lacks(name(1, 4)));
        assert_eq!(found[5], Found::Differs(name(0, 5)), "the others have no state of round 8");
        assert_eq!(found[6], Found::Differs(name(1, 6)), "it is of a different run");
        assert_eq!(found[7], Found::InUse(name(0, 7)));
        assert!(found[8..].iter().all(|found| *found == Found::Nothing) && found.len() == 65);
    }

    #[test]
    fn folders_of_the_same_number_count_with_their_processes() {
        let both: &[(usize, usize, u64, &[u64])] = &[(0, 2, 1, &[5]), (1, 2, 1, &[5])];
        let misplaced = survey_with(both, None, &[]);
        assert_eq!((misplaced.of_processes[2], misplaced.misplaced_round), (Found::Nothing, Some(5)));
        let partly = survey_with(both, Some(0), &[]);
        let lacks = Found::Lacks(FolderName { process: 1, processes: 2 });
        assert_eq!((partly.of_processes[2], partly.misplaced_round), (lacks, Some(5)));
        // A copy elsewhere does not count.
        let copied: &[(usize, usize, u64, &[u64])] = &[(0, 2, 1, &[5]), (0, 2, 1, &[5])];
        let found = survey_with(copied, Some(0), &[]);
        assert_eq!((found.of_processes[2], found.misplaced_round), (lacks, None));
    }
}
