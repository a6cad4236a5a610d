"""Tables as DuckDB and pyarrow read them: their GROUP BY is what `grundy stats` says. Run by ./check: readers.py PROGRAM"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import duckdb
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


def main():
    with tempfile.TemporaryDirectory() as folder:
        for number, args in enumerate(TABLES):
            check(sys.argv[1], args, str(Path(folder) / f"{number}.parquet"))
    print(f"readers.py: {len(TABLES)} tables read by DuckDB {duckdb.__version__} and pyarrow {pyarrow.__version__}")


main()
