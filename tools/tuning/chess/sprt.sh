#!/usr/bin/env bash
# Tests candidates one after the other against what plays now, each until it is decided:
#
#   tools/tuning/chess/sprt.sh FOLDER THREADS [TIME [GAMES [CANDIDATE...]]]
#
# FOLDER is where build.sh put the programs. TIME is as duel takes it (20 ms a move if not given), GAMES the most
# for each (20000). A candidate is +feature, -feature, or weights or a network to judge by. Without one, those of
# candidates.md. Every result is a line for log.md.
set -euo pipefail
now=$(cd "$(dirname "$0")/../.." && pwd)/native/games/chess/network.bin
folder=$1 threads=$2 time=${3:-20} games=${4:-20000}
shift $(($# < 4 ? $# : 4))
candidates=("$@")
[ ${#candidates[@]} -gt 0 ] ||
  candidates=(-probcut -check_extension)
for candidate in "${candidates[@]}"; do
  case $candidate in
    [+-]*) way="$now,$candidate" ;;
    *) way=$candidate ;;
  esac
  "$folder/duel" "$games" "$threads" "$time" "$RANDOM" "$way" "$now" "${ELO0:-0}" "${ELO1:-6}"
done
