#!/usr/bin/env bash
# One project in shards, as an array of Slurm. docs/scale.md tells more.
#
#   sbatch --array=0-15 slurm.sh PROJECT RUN [OPTION...]
#
# Analyses the folder PROJECT, which all nodes must see. RUN, a folder that they can
# write, takes the records, an OPTION goes to mlfix (--diff, --unsafe, --select ...).
# A task that is preempted, or whose node fails, is put into the queue again and goes on
# where it was. Afterwards, in PROJECT:
#
#   mlfix merge RUN [OPTION...]
#
# To run some tasks again, say how many there were: MLFIX_SHARDS=16 sbatch --array=3,7 ...
#SBATCH --job-name=mlfix
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

if (($# < 2)); then
  echo "usage: sbatch --array=0-N slurm.sh PROJECT RUN [OPTION...]" >&2
  exit 2
fi
project=$1 run=$(realpath -m -- "$2")
shift 2

cd -- "$project"
exec "${MLFIX:-mlfix}" --shard auto --run-folder "$run" --resume \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@" .
