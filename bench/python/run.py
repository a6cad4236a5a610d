"""Times the Python package, each figure beside its yardstick, in one run.

Usage: python run.py [FILTER…]

Run it with the package installed as a release build, beside numpy, networkx and scipy (`pip install '.[all]' scipy` in the root), and
with the yardstick in Rust (`cargo build --release`, in this folder). With FILTER, only the figures whose name contains it. Linux only.
Seconds are CPU seconds of the process, the median of some runs; package and yardstick take turns. Work is done on one thread.
"""

from __future__ import annotations

import gc
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from pathlib import Path

HERE = Path(__file__).resolve().parent
YARDSTICK = Path(os.environ.get("YARDSTICK", HERE.parent.parent / "target/release/bench-python"))
RUNS = 5
failures = []


def cpu(work):
    """CPU seconds of `work`, and its result. The collector of Python's garbage stays off, for the yardsticks too."""
    gc.collect()
    gc.disable()
    begin = time.process_time()
    result = work()
    seconds = time.process_time() - begin
    gc.enable()
    return seconds, result


def turns(*works, runs=RUNS):
    """Medians of CPU seconds of each work, taken in turn, and the results of the last turn."""
    seconds = [[] for _ in works]
    results = [None] * len(works)
    for _ in range(runs):
        for i, work in enumerate(works):
            results[i] = None
            taken, results[i] = cpu(work)
            seconds[i].append(taken)
    return [statistics.median(each) for each in seconds], results


def calls(work, count):
    """Seconds of a call, the median of some rounds of `count` calls."""
    rounds = []
    for _ in range(7):
        taken, _ = cpu(lambda: [work() for _ in range(count)])
        rounds.append(taken / count)
    return statistics.median(rounds)


def row(name, figure, must, is_met, note=""):
    if not is_met:
        failures.append(name)
    print(f"{name:<58} {figure:<26} {must:<22} {'met' if is_met else 'NOT MET':<8} {note}", flush=True)


def rust(*arguments):
    """What the yardstick prints: names and numbers."""
    output = subprocess.run([YARDSTICK, *map(str, arguments)], check=True, capture_output=True, text=True).stdout
    return {name: float(number) for name, number in map(str.split, output.splitlines())}


# The figures, each with the bound that was set for it.


def figure_import():
    def started(code):
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime

    bare = statistics.median(started("pass") for _ in range(15))
    ours = statistics.median(started("import grundy") for _ in range(15))
    row(
        "import grundy, beyond bare Python",
        f"{(ours - bare) * 1e3:.1f} ms",
        "<= 30 ms",
        ours - bare <= 0.030,
        f"Python {bare * 1e3:.0f} ms",
    )


def random_rows(np, vertices, edges, seed=1):
    """A fifth of the vertices are ends, the others share the edges."""
    rng = np.random.default_rng(seed)
    movers = np.flatnonzero(rng.random(vertices) >= 0.2)
    source = movers[rng.integers(0, len(movers), edges)]
    target = rng.integers(0, vertices, edges, dtype=np.int64)
    counts = np.bincount(source, minlength=vertices)
    indptr = np.zeros(vertices + 1, np.int64)
    np.cumsum(counts, out=indptr[1:])
    return indptr, target.astype(np.int32), source, target


