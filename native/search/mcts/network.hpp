// Policy and value network: a fully connected residual network, evaluated without a framework.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

namespace kibitz {

// Thrown if the outputs are not finite; callers add the name of the network.
struct BadNetwork : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct NetworkShape {
  int inputs = 0, hidden = 0, blocks = 0, actions = 0;
  static constexpr int kValueUnits = 32;  // hidden units of the value head

  // The number of parameters. Order: input layer, two layers per residual block, policy head, two layers of the value
  // head; each layer has its weights by input, then its biases.
  std::size_t parameter_count() const;
};

class Network {
 public:
  // Throws RulesError if the number of parameters is wrong or one is not finite.
  Network(const NetworkShape& shape, std::span<const float> parameters);

  const NetworkShape& shape() const { return shape_; }

  // Returns the value for the side to move, from -1 to 1, and writes the logits of the moves. Throws BadNetwork if an
  // output is not finite.
  float evaluate(const float* inputs, float* moves) const;

 private:
  struct Layer {
    int from, to;
    const float* weights;
    const float* biases;
  };

  NetworkShape shape_;
  std::vector<float> parameters_;
  std::vector<Layer> layers_;
};

}  // namespace kibitz
