"""Answers of the model checker Storm, in exact fractions.

For each line with the name of a case prints the chance of each outcome, and the nanoseconds of the processor: those that it takes to
build the model from its text, and those to check it.
"""

import json
import sys
import time
from pathlib import Path

import stormpy

HERE = Path(__file__).parent
ENDS = {
    "b1": {
        "0": "left=0 & !out & fired=6",
        **{str(shot): f"left=0 & out & fired={shot}" for shot in range(1, 7)},
    },
    "b3": {
        "0 6": "phase=0 & round=6 & !a_out & !b_out",
        **{f"1 {n}": f"phase=0 & round={n} & b_out" for n in range(1, 7)},
        **{f"2 {n}": f"phase=0 & round={n} & a_out" for n in range(1, 7)},
    },
    "c2": {str(n): f"phase=0 & attack=20 & killed={n}" for n in range(11)},
}


def answer(case):
    begun = time.thread_time_ns()
    program = stormpy.parse_prism_program(str(HERE / f"{case}.prism"))
    ends = ENDS[case]
    written = "; ".join(f"P=? [F {end}]" for end in ends.values())
    properties = stormpy.parse_properties(written, program)
    model = stormpy.build_model[stormpy.Rational](program, properties)
    built = time.thread_time_ns()
    chances = {}
    (start,) = model.initial_states
    for outcome, each in zip(ends, properties):
        found = stormpy.model_checking(model, each, only_initial_states=True)
        chances[outcome] = str(found.get_value(start))
    checked = time.thread_time_ns()
    return {
        "build_ns": built - begun,
        "check_ns": checked - built,
        "states": model.nr_states,
        "chances": chances,
    }


for line in sys.stdin:
    print(json.dumps(answer(line.strip())), flush=True)