def figure_csr():
    import numpy as np

    from grundy import Graph

    vertices, edges = 2_500_000, 10_000_000
    indptr, indices, _, _ = random_rows(np, vertices, edges)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, "offsets"), Path(folder, "options")]
        indptr.astype("<u4").tofile(files[0])
        indices.astype("<u4").tofile(files[1])

        def ours(grundy):
            solution = Graph.from_csr(indptr, indices).solve(grundy=grundy, threads=1)
            return solution.value, solution.remoteness, solution.grundy

        plain, valued, theirs = [], [], []
        for _ in range(RUNS):
            theirs.append(rust("graph", *files))
            plain.append(cpu(lambda: ours(False))[0])
            seconds, (value, _, _) = cpu(lambda: ours(True))
            valued.append(seconds)
            assert int((value == 1).sum()) == theirs[-1]["won"]
    library = {name: statistics.median(each[name] for each in theirs) for name in theirs[0]}
    for name, seconds, part in (("without Grundy values", plain, "solve"), ("with Grundy values", valued, "solve_with_grundy")):
        mine = statistics.median(seconds)
        whole = library["rows"] + library[part]
        row(
            f"numpy CSR, 2.5e6 vertices, 1e7 edges, {name}",
            f"{mine / whole:.3f}x of Rust",
            "<= 1.10x, aim 1.03x",
            mine <= 1.10 * whole,
            f"{mine:.3f} s; Rust: rows {library['rows']:.3f}, {part} {library[part]:.3f}; to the latter alone {mine / library[part]:.3f}x",
        )
        if part == "solve":
            each = mine / edges * 1e9
            row("  the same, an edge", f"{each:.1f} ns", "<= 25 ns, aim 15 ns", each <= 25)


def figure_edges():
    import numpy as np

    from grundy import Graph

    vertices, edges = 2_500_000, 10_000_000
    _, _, source, target = random_rows(np, vertices, edges, 2)
    order = np.random.default_rng(3).permutation(edges)
    source, target = source[order].astype(np.int32), target[order].astype(np.int32)
    works = [lambda: Graph.from_edges(source, target, vertices=vertices)]
    try:
        from scipy.sparse import coo_array
    except ImportError:
        coo_array = None
    if coo_array is not None:
        ones = np.ones(edges, np.int8)
        works.append(lambda: coo_array((ones, (source, target)), shape=(vertices, vertices)).tocsr())
    medians, _ = turns(*works, runs=3)
    each = medians[0] / edges * 1e9
    row("edges in random order, an edge", f"{each:.1f} ns", "<= 40 ns", each <= 40)
    if coo_array is not None:
        row(
            "  to scipy's coo to csr",
            f"{medians[0] / medians[1]:.3f}x",
            "<= 0.2x",
            medians[0] <= medians[1] / 5,
            f"scipy {medians[1] / edges * 1e9:.0f} ns",
        )


def textbook(graph):
    """Retrograde analysis with a deque on a NetworkX graph: values and remoteness."""
    value, remoteness, left, waiting = {}, {}, {}, deque()
    for node in graph:
        left[node] = graph.out_degree(node)
        if left[node] == 0:
            value[node], remoteness[node] = -1, 0
            waiting.append(node)
    while waiting:
        node = waiting.popleft()
        for before in graph.predecessors(node):
            if before in value:
                continue
            if value[node] == -1:
                value[before] = 1
            else:
                left[before] -= 1
                if left[before]:
                    continue
                value[before] = -1
            remoteness[before] = remoteness[node] + 1
            waiting.append(before)
    return value, remoteness


def figure_networkx():
    import networkx

    from grundy import Graph

    rng = random.Random(1)
    vertices, edges = 200_000, 800_000
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(vertices))
    movers = [v for v in range(vertices) if rng.random() >= 0.2]
    while graph.number_of_edges() < edges:
        graph.add_edges_from((rng.choice(movers), rng.randrange(vertices)) for _ in range(edges - graph.number_of_edges()))
    (theirs, mine), ((value, remoteness), solution) = turns(
        lambda: textbook(graph), lambda: Graph.from_networkx(graph).solve(grundy=False, threads=1), runs=3
    )
    for node in range(0, vertices, 97):
        assert solution[node].value == value.get(node, 0) and solution[node].remoteness == remoteness.get(node)
    row(
        "NetworkX, 2e5 vertices, 8e5 edges, outcomes and remoteness",
        f"{mine / theirs:.3f}x of a deque",
        "<= 0.33x",
        mine <= 0.33 * theirs,
        f"{mine:.2f} s, deque {theirs:.2f} s",
    )


