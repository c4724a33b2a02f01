// What the selective search is told of chess.
#pragma once

#include <memory>

#include "games/chess/rules.hpp"
#include "games/chess/tactics.hpp"

namespace kibitz {

// With the network that the core was compiled with, if it fits; by hand without one.
inline chess::ChessTactics tactics_of(const Chess&) {
  static const auto network = [] {
    const auto numbers = chess::network_numbers();
    auto read = numbers.size() == chess::Network::kNumbers ? std::make_unique<chess::Network>() : nullptr;
    if (read) read->read(numbers);
    return read;
  }();
  chess::JudgedBy by;
  by.network = network.get();
  return chess::ChessTactics(by);
}

}  // namespace kibitz
