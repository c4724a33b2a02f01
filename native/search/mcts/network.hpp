// A small network that judges positions and says which moves look good: layers in
// which everything is connected, with shortcuts. It is asked without any framework.
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
  static constexpr int kValueUnits = 32;  // between the last block and the value

  // How many numbers it has. Layer by layer, weights by input, then what is added: the first layer; two for each
  // block; one for moves; two for the value.
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

  NetworkShape shape_;
  std::vector<float> numbers_;
  std::vector<Layer> layers_;
};

}  // namespace kibitz
