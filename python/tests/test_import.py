"""What `import grundy` brings, and that the documentation runs."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import grundy

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numpy", "networkx", "polars", "pandas", "pyarrow", "scipy", "tqdm", "IPython", "matplotlib")


def python(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_nothing_heavy_is_imported() -> None:
    code = f"import sys, grundy; grundy.solve('nim', 3, 5).moves; print([m for m in {HEAVY} if m in sys.modules])"
    assert python(code).strip() == "[]"


def test_a_scalar_question_needs_no_numpy() -> None:
    code = """
import sys
sys.modules.update(dict.fromkeys({heavy}, None))  # an import of these fails
import grundy
assert grundy.solve("nim", 3, 5).grundy == 6
assert grundy.explore(lambda n: [n - 1] if n else [], 5)[5].remoteness == 5
assert grundy.game("kayles").period().period == 12
works = [lambda: grundy.game("kayles").values(5), lambda: grundy.explore(lambda n: [], 0).value, lambda: grundy.Graph.from_csr([0], [])]
for work in works:
    try:
        work()
    except ImportError as error:
        assert "numpy" in str(error) and "pip install" in str(error), error
    else:
        raise SystemExit("an ImportError was expected")
"""
    python(code.replace("{heavy}", repr(HEAVY)))


def test_the_version_is_that_of_the_workspace() -> None:
    manifest = (ROOT / "Cargo.toml").read_text()
    stated = re.search(r'^version = "(.*)"', manifest, re.M)
    assert stated and version("grundy") == stated[1] == grundy.__version__


def test_public_names_are_documented() -> None:
    missing = [name for name in grundy.__all__ if not getattr(grundy, name).__doc__]
    assert missing == []
    for name in grundy.__all__:
        thing = getattr(grundy, name)
        if isinstance(thing, type):
            for method, value in vars(thing).items():
                if not method.startswith("_") and callable(value):
                    assert value.__doc__, f"{name}.{method}"


def test_types_are_announced() -> None:
    assert (Path(grundy.__file__).parent / "py.typed").exists()


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_the_examples_of_a_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks fenced as `pycon` run in order, in one namespace, in a new folder with the repository's `games/`."""
    (tmp_path / "games").symlink_to(ROOT / "games")
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text()
    # Blank out the rest, so that line numbers are those of the page.
    inside, lines = False, []
    for line in text.splitlines():
        if line.startswith("```"):
            inside = line.strip() == "```pycon"
            lines.append("")
        else:
            lines.append(line if inside else "")
    test = doctest.DocTestParser().get_doctest("\n".join(lines) + "\n", {}, page, str(ROOT / page), 0)
    assert test.examples, f"{page} has no examples"
    said: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert failed == 0, "".join(said)


def test_there_are_no_leaks_of_private_modules() -> None:
    for name in grundy.__all__:
        module: Any = getattr(getattr(grundy, name), "__module__", "grundy")
        assert module is None or not module.startswith("grundy._native"), name
