#!/usr/bin/env bash
# Plays the missing shards of a plan with GNU parallel: parallel.sh PLAN OUT [JOBS]
# A second run goes on where the first ended. Add --sshloginfile for machines that share the folder.
set -euo pipefail
plan=$1 out=$2 jobs=${3:-100%}
mkdir -p "$out"
sandtable sweep status "$plan" --out "$out" --missing |
  parallel --jobs "$jobs" --joblog "$out/parallel.log" --retries 3 \
    sandtable sweep run "$plan" --shard {} --out "$out" --threads 1
