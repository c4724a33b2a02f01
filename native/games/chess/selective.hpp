// The selective search of chess.
#pragma once

#include <memory>

#include "games/chess/rules.hpp"
#include "games/chess/tactics.hpp"

namespace kibitz {

// It evaluates by the bundled network (tools/tuning/chess has its training).
inline chess::ChessTactics tactics_of(const Chess&) {
  static const auto network = [] {
    const auto parameters = chess_network_numbers();
    if (parameters.size() != chess::Network::kParameters) throw RulesError("the network of chess has another size");
    auto loaded = std::make_unique<chess::Network>();
    loaded->load(parameters);
    return loaded;
  }();
  chess::EvaluatorParameters parameters;
  parameters.network = network.get();
  return chess::ChessTactics(parameters);
}

}  // namespace kibitz
