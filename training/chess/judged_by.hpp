// What positions are judged by, named on a command line: a file with a network, a
// header of weights for the hand-made evaluation, `first` for the weights before
// any tuning, or `hand` for those that the core is compiled with.
#pragma once

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "games/chess/tactics.hpp"
#include "weights_file.hpp"

namespace kibitz::chess {

struct JudgedBy {
  Weights weights = first_weights();
  std::shared_ptr<const Network> network;

  explicit JudgedBy(const std::string& name) {
    if (name == "first") return;
    if (name == "hand") {
      weights = kTunedWeights;
    } else if (const auto read = read_weights(name.c_str())) {
      weights = *read;
    } else {
      std::ifstream file(name, std::ios::binary);
      const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
      network = Network::read({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    }
  }
  JudgedBy(const JudgedBy&) = delete;
  JudgedBy& operator=(const JudgedBy&) = delete;

  // It refers to this.
  ChessTactics tactics() const { return ChessTactics(network, weights); }
};

}  // namespace kibitz::chess
