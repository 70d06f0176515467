#!/bin/bash
# Merges what the tasks of shards.sh left, and reports it: all.db, tables/ and report.txt. Exit 3 if trials are missing.
#SBATCH --job-name=arena-merge
#SBATCH --mem=2G
#SBATCH --time=01:00:00
#SBATCH --output=merge.log
set -u
disk=$(mktemp -d) || exit 1
trap 'rm -rf "$disk"' EXIT
cp shard-*.db "$disk" || exit 1
code=0
arena merge "$disk/all.db" "$disk"/shard-*.db || code=$?
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then exit "$code"; fi
arena report --db "$disk/all.db" --view all > report.txt && arena export tables --db "$disk/all.db" && cp "$disk/all.db" .all.db.new && mv .all.db.new all.db || exit 1
exit "$code"
