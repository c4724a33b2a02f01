#include "search/mcts/network.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

constexpr int kKernel = 3;  // rows and columns of a convolution

// out += in * weights. Skips zeros, as most inputs are 0.
KIBITZ_AVX2_CLONES void accumulate(const float* in, int from, const float* weights, float* out, int to) {
  for (int i = 0; i < from; ++i) {
    const float x = in[i];
    if (x == 0) continue;
    const float* const row = weights + static_cast<std::ptrdiff_t>(i) * to;
    for (int j = 0; j < to; ++j) out[j] += x * row[j];
  }
}

// Fully connected layer: out = biases + in * weights.
void dense_layer(const float* in, int from, const float* weights, const float* biases, float* out, int to) {
  std::copy(biases, biases + to, out);
  accumulate(in, from, weights, out, to);
}

void relu(std::vector<float>& numbers) {
  for (float& number : numbers) number = std::max(number, 0.0f);
}

}  // namespace

std::size_t NetworkShape::parameter_count() const {
  const auto layer = [](int from, int to, int each = 1) {
    return static_cast<std::size_t>(each) * static_cast<std::size_t>(from) * static_cast<std::size_t>(to) +
           static_cast<std::size_t>(to);
  };
  const int each = convolutional() ? kKernel * kKernel : 1;
  return layer(convolutional() ? planes() : inputs, hidden, each) +
         static_cast<std::size_t>(blocks) * 2 * layer(hidden, hidden, each) + layer(features(), actions) +
         layer(features(), kValueUnits) + layer(kValueUnits, 1);
}

Network::Network(const NetworkShape& shape, std::span<const float> parameters)
    : shape_(shape), parameters_(parameters.begin(), parameters.end()) {
  constexpr int most = 1 << 20;
  for (const int size : {shape.inputs, shape.hidden, shape.actions})
    if (size < 1 || size > most) throw RulesError("a network has from 1 to 2^20 inputs, units and moves");
  if (shape.height < 0 || shape.width < 0 || (shape.height == 0) != (shape.width == 0) || shape.height > most ||
      shape.width > most || (shape.convolutional() && shape.inputs % (std::int64_t{shape.height} * shape.width) != 0))
    throw RulesError("a convolutional network takes whole planes");
  if (std::int64_t{shape.hidden} * std::max(1, shape.cells()) > most * std::int64_t{64})
    throw RulesError("a network has at most 2^26 features");
  if (shape.blocks < 0 || shape.blocks > 1000) throw RulesError("a network has from 0 to 1,000 blocks");
  if (parameters_.size() != shape.parameter_count())
    throw RulesError("a network of this shape has " + std::to_string(shape.parameter_count()) + " parameters, not " +
                     std::to_string(parameters_.size()));
  if (!std::all_of(parameters_.begin(), parameters_.end(), [](float number) { return std::isfinite(number); }))
    throw RulesError("a network has a parameter that is not finite");
  const float* next = parameters_.data();
  const auto add = [&](int from, int to, int each = 1) {
    const auto size = static_cast<std::ptrdiff_t>(each) * from * to;
    layers_.push_back({from, to, next, next + size});
    next += size + to;
  };
  const int each = shape.convolutional() ? kKernel * kKernel : 1;
  add(shape.convolutional() ? shape.planes() : shape.inputs, shape.hidden, each);
  for (int block = 0; block < 2 * shape.blocks; ++block) add(shape.hidden, shape.hidden, each);
  add(shape.features(), shape.actions);
  add(shape.features(), NetworkShape::kValueUnits);
  add(NetworkShape::kValueUnits, 1);
}

// 3×3 convolution with zero padding. Cell by cell, so that the filters of a cell are contiguous.
void Network::convolve(const Layer& layer, const float* in, float* out) const {
  const auto step = static_cast<std::ptrdiff_t>(layer.from) * layer.to;
  for (int y = 0; y < shape_.height; ++y)
    for (int x = 0; x < shape_.width; ++x) {
      float* const cell = out + static_cast<std::ptrdiff_t>(y * shape_.width + x) * layer.to;
      std::copy(layer.biases, layer.biases + layer.to, cell);
      for (int row = std::max(0, y - 1); row <= std::min(shape_.height - 1, y + 1); ++row)
        for (int column = std::max(0, x - 1); column <= std::min(shape_.width - 1, x + 1); ++column) {
          const int kernel = (row - y + 1) * kKernel + (column - x + 1);
          accumulate(in + static_cast<std::ptrdiff_t>(row * shape_.width + column) * layer.from, layer.from,
                     layer.weights + kernel * step, cell, layer.to);
        }
    }
}

// Writes the features of the last block to `activations`; returns the first layer of the heads.
const Network::Layer* Network::evaluate_body(const float* inputs, std::vector<float>& activations) const {
  const auto features = static_cast<std::size_t>(shape_.features());
  // Buffers of each thread.
  thread_local std::vector<float> inner, outer;
  activations.resize(features);
  inner.resize(features);
  outer.resize(features);
  const auto pass = [this](const Layer& layer, const float* in, float* out) {
    if (shape_.convolutional())
      convolve(layer, in, out);
    else
      dense_layer(in, layer.from, layer.weights, layer.biases, out, layer.to);
  };
  const Layer* layer = layers_.data();
  if (shape_.convolutional()) {  // from plane by plane to cell by cell
    const int planes = shape_.planes(), cells = shape_.cells();
    thread_local std::vector<float> board;
    board.resize(static_cast<std::size_t>(shape_.inputs));
    for (int plane = 0; plane < planes; ++plane)
      for (int cell = 0; cell < cells; ++cell)
        board[static_cast<std::size_t>(cell * planes + plane)] = inputs[plane * cells + cell];
    pass(*layer++, board.data(), activations.data());
  } else {
    pass(*layer++, inputs, activations.data());
  }
  relu(activations);
  for (int block = 0; block < shape_.blocks; ++block) {
    pass(*layer++, activations.data(), inner.data());
    relu(inner);
    pass(*layer++, inner.data(), outer.data());
    for (std::size_t i = 0; i < features; ++i) activations[i] = std::max(activations[i] + outer[i], 0.0f);
  }
  return layer;
}

float Network::evaluate(const float* inputs, float* moves) const {
  thread_local std::vector<float> activations;
  const Layer* layer = evaluate_body(inputs, activations);
  const auto pass = [](const Layer& head, const float* in, float* out) {
    dense_layer(in, head.from, head.weights, head.biases, out, head.to);
  };
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
