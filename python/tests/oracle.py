"""A slow solver in pure Python, written from the definitions. It imports nothing of grundy.

The value of a position is for the player to move. Without moves it is what the game says, by default a loss. With moves it is a win if
some option is a loss for the opponent, a loss if every option is a win for the opponent, and a draw otherwise. The remoteness of a loss
is one more than the largest of its options, that of a win one more than the smallest of its lost options. The Grundy value is the mex of
the options' values; it exists where no cycle can be reached, under normal play, in games without own terminal values and without
`player`. Where the same player moves again, the option's value counts as it is.
"""

import random

WIN, DRAW, LOSS = 1, 0, -1


def options_from(start, moves):
    """Every position that can be reached, with its options."""
    options = {start: None}
    waiting = [start]
    for position in waiting:
        options[position] = list(moves(position))
        for option in options[position]:
            if option not in options:
                options[option] = None
                waiting.append(option)
    return options


def mex(values):
    n = 0
    while n in values:
        n += 1
    return n


def grundy_values(options):
    """Finite Grundy values, with cycles or without (Smith 1966); positions of infinite value are left out.

    In turn for m = 0, 1, 2, ..., a position gets the value m if its options have the values below m and not m, and every option without a
    value has an option of value m.
    """
    values = {}
    for m in range(len(options)):
        while True:
            having = {p: {values[q] for q in options[p] if q in values} for p in options}
            ready = [
                p for p in options if p not in values and mex(having[p]) == m and all(q in values or m in having[q] for q in options[p])
            ]
            if not ready:
                break
            for p in ready:
                values[p] = m
        if not any(p not in values and m in having[p] for p in options):
            break
    return values


def infinite_values(options):
    """The numbers of K where the value is infinite, ascending: the finite values of the options."""
    values = grundy_values(options)
    return {p: tuple(sorted({values[q] for q in options[p] if q in values})) for p in options if p not in values}


def solve(options, ends=None, players=None, misere=False):
    """A dict from each position to (value, remoteness, Grundy value), the last two `None` where they do not exist."""
    ends = ends or {}
    default = WIN if misere else LOSS

    def seen_from(p, value, q):
        """The value of the option `q` for the player to move at `p`."""
        return value if players is not None and players[p] == players[q] else -value

    decided = {}
    for p in options:
        if not options[p]:
            value = ends.get(p, default)
            decided[p] = (value, None if value == DRAW else 0)
    number = 0
    while True:
        # Each round looks only at what the rounds before have decided, so its number is the remoteness.
        number += 1
        fresh = {}
        for p in options:
            if p in decided or not options[p]:
                continue
            known = [seen_from(p, decided[q][0], q) for q in options[p] if q in decided]
            if WIN in known:
                fresh[p] = (WIN, number)
            elif len(known) == len(options[p]) and set(known) == {LOSS}:
                fresh[p] = (LOSS, number)
        if not fresh:
            break
        decided.update(fresh)
    draw = (DRAW, None)
    impartial = players is None and not misere and all(value == LOSS for value in ends.values())
    grundy = grundy_values(options) if impartial else {}
    return {p: (*decided.get(p, draw), grundy.get(p)) for p in options}


def best_options(options, solved, p, players=None):
    """The options that keep the value of `p` and, where it is not a draw, win soonest or lose latest."""
    value, remoteness, _ = solved[p]

    def keeps(q):
        turned = solved[q][0] if players is not None and players[p] == players[q] else -solved[q][0]
        return turned == value and (value == DRAW or solved[q][1] == remoteness - 1)

    return [q for q in options[p] if keeps(q)]


def random_graph(rng, vertices, degree=3, acyclic=False, terminal=0.2):
    """A dict of options on 0 … vertices - 1. Loops and repeated edges occur, unless it is acyclic."""
    options = {}
    for v in range(vertices):
        below = v if acyclic else vertices
        count = 0 if below == 0 or rng.random() < terminal else rng.randint(1, 2 * degree - 1)
        options[v] = [rng.randrange(below) for _ in range(count)]
    return options


def random_games(count=60, seed=18):
    """Random games: (name, options, ends, players, misere), of every kind."""
    rng = random.Random(seed)
    for number in range(count):
        acyclic = rng.random() < 0.3
        options = random_graph(rng, rng.choice([1, 2, 5, 12, 40, 120]), rng.choice([1, 2, 3, 5]), acyclic, rng.choice([0.0, 0.1, 0.4]))
        terminals = [v for v in options if not options[v]]
        ends = {v: rng.choice([WIN, DRAW, LOSS]) for v in terminals if rng.random() < 0.5} if rng.random() < 0.4 else None
        players = {v: rng.randrange(2) for v in options} if rng.random() < 0.4 else None
        misere = rng.random() < 0.25
        yield f"game {number}", options, ends, players, misere
