#!/bin/bash
# One shard of a run for each task of an array: sbatch shards.sh PLAN [FLAG...], in the folder that is to have the databases.
# A task plays on a disk of its node, since SQLite isn't safe on network file systems, and leaves a copy here when it ends
# and every five minutes. It goes on from that copy when it is started again, on any node.
#SBATCH --job-name=arena
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --signal=B:USR1@120
#SBATCH --output=shard-%a.log
#SBATCH --open-mode=append
set -u
kept=shard-$SLURM_ARRAY_TASK_ID.db
disk=$(mktemp -d) || exit 1
trap 'rm -rf "$disk"' EXIT
if [ -f "$kept" ]; then cp "$kept" "$disk/arena.db" || exit 1; fi

keep() { # what is here is whole at every moment
  [ -f "$disk/arena.db" ] || return 0
  rm -f ".$kept.new" && arena db backup ".$kept.new" --db "$disk/arena.db" > /dev/null && mv ".$kept.new" "$kept"
}

arena run "$@" --shard auto --db "$disk/arena.db" &
player=$!
(
  trap 'kill "$timer"; exit' TERM
  while :; do
    sleep 300 & timer=$!
    wait "$timer"
    keep
  done
) &
keeper=$!
stopped=
trap 'kill "$player"' USR1 # the time is nearly up
trap 'stopped=yes' TERM    # cancelled or requeued: the player is told, too
code=0
wait "$player" || code=$?
while kill -0 "$player" 2> /dev/null; do # a signal ended the wait
  code=0
  wait "$player" || code=$?
done
kill "$keeper" 2> /dev/null
wait "$keeper"
keep || exit 1
rm -rf "$disk" # before the task is queued again, which ends this script

# 2 is a mistake, which would be the same again. What was killed, ran out of time or didn't reach its provider goes on.
if [ "$code" -ne 0 ] && [ "$code" -ne 2 ] && [ -z "$stopped" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]; then
  echo "arena exited with $code: this shard is queued again" >&2
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
