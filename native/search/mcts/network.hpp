// A small network that evaluates positions and rates moves, inferred without any framework: residual blocks of two
// layers, which are either dense or 3×3 convolutions over the board, and dense policy and value heads.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

namespace kibitz {

// A network that gives no answers; the floors above say whose it is.
struct SpoiltNetwork : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct NetworkShape {
  int inputs = 0, hidden = 0, blocks = 0, actions = 0;
  int height = 0, width = 0;              // of the board of a convolutional network; 0 for a dense one
  static constexpr int kValueUnits = 32;  // between the last block and the value

  bool convolutional() const { return height > 0; }
  int cells() const { return height * width; }
  int planes() const { return inputs / cells(); }
  int features() const { return convolutional() ? hidden * cells() : hidden; }  // after the last block

  // How many numbers it has. Layer by layer, weights by input, then biases: the first layer; two for each block; one
  // for moves; two for the value. A convolution has its weights by the row and column of the kernel, then by input;
  // `hidden` is its number of filters. The heads read the features cell by cell.
  std::size_t numbers() const;
};

class Network {
 public:
  // Throws RulesError where numbers are missing or are none.
  Network(const NetworkShape& shape, std::span<const float> numbers);

  const NetworkShape& shape() const { return shape_; }

  // What the player to move may expect, from -1 to 1; and for each numbered move how good it looks, the greater the
  // better (logits). Throws SpoiltNetwork where that is no number.
  float judge(const float* inputs, float* moves) const;

 private:
  struct Layer {
    int from, to;
    const float* weights;
    const float* added;
  };

  const Layer* judge_body(const float* inputs, std::vector<float>& here) const;
  void convolve(const Layer& layer, const float* in, float* out) const;

  NetworkShape shape_;
  std::vector<float> numbers_;
  std::vector<Layer> layers_;
};

}  // namespace kibitz
