// Tunes the weights of the classical evaluation on positions of self-play, and
// writes them as a header:
//
//   tune WEIGHTS.hpp EPOCHS SAMPLES...
//
// The evaluation is linear in its weights, so each position is stored as its terms. The
// loss is the square of the difference between the predicted score and a mixture of the
// game's result and the value of the search.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/random.hpp"
#include "first_weights.hpp"
#include "games/chess/classical/evaluate.hpp"
#include "sample.hpp"
#include "weights_file.hpp"

namespace kibitz::chess {
namespace {

constexpr double kResultShare = 0.6;   // share of the result in the target; the rest is the value of the search
constexpr double kPointsOfHalf = 220;  // a lead of so many points promises some three wins in four
constexpr double kRate = 1.0;
constexpr std::size_t kBatch = 16384;

struct Counted {
  std::array<int, term::count> times{};
  void add(int which, int count) { times[static_cast<std::size_t>(which)] += count; }
};

struct Term {
  std::uint16_t which;
  std::int16_t times;
};

struct Position {
  std::uint32_t begin = 0;
  std::uint16_t length = 0;
  std::uint8_t phase = 0, scale_factor = 64;  // see evaluate.hpp
  float aim = 0;                              // for white, from 0 to 1
};

double promise(double points) { return 1 / (1 + std::exp(-points / kPointsOfHalf)); }

class Tuner {
 public:
  Tuner() {
    constexpr Weights first = first_weights();
    for (std::size_t i = 0; i < first.size(); ++i) weights_[i] = {double(first[i].mg), double(first[i].eg)};
  }

  void read(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return;
    Sample sample;
    while (std::fread(&sample, sizeof sample, 1, file) == 1) add(sample);
    std::fclose(file);
    std::printf("%zu positions, %.1f terms each\n", positions_.size(),
                double(terms_.size()) / double(std::max<std::size_t>(positions_.size(), 1)));
  }

  bool empty() const { return positions_.empty(); }

  void run(int epochs) {
    std::vector<std::uint32_t> order(positions_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    Random random(1);
    random.shuffle(order);
    const std::size_t held = order.size() / 20;  // not learnt from, to see what was learnt
    for (int epoch = 0; epoch <= epochs; ++epoch) {
      std::printf("epoch %d: error %.6f, on positions not seen %.6f\n", epoch,
                  error(order, held, std::min(order.size(), 4 * held)), error(order, 0, held));
      std::fflush(stdout);
      if (epoch == epochs) break;
      std::vector<std::uint32_t> learnt(order.begin() + static_cast<std::ptrdiff_t>(held), order.end());
      random.shuffle(learnt);
      for (std::size_t at = 0; at + kBatch <= learnt.size(); at += kBatch)
        step(&learnt[at], kBatch, epochs - epoch, epochs);
    }
  }

  void write(const char* path) const {
    Weights out{};
    for (std::size_t i = 0; i < weights_.size(); ++i)
      out[i] = {static_cast<std::int16_t>(std::lround(weights_[i][0])),
                static_cast<std::int16_t>(std::lround(weights_[i][1]))};
    write_weights(out, path);
  }

 private:
  void add(const Sample& sample) {
    const Board b = sample.board();
    Counted counted;
    const auto passed = PawnTerms<Counted>(b, counted).run();
    ClassicalTerms<Counted>(b, passed, counted).run();
    Position position;
    position.begin = static_cast<std::uint32_t>(terms_.size());
    for (std::size_t i = 0; i < counted.times.size(); ++i)
      if (counted.times[i] != 0)
        terms_.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(counted.times[i])});
    position.length = static_cast<std::uint16_t>(terms_.size() - position.begin);
    position.phase = static_cast<std::uint8_t>(game_phase(b));
    const double mover = kResultShare * sample.result / 2 + (1 - kResultShare) * promise(sample.score);
    position.aim = static_cast<float>(sample.mover == white ? mover : 1 - mover);
    // The stronger side hardly changes while tuning, so the search decides it.
    const bool for_white = (sample.score > 0) == (sample.mover == white);
    position.scale_factor = static_cast<std::uint8_t>(scale_factor(b, for_white ? white : black));
    positions_.push_back(position);
  }

  double points(const Position& p) const {
    double middle = 0, end = 0;
    for (std::uint32_t i = p.begin; i < p.begin + p.length; ++i) {
      middle += weights_[terms_[i].which][0] * terms_[i].times;
      end += weights_[terms_[i].which][1] * terms_[i].times;
    }
    return (middle * p.phase + end * p.scale_factor / 64 * (24 - p.phase)) / 24;
  }

  double error(const std::vector<std::uint32_t>& order, std::size_t from, std::size_t to) const {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) {
      const auto& p = positions_[order[i]];
      const double off = promise(points(p)) - p.aim;
      sum += off * off;
    }
    return sum / double(std::max<std::size_t>(to - from, 1));
  }

  // Adam.
  void step(const std::uint32_t* which, std::size_t size, int left, int epochs) {
    for (auto& each : slope_) each = {0, 0};
    for (std::size_t i = 0; i < size; ++i) {
      const auto& p = positions_[which[i]];
      const double promised = promise(points(p));
      const double pull = (promised - p.aim) * promised * (1 - promised);
      const double middle = pull * p.phase / 24, end = pull * p.scale_factor / 64 * (24 - p.phase) / 24;
      for (std::uint32_t j = p.begin; j < p.begin + p.length; ++j) {
        slope_[terms_[j].which][0] += middle * terms_[j].times;
        slope_[terms_[j].which][1] += end * terms_[j].times;
      }
    }
    ++steps_;
    const double rate = kRate * left / epochs;
    const double first = 1 - std::pow(0.9, steps_), second = 1 - std::pow(0.999, steps_);
    for (std::size_t i = 0; i < weights_.size(); ++i)
      for (std::size_t part = 0; part < 2; ++part) {
        const double g = slope_[i][part] / double(size);
        mean_[i][part] = 0.9 * mean_[i][part] + 0.1 * g;
        square_[i][part] = 0.999 * square_[i][part] + 0.001 * g * g;
        weights_[i][part] -= rate * (mean_[i][part] / first) / (std::sqrt(square_[i][part] / second) + 1e-8);
      }
  }

  using Pairs = std::array<std::array<double, 2>, term::count>;
  Pairs weights_{}, slope_{}, mean_{}, square_{};
  int steps_ = 0;
  std::vector<Position> positions_;
  std::vector<Term> terms_;
};

}  // namespace
}  // namespace kibitz::chess

int main(int count, char** words) {
  if (count < 4) {
    std::fprintf(stderr, "tune WEIGHTS.hpp EPOCHS SAMPLES...\n");
    return 2;
  }
  kibitz::chess::init_attacks();
  kibitz::chess::Tuner tuner;
  for (int i = 3; i < count; ++i) tuner.read(words[i]);
  if (tuner.empty()) {
    std::fprintf(stderr, "there are no positions\n");
    return 1;
  }
  tuner.run(std::atoi(words[2]));
  tuner.write(words[1]);
  return 0;
}
