#!/usr/bin/env bash
# Builds the programs of this folder for this machine: tools/tuning/chess/build.sh FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
for program in selfplay tune duel learn; do
  fast=$([ $program = learn ] && echo -ffast-math || true)
  ${CXX:-g++} -std=c++20 -O3 -march=native $fast -I"$here/../../native" -I"$here" "$here/$program.cpp" \
    "$here"/../../native/games/chess/attacks.cpp "$here"/../../native/base/*.cpp -o "$1/$program" -pthread &
done
wait
