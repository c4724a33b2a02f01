// Trains the evaluation network on positions of self-play:
//
//   learn OUT.bin EPOCHS THREADS RESULTS SAMPLES...
//
// The loss is the square of the difference between the network's prediction
// and a mixture of the game's result (so much of it as RESULTS says, from 0 to 1) and what
// search found. OUT.bin is written in whole numbers as games/chess/network.hpp reads them.
// The same arguments, threads included, give the same network on the same kind of processor.
#include <algorithm>
#include <array>
#include <barrier>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "games/chess/network.hpp"
#include "sample.hpp"

namespace kibitz::chess {
namespace {

constexpr std::size_t kHidden = Network::kHidden, kBatch = 16384;
constexpr float kRate = 0.001F, kMost = 1.98F;  // weights are kept below that, so that nothing overflows

// The network in real numbers; also what each of its numbers is to change by.
struct Real {
  using Row = std::array<float, kHidden>;
  std::array<Row, Network::kInputs> hidden_weights{};
  Row hidden_biases{};
  std::array<std::array<Row, 2>, Network::kBuckets> output_weights{};
  std::array<float, Network::kBuckets> output_biases{};

  static constexpr std::size_t kCount = (Network::kInputs + 1 + 2 * Network::kBuckets) * kHidden + Network::kBuckets;
  float* numbers() { return hidden_weights[0].data(); }
};
static_assert(sizeof(Real) == Real::kCount * sizeof(float));

// A position as the two sides see it, the mover first.
struct Seen {
  std::array<std::array<std::uint16_t, 32>, 2> inputs;
  std::size_t pieces = 0, bucket = 0;
  float aim = 0;

  Seen(const Sample& sample, float results) {
    const Board b = sample.board();
    for (const Colour side : {b.mover, ~b.mover}) {
      const int turned = (side == white ? 0 : 56) ^ (file_of(b.king_of(side)) > 3 ? 7 : 0);
      auto& out = inputs[side == b.mover ? 0 : 1];
      pieces = 0;
      for (auto left = b.occupied(); left;) {
        const Square square = pop_lsb(left);
        const int kind = b.at(square) + (b.colour_at(square) == side ? 0 : kKinds);
        out[pieces++] = static_cast<std::uint16_t>(kind * kSquares + (square ^ turned));
      }
    }
    bucket = std::min<std::size_t>((pieces - 1) / 4, Network::kBuckets - 1);
    const float promised = 1 / (1 + std::exp(-static_cast<float>(sample.score) / Network::kScale));
    aim = (1 - results) * promised + results * static_cast<float>(sample.result) / 2;
  }
};

// What a position is worth, and on the way back what would have made it better.
class Pass {
 public:
  explicit Pass(const Real& real) : real_(real) {}

  float predict(const Seen& seen) {
    float sum = real_.output_biases[seen.bucket];
    for (std::size_t side = 0; side < 2; ++side) {
      auto& sums = sums_[side];
      sums = real_.hidden_biases;
      for (std::size_t i = 0; i < seen.pieces; ++i) {
        const auto& row = real_.hidden_weights[seen.inputs[side][i]];
        for (std::size_t h = 0; h < kHidden; ++h) sums[h] += row[h];
      }
      const auto& weights = real_.output_weights[seen.bucket][side];
      for (std::size_t h = 0; h < kHidden; ++h) {
        const float kept = std::min(std::max(sums[h], 0.0F), 1.0F);
        sum += kept * kept * weights[h];
      }
    }
    return 1 / (1 + std::exp(-sum));
  }

  // `pull` is how the error changes with the last sum.
  void learn(const Seen& seen, float pull, Real& slope) {
    slope.output_biases[seen.bucket] += pull;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& sums = sums_[side];
      const auto& weights = real_.output_weights[seen.bucket][side];
      auto& last = slope.output_weights[seen.bucket][side];
      Real::Row back;
      for (std::size_t h = 0; h < kHidden; ++h) {
        const float kept = std::min(std::max(sums[h], 0.0F), 1.0F);
        last[h] += pull * kept * kept;
        back[h] = sums[h] > 0 && sums[h] < 1 ? pull * 2 * kept * weights[h] : 0;
        slope.hidden_biases[h] += back[h];
      }
      for (std::size_t i = 0; i < seen.pieces; ++i) {
        auto& row = slope.hidden_weights[seen.inputs[side][i]];
        for (std::size_t h = 0; h < kHidden; ++h) row[h] += back[h];
      }
    }
  }

 private:
  const Real& real_;
  std::array<Real::Row, 2> sums_;
};

class Learner {
 public:
  Learner(std::vector<Sample> samples, float results, int threads)
      : samples_(std::move(samples)), results_(results), slopes_(static_cast<std::size_t>(threads)) {
    Random random(1);
    random.shuffle(samples_);
    held_ = samples_.size() / 50;  // not learnt from, to see what was learnt
    for (auto& slope : slopes_) slope = std::make_unique<Real>();
    for (auto* each : {&mean_, &square_, &real_}) *each = std::make_unique<Real>();
    const auto drawn = [&](float most) { return most * (static_cast<float>(random.below(20001)) / 10000 - 1); };
    for (auto& row : real_->hidden_weights)
      for (auto& number : row) number = drawn(0.08F);
    real_->hidden_biases.fill(0.1F);
    for (auto& bucket : real_->output_weights)
      for (auto& row : bucket)
        for (auto& number : row) number = drawn(0.1F);
  }

