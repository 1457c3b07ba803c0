"""Counts pieces of Hex Command Mechanized that are stuck: in or next to an enemy's hex for four rounds without fire, move, melee,
rally or a pass. The variant beside this file counts; this plays the games and reads how they end.

    python3 benches/stuck/count.py [PROGRAM] [GAMES] [SCENARIO…]

PROGRAM is `sandtable` by default. It plays GAMES games of each scenario, by default 20 of all three, with the seeds 1, 2, 3 and so on.
Run it in the folder above `rules` and `units`. The exit code is 1 if a piece was stuck. It also prints winners, objectives and losses.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tomllib

BOOK = "hex-command-mechanized"


def play(program, scenario, seed):
    """Returns the lines of the end of a game."""
    command = [program, "play", f"{BOOK}/{scenario}", "--with", "benches/stuck", "--seed", str(seed), "--quiet"]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode:
        sys.exit(ended.stdout + ended.stderr)
    return ended.stdout.splitlines()


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "sandtable"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    folder = pathlib.Path("units", BOOK, "scenarios")
    scenarios = sys.argv[3:] or sorted(path.stem for path in folder.glob("*.toml"))
    any_stuck = False
    for scenario in scenarios:
        pieces = tomllib.loads((folder / f"{scenario}.toml").read_text())
        sides = [side.get("name", key) for key, side in pieces["side"].items()]
        commanders = [unit.get("name", key) for key, unit in pieces["unit"].items() if "commander" in unit["is"]]
        n_objectives = sum(unit["is"] == "objective" for unit in pieces["unit"].values())
        stuck, won, held, all_held, lost = [], collections.Counter(), collections.Counter(), collections.Counter(), 0
        for seed in range(1, games + 1):
            winner = "nobody"
            for line in play(program, scenario, seed):
                name, _, rest = line.partition(": ")
                if found := re.search(r", where it was stuck (\w+)", rest):
                    stuck.append((seed, name, found[1]))
                if found := re.match(r"the game ends, won by (.*)", line):
                    winner = found[1]
                if name in sides and (found := re.search(r"objectives held at the end (\d+)", rest)):
                    held[name] += int(found[1])
                    all_held[name] += int(found[1]) == n_objectives
                if name in commanders and "destroyed" in rest:
                    lost += 1
            won[winner] += 1
        any_stuck = any_stuck or bool(stuck)
        print(f"{scenario}: {len(stuck)} pieces stuck in {len({seed for seed, *_ in stuck})} of {games} games")
        for seed, name, where in stuck:
            print(f"  seed {seed}: {name} at {where}")
        print("  won:", ", ".join(f"{side} {n}" for side, n in won.most_common()))
        shares = [f"{side} {held[side] / games:.2f} (all {n_objectives} in {all_held[side]} games)" for side in sides]
        print("  objectives held, mean:", ", ".join(shares))
        print(f"  commanders lost: {lost} of {len(commanders) * games}")
    sys.exit(1 if any_stuck else 0)


if __name__ == "__main__":
    main()
