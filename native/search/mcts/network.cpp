#include "search/mcts/network.hpp"

#include <algorithm>
#include <cmath>
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

// out = added + in * weights. Inputs are often 0, as boards are.
KIBITZ_WIDER void weigh(const float* in, int from, const float* weights, const float* added, float* out, int to) {
  for (int j = 0; j < to; ++j) out[j] = added[j];
  for (int i = 0; i < from; ++i) {
    const float x = in[i];
    if (x == 0) continue;
    const float* const row = weights + static_cast<std::ptrdiff_t>(i) * to;
    for (int j = 0; j < to; ++j) out[j] += x * row[j];
  }
}

void cut_below_zero(std::vector<float>& numbers) {
  for (float& number : numbers) number = std::max(number, 0.0f);
}

}  // namespace

std::size_t NetworkShape::numbers() const {
  const auto layer = [](int from, int to) {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(to) + static_cast<std::size_t>(to);
  };
  return layer(inputs, hidden) + static_cast<std::size_t>(blocks) * 2 * layer(hidden, hidden) + layer(hidden, actions) +
         layer(hidden, kValueUnits) + layer(kValueUnits, 1);
}

Network::Network(const NetworkShape& shape, std::span<const float> numbers)
    : shape_(shape), numbers_(numbers.begin(), numbers.end()) {
  constexpr int most = 1 << 20;
  for (const int size : {shape.inputs, shape.hidden, shape.actions})
    if (size < 1 || size > most) throw RulesError("a network has from 1 to 2^20 inputs, units and moves");
  if (shape.blocks < 0 || shape.blocks > 1000) throw RulesError("a network has from 0 to 1,000 blocks");
  if (numbers_.size() != shape.numbers())
    throw RulesError("a network of this shape has " + std::to_string(shape.numbers()) + " numbers, not " +
                     std::to_string(numbers_.size()));
  if (!std::all_of(numbers_.begin(), numbers_.end(), [](float number) { return std::isfinite(number); }))
    throw RulesError("a network holds something that is no number");
  const float* next = numbers_.data();
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

float Network::judge(const float* inputs, float* moves) const {
  const auto hidden = static_cast<std::size_t>(shape_.hidden);
  // Kept from call to call, for each thread its own.
  thread_local std::vector<float> here, between, further;
  here.resize(hidden);
  between.resize(hidden);
  further.resize(hidden);
  const auto pass = [](const Layer& layer, const float* in, float* out) {
    weigh(in, layer.from, layer.weights, layer.added, out, layer.to);
  };
  auto layer = layers_.begin();
  pass(*layer++, inputs, here.data());
  cut_below_zero(here);
  for (int block = 0; block < shape_.blocks; ++block) {
    pass(*layer++, here.data(), between.data());
    cut_below_zero(between);
    pass(*layer++, between.data(), further.data());
    for (std::size_t i = 0; i < hidden; ++i) here[i] = std::max(here[i] + further[i], 0.0f);
  }
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
