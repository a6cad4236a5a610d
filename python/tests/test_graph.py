"""Graphs from arrays, edges, NetworkX and files, against the slow solver and the command line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import grundy
import oracle
from grundy import Graph, Outcome

np = pytest.importorskip("numpy")

GAMES = list(oracle.random_games(80, seed=7))
IDS = [game[0] for game in GAMES]


def rows(options: dict[int, list[int]], kind: str = "int64") -> tuple[Any, Any]:
    indptr = np.cumsum([0] + [len(options[v]) for v in range(len(options))]).astype(kind)
    return indptr, np.array([w for v in range(len(options)) for w in options[v]], kind)


def settings(options: dict[int, list[int]], ends: dict[int, int] | None, players: dict[int, int] | None) -> dict[str, Any]:
    """The arrays `ends` and `players`; 2 is where play says the value."""
    arrays: dict[str, Any] = {}
    if ends is not None:
        arrays["ends"] = np.array([2 if options[v] else ends.get(v, oracle.LOSS) for v in range(len(options))], np.int8)
    if players is not None:
        arrays["players"] = np.array([players[v] for v in range(len(options))], np.int8)
    return arrays


def check(solution: Any, options: dict[Any, list[Any]], expected: dict[Any, tuple[int, int | None, int | None]]) -> None:
    assert {p: (int(f.value), f.remoteness, f.grundy) for p, f in solution.items()} == expected
    order = list(solution.positions)
    assert solution.value.tolist() == [expected[p][0] for p in order]
    assert solution.remoteness.tolist() == [-1 if expected[p][1] is None else expected[p][1] for p in order]
    if solution.grundy is None:
        assert all(expected[p][2] is None for p in order)
    else:
        assert solution.grundy.tolist() == [-1 if expected[p][2] is None else expected[p][2] for p in order]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_csr_rows(game: Any) -> None:
    _, options, ends, players, misere = game
    arrays = settings(options, ends, players)
    # The array `ends` states every value, so misère play has nothing to decide there.
    stated = {v: ends.get(v, oracle.LOSS) for v in options if not options[v]} if ends is not None else None
    expected = oracle.solve(options, stated, players, misere)
    for kind in ("int32", "int64", "uint32", "uint64"):
        solution = Graph.from_csr(*rows(options, kind), **arrays).solve(misere=misere)
        check(solution, options, expected)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_edges_in_random_order(game: Any) -> None:
    _, options, ends, players, misere = game
    edges = [(v, w) for v in options for w in options[v]]
    random.Random(3).shuffle(edges)
    source = np.array([v for v, _ in edges], np.int64)
    target = np.array([w for _, w in edges], np.int64)
    arrays = settings(options, ends, players)
    stated = {v: ends.get(v, oracle.LOSS) for v in options if not options[v]} if ends is not None else None
    expected = oracle.solve(options, stated, players, misere)
    check(Graph.from_edges(source, target, vertices=len(options), **arrays).solve(misere=misere), options, expected)
    pairs = np.stack([source, target], axis=1)
    check(Graph.from_edges(pairs, vertices=len(options), **arrays).solve(misere=misere), options, expected)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_networkx_there_and_back(game: Any) -> None:
    networkx = pytest.importorskip("networkx")
    _, options, ends, players, misere = game
    name = {v: f"vertex {v}" if v % 2 else ("tuple", v) for v in options}
    drawn = networkx.DiGraph()
    for v in options:
        drawn.add_node(name[v])
        if ends is not None and v in ends:
            drawn.nodes[name[v]]["end"] = Outcome(ends[v]) if v % 3 else str(Outcome(ends[v]))
        if players is not None:
            drawn.nodes[name[v]]["player"] = players[v]
    drawn.add_edges_from((name[v], name[w]) for v in options for w in options[v])
    expected = {name[v]: fact for v, fact in oracle.solve(options, ends, players, misere).items()}
    solution = Graph.from_networkx(drawn).solve(misere=misere)
    check(solution, {name[v]: [name[w] for w in options[v]] for v in options}, expected)
    back = solution.to_networkx()
    assert set(back.edges) == set(drawn.edges) and set(back.nodes) == set(drawn.nodes)
    for node, (value, remoteness, grundy_value) in expected.items():
        data = back.nodes[node]
        assert data["value"] == value
        assert data.get("remoteness") == remoteness
        assert data.get("grundy") == grundy_value


def test_wrong_attributes_of_networkx_name_the_node() -> None:
    networkx = pytest.importorskip("networkx")
    for attributes, error, words in [
        ({"end": "lost"}, ValueError, "'loss', 'draw', 'win', got 'lost' at 'hall'"),
        ({"end": float("nan")}, ValueError, "got nan at 'hall'"),
        ({"end": []}, ValueError, r"got \[\] at 'hall'"),
        ({"end": True}, ValueError, "got True at 'hall'"),
        ({"end": np.array([1])}, ValueError, r"got array\(\[1\]\) at 'hall'"),
        ({"end": "win"}, grundy.GraphError, "the node 'hall' has moves"),
        ({"player": np.array([0])}, grundy.GraphError, r"got array\(\[0\]\) at 'hall'"),
    ]:
        drawn = networkx.DiGraph()
        drawn.add_node("hall", **attributes)
        drawn.add_node("door", end=np.int64(-1))
        if attributes.get("end") == "win":
            drawn.add_edge("hall", "door")
        with pytest.raises(error, match=words):
            Graph.from_networkx(drawn)
    with pytest.raises(TypeError, match="`misere` is True or False, got 0"):
        grundy.game("nim", misere=0)  # type: ignore[arg-type]


def test_other_attribute_names_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    drawn = networkx.DiGraph([("a", "b"), ("a", "c")])
    drawn.nodes["b"]["result"] = "win"
    drawn.nodes["c"]["result"] = "draw"
    for node, player in (("a", 0), ("b", 1), ("c", 1)):
        drawn.nodes[node]["who"] = player
    solution = Graph.from_networkx(drawn, end="result", player="who").solve()
    assert solution["a"].value is Outcome.DRAW
    assert Graph.from_networkx(drawn).solve()["a"].value is Outcome.WIN


def test_the_rows_of_a_graph_are_what_was_given() -> None:
    options = oracle.random_graph(random.Random(5), 200)
    distinct = {v: sorted(set(options[v])) for v in options}
    graph = Graph.from_csr(*rows(options))
    assert graph.indptr.tolist()[0] == 0 and len(graph.indptr) == 201
    for v in options:
        row = graph.indices[graph.indptr[v] : graph.indptr[v + 1]].tolist()
        assert sorted(set(row)) == distinct[v]
    again = Graph.from_csr(graph.indptr, graph.indices)
    assert (again.solve().value == graph.solve().value).all()


def test_scipy_rows() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_array(([1, 1, 1], ([0, 1, 1], [1, 0, 2])), shape=(3, 3))
    solution = Graph.from_csr(matrix.indptr, matrix.indices).solve()
    assert solution.value.tolist() == [-1, 1, -1]


def test_views_and_lists_are_read_as_well() -> None:
    options = {0: [1, 2], 1: [2], 2: []}
    indptr, indices = rows(options)
    expected = [1, 1, -1]
    assert Graph.from_csr(np.repeat(indptr, 2)[::2], np.repeat(indices, 2)[::2]).solve().value.tolist() == expected
    assert Graph.from_csr(indptr.tolist(), indices.tolist()).solve().value.tolist() == expected
    frozen = indices.copy()
    frozen.flags.writeable = False
    assert Graph.from_csr(indptr, frozen).solve().value.tolist() == expected
    graph = Graph.from_csr(indptr, indices)
    indices[:] = 0
    assert graph.solve().value.tolist() == expected, "the arrays were copied"


def test_a_graph_without_edges_and_without_vertices() -> None:
    assert Graph.from_csr([0, 0, 0], np.zeros(0, np.int64)).solve().value.tolist() == [-1, -1]
    assert len(Graph.from_csr([0], np.zeros(0, np.int64)).solve()) == 0
    assert Graph.from_edges(np.zeros((0, 2), np.int64), vertices=3).solve(misere=True).value.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Graph.from_csr([0, 2, 1], [0, 1]),  # falls
        lambda: Graph.from_csr([0, 1], [1]),  # no such vertex
        lambda: Graph.from_csr([0, 1], [-1]),
        lambda: Graph.from_csr([0, 3], [0]),  # more than there are
        lambda: Graph.from_csr([1, 1], [0]),  # begins elsewhere
        lambda: Graph.from_csr([0, 1, 1], [2**32 + 1]),  # must not be cut to 32 bits
        lambda: Graph.from_csr([], []),
        lambda: Graph.from_csr([0, 1], [0.5]),
        lambda: Graph.from_csr([[0, 1]], [0]),
        lambda: Graph.from_csr([0, 0], [], ends=[0, 0]),
        lambda: Graph.from_csr([0, 0], [], ends=[7]),
        lambda: Graph.from_csr([0, 0], [], players=[2]),
        lambda: Graph.from_csr([0, 0], [], players=[]),
        lambda: Graph.from_edges([0, 1], [1]),
        lambda: Graph.from_edges([0, 1], [1, 5], vertices=3),
        lambda: Graph.from_edges([0, -1], [1, 1]),
        lambda: Graph.from_edges(np.zeros((2, 3), np.int64)),
    ],
)
def test_arrays_that_are_no_graph_are_refused(make: Any) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        make()
    assert str(caught.value)


WIDTHS = ["int32", "int64", "uint32", "uint64"]


@pytest.mark.parametrize("first", WIDTHS)
@pytest.mark.parametrize("second", WIDTHS)
def test_edges_of_every_type(first: str, second: str) -> None:
    source, target = np.array([3, 0, 3, 1, 3], first), np.array([1, 2, 0, 2, 1], second)
    for vertices in (None, 4, 6):
        graph = Graph.from_edges(source, target, vertices=vertices)
        assert len(graph) == (vertices or 4)
        assert [list(graph.options(v)) for v in range(4)] == [[2], [2], [], [0, 1]]
    for vertices in (3, 2**31 + 5):
        with pytest.raises(grundy.GraphError if vertices == 3 else grundy.LimitError):
            Graph.from_edges(source, target, vertices=vertices, memory="1 MB")
    for at, name in ((0, first), (1, second)):
        if name.startswith("int"):
            arrays = [source.copy(), target.copy()]
            arrays[at][2] = -7
            for vertices in (None, 4):
                with pytest.raises(grundy.GraphError, match="got -7"):
                    Graph.from_edges(*arrays, vertices=vertices)
        if name.endswith("64"):
            arrays = [source.copy(), target.copy()]
            arrays[at][2] = 2**32 + 1
            for vertices in (None, 4):
                with pytest.raises(grundy.GraphError, match="got 4294967297"):
                    Graph.from_edges(*arrays, vertices=vertices)


@pytest.mark.parametrize("game", [g for g in GAMES if len(g[1]) <= 40][:20], ids=lambda g: g[0])
def test_graph_files_there_and_back_and_by_the_command_line(game: Any, tmp_path: Path, program: Any) -> None:
    _, options, ends, players, misere = game
    arrays = settings(options, ends, players)
    graph = Graph.from_csr(*rows(options), **arrays)
    stated = {v: ends.get(v, oracle.LOSS) for v in options if not options[v]} if ends is not None else None
    expected = oracle.solve(options, stated, players, misere)
    path = tmp_path / "game.txt"
    graph.write(path)
    check(Graph.read(path).solve(misere=misere), {}, {str(v): fact for v, fact in expected.items()})
    flags = ["--misere"] if misere and not (ends is not None and len(stated or {}) == sum(not options[v] for v in options)) else []
    if misere and not flags:
        return  # the command line refuses `--misere` where it changes nothing
    answers = program.batch(f"graph:{path}", [str(v) for v in options], *flags)
    words = {"win": 1, "draw": 0, "loss": -1}
    for v, answer in zip(options, answers, strict=False):
        assert (words[answer["value"]], answer["remoteness"], answer["grundy"]) == expected[v], json.dumps(answer)


def test_a_binary_graph_file(tmp_path: Path, program: Any) -> None:
    options = oracle.random_graph(random.Random(9), 300)
    text, binary = tmp_path / "g.txt", tmp_path / "g.bin"
    text.write_text("".join(["vertices 300\n", *(f"{v} {w}\n" for v in options for w in options[v])]))
    program("convert", text, binary)
    expected = {str(v): fact for v, fact in oracle.solve(options).items()}
    for path in (text, binary):
        check(Graph.read(path).solve(), {}, expected)


def test_a_graph_of_a_file_has_the_names_of_its_vertices(tmp_path: Path) -> None:
    path = tmp_path / "chase.txt"
    path.write_text("cellar stairs\nstairs cellar\nstairs roof\n! roof win\n")
    solution = Graph.read(path).solve()
    assert set(solution) == {"cellar", "stairs", "roof"}
    assert solution["roof"].value is Outcome.WIN and solution["stairs"].value is Outcome.DRAW


def test_solved_columns_as_data_frames() -> None:
    options = {0: [1], 1: [0, 2], 2: [], 3: [3]}
    solution = Graph.from_csr(*rows(options)).solve()
    expected = [("loss", 2, 0), ("win", 1, 1), ("loss", 0, 0), ("draw", None, None)]
    polars = pytest.importorskip("polars")
    frame = solution.to_polars()
    assert frame["position"].to_list() == [0, 1, 2, 3]
    assert frame["remoteness"].to_list() == [2, 1, 0, None]
    assert frame["grundy"].to_list() == [0, 1, 0, None]
    assert frame["remoteness"].null_count() == 1
    by_value = frame.group_by("value").agg(polars.len()).sort("value")
    assert sorted(by_value["len"].to_list()) == [1, 1, 2]
    values = [str(Outcome(v)) if isinstance(v, int) else v for v in frame["value"].to_list()]
    assert values == [value for value, _, _ in expected]
    pandas = pytest.importorskip("pandas")
    table = solution.to_pandas()
    assert len(table) == 4 and table["remoteness"].isna().tolist() == [False, False, False, True]
    assert isinstance(table, pandas.DataFrame)


def test_a_wrong_graph_file_says_where(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("a b\na\n")
    with pytest.raises(grundy.GrundyError) as caught:
        Graph.read(path)
    assert "2" in str(caught.value)
    with pytest.raises((grundy.GrundyError, OSError)):
        Graph.read(tmp_path / "missing.txt")


@pytest.mark.parametrize("odd", [float("inf"), float("-inf"), float("nan"), 1.5, "1", None, 2**70, -1])
def test_what_is_no_vertex(odd: Any) -> None:
    solution = Graph.from_edges([1, 0], [2, 1]).solve()
    assert odd not in solution and solution.get(odd) is None
    with pytest.raises(grundy.MissingPosition):
        solution[odd]


def test_the_positions_cannot_be_changed() -> None:
    networkx = pytest.importorskip("networkx")
    drawn = networkx.DiGraph([("c", "b"), ("b", "a")])
    explored = grundy.explore(lambda n: [n - k for k in (1, 2, 3) if k <= n], 20)
    for solution in (Graph.from_networkx(drawn).solve(), explored):
        best_first = {position: solution.moves(position) for position in solution}
        for positions in (solution.positions, solution.graph.names):
            with pytest.raises((AttributeError, TypeError)):
                positions.sort()  # type: ignore[attr-defined]
            assert not hasattr(positions, "__setitem__")
        assert {position: solution.moves(position) for position in solution} == best_first


def test_limits_of_building_a_graph() -> None:
    for limits in ({}, {"memory": "1 GB"}):
        with pytest.raises(grundy.LimitError) as caught:
            Graph.from_edges([0], [2**31], **limits)
        assert caught.value.limit == "memory" and caught.value.needed > 8 * 10**9
    with pytest.raises(grundy.GraphError):
        Graph.from_edges([0], [1], vertices=2**40)
    indptr, indices = np.arange(100_001).clip(max=99_999), np.arange(1, 100_000)
    source, target = np.arange(99_999), np.arange(1, 100_000)
    for build in (lambda **limits: Graph.from_csr(indptr, indices, **limits), lambda **limits: Graph.from_edges(source, target, **limits)):
        assert len(build(memory="10 MB", max_positions=100_000)) == 100_000
        with pytest.raises(grundy.LimitError):
            build(memory="500 kB")
        with pytest.raises(grundy.LimitError):
            build(max_positions=99_999)
        with pytest.raises(TypeError):
            build(momory=1)


def test_a_graph_file_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    path = tmp_path / "graph.txt"
    path.write_text("a b\n")
    with pytest.raises(grundy.GraphError):
        Graph.from_networkx(networkx.DiGraph([("two words", "b")])).write(path)
    assert path.read_text() == "a b\n" and list(tmp_path.iterdir()) == [path]
    Graph.from_edges([0, 1], [1, 2]).write(path)
    assert "b" not in path.read_text() and len(Graph.read(path)) == 3 and list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileNotFoundError):
        Graph.from_edges([0], [1]).write(tmp_path / "missing" / "graph.bin")


def test_a_graph_is_written_to_a_device() -> None:
    Graph.from_edges([0, 1], [1, 2]).write("/dev/null")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("odd", [True, False, 0.5, 3])
def test_an_end_that_is_no_outcome(odd: Any) -> None:
    networkx = pytest.importorskip("networkx")
    drawn = networkx.DiGraph([("a", "b")])
    drawn.nodes["b"]["end"] = odd
    with pytest.raises(ValueError, match="an outcome is"):
        Graph.from_networkx(drawn)


def test_ends_that_are_truth_values() -> None:
    with pytest.raises(grundy.GraphError):
        Graph.from_edges([0], [1], ends=[False, True])
    assert len(Graph.from_edges([0], [1], players=[False, True])) == 2


def test_a_graph_file_on_a_full_disk(tmp_path: Path, small_files: Any) -> None:
    path = tmp_path / "graph.txt"
    path.write_text("a b\n")
    graph = Graph.from_edges(range(1000), range(1, 1001))
    with pytest.raises(OSError) as caught, small_files():
        graph.write(path)
    assert caught.value.filename == str(path)
    assert path.read_text() == "a b\n" and list(tmp_path.iterdir()) == [path]
