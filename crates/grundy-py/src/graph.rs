//! Graphs from arrays and files, and their solutions as arrays.

use crate::convert::{self, Arrays, Numbers, Value, outcome_of, player_of};
use crate::errors::Failure;
use crate::game::raised;
use crate::watch::{RawLimits, run};
use grundy::graph::{self, GraphBuilder, GraphError, GraphFile, Names, NamesError};
use grundy::limits::{Limits, RunError};
use grundy::solve::{self, Solved as Solution};
use grundy::{Graph as LibraryGraph, Play, PositionValue, Vertex};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// An array of integers of 32 or 64 bits.
enum Integers<'py> {
    I32(PyReadonlyArray1<'py, i32>),
    I64(PyReadonlyArray1<'py, i64>),
    U32(PyReadonlyArray1<'py, u32>),
    U64(PyReadonlyArray1<'py, u64>),
}

/// The elements of [`Integers`].
#[derive(Clone, Copy)]
enum Slice<'a> {
    I32(&'a [i32]),
    I64(&'a [i64]),
    U32(&'a [u32]),
    U64(&'a [u64]),
}

macro_rules! each_width {
    ($slice:expr, $numbers:ident => $body:expr) => {
        match $slice {
            Slice::I32($numbers) => $body,
            Slice::I64($numbers) => $body,
            Slice::U32($numbers) => $body,
            Slice::U64($numbers) => $body,
        }
    };
}

impl<'py> Integers<'py> {
    fn of(array: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = array.extract() {
            return Ok(Self::I32(array));
        }
        if let Ok(array) = array.extract() {
            return Ok(Self::I64(array));
        }
        if let Ok(array) = array.extract() {
            return Ok(Self::U32(array));
        }
        if let Ok(array) = array.extract() {
            return Ok(Self::U64(array));
        }
        Err(PyTypeError::new_err("an array of int32, int64, uint32 or uint64 is needed"))
    }

    fn slice(&self) -> PyResult<Slice<'_>> {
        Ok(match self {
            Self::I32(array) => Slice::I32(array.as_slice()?),
            Self::I64(array) => Slice::I64(array.as_slice()?),
            Self::U32(array) => Slice::U32(array.as_slice()?),
            Self::U64(array) => Slice::U64(array.as_slice()?),
        })
    }
}

fn no_vertex(number: impl std::fmt::Display) -> Failure {
    Failure::other("GraphError", format!("vertices are numbers from 0 on, got {number}"), "")
}

/// The largest of the numbers, all of which are vertices; `None` if there are no numbers.
fn largest(numbers: Slice<'_>) -> Result<Option<u32>, Failure> {
    // A negative number is larger than all vertices without its sign.
    let (largest, bound) = match numbers {
        Slice::U32(numbers) => (numbers.iter().copied().max().map(u64::from), u32::MAX),
        Slice::I32(numbers) => (numbers.iter().map(|n| n.cast_unsigned()).max().map(u64::from), i32::MAX as u32),
        Slice::I64(numbers) => (numbers.iter().map(|n| n.cast_unsigned()).max(), u32::MAX),
        Slice::U64(numbers) => (numbers.iter().copied().max(), u32::MAX),
    };
    if largest.is_none_or(|largest| largest <= bound.into()) {
        return Ok(largest.map(|largest| largest as u32));
    }
    let is_vertex = |number: i128| (0..=u32::MAX.into()).contains(&number);
    each_width!(numbers, numbers => match numbers.iter().find(|&&number| !is_vertex(number.into())) {
        Some(number) => Err(no_vertex(number)),
        None => Ok(largest.map(|largest| largest as u32)),
    })
}

/// The numbers as vertices.
#[expect(clippy::unnecessary_cast, reason = "one of the four types of numbers is that of a vertex")]
fn vertices(numbers: Slice<'_>) -> Result<Vec<Vertex>, Failure> {
    largest(numbers)?;
    Ok(each_width!(numbers, numbers => numbers.iter().map(|&number| Vertex(number as u32)).collect()))
}

/// Outcomes and players of vertices, as bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Marks<'a> {
    pub(crate) ends: Option<&'a [i8]>,
    pub(crate) players: Option<&'a [i8]>,
}

impl Marks<'_> {
    /// The graph with these outcomes and players.
    pub(crate) fn put(self, graph: LibraryGraph) -> Result<LibraryGraph, Failure> {
        let graph = match self.ends {
            Some(ends) => {
                check_length("ends", ends, &graph)?;
                if let Some(wrong) = ends.iter().find(|end| !(-1..=2).contains(*end)) {
                    let message = format!("`ends` has -1, 0, 1 for an outcome and 2 for none, got {wrong}");
                    return Err(Failure::other("GraphError", message, ""));
                }
                graph.with_terminals(listed(ends).filter_map(|(v, end)| Some((v, outcome_of(end)?))))?
            }
            None => graph,
        };
        Ok(match self.players {
            Some(players) => {
                check_length("players", players, &graph)?;
                if let Some(wrong) = players.iter().find(|player| player_of(**player).is_none()) {
                    let message = format!("`players` has 0 or 1 for each vertex, got {wrong}");
                    return Err(Failure::other("GraphError", message, ""));
                }
                graph.with_players(listed(players).filter_map(|(v, player)| Some((v, player_of(player)?))))?
            }
            None => graph,
        })
    }
}

fn listed(marks: &[i8]) -> impl Iterator<Item = (Vertex, i8)> + '_ {
    (0..).map(Vertex).zip(marks.iter().copied())
}

fn check_length(name: &str, marks: &[i8], graph: &LibraryGraph) -> Result<(), Failure> {
    if marks.len() == graph.vertices() {
        return Ok(());
    }
    let message =
        format!("`{name}` must have one entry for each of {} vertices, got {}", graph.vertices(), marks.len());
    Err(Failure::other("GraphError", message, ""))
}

/// A graph.
#[pyclass(frozen, module = "grundy._native")]
pub(crate) struct Graph {
    pub(crate) graph: Arc<LibraryGraph>,
    start: Option<Vertex>,
}

impl Graph {
    pub(crate) fn new(graph: LibraryGraph) -> Self {
        Self { graph: Arc::new(graph), start: None }
    }
}

type Bytes<'py> = Option<PyReadonlyArray1<'py, i8>>;

#[pymethods]
impl Graph {
    #[staticmethod]
    fn from_csr(
        py: Python<'_>,
        indptr: &Bound<'_, PyAny>,
        indices: &Bound<'_, PyAny>,
        ends: Bytes<'_>,
        players: Bytes<'_>,
        limits: Option<RawLimits>,
    ) -> PyResult<Self> {
        let (indptr, indices) = (Integers::of(indptr)?, Integers::of(indices)?);
        let (offsets, options) = (indptr.slice()?, indices.slice()?);
        let marks = Marks {
            ends: ends.as_ref().map(|ends| ends.as_slice()).transpose()?,
            players: players.as_ref().map(|players| players.as_slice()).transpose()?,
        };
        run(py, limits, |limits| {
            let rows = each_width!(offsets, offsets => offsets.len()).saturating_sub(1);
            let edges = each_width!(options, options => options.len());
            check_size(rows as u64, 4 * edges as u64, limits)?;
            let options = vertices(options)?;
            let graph = each_width!(offsets, offsets => LibraryGraph::from_rows(offsets.iter().copied(), options, Play::Normal))?;
            Ok::<_, Failure>(Self::new(marks.put(graph)?))
        })
    }

    #[staticmethod]
    fn from_edges(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        vertices: Option<u64>,
        ends: Bytes<'_>,
        players: Bytes<'_>,
        limits: Option<RawLimits>,
    ) -> PyResult<Self> {
        let (source, target) = (Integers::of(source)?, Integers::of(target)?);
        let (source, target) = (source.slice()?, target.slice()?);
        let marks = Marks {
            ends: ends.as_ref().map(|ends| ends.as_slice()).transpose()?,
            players: players.as_ref().map(|players| players.as_slice()).transpose()?,
        };
        run(py, limits, |limits| {
            Ok::<_, Failure>(Self::new(marks.put(of_edges(source, target, vertices, marks, limits)?)?))
        })
    }

    /// Reads a graph file; the names are `None` if they are the numbers of the vertices.
    #[staticmethod]
    fn read(py: Python<'_>, path: &str, limits: Option<RawLimits>) -> PyResult<(Self, Option<Vec<String>>)> {
        let file = run(py, limits, |limits| Ok::<_, Failure>(graph::read_path(path, limits)?))?;
        let GraphFile { graph, names, start } = file;
        let words = match &names {
            Names::Numbers(_) => None,
            Names::Words(_) => Some(graph.all().map(|v| names.name(v).into_owned()).collect()),
        };
        Ok((Self { graph: Arc::new(graph), start }, words))
    }

    /// Writes a graph file, as text or in the binary form.
    fn write(&self, py: Python<'_>, path: &str, names: Option<Vec<String>>, text: bool) -> PyResult<()> {
        run(py, None, |_| {
            let graph = LibraryGraph::clone(&self.graph);
            let file = match &names {
                None => {
                    let names = Names::Numbers(graph.vertices() as u64);
                    GraphFile { graph, names, start: self.start }
                }
                Some(names) => {
                    let file = GraphFile::with_names(graph, names.iter().map(String::as_str));
                    let wrong = |error: NamesError| {
                        Failure::other("GraphError", error.to_string(), "names of a graph file are words")
                    };
                    GraphFile { start: self.start, ..file.map_err(wrong)? }
                }
            };
            let written = File::create(path).and_then(|to| {
                let mut out = io::BufWriter::new(to);
                if text {
                    file.write_text(&mut out)?
                } else {
                    file.write_binary(&mut out).map(|_| ())?
                }
                let to = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                // A device or a pipe cannot be synced.
                if to.metadata()?.is_file() { to.sync_all() } else { Ok(()) }
            });
            written.map_err(|error| Failure::io(path, error))
        })
    }

    #[getter]
    fn vertices(&self) -> usize {
        self.graph.vertices()
    }

    #[getter]
    fn edges(&self) -> usize {
        self.graph.edges()
    }

    #[getter]
    fn start(&self) -> Option<u32> {
        self.start.map(|v| v.0)
    }

    fn indptr<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let offsets: Vec<i64> = py.detach(|| self.graph.row_offsets().map(|at| at as i64).collect());
        offsets.into_pyarray(py)
    }

    /// The options of all vertices. A number that int32 cannot hold is an error.
    fn indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let options = run(py, None, |_| {
            if self.graph.vertices() > i32::MAX as usize {
                return Err(Failure::other("GraphError", "the graph has vertices that int32 cannot hold", ""));
            }
            Ok(self.graph.options().iter().map(|option| option.0.cast_signed()).collect::<Vec<i32>>())
        })?;
        Ok(options.into_pyarray(py))
    }

    fn row(&self, vertex: u32) -> Vec<u32> {
        self.graph.row(Vertex(vertex)).iter().map(|option| option.0).collect()
    }

    /// The graph as the bytes of a graph file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = run(py, None, |_| {
            let names = Names::Numbers(self.graph.vertices() as u64);
            let file = GraphFile { graph: LibraryGraph::clone(&self.graph), names, start: self.start };
            let mut bytes = Vec::new();
            file.write_binary(&mut bytes).map_err(|error| Failure::io("the graph", error))?;
            Ok::<_, Failure>(bytes)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        run(py, None, |limits| {
            let GraphFile { graph, start, .. } = graph::read(data, "the graph", limits)?;
            Ok::<_, Failure>(Self { graph: Arc::new(graph), start })
        })
    }

    fn solve(&self, py: Python<'_>, misere: bool, grundy: bool, limits: Option<RawLimits>) -> PyResult<Solved> {
        run(py, limits, |limits| {
            let graph = match misere {
                true => Arc::new(LibraryGraph::clone(&self.graph).with_play(Play::Misere)),
                false => self.graph.clone(),
            };
            let solved = solved(&graph, grundy, limits)?;
            Ok::<_, Failure>(Solved { graph, solved })
        })
    }
}