class Mnk:
    """Tic-tac-toe of 4 columns and 3 rows, three in a line, on masks: the discs of the player to move, and those of the other."""

    CELLS = 12
    LINES = tuple(
        sum(1 << ((y + i * dy) * 4 + x + i * dx) for i in range(3))
        for y in range(3)
        for x in range(4)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
        if 0 <= x + 2 * dx < 4 and y + 2 * dy < 3
    )
    BITS = tuple(1 << i for i in range(12))

    def start(self):
        return 0

    def moves(self, position):
        mine, theirs = position & 0xFFF, position >> 12
        for line in self.LINES:
            if theirs & line == line:
                return []
        both = mine | theirs
        mine <<= 12
        return [(mine | bit << 12) | theirs for bit in self.BITS if not both & bit]

    def end(self, position):
        theirs = position >> 12
        for line in self.LINES:
            if theirs & line == line:
                return -1
        return 0

    def player(self, position):
        return position.bit_count() & 1


def pure(rules):
    """The pure-Python solver: explores breadth first, then a deque from the ends backwards. As ours, it allows cycles and players."""
    index, order, before, left, players = {rules.start(): 0}, [rules.start()], [[]], [], []
    for number, position in enumerate(order):
        options = rules.moves(position)
        for option in options:
            after = index.get(option)
            if after is None:
                after = index[option] = len(order)
                order.append(option)
                before.append([])
            before[after].append(number)
        left.append(len(options))
        players.append(rules.player(position))
    values, remotenesses = [0] * len(order), [None] * len(order)
    waiting = deque()
    for number, position in enumerate(order):
        if left[number] == 0:
            values[number] = rules.end(position)
            if values[number]:
                remotenesses[number] = 0
                waiting.append(number)
    while waiting:
        number = waiting.popleft()
        for earlier in before[number]:
            if remotenesses[earlier] is not None:
                continue
            value = values[number] if players[earlier] == players[number] else -values[number]
            if value == -1:
                left[earlier] -= 1
                if left[earlier]:
                    continue
            values[earlier], remotenesses[earlier] = value, remotenesses[number] + 1
            waiting.append(earlier)
    return index, values, remotenesses


def pure_without_cycles(rules):
    """A solver for games in which play cannot repeat and players alternate: each value from the last position to the first."""
    index, order, rows = {rules.start(): 0}, [rules.start()], []
    for position in order:
        numbers = []
        for option in rules.moves(position):
            number = index.get(option)
            if number is None:
                number = index[option] = len(order)
                order.append(option)
            numbers.append(number)
        rows.append(numbers)
    values, remotenesses = [0] * len(order), [0] * len(order)
    for number in range(len(order) - 1, -1, -1):
        best, moves = -2, None
        for option in rows[number]:
            value, remoteness = -values[option], remotenesses[option]
            if value > best:
                best, moves = value, remoteness
            elif value == best and (remoteness < moves if value == 1 else remoteness > moves):
                moves = remoteness
        if best == -2:
            values[number] = rules.end(order[number])
        else:
            values[number], remotenesses[number] = best, moves + 1
    return index, values, remotenesses


def figure_class():
    import grundy

    rules = Mnk()
    index, _, _ = pure(rules)
    order = list(index)

    def moves_alone():
        moves = rules.moves
        for position in order:
            moves(position)

    (theirs, acyclic, alone, mine), ((index, values, moves), _, _, solution) = turns(
        lambda: pure(rules), lambda: pure_without_cycles(rules), moves_alone, lambda: grundy.explore(rules, threads=1)
    )
    for position, number in list(index.items())[::53]:
        assert solution[position].value == values[number] and solution[position].remoteness == moves[number]
    rate = len(order) / mine
    note = f"{mine:.3f} s, pure {theirs:.3f} (for games without cycles {acyclic:.3f}), moves {alone:.3f}"
    row("a Python class, mnk 4,3,3: to a pure-Python solver", f"{mine / theirs:.3f}x", "<= 0.4x, aim 0.3x", mine <= 0.4 * theirs, note)
    row("  to calling `moves` alone", f"{mine / alone:.2f}x", "<= 2.5x, aim 1.5x", mine <= 2.5 * alone)
    row("  positions", f"{rate:,.0f}/s", ">= 3e5/s", rate >= 3e5, f"{len(order):,} of them")


