"""Games of OpenSpiel, played by its own player in Python."""

import pytest

import sandtable

pyspiel = pytest.importorskip("pyspiel")
numpy = pytest.importorskip("numpy")


def test_a_search_in_python_plays_a_game_of_dice() -> None:
    from open_spiel.python.algorithms import mcts
    from sandtable.openspiel import load

    game = load("pips/outpost", max_decisions=30)
    random = numpy.random.RandomState(1)
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=random)
    asked = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
            state.apply_action(outcomes[0][0])
        elif asked < 3:
            asked += 1
            state.apply_action(bot.step(state))
        else:
            state.apply_action(state.legal_actions()[0])
    assert asked == 3 and sum(state.returns()) == 0


def test_a_copy_is_played_on_by_itself() -> None:
    from sandtable.openspiel import load

    state = load("pips/outpost").new_initial_state()
    before = state.value
    copy = state.clone()
    copy.apply_action(copy.chance_outcomes()[0][0] if copy.is_chance_node() else copy.legal_actions()[0])
    assert state.value == before and copy.value != before


def test_hidden_cards_make_information_imperfect() -> None:
    from sandtable.openspiel import load

    book = sandtable.starter("cards")
    game = load(book.game(book.scenarios[0]))
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    observer = game.make_py_observer()
    state = game.new_initial_state()
    observer.set_from(state, 0)
    assert observer.tensor.shape == (game.model.n_observed,)
    assert observer.string_from(state, 0)
