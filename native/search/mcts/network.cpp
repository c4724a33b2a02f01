#include "search/mcts/network.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "base/types.hpp"

// Twice as many numbers at a time where the processor can. Each sum is made in the same order, so the result is the
// same.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#define KIBITZ_WIDER __attribute__((target_clones("avx2", "default")))
#else
#define KIBITZ_WIDER
#endif

namespace kibitz {
namespace {

constexpr int kKernel = 3;  // rows and columns of a convolution

// out += in * weights. Inputs are often 0, as boards are.
KIBITZ_WIDER void accumulate(const float* in, int from, const float* weights, float* out, int to) {
  for (int i = 0; i < from; ++i) {
    const float x = in[i];
    if (x == 0) continue;
    const float* const row = weights + static_cast<std::ptrdiff_t>(i) * to;
    for (int j = 0; j < to; ++j) out[j] += x * row[j];
  }
}

void weigh(const float* in, int from, const float* weights, const float* added, float* out, int to) {
  std::copy(added, added + to, out);
  accumulate(in, from, weights, out, to);
}

void cut_below_zero(std::vector<float>& numbers) {
  for (float& number : numbers) number = std::max(number, 0.0f);
}

}  // namespace

std::size_t NetworkShape::numbers() const {
  const auto layer = [](int from, int to, int each = 1) {
    return static_cast<std::size_t>(each) * static_cast<std::size_t>(from) * static_cast<std::size_t>(to) +
           static_cast<std::size_t>(to);
  };
  const int each = convolutional() ? kKernel * kKernel : 1;
  return layer(convolutional() ? planes() : inputs, hidden, each) +
         static_cast<std::size_t>(blocks) * 2 * layer(hidden, hidden, each) + layer(features(), actions) +
         layer(features(), kValueUnits) + layer(kValueUnits, 1);
}

Network::Network(const NetworkShape& shape, std::span<const float> numbers)
    : shape_(shape), numbers_(numbers.begin(), numbers.end()) {
  constexpr int most = 1 << 20;
  for (const int size : {shape.inputs, shape.hidden, shape.actions})
    if (size < 1 || size > most) throw RulesError("a network has from 1 to 2^20 inputs, units and moves");
  if (shape.height < 0 || shape.width < 0 || (shape.height == 0) != (shape.width == 0) || shape.height > most ||
      shape.width > most || (shape.convolutional() && shape.inputs % (std::int64_t{shape.height} * shape.width) != 0))
    throw RulesError("a convolutional network takes whole planes");
  if (std::int64_t{shape.hidden} * std::max(1, shape.cells()) > most * std::int64_t{64})
    throw RulesError("a network has at most 2^26 features");
  if (shape.blocks < 0 || shape.blocks > 1000) throw RulesError("a network has from 0 to 1,000 blocks");
  if (numbers_.size() != shape.numbers())
    throw RulesError("a network of this shape has " + std::to_string(shape.numbers()) + " numbers, not " +
                     std::to_string(numbers_.size()));
  if (!std::all_of(numbers_.begin(), numbers_.end(), [](float number) { return std::isfinite(number); }))
    throw RulesError("a network holds something that is no number");
  const float* next = numbers_.data();
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

// A 3×3 convolution; cells beyond the edge are 0. Cell by cell, so that the filters of a cell lie side by side.
void Network::convolve(const Layer& layer, const float* in, float* out) const {
  const auto step = static_cast<std::ptrdiff_t>(layer.from) * layer.to;
  for (int y = 0; y < shape_.height; ++y)
    for (int x = 0; x < shape_.width; ++x) {
      float* const cell = out + static_cast<std::ptrdiff_t>(y * shape_.width + x) * layer.to;
      std::copy(layer.added, layer.added + layer.to, cell);
      for (int row = std::max(0, y - 1); row <= std::min(shape_.height - 1, y + 1); ++row)
        for (int column = std::max(0, x - 1); column <= std::min(shape_.width - 1, x + 1); ++column) {
          const int kernel = (row - y + 1) * kKernel + (column - x + 1);
          accumulate(in + static_cast<std::ptrdiff_t>(row * shape_.width + column) * layer.from, layer.from,
                     layer.weights + kernel * step, cell, layer.to);
        }
    }
}

// Leaves the features after the last block in `here`; returns the first layer of the heads.
const Network::Layer* Network::judge_body(const float* inputs, std::vector<float>& here) const {
  const auto features = static_cast<std::size_t>(shape_.features());
  // Kept from call to call, for each thread its own.
  thread_local std::vector<float> between, further;
  here.resize(features);
  between.resize(features);
  further.resize(features);
  const auto pass = [this](const Layer& layer, const float* in, float* out) {
    if (shape_.convolutional())
      convolve(layer, in, out);
    else
      weigh(in, layer.from, layer.weights, layer.added, out, layer.to);
  };
  const Layer* layer = layers_.data();
  if (shape_.convolutional()) {  // from plane by plane to cell by cell
    const int planes = shape_.planes(), cells = shape_.cells();
    thread_local std::vector<float> board;
    board.resize(static_cast<std::size_t>(shape_.inputs));
    for (int plane = 0; plane < planes; ++plane)
      for (int cell = 0; cell < cells; ++cell)
        board[static_cast<std::size_t>(cell * planes + plane)] = inputs[plane * cells + cell];
    pass(*layer++, board.data(), here.data());
  } else {
    pass(*layer++, inputs, here.data());
  }
  cut_below_zero(here);
  for (int block = 0; block < shape_.blocks; ++block) {
    pass(*layer++, here.data(), between.data());
    cut_below_zero(between);
    pass(*layer++, between.data(), further.data());
    for (std::size_t i = 0; i < features; ++i) here[i] = std::max(here[i] + further[i], 0.0f);
  }
  return layer;
}

float Network::judge(const float* inputs, float* moves) const {
  thread_local std::vector<float> here;
  const Layer* layer = judge_body(inputs, here);
  const auto pass = [](const Layer& head, const float* in, float* out) {
    weigh(in, head.from, head.weights, head.added, out, head.to);
  };
  pass(*layer++, here.data(), moves);
  std::vector<float> units(NetworkShape::kValueUnits);
  pass(*layer++, here.data(), units.data());
  cut_below_zero(units);
  float value = 0;
  pass(*layer, units.data(), &value);
  // Numbers that are large enough grow beyond all bounds from layer to layer.
  if (!std::isfinite(value) ||
      !std::all_of(moves, moves + shape_.actions, [](float each) { return std::isfinite(each); }))
    throw SpoiltNetwork("its numbers are so large that its answers are none");
  return std::tanh(value);
}

}  // namespace kibitz
