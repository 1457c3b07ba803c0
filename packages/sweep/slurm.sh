#!/usr/bin/env bash
# Plays the missing shards of a plan as a Slurm array: slurm.sh PLAN OUT
# Each task takes 20 shards, so that an array of 1,000 is enough for 20,000.
set -euo pipefail
plan=$(realpath "$1") out=$(realpath -m "$2")
mkdir -p "$out"
sandtable sweep status "$plan" --out "$out" --missing |
  xargs -n 20 | tr ' ' ',' >"$out/tasks.txt"
n=$(wc -l <"$out/tasks.txt")
[ "$n" -gt 0 ] || { echo "nothing is missing"; exit 0; }
sbatch --array="1-$n" --cpus-per-task=1 --time=1:00:00 --requeue --output="$out/slurm-%a.log" \
  --wrap "sandtable sweep run '$plan' --out '$out' --threads 1 --shard \$(sed -n \${SLURM_ARRAY_TASK_ID}p '$out/tasks.txt')"
