//! Runs on disk with a different number of processes. If one of them is further along than this run, its files are copied to the processes that
//! have their partitions now.
//!
//! Folders of the other run are removed only when all processes have a checkpoint that is as far. Until then, nothing is changed in them, so that
//! whatever ends this run, the other one can be continued, by its own number of processes or a different one.

mod folder;
mod survey;

use super::scratch::{FolderName, PARTITIONS, Scratch};
use crate::fail::Failure;
use crate::progress;
use crate::text_output;
use folder::OtherFolder;
use grundy::limits::Limits;
use grundy::solve::partitioned::{Exchange, ExchangeError, SavedRun, SavedState, StreamFolder, copy_streams};
use survey::{Found, Offer, Survey, survey};

/// The most numbers in a sum.
const MAX_SUM: usize = 1 << 16;
/// The most numbers of a state.
const MAX_NUMBERS: u64 = 1 << 27;

/// Makes the run continue from the run of a different number of processes if that is further along. All processes of the run must call this.
///
/// # Errors
/// If a checkpoint is damaged, a folder is in use or with the wrong process, files cannot be copied, or another process is lost.
pub(super) fn take_over(
    exchange: &mut dyn Exchange,
    scratch: &mut Scratch,
    game: &str,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let taken = find_and_take_over(exchange, scratch, game, limits);
    if taken.is_err() && scratch.name() != FolderName::SHARED && !scratch.checkpoint.has_previous() {
        // The other run may need this name again.
        scratch.remove_new_folder();
    }
    taken
}

fn find_and_take_over(
    exchange: &mut dyn Exchange,
    scratch: &mut Scratch,
    game: &str,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let own = scratch.name();
    let (others, own_run) = match scratch.is_follower() {
        true => (Vec::new(), None),
        false => (OtherFolder::find(scratch)?, scratch.checkpoint.saved_run(PARTITIONS)?),
    };
    let mut offers: Vec<Offer<'_>> = others.iter().map(OtherFolder::offer).collect();
    offers.extend(own_run.as_ref().map(|saved| Offer {
        name: own,
        saved: Some(saved),
        is_own: true,
        is_locked: false,
    }));
    let found = survey(exchange, own.processes, &offers).map_err(as_failure)?;
    if own == FolderName::SHARED {
        // The first process has locked the folder, and no process of an earlier run is left.
        if scratch.is_follower() {
            scratch.lock_as_follower()?;
        }
        barrier(exchange)?;
    }
    let furthest = FurthestRun::of(&found, own);
    furthest.check(exchange, game, own, own_run.as_ref(), &found)?;
    if furthest.processes != own.processes {
        if !scratch.is_follower() {
            furthest.print(game);
        }
        // In a shared directory, another process of this run may have locked some of the folders; it copies those.
        let is_source = |other: &&OtherFolder| other.name.processes == furthest.processes && other.is_ours();
        let source: Vec<&OtherFolder> = others.iter().filter(is_source).collect();
        copy(exchange, scratch, &source, furthest.round, limits)?;
    }
    for other in others.iter().filter(|other| other.name.processes != own.processes && other.is_ours()) {
        let found = found.of_processes[other.name.processes];
        // A folder is removed if no run could continue from it at a later round than this run does.
        let is_complete = matches!(found, Found::Complete(_)) && furthest.round > 0;
        match &other.saved {
            Some(saved) if !is_complete && saved.latest() > furthest.round => other.note_unused(&found),
            Some(_) => other.remove()?,
            None => other.remove_if_empty()?,
        }
    }
    Ok(())
}

/// The run from which this one continues: its own, if no other one is further along.
struct FurthestRun {
    /// The number of its processes that have a folder each.
    processes: usize,
    /// The round before which it continues; 0 if there is no run to continue.
    round: u64,
}

impl FurthestRun {
    /// The run that is furthest along; this one, `own`, if no other one is further.
    fn of(found: &Survey, own: FolderName) -> Self {
        let round = |processes: usize| match found.of_processes[processes] {
            Found::Complete(round) => round,
            _ => 0,
        };
        let all = 0..found.of_processes.len();
        let best = all.max_by_key(|&processes| (round(processes), processes == own.processes));
        let processes = best.filter(|best| round(*best) > 0).unwrap_or(own.processes);
        Self { processes, round: round(processes) }
    }