def connect_four(np, width, height):
    """`expand` of connect four: the discs of the player to move above all discs."""
    H = height + 1
    bits = width * H
    U = np.uint64
    low = U((1 << bits) - 1)
    columns = [(U(((1 << height) - 1) << (x * H)), U(1 << (x * H))) for x in range(width)]

    def expand(words):
        both = words & low
        theirs = (words >> U(bits)) ^ both
        over = np.zeros(len(words), bool)
        for step in (1, H, H - 1, H + 1):
            pairs = theirs & (theirs >> U(step))
            over |= (pairs & (pairs >> U(2 * step))) != 0
        options = np.empty((len(words), width), U)
        legal = np.empty((len(words), width), bool)
        base = (theirs << U(bits)) | both
        for x, (column, bottom) in enumerate(columns):
            disc = (both & column) + bottom
            legal[:, x] = (disc & column) != 0
            # Adding the bottom bit carries into the lowest free cell; what stays of it is that cell.
            options[:, x] = base | disc
        legal &= ~over[:, None]
        return options[legal], legal.sum(axis=1), np.where(over, -1, 0).astype(np.int8)

    return expand


def figure_numpy():
    import numpy as np

    import grundy

    (mine,), (solution,) = turns(lambda: grundy.explore_words(connect_four(np, 5, 4), 0, grundy=False, threads=1), runs=3)
    assert len(solution) == 3_945_711 and solution[0].value == 0
    rate = len(solution) / mine
    row("rules in numpy, connect four 5 by 4", f"{rate:,.0f} positions/s", ">= 1.5e6/s, aim 3e6/s", rate >= 1.5e6, f"{mine:.2f} s")


def figure_probe():
    import grundy

    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder, grundy.game("connect4:5x4").build(Path(folder, "t.parquet")) as table:
        positions, game = [], table.game
        at = game.start()
        while len(positions) < 2000:
            options = at.options()
            at = rng.choice(options)[1] if options else game.start()
            positions.append(str(at))
        cached = positions[:20]
        for position in cached:
            table.probe(position)
        each = calls(lambda: [table.probe(position) for position in cached], 1000) / len(cached)
        row("table.probe, its page cached", f"{1 / each:,.0f}/s", ">= 1e5/s, aim 1e6/s", 1 / each >= 1e5, "python-chess 1.11: 1.1e4/s")
        frame = None
        try:
            import polars

            frame = polars.read_parquet(table.path, columns=["position"])["position"].sample(100_000, seed=1, shuffle=True)
            many = frame.to_list()
        except ImportError:
            many = rng.choices(positions, k=100_000)
        medians, _ = turns(lambda: table.probe_many(many), runs=3)
        rate = len(many) / medians[0]
        note = "drawn from all rows" if frame is not None else "without polars: from 2000 positions only"
        row("table.probe_many, 1e5 random positions", f"{rate:,.0f}/s", ">= 1e5/s, aim 1e6/s", rate >= 1e5, note)


def figure_calls():
    import grundy

    named = calls(lambda: grundy.solve("nim", 14, 21, 39), 10_000)
    game = grundy.game("nim")
    opened = calls(lambda: game.solve(14, 21, 39), 10_000)
    row('grundy.solve("nim", 14, 21, 39)', f"{named * 1e6:.2f} us", "<= 10 us", named <= 10e-6)
    row("  an opened game", f"{opened * 1e6:.2f} us", "<= 5 us", opened <= 5e-6)


