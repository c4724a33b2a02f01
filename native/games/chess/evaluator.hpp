// The static evaluation of the search: the network if there is one and more than a
// few pieces are left, else the classical evaluation.
#pragma once

#include <algorithm>
#include <optional>

#include "games/chess/classical/evaluate.hpp"
#include "games/chess/classical/weights.hpp"
#include "games/chess/network.hpp"

namespace kibitz::chess {

// Borrowed, not owned.
struct EvaluatorParameters {
  const Weights* weights = &kTunedWeights;
  const Network* network = nullptr;
};

class Evaluator {
 public:
  explicit Evaluator(const EvaluatorParameters& parameters) : weights_(packed(*parameters.weights)) {
    if (parameters.network != nullptr) accumulator_.emplace(*parameters.network);
  }

  // Centipawns, from the side to move.
  int evaluate(const Board& b) {
    const int eval = accumulator_ && count(b.occupied()) > kMaxClassicalPieces
                         ? accumulator_->evaluate(b)
                         : evaluate_classical(b, weights_, pawns_);
    // Shrinks towards a draw as the halfmove clock runs.
    return std::clamp(eval * (220 - b.halfmove_clock) / 220, -kMaxEval, kMaxEval);
  }

 private:
  static constexpr int kMaxEval = 30000;
  // Training games are adjudicated before so few pieces are left.
  static constexpr int kMaxClassicalPieces = 5;

  PackedWeights weights_;
  PawnTable pawns_;
  std::optional<Accumulator> accumulator_;
};

}  // namespace kibitz::chess
