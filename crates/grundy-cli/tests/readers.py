"""Tables as DuckDB, pyarrow and polars read them: their GROUP BY is what `grundy stats` says, and their lists are those of `grundy export`. Run by
./check: readers.py PROGRAM"""

import csv
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import duckdb
import polars
import pyarrow.parquet

TABLES = [
    ["tictactoe"],
    ["nim", "3", "4", "5"],
    ["subtraction:1,3,4", "60"],
    ["connect4:4x4"],
    ["dao", "--reduced"],
    ["dao", "--no-positions"],
    ["dao", "--reduced", "--no-positions"],
    ["chess:KRvK", "--reduced"],
    ["three-mens-morris", "--no-positions"],
]


def run(*args):
    return json.loads(subprocess.run([*args, "--json"], check=True, capture_output=True, text=True).stdout)


def same(what, got, expected):
    if got != expected:
        sys.exit(f"readers.py: {what}: {got}, and `grundy stats` says {expected}")


def check(program, args, path):
    run(program, "build", *args, "-o", path)
    stats = run(program, "stats", path)
    expected = {value: stats[value] for value in ("win", "loss", "draw") if stats[value]}
    by_remoteness = stats["positions_by_remoteness"]

    columns = {name: kind for name, kind, *_ in duckdb.sql(f"describe select * from '{path}'").fetchall()}
    weight = "weight" if "weight" in columns else "1"
    counted = duckdb.sql(f"select value, sum({weight})::bigint from '{path}' group by 1").fetchall()
    same(f"DuckDB, {args}", dict(counted), expected)
    wins = duckdb.sql(f"select remoteness, sum({weight})::bigint from '{path}' where value = 'win' group by 1").fetchall()
    same(f"DuckDB, {args}, wins", {str(r): n for r, n in wins}, by_remoteness["win"])
    texts = {name: kind for name, kind in columns.items() if name in ("position", "value")}
    same(f"DuckDB, {args}, text is text", set(texts.values()), {"VARCHAR"})
    nulls = duckdb.sql(f"select count(*) from '{path}' where (remoteness is null) <> (value = 'draw')").fetchall()[0][0]
    same(f"DuckDB, {args}, remoteness is null for draws alone", nulls, 0)

    table = pyarrow.parquet.read_table(path)
    same(f"pyarrow, {args}, rows", table.num_rows, stats["stored"])
    weights = table["weight"].to_pylist() if weight == "weight" else [1] * table.num_rows
    counted = Counter()
    for value, n in zip(table["value"].to_pylist(), weights):
        counted[value] += n
    same(f"pyarrow, {args}", dict(counted), expected)
    metadata = pyarrow.parquet.ParquetFile(path).metadata.metadata
    same(f"pyarrow, {args}, metadata", metadata[b"grundy.game"].decode(), args[0])


def graph_with_cycles():
    """Edges of a graph whose table has several pages, with infinite values of many sets."""
    rng = random.Random(20)
    edges = {(v, rng.randrange(max(0, v - 50), v)) for v in range(1, 6000) for _ in range(3)}
    edges |= {(v, v) for v in range(20, 6000, 20)}
    return "".join(f"{v} {w}\n" for v, w in sorted(edges))


def check_lists(program, folder):
    """The lists of the table of a game with cycles."""
    graph, path = Path(folder) / "cycles.txt", str(Path(folder) / "cycles.parquet")
    graph.write_text(graph_with_cycles())
    run(program, "build", f"graph:{graph}", "--all", "-o", path)
    exported = subprocess.run([program, "export", path], check=True, capture_output=True, text=True).stdout.splitlines()
    expected = {row["position"]: json.loads(row["loopy"] or "null") for row in csv.DictReader(exported)}
    lists = Counter(map(str, expected.values()))
    if len(expected) != 6000 or len(lists) < 5 or lists["None"] < 100 or not any(numbers and len(numbers) > 1 for numbers in expected.values()):
        sys.exit(f"readers.py: the lists are {lists}")

    kind = {name: kind for name, kind, *_ in duckdb.sql(f"describe select * from '{path}'").fetchall()}["loopy"]
    same("DuckDB, the kind of lists", kind, "INTEGER[]")
    same("DuckDB, lists", dict(duckdb.sql(f"select position, loopy from '{path}'").fetchall()), expected)
    table = pyarrow.parquet.read_table(path)
    same("pyarrow, the kind of numbers", str(table.schema.field("loopy").type.value_type), "int32")
    same("pyarrow, lists", dict(zip(table["position"].to_pylist(), table["loopy"].to_pylist())), expected)
    frame = polars.read_parquet(path)
    same("polars, the kind of lists", frame.schema["loopy"], polars.List(polars.Int32))
    same("polars, lists", dict(frame.select("position", "loopy").iter_rows()), expected)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for number, args in enumerate(TABLES):
            check(sys.argv[1], args, str(Path(folder) / f"{number}.parquet"))
        check_lists(sys.argv[1], folder)
    readers = f"DuckDB {duckdb.__version__}, pyarrow {pyarrow.__version__} and polars {polars.__version__}"
    print(f"readers.py: {len(TABLES)} tables and the lists of another read by {readers}")


main()
