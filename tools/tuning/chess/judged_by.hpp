// An evaluation named on a command line: a header of weights for
// the classical evaluation, `first` for those before any tuning, `hand` for those
// that the core is compiled with, or a file that ends in .bin with a network.
#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "first_weights.hpp"
#include "games/chess/evaluator.hpp"
#include "weights_file.hpp"

namespace kibitz::chess {

// Owns the evaluation.
class NamedJudge {
 public:
  explicit NamedJudge(const std::string& name) {
    if (name == "hand") return;
    if (name.size() > 4 && name.substr(name.size() - 4) == ".bin") {
      read_network(name);
    } else if (name == "first") {
      weights_ = std::make_unique<Weights>(first_weights());
    } else if (const auto read = read_weights(name.c_str())) {
      weights_ = std::make_unique<Weights>(*read);
    } else {
      throw std::runtime_error("there are no weights in " + name);
    }
  }

  EvaluatorParameters by() const {
    EvaluatorParameters out;
    if (weights_) out.weights = weights_.get();
    out.network = network_.get();
    return out;
  }

 private:
  void read_network(const std::string& name) {
    std::vector<std::uint16_t> numbers(Network::kParameters + 1);
    std::FILE* file = std::fopen(name.c_str(), "rb");
    const auto found = file == nullptr ? 0 : std::fread(numbers.data(), 2, numbers.size(), file);
    if (file != nullptr) std::fclose(file);
    if (found != Network::kParameters) throw std::runtime_error("there is no network of this size in " + name);
    network_ = std::make_unique<Network>();
    network_->load(numbers);
  }

  std::unique_ptr<Weights> weights_;
  std::unique_ptr<Network> network_;
};

}  // namespace kibitz::chess
