"""Games of OpenSpiel, under two of its algorithms."""

import pytest

import sandtable

pyspiel = pytest.importorskip("pyspiel")

# Ann draws a king (1 of 3) or a jack. She shows it or bets; Ben, who does not see it, calls a bet or folds. A card that is shown loses on 1 to 3 of
# a d6, else it is a draw; a bet that is folded is a draw; one that is called is won by a king.
BLUFF = {
    "rules/bluff/bluff.rules": """\
ruleset bluff "Bluff"
  sides ann "Ann", ben "Ben"

kind side "Player"
  track  has-bet: yes or no

kind court-card "Card"
  rank    1..2
  copies  1..2
  deck    pack, copies of each "The pack"

sequence hand "A hand"
  draw card from pack for ann
  if card is none: stop
  choose by ann "what to do"
    "bet": set ann.has-bet to yes
    "show":
      shown = d6
      if shown <= 3: end game won by ben
      stop
  choose by ben "what to do"
    "call":
      if card.rank = 2: end game won by ann
      end game won by ben
    "fold": stop
""",
    "units/bluff/cards.toml": """\
[court-card.king]
name = "King"
rank = 2
copies = 1

[court-card.jack]
name = "Jack"
rank = 1
copies = 2
""",
    "units/bluff/scenarios/hand.toml": """\
name = "A hand"
rules = "bluff"
play = "hand"
""",
}


def bluff() -> sandtable.Game:
    book = sandtable.open(BLUFF, name="bluff")
    assert book.check().ok, book.check()
    return book.game(book.scenarios[0])


def test_counterfactual_regret_finds_how_often_to_bluff() -> None:
    from open_spiel.python.algorithms import cfr, exploitability, expected_game_score

    from sandtable.openspiel import game

    hand = game(bluff())
    solver = cfr.CFRPlusSolver(hand)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(hand, policy) < 0.01
    # A jack that is shown is worth -1/2, one that bets -c if Ben calls with chance c: c = 1/2. Two jacks for a king, and Ben does not care
    # whether he calls if they bet half the time. The king bets and is worth c: 1/3 * 1/2 + 2/3 * -1/2 = -1/6.
    # If Ben saw the card he would fold to a king and call a jack, which is then shown: 2/3 * -1/2 = -1/3.
    value = expected_game_score.policy_value(hand.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-1 / 6, abs=0.005)
    assert value[1] == pytest.approx(1 / 6, abs=0.005)


def test_tree_search_takes_a_win_and_stops_one() -> None:
    import numpy
    from open_spiel.python.algorithms import mcts

    from sandtable.openspiel import game

    outpost = game("pips/outpost")
    assert outpost.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    hand = game(bluff())
    rng = numpy.random.RandomState(7)
    bot = mcts.MCTSBot(hand, 1.4, 400, mcts.RandomRolloutEvaluator(5, rng), random_state=rng)
    # It sees all cards. A king bets: showing it is never won, a bet may be.
    state = hand.new_initial_state()
    while state.is_chance_node():
        king = next(action for action, chance in state.chance_outcomes() if chance < 0.5)
        state.apply_action(king)
    assert state.action_to_string(bot.step(state)) == "bet"
    state.apply_action(next(action for action in state.legal_actions() if state.action_to_string(action) == "bet"))
    # Ben folds to a king: a draw is better than a loss.
    assert state.current_player() == 1
    assert state.action_to_string(bot.step(state)) == "fold"


def test_players_cannot_tell_hidden_cards_apart() -> None:
    from sandtable.openspiel import game

    hand = game(bluff())
    seen = []
    root = hand.new_initial_state()
    for action, _ in root.chance_outcomes():
        state = root.clone()
        state.apply_action(action)
        known = [state.information_state_string(player) for player in (0, 1)]
        bet = next(action for action in state.legal_actions() if state.action_to_string(action) == "bet")
        state.apply_action(bet)
        seen.append((known[0], state.information_state_string(1), tuple(state.legal_actions())))
    assert len({mine for mine, _, _ in seen}) >= 2
    assert len({(theirs, legal) for _, theirs, legal in seen}) == 1


def test_a_built_in_scenario_is_played_to_its_end() -> None:
    import random

    from sandtable.openspiel import game

    chance = random.Random(3)
    for scenario in ("pips/outpost", "hellion/crossroads"):
        state = game(scenario).new_initial_state()
        for _ in range(20_000):
            if state.is_terminal():
                break
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                assert sum(chances) == pytest.approx(1)
                state.apply_action(chance.choices(actions, chances)[0])
            else:
                assert state.legal_actions() == sorted(set(state.legal_actions()))
                state.apply_action(chance.choice(state.legal_actions()))
        assert state.is_terminal() and sum(state.returns()) == pytest.approx(0)


def test_a_choice_of_nobody_is_not_asked() -> None:
    from test_games import nobodys

    from sandtable.openspiel import game

    state = game(nobodys()).new_initial_state()
    # Ann, in seat 0, is asked nothing.
    assert state.current_player() == 1
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["row", "drift"]
    state.apply_action(state.legal_actions()[0])
    assert state.returns() == [-1.0, 1.0]