  void run(int epochs) {
    const auto threads = static_cast<std::ptrdiff_t>(slopes_.size());
    const std::size_t batch = std::min(kBatch, std::max<std::size_t>(1, (samples_.size() - held_) / 8));
    const std::size_t batches = (samples_.size() - held_) / batch;
    steps_ = static_cast<std::size_t>(epochs) * batches;
    std::barrier here(threads);
    std::vector<std::thread> workers;
    std::vector<double> errors(slopes_.size());
    Random random(2);
    for (std::size_t t = 0; t < slopes_.size(); ++t)
      workers.emplace_back([&, t] {
        const auto share = [&](std::size_t size) {
          return std::array{size * t / slopes_.size(), size * (t + 1) / slopes_.size()};
        };
        Pass pass(*real_);
        for (int epoch = 0; epoch < epochs; ++epoch) {
          for (std::size_t at = 0; at < batches; ++at) {
            auto& slope = *slopes_[t];
            std::fill_n(slope.numbers(), Real::kCount, 0.0F);
            const auto [from, to] = share(batch);
            for (std::size_t i = from; i < to; ++i) {
              const Seen seen(samples_[held_ + at * batch + i], results_);
              const float promised = pass.predict(seen);
              pass.learn(seen, (promised - seen.aim) * promised * (1 - promised), slope);
            }
            here.arrive_and_wait();
            const auto [first, last] = share(Real::kCount);
            step(first, last, static_cast<float>(batch), static_cast<std::size_t>(epoch) * batches + at);
            here.arrive_and_wait();
          }
          errors[t] = 0;
          const auto [from, to] = share(held_);
          for (std::size_t i = from; i < to; ++i) {
            const Seen seen(samples_[i], results_);
            errors[t] += std::pow(pass.predict(seen) - seen.aim, 2);
          }
          here.arrive_and_wait();
          if (t == 0) {
            double sum = 0;
            for (const double each : errors) sum += each;
            std::printf("epoch %d: error on positions not seen %.6f\n", epoch + 1, sum / static_cast<double>(held_));
            std::fflush(stdout);
            for (std::size_t i = samples_.size() - 1; i > held_; --i)
              std::swap(samples_[i], samples_[held_ + random.below(static_cast<std::uint32_t>(i - held_ + 1))]);
          }
          here.arrive_and_wait();
        }
      });
    for (auto& worker : workers) worker.join();
  }

  bool write(const char* path) {
    std::FILE* file = std::fopen(path, "wb");
    if (file == nullptr) return false;
    const auto put = [&](float number, int unit) {
      const auto whole = static_cast<std::int16_t>(std::lround(number * static_cast<float>(unit)));
      std::fwrite(&whole, 2, 1, file);
    };
    for (const auto& row : real_->hidden_weights)
      for (const float number : row) put(number, Network::kHiddenOne);
    for (const float number : real_->hidden_biases) put(number, Network::kHiddenOne);
    for (const auto& bucket : real_->output_weights)
      for (const auto& row : bucket)
        for (const float number : row) put(number, Network::kOutputOne);
    for (const float number : real_->output_biases) {
      const auto whole = static_cast<std::int32_t>(std::lround(number * Network::kHiddenOne * Network::kOutputOne));
      std::fwrite(&whole, 4, 1, file);
    }
    return std::fclose(file) == 0;
  }

 private:
  // Adam, for some of the numbers, with a rate that falls along a cosine.
  void step(std::size_t first, std::size_t last, float batch, std::size_t number) {
    const double done = static_cast<double>(number) / static_cast<double>(steps_);
    const auto rate = kRate * static_cast<float>(0.01 + 0.99 * 0.5 * (1 + std::cos(3.14159265 * done)));
    const auto warm = static_cast<float>(1 - std::pow(0.9, number + 1)),
               wide = static_cast<float>(1 - std::pow(0.999, number + 1));
    float *const real = real_->numbers(), *const mean = mean_->numbers(), *const square = square_->numbers();
    for (std::size_t i = first; i < last; ++i) {
      float slope = 0;
      for (const auto& each : slopes_) slope += each->numbers()[i];
      slope /= batch;
      mean[i] = 0.9F * mean[i] + 0.1F * slope;
      square[i] = 0.999F * square[i] + 0.001F * slope * slope;
      real[i] -= rate * (mean[i] / warm) / (std::sqrt(square[i] / wide) + 1e-8F);
      real[i] = std::min(std::max(real[i], -kMost), kMost);
    }
  }

  std::vector<Sample> samples_;
  float results_;
  std::size_t held_ = 0, steps_ = 1;
  std::vector<std::unique_ptr<Real>> slopes_;
  std::unique_ptr<Real> real_, mean_, square_;
};

int run(int count, char** words) {
  if (count < 6) {
    std::fprintf(stderr, "learn OUT.bin EPOCHS THREADS RESULTS SAMPLES...\n");
    return 2;
  }
  std::vector<Sample> samples;
  for (int i = 5; i < count; ++i) {
    std::FILE* file = std::fopen(words[i], "rb");
    if (file == nullptr) continue;
    Sample sample;
    while (std::fread(&sample, sizeof sample, 1, file) == 1) samples.push_back(sample);
    std::fclose(file);
  }
  std::printf("%zu positions\n", samples.size());
  if (samples.size() < 1000) {
    std::fprintf(stderr, "there are too few positions\n");
    return 1;
  }
  Learner learner(std::move(samples), static_cast<float>(std::atof(words[4])), std::atoi(words[3]));
  learner.run(std::atoi(words[2]));
  return learner.write(words[1]) ? 0 : 1;
}

}  // namespace
}  // namespace kibitz::chess

int main(int count, char** words) { return kibitz::chess::run(count, words); }