    /// Checks that nothing is lost if the run continues from here. All processes of the run must call this.
    fn check(
        &self,
        exchange: &mut dyn Exchange,
        game: &str,
        own: FolderName,
        own_run: Option<&SavedRun>,
        found: &Survey,
    ) -> Result<(), Failure> {
        if found.misplaced_round.is_some_and(|round| round > self.round) {
            let message =
                format!("{game}: the folders grundy-build-I-of-{} are with other processes than before", own.processes);
            return Err(Failure::input(message, "start each process with the scratch directory that has its folder"));
        }
        // If a folder is missing, its process may have been killed before its first save. But a process has two states only if all have saved one.
        let own_found = found.of_processes[own.processes];
        let is_complete = |saved: &SavedRun| saved.states.len() > 1 || !matches!(own_found, Found::Lacks(_));
        let is_lost = own_run.is_some_and(|saved| saved.latest() > self.round && is_complete(saved));
        let mut lost = [u64::from(is_lost)];
        exchange.sum(&mut lost).map_err(as_failure)?;
        if lost[0] > 0
            && let Some(why) = own_found.why_unused()
        {
            let message = format!("{game}: the run by {} processes cannot be continued: {why}", own.processes.max(1));
            let help = "start each process with the scratch directory that has its folder, or remove the folders to begin anew";
            return Err(Failure::input(message, help));
        }
        if let Some(name) = found.of_processes.iter().find_map(Found::in_use) {
            let message = format!("{game}: another run uses the folder {}", name.text());
            return Err(Failure::input(message, "end that run first, or name another scratch directory"));
        }
        Ok(())
    }

    /// Says that this run continues from there.
    fn print(&self, game: &str) {
        let of = match self.processes {
            0 => "on one machine".to_owned(),
            1 => "by one host".to_owned(),
            count => format!("by {count} hosts"),
        };
        progress::erase();
        text_output::eprintln(format_args!(
            "{game}: goes on from the checkpoint of a run {of}, whose files are copied"
        ));
    }
}

/// Replaces the state of this run by that of the other one before round `round`. Each process has some of its folders.
fn copy(
    exchange: &mut dyn Exchange,
    scratch: &mut Scratch,
    source: &[&OtherFolder],
    round: u64,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    // A checkpoint of this run must not be found with the streams of the other one.
    scratch.checkpoint.discard()?;
    barrier(exchange)?;
    scratch.clear_streams()?;
    barrier(exchange)?;
    let folders: Vec<StreamFolder> = source.iter().map(|other| other.streams()).collect();
    copy_streams(exchange, &folders, limits).map_err(as_failure)?;
    let first = source.iter().find(|other| other.name.process == 0);
    let state = first.and_then(|other| other.saved.as_ref()?.state_before(round));
    let numbers = share(exchange, state.map_or(&[], |state| &state.numbers)).map_err(as_failure)?;
    // The copies get a number of their own: they must not be mixed with a folder of the other run.
    let mut id = [if exchange.local().start == 0 { SavedRun::new_id() } else { 0 }];
    exchange.sum(&mut id).map_err(as_failure)?;
    // All processes have their streams before one has a checkpoint, and all have a checkpoint before a folder is removed.
    let saved = SavedRun { id: id[0], states: vec![SavedState { next_round: round, numbers }] };
    scratch.checkpoint.replace(&saved, PARTITIONS)?;
    barrier(exchange)
}

/// Gives all processes the numbers of the one that has some.
fn share(exchange: &mut dyn Exchange, numbers: &[u64]) -> Result<Vec<u64>, ExchangeError> {
    let mut length = [numbers.len() as u64];
    exchange.sum(&mut length)?;
    if length[0] > MAX_NUMBERS {
        return Err(ExchangeError::Invalid);
    }
    let mut all = numbers.to_vec();
    all.resize(length[0] as usize, 0);
    all.chunks_mut(MAX_SUM).try_for_each(|chunk| exchange.sum(chunk))?;
    Ok(all)
}

/// Waits until all processes are here.
fn barrier(exchange: &mut dyn Exchange) -> Result<(), Failure> {
    exchange.sum(&mut []).map_err(as_failure)
}

fn as_failure(error: ExchangeError) -> Failure {
    Failure::exchange(&error, "the run")
}
