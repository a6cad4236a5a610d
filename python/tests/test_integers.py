"""Games and graphs whose positions are integers: the package numbers them by a table of its own, where others have a dict."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx
import numpy as np
import pytest

import grundy
import oracle

EXTREMES = [0, 1, -1, 2**31, 2**32 - 1, 2**32, -(2**32), 2**63 - 1, -(2**63)]


def words(kind: str, count: int) -> list[int]:
    """Different integers, in the order in which they are found."""
    rng = random.Random(f"{kind} {count}")
    if kind == "range":
        return list(range(count))
    if kind == "range, then others":
        return [*range(count // 2), *(10**9 + 7 * n for n in range(count - count // 2))]
    if kind == "multiples":
        return [n << 40 for n in range(count)]
    if kind == "high and low halves":
        # Pairs of words with one half in common.
        return [n << 32 | m for n, m in itertools.islice(itertools.product(range(count), range(7)), count)]
    return list(dict.fromkeys([*EXTREMES, *(rng.randrange(-(2**63), 2**63) for _ in range(count))]))[:count]


def found(order: list[int], kind: Callable[[list[int]], Any]) -> tuple[dict[int, list[int]], grundy.Solution[int]]:
    """A game that finds the positions in this order, with moves back to earlier ones."""
    rng = random.Random(len(order))
    options: dict[int, list[int]] = {}
    for n, position in enumerate(order):
        back = [order[rng.randrange(n + 1)] for _ in range(rng.randrange(3))]
        options[position] = [*back[:1], *order[3 * n + 1 : 3 * n + 4], *back[1:]]
    return options, grundy.explore(lambda position: kind(options[position]), order[0])


@pytest.mark.parametrize("kind", ["range", "range, then others", "multiples", "high and low halves", "random"])
@pytest.mark.parametrize("count", [1, 9, 255, 256, 257, 770, 3000])
def test_positions_are_numbered_in_the_order_in_which_they_are_found(kind: str, count: int) -> None:
    order = words(kind, count)
    options, solution = found(order, list)
    assert list(solution) == order and solution.positions == tuple(order)
    assert [type(position) for position in solution] == [int] * len(order)
    assert {position: (fact.value, fact.remoteness, fact.grundy) for position, fact in solution.items()} == oracle.solve(options)
    indptr, indices = solution.graph.indptr, solution.graph.indices
    for n, position in enumerate(order):
        assert solution.graph.vertex(position) == n
        assert {order[option] for option in indices[indptr[n] : indptr[n + 1]]} == set(options[position])
    for other in [*EXTREMES, 2**64, -(2**70), count, 5 << 41 | 1]:
        assert (other in solution) == (other in options)


@pytest.mark.parametrize("kind", [tuple, iter, lambda options: dict(enumerate(options))])
def test_options_of_every_kind(kind: Any) -> None:
    order = words("random", 700)
    expected = found(order, list)[1]
    solution = found(order, kind)[1]
    assert solution.positions == expected.positions
    assert solution.value.tolist() == expected.value.tolist() and solution.grundy is not None


def test_what_equals_an_integer_finds_its_position() -> None:
    solution = grundy.explore(lambda n: [n - k for k in (1, 3, 4) if k <= n], 20)
    for same in (1, True, 1.0, np.int64(1), np.float64(1), 1 + 0j):
        assert solution[same].grundy == 1, repr(same)
    for other in (1.5, "1", None, (1,), np.int64(21), 2**80):
        assert other not in solution
    with pytest.raises(TypeError):
        solution[[1]]


def test_an_integer_that_is_not_one_of_its_type() -> None:
    class Odd(int):
        """Equal to nothing but itself."""

        def __eq__(self, other: object) -> bool:
            return self is other

        def __hash__(self) -> int:
            return 7

    odd = Odd(1)
    options: dict[Any, list[Any]] = {2: [odd, 1], odd: [0], 1: [], 0: []}
    solution = grundy.explore(lambda position: options[position], 2)
    assert len(solution) == 4 and solution[odd].value == grundy.Outcome.WIN and solution[1].value == grundy.Outcome.LOSS


def test_an_error_comes_before_what_later_positions_would_raise() -> None:
    def moves(n: int) -> Iterator[Hashable]:
        if n == 3:
            raise LookupError("of three")
        yield from (n + 1, n + 2)
        if n == 1:
            yield []  # type: ignore[misc]

    with pytest.raises(TypeError) as caught:
        grundy.explore(moves, 0)
    assert caught.value.__notes__ == ["grundy: the moves of the position 1"]


# Graphs of NetworkX.


def drawn(nodes: list[Any], seed: int, kind: type = networkx.DiGraph) -> Any:
    rng = random.Random(seed)
    graph = kind()
    graph.add_nodes_from(nodes)
    graph.add_edges_from((rng.choice(nodes), rng.choice(nodes)) for _ in range(3 * len(nodes)))
    return graph


def check(graph: Any) -> None:
    solution = grundy.Graph.from_networkx(graph).solve()
    expected = oracle.solve({node: list(dict.fromkeys(graph.successors(node))) for node in graph})
    assert list(solution) == list(graph)
    assert {node: (fact.value, fact.remoteness, fact.grundy) for node, fact in solution.items()} == expected


@pytest.mark.parametrize("seed", range(6))
def test_networkx_nodes_of_every_kind(seed: int) -> None:
    rng = random.Random(seed)
    numbers = list(range(150))
    check(drawn(numbers, seed))
    rng.shuffle(numbers)
    check(drawn(numbers, seed))
    check(drawn([n - 75 for n in numbers], seed))
    check(drawn([n << 50 for n in numbers], seed))
    check(drawn([str(n) for n in numbers], seed))
    check(drawn([(n, "x") if n % 3 else n for n in numbers], seed))
    check(drawn([True, 2.0, *range(5, 60)], seed))
    check(drawn(numbers, seed, networkx.MultiDiGraph))


@pytest.mark.parametrize("seed", range(4))
def test_views_of_networkx_graphs(seed: int) -> None:
    rng = random.Random(seed)
    graph = drawn(list(range(120)), seed)
    check(graph.reverse(copy=False))
    check(graph.subgraph(rng.sample(range(120), 70)))
    check(networkx.subgraph_view(graph, filter_edge=lambda u, v: (u + v) % 3 > 0))
    check(networkx.restricted_view(graph, [3, 4, 5], []))
    graph.remove_nodes_from([7, 50])
    graph.add_edges_from([(50, 7), (8, 50)])
    check(graph)


def test_an_edge_to_a_node_that_is_missing() -> None:
    for nodes in ([0, 1, 2], [5, 9, 7], ["a", "b", "c"]):
        graph = networkx.DiGraph([(nodes[0], nodes[1])])
        graph._adj[nodes[0]]["elsewhere"] = {}
        with pytest.raises(ValueError, match="an edge leads to a node that is not in the graph"):
            grundy.Graph.from_networkx(graph)
        graph = networkx.DiGraph([(nodes[0], nodes[1])])
        graph._adj[nodes[0]][2**40] = {}
        with pytest.raises(ValueError, match="an edge leads to a node that is not in the graph"):
            grundy.Graph.from_networkx(graph)
