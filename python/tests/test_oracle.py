"""The slow solver against games whose answers are known from elsewhere."""

import oracle


def test_nim_has_the_nim_sum_as_its_grundy_value():
    def moves(heaps):
        return [(*heaps[:i], n, *heaps[i + 1 :]) for i in range(3) for n in range(heaps[i])]

    options = oracle.options_from((3, 4, 2), moves)
    for (a, b, c), (value, remoteness, grundy) in oracle.solve(options).items():
        assert grundy == a ^ b ^ c
        assert value == (oracle.WIN if grundy else oracle.LOSS)
        assert remoteness % 2 == (value == oracle.WIN)


def test_a_known_graph_with_a_cycle():
    # 0 and 1 move to each other; 1 can also end the game by moving to 2.
    options = {0: [1], 1: [0, 2], 2: [], 3: [3], 4: [3, 4]}
    assert oracle.solve(options) == {
        0: (oracle.LOSS, 2, 0),
        1: (oracle.WIN, 1, 1),
        2: (oracle.LOSS, 0, 0),
        3: (oracle.DRAW, None, None),
        4: (oracle.DRAW, None, None),
    }
    assert oracle.best_options(options, oracle.solve(options), 1) == [2]
    assert oracle.infinite_values(options) == {3: (), 4: ()}
    assert oracle.infinite_values({0: [], 1: [0], 2: [0, 1], 3: [0, 2, 3]}) == {3: (0, 2)}


def test_misere_play_and_a_player_who_moves_again():
    assert oracle.solve({1: [0], 0: []}, misere=True) == {1: (oracle.LOSS, 1, None), 0: (oracle.WIN, 0, None)}
    again = oracle.solve({2: [1], 1: [0], 0: []}, players={2: 0, 1: 0, 0: 1})
    assert again == {0: (oracle.LOSS, 0, None), 1: (oracle.WIN, 1, None), 2: (oracle.WIN, 2, None)}


def test_the_random_games_are_of_every_kind():
    games = list(oracle.random_games())
    values = [fact for game in games for fact in oracle.solve(*game[1:]).values()]
    assert {value for value, _, _ in values} == {oracle.WIN, oracle.DRAW, oracle.LOSS}
    assert max(remoteness or 0 for _, remoteness, _ in values) >= 8
    assert max(grundy or 0 for _, _, grundy in values) >= 4
    assert sum(game[2] is not None for game in games) > 5
    assert sum(game[3] is not None for game in games) > 5
    assert sum(game[4] for game in games) > 5
