// Fits a network to samples: gradient descent (Adam) on the cross entropy between
// the chances it gives and those it should.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "games/ewn/network.hpp"
#include "sample.hpp"

namespace kibitz::learning {

// The network's numbers before they are rounded: a sum of 1 counts fully.
class Model {
 public:
  static constexpr std::size_t kHalf = EwnNetwork::kHalf, kSums = EwnNetwork::kSums, kCells = EwnNetwork::kCells;
  // Heavier than this a sum can't weigh once it is rounded.
  static constexpr float kMaxWeight = static_cast<float>(EwnNetwork::kMaxWeight) / EwnNetwork::kPoints;

  explicit Model(std::uint64_t seed) : values(EwnNetwork::numbers()) {
    Random random(seed);
    const auto drawn = [&] { return static_cast<float>(random.unit() + random.unit() - 1); };
    for (auto& value : values) value = 0.1f * drawn();
    for (std::size_t i = 0; i < kHalf; ++i) {
      values[start() + i] = 0.25f + 0.2f * drawn();
      values[weights() + i] = drawn();
    }
    values[lead()] = 0;
  }

  static std::size_t start() { return 2 * EwnNetwork::slots() * kCells * kHalf; }
  static std::size_t weights() { return start() + kHalf; }
  static std::size_t lead() { return weights() + kHalf; }

  // The weights of an equal network, up to rounding.
  std::vector<std::int16_t> rounded() const {
    std::vector<std::int16_t> out(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float scale = i < weights() ? EwnNetwork::kClip : i < lead() ? EwnNetwork::kPoints : 256;
      out[i] = static_cast<std::int16_t>(std::lround(std::clamp(values[i] * scale, -32767.0f, 32767.0f)));
    }
    return out;
  }

  std::vector<float> values;
};

// One step forward and back through the network, for one sample at a time.
class Pass {
 public:
  explicit Pass(const Model& model) : model_(model) {}

  // The chance that the model gives the side about to roll.
  float chance(const Sample& sample) {
    count_ = 0;
    for (std::size_t i = 0; i < kHalf; ++i) sums_[i] = sums_[kHalf + i] = model_.values[Model::start() + i];
    add(sample.rolls, 0);
    add(sample.waits, 1);
    float logit = model_.values[Model::lead()];
    const float* weights = model_.values.data() + Model::weights();
    for (std::size_t i = 0; i < kSums; ++i) kept_[i] = std::min(std::max(sums_[i], 0.0f), 1.0f);
    for (std::size_t i = 0; i < kHalf; ++i)
      logit += weights[i] * (kept_[i] * kept_[i] + kept_[kHalf + i] * kept_[kHalf + i]);
    return 1 / (1 + std::exp(-logit));
  }

  // Adds what the last chance, too large by so much, says about all numbers.
  void back(float error, std::vector<float>& gradient) {
    const float* weights = model_.values.data() + Model::weights();
    float *starts = gradient.data() + Model::start(), *heavier = gradient.data() + Model::weights();
    std::array<float, kSums> of;
    for (const std::size_t half : {std::size_t{0}, kHalf})
      for (std::size_t i = 0; i < kHalf; ++i) {
        const float sum = sums_[half + i], kept = kept_[half + i];
        heavier[i] += error * kept * kept;
        of[half + i] = sum > 0 && sum < 1 ? 2 * error * weights[i] * kept : 0;
        starts[i] += of[half + i];
      }
    gradient[Model::lead()] += error;
    for (std::size_t k = 0; k < count_; ++k) {
      float *here = gradient.data() + features_[k] * kHalf, *there = gradient.data() + images_[k] * kHalf;
      for (std::size_t i = 0; i < kHalf; ++i) here[i] += of[i];
      for (std::size_t i = 0; i < kHalf; ++i) there[i] += of[kHalf + i];
    }
  }

 private:
  static constexpr std::size_t kHalf = Model::kHalf, kSums = Model::kSums;

  void add(const Sample::Side& side, std::size_t role) {
    for (std::uint32_t left = side.living; left != 0; left &= left - 1) {
      const auto stone = static_cast<std::size_t>(std::countr_zero(left));
      const std::size_t cell = side.cells[stone], size = EwnNetwork::kSize;
      const auto first = (role * EwnNetwork::slots() + EwnNetwork::slot(side.living, stone)) * Model::kCells;
      features_[count_] = first + cell;
      images_[count_] = first + cell % size * size + cell / size;
      const float *here = model_.values.data() + features_[count_] * kHalf,
                  *there = model_.values.data() + images_[count_] * kHalf;
      for (std::size_t i = 0; i < kHalf; ++i) sums_[i] += here[i];
      for (std::size_t i = 0; i < kHalf; ++i) sums_[kHalf + i] += there[i];
      ++count_;
    }
  }

  const Model& model_;
  std::array<float, kSums> sums_, kept_;
  std::array<std::size_t, 2 * EwnNetwork::kStones> features_, images_;
  std::size_t count_ = 0;
};

class Fit {
 public:
  // `trust` is how much a label owes to search rather than to how the game went on.
  Fit(Model& model, float trust, int threads)
      : model_(model), trust_(trust), mean_(model.values.size()), square_(model.values.size()) {
    for (int i = 0; i < threads; ++i) gradients_.emplace_back(model.values.size());
  }

  float label(const Sample& sample) const { return trust_ * sample.found + (1 - trust_) * sample.came; }

  // One step with some samples; the mean square of what was off.
  double step(const std::vector<Sample>& samples, const std::uint32_t* chosen, std::size_t count, float rate) {
    std::vector<double> squares(gradients_.size());
    std::vector<std::thread> threads;
    const auto part = (count + gradients_.size() - 1) / gradients_.size();
    for (std::size_t t = 0; t < gradients_.size(); ++t)
      threads.emplace_back([&, t] {
        Pass pass(model_);
        for (std::size_t i = t * part; i < std::min(count, (t + 1) * part); ++i) {
          const auto& sample = samples[chosen[i]];
          const float error = pass.chance(sample) - label(sample);
          pass.back(error, gradients_[t]);
          squares[t] += error * error;
        }
      });
    for (auto& thread : threads) thread.join();
    move(1.0f / static_cast<float>(count), rate);
    double total = 0;
    for (const double square : squares) total += square;
    return total / static_cast<double>(count);
  }

 private:
  static constexpr float kMeanFade = 0.9f, kSquareFade = 0.999f;

  void move(float scale, float rate) {
    ++steps_;
    const auto steps = static_cast<float>(std::min<std::uint64_t>(steps_, 20000));
    const float pace = rate * std::sqrt(1 - std::pow(kSquareFade, steps)) / (1 - std::pow(kMeanFade, steps));
    for (std::size_t i = 0; i < model_.values.size(); ++i) {
      float slope = 0;
      for (auto& gradient : gradients_) {
        slope += gradient[i];
        gradient[i] = 0;
      }
      slope *= scale;
      mean_[i] += (1 - kMeanFade) * (slope - mean_[i]);
      square_[i] += (1 - kSquareFade) * (slope * slope - square_[i]);
      model_.values[i] -= pace * mean_[i] / (std::sqrt(square_[i]) + 1e-7f);
    }
    for (std::size_t i = Model::weights(); i < Model::lead(); ++i)
      model_.values[i] = std::clamp(model_.values[i], -Model::kMaxWeight, Model::kMaxWeight);
  }

  Model& model_;
  float trust_;
  std::vector<std::vector<float>> gradients_;
  std::vector<float> mean_, square_;
  std::uint64_t steps_ = 0;
};

}  // namespace kibitz::learning
