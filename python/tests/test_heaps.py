"""Single heaps: values, outcomes, sequences, periods with certificates, heat maps."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import grundy
import oracle
from grundy.games import dawsons_chess, kayles, nim, octal, subtraction, wythoff

np = pytest.importorskip("numpy")


def octal_moves(digits: list[int], n: int) -> Iterable[tuple[int, ...]]:
    """What is left of a heap of n under a take-and-break code, by its definition."""
    for k, digit in enumerate(digits):
        if n < k:
            break
        if digit & 1 and n == k:
            yield ()
        if digit & 2 and n - k > 0:
            yield (n - k,)
        if digit & 4:
            for a in range(1, (n - k) // 2 + 1):
                yield (a, n - k - a)


def octal_values(code: str, stop: int) -> list[int]:
    digits = [0, *(int(digit) for digit in code.removeprefix("0."))]
    values: list[int] = []
    for n in range(stop):
        options = set()
        for parts in octal_moves(digits, n):
            total = 0
            for part in parts:
                total ^= values[part]
            options.add(total)
        values.append(oracle.mex(options))
    return values


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "0.6", "0.007", "0.104", "0.156", "0.3", "0.45"])
def test_values_of_octal_games(code: str) -> None:
    expected = octal_values(code, 300)
    values = octal(code).values(300)
    assert values.dtype == np.int64 and values.tolist() == expected
    outcomes = octal(code).outcomes(300)
    assert outcomes.dtype == np.int8 and outcomes.tolist() == [1 if v else -1 for v in expected]


@pytest.mark.parametrize("numbers", [(1,), (1, 3, 4), (2, 5), (3, 6, 7, 10), (8, 18, 35)])
def test_values_of_subtraction_games(numbers: tuple[int, ...]) -> None:
    expected: list[int] = []
    for n in range(500):
        expected.append(oracle.mex({expected[n - k] for k in numbers if k <= n}))
    game = subtraction(*numbers)
    assert game.values(500).tolist() == expected
    assert game.outcomes(500).tolist() == [1 if v else -1 for v in expected]


def test_misere_outcomes() -> None:
    lost: list[bool] = []
    for n in range(60):
        options = [lost[n - k] for k in (1, 3, 4) if k <= n]
        lost.append(bool(options) and not any(options))
    game = grundy.game("subtraction:1,3,4", misere=True)
    assert game.outcomes(60).tolist() == [-1 if is_lost else 1 for is_lost in lost]


def test_no_heaps_and_one_heap() -> None:
    assert kayles.values(0).tolist() == [] and kayles.values(1).tolist() == [0]
    with pytest.raises((ValueError, OverflowError)):
        kayles.values(-1)
    with pytest.raises(grundy.GrundyError):
        grundy.game("tictactoe").values(5)


def test_many_values_at_once() -> None:
    values = subtraction(1, 3, 4).values(1_000_000)
    assert (values == np.resize(np.array([0, 1, 0, 1, 2, 3, 2]), 1_000_000)).all()
    assert (nim.values(1000) == np.arange(1000)).all()


def test_sequences_are_those_of_the_command_line(program: Any) -> None:
    for game in ("kayles", "octal:0.137", "subtraction:1,3,4", "grundys-game", "nim", "octal:0.8"):
        sequence = grundy.game(game).sequence(40)
        said = program("sequence", game, "--to", "39", "--format", "bfile")
        assert sequence.bfile() == said
        assert list(sequence.values) == [int(line.split()[1]) for line in said.splitlines() if line[:1].isdigit()]
        assert [v > 0 for v in sequence.outcomes] == [v > 0 for v in sequence.values]


def test_periods_are_those_of_the_command_line(program: Any) -> None:
    for game in ("kayles", "octal:0.137", "subtraction:1,3,4", "octal:0.07", "octal:0.16", "octal:0.3"):
        said = program.json("period", game)
        period = grundy.game(game).period()
        assert period is not None
        assert (period.period, period.preperiod, period.saltus) == (said["period"], said["preperiod"], said["saltus"])
        assert (period.proved, period.heaps, period.by) == (said["proved"], said["heaps"], said["theorem"])


def test_a_period_repeats_from_its_preperiod_on() -> None:
    values = octal_values("0.77", 400)
    period = kayles.period()
    assert period is not None and (period.period, period.preperiod) == (12, 71) and period.proved
    assert all(values[n + 12] == values[n] for n in range(71, 388))
    assert values[70 + 12] != values[70]


def test_no_period_is_none() -> None:
    assert grundy.game("grundys-game").period(2000) is None
    assert octal("0.106").period(5000) is None


def test_a_certificate_is_verified_by_the_command_line(tmp_path: Path, program: Any) -> None:
    for name in ("kayles", "octal:0.137", "octal:0.16"):
        mine, theirs = tmp_path / "mine.cert", tmp_path / "theirs.cert"
        period = grundy.game(name).period(certificate=mine)
        program("period", name, "--certificate", theirs)
        assert mine.read_bytes() == theirs.read_bytes()
        program("verify", mine)
        verified = grundy.verify(mine)
        assert period is not None and verified is not None
        # A certificate that claims something else is rejected by both.
        data = bytearray(mine.read_bytes())
        data[len(data) // 2] ^= 1
        mine.write_bytes(data)
        program("verify", mine, status=1)
        with pytest.raises((grundy.WrongTable, grundy.WrongValue, grundy.TableError)):
            grundy.verify(mine)


def test_a_certificate_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        kayles.period(certificate=tmp_path / "missing" / "a.cert")


def test_heat_maps_are_those_of_the_command_line(program: Any) -> None:
    for game in (nim, wythoff, subtraction(1, 3, 4)):
        heatmap = game.heatmap(12)
        said = program.json("heatmap", game.name, "--size", str(len(heatmap.values) - 1))
        assert heatmap.values.dtype == np.int64
        assert heatmap.values.tolist() == said["grundy"]
        assert heatmap.lost.tolist() == [[value == "loss" for value in row] for row in said["value"]]
    values = nim.heatmap(9).values
    assert (values == np.bitwise_xor.outer(np.arange(len(values)), np.arange(len(values)))).all()


def test_wythoffs_cold_pairs() -> None:
    lost = wythoff.heatmap(30).lost
    pairs = {(a, b) for a, b in np.argwhere(lost).tolist() if a <= b}
    golden = (1 + 5**0.5) / 2
    assert pairs == {(int(k * golden), int(k * golden) + k) for k in range(30) if int(k * golden) + k < len(lost)}


def test_pictures() -> None:
    for picture in (nim.heatmap(8), kayles.sequence(90)):
        svg = picture._repr_svg_()
        assert svg.startswith("<svg") and svg.rstrip().endswith("</svg>")
        import xml.etree.ElementTree as tree

        tree.fromstring(svg)
    page = kayles(7).solve()._repr_html_()
    assert "take 1 from 7" in page or "take 1" in page
    assert dawsons_chess.name in ("dawsons-chess", "octal:0.137")


def test_a_certificate_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "kayles.cert"
    path.write_text("before")
    with pytest.raises(grundy.LimitError):
        kayles.period(certificate=path, memory=1000)
    assert octal("0.106").period(1000, certificate=path) is None, "no period, no certificate"
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]
    assert kayles.period(certificate=path) is not None
    assert grundy.verify(path).period == (71, 12, 0) and list(tmp_path.iterdir()) == [path]
    assert grundy.verify(path, game="kayles") == grundy.verify(path, game="octal:0.77") == grundy.verify(path)
    for other in ("octal:0.137", "connect4:4x4"):
        with pytest.raises(grundy.TableError, match=f"the certificate is of `octal:0.77`, not of `{other}`"):
            grundy.verify(path, game=other)
    with pytest.raises(grundy.GameError):
        grundy.verify(path, game="no such game")
    with pytest.raises(FileNotFoundError):
        kayles.period(certificate=tmp_path / "missing" / "kayles.cert")


def test_memory_of_a_heat_map() -> None:
    with pytest.raises(grundy.LimitError) as caught:
        nim.heatmap(1001, memory="1 MB")
    assert caught.value.limit == "memory" and caught.value.needed > 10**7
    assert nim.heatmap(100, memory="1 MB").values[3, 5] == 6


def test_a_certificate_on_a_full_disk(tmp_path: Path, small_files: Any) -> None:
    path = tmp_path / "kayles.cert"
    path.write_text("before")
    with pytest.raises(OSError), small_files():
        kayles.period(certificate=path)
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]
