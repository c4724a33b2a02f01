#include "search/mcts/network.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/types.hpp"

// Function multiversioning for AVX2. Each sum keeps its order, so the results are equal.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#define KIBITZ_AVX2_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define KIBITZ_AVX2_CLONES
#endif

namespace kibitz {
namespace {

// Fully connected layer: out = biases + in * weights. Skips zeros, as most inputs are 0.
KIBITZ_AVX2_CLONES void dense_layer(const float* in, int from, const float* weights, const float* biases, float* out,
                                    int to) {
  for (int j = 0; j < to; ++j) out[j] = biases[j];
  for (int i = 0; i < from; ++i) {
    const float x = in[i];
    if (x == 0) continue;
    const float* const row = weights + static_cast<std::ptrdiff_t>(i) * to;
    for (int j = 0; j < to; ++j) out[j] += x * row[j];
  }
}

void relu(std::vector<float>& numbers) {
  for (float& number : numbers) number = std::max(number, 0.0f);
}

}  // namespace

std::size_t NetworkShape::parameter_count() const {
  const auto layer = [](int from, int to) {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(to) + static_cast<std::size_t>(to);
  };
  return layer(inputs, hidden) + static_cast<std::size_t>(blocks) * 2 * layer(hidden, hidden) + layer(hidden, actions) +
         layer(hidden, kValueUnits) + layer(kValueUnits, 1);
}

Network::Network(const NetworkShape& shape, std::span<const float> parameters)
    : shape_(shape), parameters_(parameters.begin(), parameters.end()) {
  constexpr int most = 1 << 20;
  for (const int size : {shape.inputs, shape.hidden, shape.actions})
    if (size < 1 || size > most) throw RulesError("a network has from 1 to 2^20 inputs, units and moves");
  if (shape.blocks < 0 || shape.blocks > 1000) throw RulesError("a network has from 0 to 1,000 blocks");
  if (parameters_.size() != shape.parameter_count())
    throw RulesError("a network of this shape has " + std::to_string(shape.parameter_count()) + " parameters, not " +
                     std::to_string(parameters_.size()));
  if (!std::all_of(parameters_.begin(), parameters_.end(), [](float number) { return std::isfinite(number); }))
    throw RulesError("a network has a parameter that is not finite");
  const float* next = parameters_.data();
  const auto add = [&](int from, int to) {
    const auto size = static_cast<std::ptrdiff_t>(from) * to;
    layers_.push_back({from, to, next, next + size});
    next += size + to;
  };
  add(shape.inputs, shape.hidden);
  for (int block = 0; block < 2 * shape.blocks; ++block) add(shape.hidden, shape.hidden);
  add(shape.hidden, shape.actions);
  add(shape.hidden, NetworkShape::kValueUnits);
  add(NetworkShape::kValueUnits, 1);
}

float Network::evaluate(const float* inputs, float* moves) const {
  const auto hidden = static_cast<std::size_t>(shape_.hidden);
  // Buffers of each thread.
  thread_local std::vector<float> activations, inner, outer;
  activations.resize(hidden);
  inner.resize(hidden);
  outer.resize(hidden);
  const auto pass = [](const Layer& layer, const float* in, float* out) {
    dense_layer(in, layer.from, layer.weights, layer.biases, out, layer.to);
  };
  auto layer = layers_.begin();
  pass(*layer++, inputs, activations.data());
  relu(activations);
  for (int block = 0; block < shape_.blocks; ++block) {
    pass(*layer++, activations.data(), inner.data());
    relu(inner);
    pass(*layer++, inner.data(), outer.data());
    for (std::size_t i = 0; i < hidden; ++i) activations[i] = std::max(activations[i] + outer[i], 0.0f);
  }
  pass(*layer++, activations.data(), moves);
  std::vector<float> units(NetworkShape::kValueUnits);
  pass(*layer++, activations.data(), units.data());
  relu(units);
  float value = 0;
  pass(*layer, units.data(), &value);
  // Large weights may overflow from layer to layer.
  if (!std::isfinite(value) ||
      !std::all_of(moves, moves + shape_.actions, [](float each) { return std::isfinite(each); }))
    throw BadNetwork("its parameters are so large that its outputs are not finite");
  return std::tanh(value);
}

}  // namespace kibitz
