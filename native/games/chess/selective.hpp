// What the selective search is told of chess.
#pragma once

#include <memory>

#include "games/chess/rules.hpp"
#include "games/chess/tactics.hpp"

namespace kibitz {

// It judges by the network that comes with the program (tools/tuning/chess says how it was learned).
inline chess::ChessTactics tactics_of(const Chess&) {
  static const auto network = [] {
    const auto numbers = chess_network_numbers();
    if (numbers.size() != chess::Network::kNumbers) throw RulesError("the network of chess has another size");
    auto read = std::make_unique<chess::Network>();
    read->read(numbers);
    return read;
  }();
  chess::JudgedBy by;
  by.network = network.get();
  return chess::ChessTactics(by);
}

}  // namespace kibitz