fn solved(graph: &LibraryGraph, grundy: bool, limits: &Limits<'_>) -> Result<Solution, RunError> {
    if grundy { solve::solve_with_grundy(graph, limits) } else { solve::solve(graph, limits) }
}

/// Checks the limits before a graph is built: `edges` is the memory for its edges in bytes. More vertices than a graph can have are another
/// error.
fn check_size(vertices: u64, edges: u64, limits: &Limits<'_>) -> Result<(), Failure> {
    if u32::try_from(vertices).is_ok() {
        limits.check(vertices, GraphBuilder::with_vertices(vertices).bytes_to_build() + edges)?;
    }
    Ok(())
}

fn of_edges(
    source: Slice<'_>,
    target: Slice<'_>,
    vertices: Option<u64>,
    marks: Marks<'_>,
    limits: &Limits<'_>,
) -> Result<LibraryGraph, Failure> {
    let (sources, targets) = (each_width!(source, source => source.len()), each_width!(target, target => target.len()));
    let marked = marks.ends.or(marks.players).map(|marks| marks.len() as u64);
    let given = vertices.or(marked);
    // A number of 32 bits that is no vertex of such a graph is not a vertex without its sign either.
    let is_checked = given.is_none_or(|given| given > i32::MAX as u64)
        || !matches!((source, target), (Slice::I32(_), Slice::I32(_)));
    let check = || Ok::<_, Failure>(largest(source)?.max(largest(target)?));
    let most = if is_checked { check()? } else { None };
    if sources != targets {
        check()?;
        let message = format!("edges have as many sources as targets, got {sources} and {targets}");
        return Err(Failure::other("GraphError", message, ""));
    }
    let vertices = given.unwrap_or_else(|| most.map_or(0, |most| u64::from(most) + 1));
    // The rows and what sorts them; and copies of arrays that are not read in place.
    let is_in_place = matches!((source, target), (Slice::I32(_), Slice::I32(_)) | (Slice::I64(_), Slice::I64(_)));
    check_size(vertices, if is_in_place { 4 + 6 } else { 4 + 6 + 8 } * sources as u64, limits)?;
    // Each pair of types makes the code larger; these two are the most frequent.
    let graph = match (source, target) {
        (Slice::I32(from), Slice::I32(to)) => {
            let edges = from.iter().zip(to).map(|(&from, &to)| (Vertex(from as u32), Vertex(to as u32)));
            LibraryGraph::from_edge_iter(vertices, edges, Play::Normal)
        }
        (Slice::I64(from), Slice::I64(to)) => {
            let edges = from.iter().zip(to).map(|(&from, &to)| (Vertex(from as u32), Vertex(to as u32)));
            LibraryGraph::from_edge_iter(vertices, edges, Play::Normal)
        }
        _ => {
            let (from, to) = (self::vertices(source)?, self::vertices(target)?);
            LibraryGraph::from_edge_iter(vertices, from.iter().copied().zip(to.iter().copied()), Play::Normal)
        }
    };
    if let Err(GraphError::NoSuchVertex { .. }) = graph {
        // The array has the number with its sign.
        check()?;
    }
    Ok(graph?)
}

