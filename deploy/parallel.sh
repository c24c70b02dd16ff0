#!/usr/bin/env bash
# One project in shards, by GNU parallel, here or on the machines of --sshlogin.
#
#   parallel.sh PROJECT RUN SHARDS [OPTION-OF-PARALLEL...]
#
# Call it again after a failure: what is finished is not done again. Then, in PROJECT:
# mlfix merge --diff RUN
set -euo pipefail

if (($# < 3)); then
  echo "usage: parallel.sh PROJECT RUN SHARDS [OPTION-OF-PARALLEL...]" >&2
  exit 2
fi
project=$(realpath -- "$1") run=$(realpath -m -- "$2") shards=$3
shift 3

seq "$shards" | parallel --halt soon,fail=1 --retries 2 "$@" \
  cd "$(printf '%q' "$project")" '&&' "${MLFIX:-mlfix}" --shard "{}/$shards" \
  --run-folder "$(printf '%q' "$run")" --resume --diff --jobs 1 .
