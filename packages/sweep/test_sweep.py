"""The recipes against one run of all shards: python test_sweep.py PROGRAM, from the root of the project.

A real LocalCluster loses a worker in the middle, and GNU parallel finishes half a sweep where it is installed. Counts must be the same.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["SANDTABLE"] = PROGRAM
os.environ["PATH"] = os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"]


def sweep(*words):
    command = [PROGRAM, "sweep", *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def cells(plan, out):
    return json.loads(sweep("merge", plan, "--out", out, "--format", "json"))["cells"]


def main(folder):
    plan, whole = os.path.join(folder, "plan.json"), os.path.join(folder, "whole")
    vary = ["--vary", "garrison.men=4..12", "--vary", "option.mist"]
    sweep("plan", "tests/players/gate/gate.toml", *vary, "--games", 4000, "--shards", 40, "-o", plan)
    sweep("run", plan, "--all", "--out", whole)
    expected = cells(plan, whole)

    from dask.distributed import Client, LocalCluster

    sys.path.insert(0, HERE)
    import dask_sweep

    out = os.path.join(folder, "dask")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        killed = []

        def kill():
            while not os.path.isdir(out) or len(os.listdir(out)) < 8:
                time.sleep(0.01)
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        dask_sweep.sweep(client, plan, out)
        killer.join()
    assert killed
    assert cells(plan, out) == expected, "Dask counts otherwise"
    print("dask: same counts, a worker killed in the middle")

    if shutil.which("parallel"):
        out = os.path.join(folder, "parallel")
        sweep("run", plan, "--shard", "0..19", "--out", out)
        recipe = [os.path.join(HERE, "parallel.sh"), plan, out, "2"]
        subprocess.run(recipe, check=True, capture_output=True)
        assert cells(plan, out) == expected, "GNU parallel counts otherwise"
        print("parallel: same counts, half of them done before")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(folder)
