"""Random playouts of games of OpenSpiel. They stay in C++: a search of one simulation whose evaluator plays all of them.

For each line `GAME N` prints the number of playouts, the nanoseconds of the processor that they took, and the first player's mean
result. A playout begins where ours does: Einstein würfelt nicht with its stones on the board, each first roll for a sixth of them.
"""

import json
import sys
import time

import pyspiel

# Of 720 placements of the stones, the one in order; the legal lines of both players have it first.
IN_ORDER = 0


def starts(name, game):
    state = game.new_initial_state()
    if name != "einstein_wurfelt_nicht":
        return [state]
    state.apply_action(IN_ORDER)
    state.apply_action(IN_ORDER)
    return [state.child(roll) for roll, _ in state.chance_outcomes()]


def rollouts(name, n, seed):
    game = pyspiel.load_game(name)
    states = starts(name, game)
    total, spent = 0.0, 0
    for state in states:
        evaluator = pyspiel.RandomRolloutEvaluator(n // len(states), seed)
        search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
        begun = time.thread_time_ns()
        root = search.mcts_search(state)
        spent += time.thread_time_ns() - begun
        total += root.total_reward
    return {
        "playouts": n // len(states) * len(states),
        "ns": spent,
        "mean": total / len(states),
    }


for number, line in enumerate(sys.stdin):
    name, n = line.split()
    print(json.dumps(rollouts(name, int(n), number)), flush=True)