def figure_values():
    import grundy

    game = grundy.game("subtraction:1,3,4")
    mine, theirs = [], []
    for _ in range(RUNS):
        printed = rust("values", 10**8)
        theirs.append(printed["values"])
        seconds, values = cpu(lambda: game.values(10**8, threads=1))
        mine.append(seconds)
        assert int(values[:70].sum()) == 90 and int(values.sum()) == printed["sum"]
        del values
    mine, theirs = statistics.median(mine), statistics.median(theirs)
    row(
        "subtraction(1,3,4).values(10**8)",
        f"{mine / theirs:.2f}x of Rust",
        "<= 1.2x",
        mine <= 1.2 * theirs,
        f"{mine:.3f} s, Rust {theirs:.3f}",
    )


def figure_interrupt():
    import numpy as np

    import grundy

    def expand(words):
        return np.stack([words + np.uint64(1), words * np.uint64(2) + np.uint64(1)], 1).ravel(), np.full(len(words), 2)

    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder, "t.parquet")
        grundy.game("connect4:5x4").build(table).close()
        # The values of a game are computed once, so each interrupt has another game.
        slow = iter([("octal:4.045", 8 * 10**6), ("octal:0.174", 8 * 10**6), ("grundys-game", 3 * 10**6), ("octal:0.205", 8 * 10**6)])

        def values():
            name, count = next(slow)
            grundy.game(name).values(count)

        works = {
            "build": lambda: grundy.game("teeko-movement").build(Path(folder, "u.parquet")),
            "explore": lambda: grundy.explore(lambda n: [n + 1, 2 * n + 1], 0, max_positions=10**9),
            "explore_words": lambda: grundy.explore_words(expand, 0),
            "solve": lambda: grundy.game("mnk:5,5,4").solve(memory="2 GB"),
            "search": lambda: grundy.game("connect4:8x7").solve(memory="1 GB"),
            "verify": lambda: [grundy.verify(table) for _ in range(100)],
            "values": values,
        }
        for name, work in works.items():
            latencies = []
            for pause in (0.2, 0.4, 0.7, 1.1):
                sent = []

                def send():
                    sent.append(time.perf_counter())
                    os.kill(os.getpid(), signal.SIGINT)

                timer = threading.Timer(pause, send)
                try:
                    timer.start()
                    work()
                    timer.cancel()
                    timer.join()
                except KeyboardInterrupt:
                    latencies.append(time.perf_counter() - sent[0])
            worst = max(latencies, default=float("inf"))
            row(f"Ctrl-C during {name}", f"{worst * 1e3:.0f} ms", "<= 100 ms", worst <= 0.1, "the worst of four")


def figure_install():
    """`pip wheel .` from nothing, in a target folder of its own; only if it is asked for by name."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CARGO_TARGET_DIR": f"{folder}/target"}
        begin = time.perf_counter()
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", folder, str(HERE.parents[1])]
        subprocess.run(command, check=True, env=environment)
        minutes = (time.perf_counter() - begin) / 60
        (wheel,) = Path(folder).glob("*.whl")
        size = wheel.stat().st_size
    row("pip wheel ., from nothing", f"{minutes:.1f} min", "<= 10 min", minutes <= 10, f"{os.cpu_count()} cores")
    row("the wheel", f"{size / 1e6:.2f} MB", "<= 6 MB", size <= 6e6, wheel.name)


def main():
    chosen = sys.argv[1:]
    figures = {name.removeprefix("figure_"): work for name, work in globals().items() if name.startswith("figure_")}
    from importlib.metadata import version

    model = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")).split(": ")[1]
    print(f"cpu      {model}, {os.cpu_count()} cores; load {' '.join(f'{x:.1f}' for x in os.getloadavg())}")
    print(f"python   {sys.version.split()[0]}; grundy {version('grundy')}")
    print()
    for name, work in figures.items():
        if any(text in name for text in chosen) or (not chosen and name != "install"):
            work()
    print(f"\nnot met: {', '.join(failures)}" if failures else "\nall are met")
    print(f"load     {' '.join(f'{x:.1f}' for x in os.getloadavg())}")


main()
