"""A player of OpenSpiel: its search by random rollouts, in C++.

For each line prints one line of JSON. `new GAME SIMULATIONS SEED` begins a game; `ours MOVE` carries out a move of the other player, as
OpenSpiel writes it without a mark for captures; `theirs` searches and carries out a move, and prints it. All print the results once the game
is over.
"""

import json
import sys

import pyspiel


class Match:
    def __init__(self, name, simulations, seed):
        game = pyspiel.load_game(name)
        self.state = game.new_initial_state()
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        # Exploration 2, no limit of memory that matters, and solved nodes are kept.
        self.bot = pyspiel.MCTSBot(
            game, evaluator, 2.0, simulations, 1000, True, seed, False
        )

    def told(self, move=None):
        over = self.state.is_terminal()
        return {"move": move, "returns": self.state.returns() if over else None}

    def ours(self, move):
        legal = {
            self.state.action_to_string(action).rstrip("*"): action
            for action in self.state.legal_actions()
        }
        self.state.apply_action(legal[move])
        return self.told()

    def theirs(self):
        action = self.bot.step(self.state)
        move = self.state.action_to_string(action).rstrip("*")
        self.state.apply_action(action)
        return self.told(move)


match = None
for line in sys.stdin:
    word, *rest = line.split()
    if word == "new":
        match = Match(rest[0], int(rest[1]), int(rest[2]))
        answer = match.told()
    elif word == "ours":
        answer = match.ours(rest[0])
    else:
        answer = match.theirs()
    print(json.dumps(answer), flush=True)
