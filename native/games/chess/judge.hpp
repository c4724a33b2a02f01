// Follows a search and judges its positions: by the network where there is one,
// else by hand-made terms.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "games/chess/handmade/evaluate.hpp"
#include "games/chess/handmade/weights.hpp"
#include "games/chess/network/follower.hpp"

namespace kibitz::chess {

class Judge {
 public:
  // Without a network, or with null, by hand.
  explicit Judge(std::shared_ptr<const Network> network, const Weights& weights = kTunedWeights)
      : weights_(&weights), network_(std::move(network)) {
    if (network_) follower_ = std::make_unique<NetworkFollower>(*network_);
  }

  void begin(const Board& b) {
    if (follower_) follower_->begin(b);
  }
  void play(const Board& b, Move move) {
    if (follower_) follower_->play(b, move);
  }
  void pass(const Board&) {
    if (follower_) follower_->pass();
  }
  void undo() {
    if (follower_) follower_->undo();
  }

  int points(const Board& b) {
    const int points = follower_ ? follower_->points(b) : evaluate_by_hand(b, *weights_);
    // The nearer the draw by the clock, the less a lead is worth.
    return std::clamp(points * (220 - b.clock) / 220, -kMostPoints, kMostPoints);
  }

 private:
  static constexpr int kMostPoints = 30000;

  const Weights* weights_;
  std::shared_ptr<const Network> network_;
  std::unique_ptr<NetworkFollower> follower_;
};

}  // namespace kibitz::chess
