"""The package where nothing else is installed, numpy included. Run by python/tests/run: python -I bare.py."""

import sys

import grundy

answer = grundy.solve("nim", 14, 21, 39)
assert (str(answer.value), answer.remoteness, answer.grundy) == ("win", 63, 60)
assert answer.best[0].text == "take 12 from 39" and answer.best[0].after.solve().lost
assert grundy.game("kayles").period().period == 12
assert (grundy.games.nim(3, 5) + grundy.games.kayles(7)).solve().grundy == 4
assert grundy.rules("def initial(): return 21\ndef moves(s): return [s - k for k in (1, 2, 3) if k <= s]").solve().grundy == 1
assert "take 2 from 5" in grundy.solve("nim", 3, 5)._repr_html_()

for package, work in [
    ("numpy", lambda: grundy.game("kayles").values(5)),
    ("numpy", lambda: grundy.game("nim").heatmap(5)),
    ("numpy", lambda: grundy.game("nim").solve_many([3, 5])),
    ("numpy", lambda: grundy.Graph.from_csr([0], [])),
    ("numpy", lambda: grundy.explore(lambda n: [], 0).value),
    ("numpy", lambda: grundy.explore_words(lambda words: None, 0)),
]:
    try:
        work()
    except ImportError as error:
        assert isinstance(error, grundy.MissingPackage), type(error)
        assert f"pip install {package}" in str(error), error
    else:
        sys.exit(f"bare.py: an ImportError that names {package} was expected")
assert "numpy" not in sys.modules
print("bare.py: the package works where nothing else is installed")
