// Judges the positions that a search meets, by the hand-made evaluation.
#pragma once

#include <algorithm>

#include "games/chess/handmade/evaluate.hpp"
#include "games/chess/handmade/weights.hpp"

namespace kibitz::chess {

class Judge {
 public:
  explicit Judge(const Weights& weights) : weights_(packed(weights)) {}

  int points(const Board& b) {
    // The nearer the draw by the clock, the less a lead is worth.
    return std::clamp(evaluate_by_hand(b, weights_, pawns_) * (220 - b.clock) / 220, -kMostPoints, kMostPoints);
  }

 private:
  static constexpr int kMostPoints = 30000;

  PackedWeights weights_;
  PawnMemory pawns_;
};

}  // namespace kibitz::chess
