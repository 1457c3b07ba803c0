"""Plays the missing shards of a plan with Dask: python dask_sweep.py PLAN OUT [SCHEDULER]"""
import os
import subprocess
import sys

from dask.distributed import Client, as_completed

PROGRAM = os.environ.get("SANDTABLE", "sandtable")


def run(plan, shard, out):
    command = [PROGRAM, "sweep", "run", plan, "--shard", shard, "--out", out, "--threads", "1"]
    subprocess.run(command, check=True, capture_output=True)


def sweep(client, plan, out):
    command = [PROGRAM, "sweep", "status", plan, "--out", out, "--missing"]
    missing = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    futures = [client.submit(run, plan, shard, out, pure=False, retries=3) for shard in missing]
    for future in as_completed(futures):
        future.result()
        future.release()  # Results are files: a worker that dies takes none with it.


if __name__ == "__main__":
    with Client(*sys.argv[3:4]) as client:
        sweep(client, *map(os.path.abspath, sys.argv[1:3]))
