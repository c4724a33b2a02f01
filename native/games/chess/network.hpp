// The evaluation network: one hidden layer over piece-square features, updated
// efficiently (NNUE).
//
// Each side has an accumulator, the sum of the weight rows of all pieces as that
// side sees the board: from its own side, mirrored so that its king is on files a
// to d. The hidden units are the accumulators clipped to [0, 1] and squared
// (SCReLU). Output weights are chosen by the number of pieces (buckets). All is
// integer arithmetic, so every machine computes the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/chess/board.hpp"

namespace kibitz {

// The parameters of the bundled network; CMake generates them from network.bin.
std::span<const std::uint16_t> chess_network_numbers();

namespace chess {

struct Network {
  static constexpr std::size_t kInputs = 2 * kKinds * kSquares, kHidden = 128, kBuckets = 8;
  static constexpr int kHiddenOne = 255, kOutputOne = 64;  // quantized 1 in accumulators and output weights
  static constexpr int kScale = 220;                       // centipawns of an output of 1
  using Row = std::array<std::int16_t, kHidden>;

  alignas(64) std::array<Row, kInputs> hidden_weights;
  alignas(64) Row hidden_biases;
  // For the accumulator of the side to move, and of the other side.
  alignas(64) std::array<std::array<Row, 2>, kBuckets> output_weights;
  std::array<std::int32_t, kBuckets> output_biases;

  // 16-bit parameters in the order above; output biases are two each, the lower half first.
  static constexpr std::size_t kParameters = (kInputs + 1 + 2 * kBuckets) * kHidden + 2 * kBuckets;

  void load(std::span<const std::uint16_t> parameters) {
    const auto* next = parameters.data();
    const auto fill = [&](Row& row) {
      for (auto& weight : row) weight = static_cast<std::int16_t>(*next++);
    };
    for (auto& row : hidden_weights) fill(row);
    fill(hidden_biases);
    for (auto& bucket : output_weights)
      for (auto& row : bucket) fill(row);
    for (auto& bias : output_biases) {
      bias = static_cast<std::int32_t>(next[0] | static_cast<std::uint32_t>(next[1]) << 16);
      next += 2;
    }
  }
};

// The accumulators of the position evaluated last; those of the next are updated
// by the difference between the boards.
class Accumulator {
 public:
  explicit Accumulator(const Network& network) : network_(&network) {}

  // Centipawns, from the side to move.
  int evaluate(const Board& b) {
    update(b);
    const auto bucket = static_cast<std::size_t>(std::min((count(b.occupied()) - 1) / 4, 7));
    const auto& weights = network_->output_weights[bucket];
    const int sum = output(perspectives_[b.mover].sums, weights[0]) + output(perspectives_[~b.mover].sums, weights[1]);
    constexpr int one = Network::kHiddenOne * Network::kOutputOne;
    return static_cast<int>((static_cast<std::int64_t>(sum) / Network::kHiddenOne + network_->output_biases[bucket]) *
                            Network::kScale / one);
  }

 private:
  using Row = Network::Row;
  struct Perspective {
    alignas(64) Row sums{};
    int orientation = -1;  // what squares are XORed with; -1 before the first position
  };
  // Indices of features from white's perspective, unmirrored.
  struct Features {
    std::array<std::uint16_t, kSquares> indices;
    std::size_t size = 0;

    void add(const Board& b, Square square) {
      if (b.at(square) != nothing)
        indices[size++] = static_cast<std::uint16_t>((b.colour_at(square) * kKinds + b.at(square)) * kSquares + square);
    }
  };

  void update(const Board& b) {
    auto changed = (b.colours[white] ^ last_.colours[white]) | (b.colours[black] ^ last_.colours[black]);
    for (std::size_t kind = 0; kind < kKinds; ++kind) changed |= b.kinds[kind] ^ last_.kinds[kind];
    Features added, removed;
    while (changed) {
      const Square square = pop_lsb(changed);
      removed.add(last_, square);
      added.add(b, square);
    }
    update<white>(b, added, removed);
    update<black>(b, added, removed);
    last_ = b;
  }

  template <Colour Us>
  void update(const Board& b, const Features& added, const Features& removed) {
    Perspective& perspective = perspectives_[Us];
    const int orientation = (Us == white ? 0 : 56) ^ (file_of(b.king_of(Us)) > 3 ? 7 : 0);
    const auto row = [&](const Features& features, std::size_t i) -> const Row& {
      constexpr unsigned half = Network::kInputs / 2;
      if (i >= features.size) return kZeroRow;
      const unsigned index = features.indices[i];
      return network_->hidden_weights[(Us == white    ? index
                                       : index < half ? index + half
                                                      : index - half) ^
                                      static_cast<unsigned>(orientation)];
    };
    if (orientation == perspective.orientation) {
      // In pairs, so that sums are read and written once for both.
      for (std::size_t i = 0; i < std::max(added.size, removed.size); ++i)
        add_and_subtract(perspective.sums, row(added, i), row(removed, i));
      return;
    }
    // The king crossed the middle: refresh.
    perspective.orientation = orientation;
    perspective.sums = network_->hidden_biases;
    Features all;
    for (auto left = b.occupied(); left;) all.add(b, pop_lsb(left));
    for (std::size_t i = 0; i < all.size; ++i) add_and_subtract(perspective.sums, row(all, i), kZeroRow);
  }

  static void add_and_subtract(Row& sums, const Row& added, const Row& removed) {
    for (std::size_t i = 0; i < Network::kHidden; ++i)
      sums[i] = static_cast<std::int16_t>(sums[i] + added[i] - removed[i]);
  }

  // SCReLU and dot product. Weights fit in 7 bits and a sign, so that the 16-bit product does not overflow
  // and compilers find the instruction that multiplies and adds pairs.
  static int output(const Row& sums, const Row& weights) {
    int total = 0;
    for (std::size_t i = 0; i < Network::kHidden; ++i) {
      const auto clipped = std::clamp<std::int16_t>(sums[i], 0, Network::kHiddenOne);
      const auto product = static_cast<std::int16_t>(clipped * weights[i]);
      total += product * clipped;
    }
    return total;
  }

  alignas(64) static constexpr Row kZeroRow{};

  const Network* network_;
  Board last_;
  std::array<Perspective, 2> perspectives_;
};

}  // namespace chess
}  // namespace kibitz
