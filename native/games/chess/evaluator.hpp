// Judges the positions that a search meets: by the hand-made evaluation, or by a
// network where there is one and more than a few pieces are left.
#pragma once

#include <algorithm>
#include <optional>

#include "games/chess/classical/evaluate.hpp"
#include "games/chess/classical/weights.hpp"
#include "games/chess/network.hpp"

namespace kibitz::chess {

// By what positions are judged; it refers to weights and network.
struct JudgedBy {
  const Weights* weights = &kTunedWeights;
  const Network* network = nullptr;
};

class Judge {
 public:
  explicit Judge(const JudgedBy& by) : weights_(packed(*by.weights)) {
    if (by.network != nullptr) network_.emplace(*by.network);
  }

  int points(const Board& b) {
    const int seen =
        network_ && count(b.occupied()) > kFew ? network_->points(b) : evaluate_by_hand(b, weights_, pawns_);
    // The nearer the draw by the clock, the less a lead is worth.
    return std::clamp(seen * (220 - b.clock) / 220, -kMostPoints, kMostPoints);
  }

 private:
  static constexpr int kMostPoints = 30000;
  // Games that networks learn from are decided before so few pieces are left.
  static constexpr int kFew = 5;

  PackedWeights weights_;
  PawnMemory pawns_;
  std::optional<NetworkSums> network_;
};

}  // namespace kibitz::chess
