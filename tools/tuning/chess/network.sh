#!/usr/bin/env bash
# Trains a network by self-play alone, and plays it against the evaluation of those games:
#
#   tools/tuning/chess/network.sh FOLDER SECONDS THREADS NODES [JUDGE]
#
# Games are played for so many seconds, so many nodes a move, judged by JUDGE (hand, or the network of a
# run before: network.bin); all samples in FOLDER are learnt from, so that runs add up. The network is for
# native/games/chess/network.bin if it wins.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$1 seconds=$2 threads=$3 nodes=$4 judge=${5:-hand}
[ -x "$folder/duel" ] || "$here/build.sh" "$folder"
cd "$folder"
round=$(ls ./*.samples 2>/dev/null | wc -l)
./selfplay "$round.samples" "$seconds" "$threads" "$nodes" "$((round + 1))" "$judge"
[ "$judge" = network.bin ] && cp network.bin "before$round.bin" && judge="before$round.bin"
./learn network.bin "${EPOCHS:-20}" "$threads" "${RESULTS:-0.4}" ./*.samples
# By nodes, which leaves speed out, and by time.
./duel 400 "$threads" 8000n 1 network.bin "$judge"
./duel 400 "$threads" 20 2 network.bin "$judge"
