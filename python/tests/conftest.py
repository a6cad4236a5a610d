"""What the tests share: the program `grundy`, which answers the same questions as the package."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Run on its own, and read by type checkers alone.
collect_ignore = ["bare.py", "usage.py"]

ROOT = Path(__file__).resolve().parents[2]

# A shell starts what runs in the background with Ctrl-C ignored, and Python leaves that so.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Program:
    """The command line, as a user runs it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, *args: str | os.PathLike[str], status: int = 0, stdin: str = "") -> str:
        ran = subprocess.run([self.path, *args], input=stdin, capture_output=True, text=True, check=False, cwd=ROOT)
        assert ran.returncode == status, f"grundy {args}: exit status {ran.returncode}\n{ran.stderr}"
        return ran.stdout

    def json(self, *args: str | os.PathLike[str]) -> Any:
        return json.loads(self(*args, "--json"))

    def batch(self, game: str, positions: list[str], *args: str, status: int = 0) -> list[dict[str, Any]]:
        """The answers to many positions of one game, by one process."""
        lines = "".join(f"{position}\n" for position in positions)
        answers = self("solve", game, "--batch", "-", *args, status=status, stdin=lines).splitlines()
        assert len(answers) == len(positions)
        return [json.loads(answer) for answer in answers]


@pytest.fixture(scope="session")
def program() -> Program:
    """The program, as `cargo build -p grundy-cli` makes it. `GRUNDY` names another one."""
    path = Path(os.environ.get("GRUNDY", ROOT / "target/debug/grundy"))
    if not path.exists():
        pytest.fail(f"{path} is missing: run `cargo build -p grundy-cli`, or set GRUNDY to the program")
    return Program(path.resolve())


@pytest.fixture(scope="session")
def resident_bytes() -> Callable[[], int]:
    """The memory that this process has now."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("resident memory is read from /proc")
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)

    def resident() -> int:
        if trim is not None:
            trim(0)  # what other tests have freed must not hide what this one keeps
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    return resident


@contextlib.contextmanager
def _small_files() -> Iterator[None]:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def small_files() -> Callable[[], contextlib.AbstractContextManager[None]]:
    """A context in which no file can have more than 64 bytes, as on a full disk. Keep it short: pytest writes files, too."""
    return _small_files


@pytest.fixture
def in_root(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs the test in the root of the repository, where `games/` is."""
    monkeypatch.chdir(ROOT)
    return ROOT