/// A solved graph.
#[pyclass(frozen, module = "grundy._native")]
pub(crate) struct Solved {
    graph: Arc<LibraryGraph>,
    solved: Solution,
}

#[pymethods]
impl Solved {
    #[getter]
    fn count(&self) -> usize {
        self.solved.verdicts().count()
    }

    #[getter]
    fn method(&self) -> &'static str {
        self.solved.method().as_str()
    }

    /// The value of a vertex.
    fn get(&self, vertex: u32) -> Value {
        let v = Vertex(vertex);
        convert::value(&PositionValue::solved(self.solved.verdict(v), self.solved.grundy(v)))
    }

    /// For each vertex the numbers of K if its value is ∞(K); `None` if there is no such vertex.
    fn loopy(&self, py: Python<'_>) -> Option<Vec<Option<Numbers>>> {
        let numbers = || -> Vec<_> { self.graph.all().map(|v| convert::loopy(&self.solved.grundy(v))).collect() };
        let numbers = py.detach(|| self.solved.has_stages().then(numbers));
        numbers.filter(|numbers| numbers.iter().any(Option::is_some))
    }

    fn arrays<'py>(&self, py: Python<'py>) -> Arrays<'py> {
        let (outcomes, remoteness, grundy) = py.detach(|| {
            let verdicts = self.solved.verdicts();
            let count = verdicts.count();
            let (mut outcomes, mut remoteness) = (vec![0; count], vec![0; count]);
            verdicts.copy_numbers_to(Vertex(0), &mut outcomes, &mut remoteness);
            let grundy = self.solved.grundy_values();
            let grundy =
                grundy.map(|values| values.map(|value| value.map_or(-1, |n| n.0.cast_signed())).collect::<Vec<i64>>());
            (outcomes, remoteness, grundy)
        });
        let grundy = grundy.map(|values| values.into_pyarray(py));
        (outcomes.into_pyarray(py), remoteness.into_pyarray(py), grundy)
    }

    /// The option of a perfect move at each vertex, -1 where there is none.
    fn best<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let best: Vec<i64> = py.detach(|| {
            let best = |v| self.solved.best_option(&self.graph, v).map_or(-1, |option| i64::from(option.0));
            self.graph.all().map(best).collect()
        });
        best.into_pyarray(py)
    }

    fn best_of(&self, vertex: u32) -> i64 {
        self.solved.best_option(&self.graph, Vertex(vertex)).map_or(-1, |option| option.0.into())
    }

    fn ranked(&self, vertex: u32) -> Vec<u32> {
        self.solved.ranked_options(&self.graph, Vertex(vertex)).into_iter().map(|option| option.0).collect()
    }

    fn histogram(&self, py: Python<'_>) -> (Vec<u64>, Vec<u64>, u64) {
        let counts = py.detach(|| {
            let mut counts = grundy::solver::Histogram::default();
            self.solved.verdicts().iter().for_each(|verdict| counts.add(verdict, 1));
            counts
        });
        (counts.wins, counts.losses, counts.draws)
    }

    /// The first vertex whose value does not follow from those of its options, and what is wrong there.
    fn verify(&self, py: Python<'_>, limits: Option<RawLimits>) -> PyResult<Option<(u32, String)>> {
        run(py, limits, |limits| {
            // The verifier asks for one vertex after the other, so the limits are checked between them.
            let mut stopped = None;
            let all = self.graph.all().take_while(|v| {
                if v.0 % 4096 == 0 && stopped.is_none() {
                    stopped = limits.check(0, 0).err();
                }
                stopped.is_none()
            });
            let checked = grundy::verify::check_table(&*self.graph, all, &self.solved);
            match (stopped, checked) {
                (Some(error), _) => Err(Failure::from(error)),
                (None, Ok(())) => Ok(None),
                (None, Err(fault)) => Ok(Some((fault.at.0, fault.fault.to_string()))),
            }
        })
    }
}

/// Raises the error of a graph.
pub(crate) fn graph_of(py: Python<'_>, graph: Result<LibraryGraph, GraphError>) -> PyResult<Graph> {
    raised(py, graph.map(Graph::new).map_err(Failure::from))
}
