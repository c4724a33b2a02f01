// Policy and value network, evaluated without a framework: residual blocks of two layers, which are either dense or 3×3
// convolutions over the board, and dense policy and value heads.
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
  int height = 0, width = 0;              // of the board; 0 for a dense network
  static constexpr int kValueUnits = 32;  // hidden units of the value head

  bool convolutional() const { return height > 0; }
  int cells() const { return height * width; }
  int planes() const { return inputs / cells(); }
  int features() const { return convolutional() ? hidden * cells() : hidden; }  // after the last block

  // The number of parameters. Order: input layer, two layers per residual block, policy head, two layers of the value
  // head; each layer has its weights by input, then its biases. A convolution has its weights by the row and column of
  // the kernel, then by input; `hidden` is its number of filters. The heads read the features cell by cell.
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

  const Layer* evaluate_body(const float* inputs, std::vector<float>& activations) const;
  void convolve(const Layer& layer, const float* in, float* out) const;

  NetworkShape shape_;
  std::vector<float> parameters_;
  std::vector<Layer> layers_;
};

}  // namespace kibitz
