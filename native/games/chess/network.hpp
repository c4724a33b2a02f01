// A learned judgement of positions: a small network over which piece stands where.
//
// Every piece on every square has a row of numbers, as each side sees the board:
// from its own side, and reflected so that its king stands on the files a to d.
// The rows of all pieces are added up for both sides. Each sum, kept between
// nothing and all and squared, has a weight in what the position is worth; those
// weights depend on how many pieces are left. All of it is whole numbers, so that
// every machine finds the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/chess/board.hpp"

namespace kibitz {

// The numbers of the network that comes with the program, as CMake wrote them out of network.bin.
std::span<const std::uint16_t> chess_network_numbers();

namespace chess {

struct Network {
  static constexpr std::size_t kInputs = 2 * kKinds * kSquares, kHidden = 128, kBuckets = 8;
  static constexpr int kAll = 255, kUnit = 64;  // what 1 is in sums and in the last weights
  static constexpr int kPoints = 220;           // hundredths of a pawn that 1 stands for at the end
  using Row = std::array<std::int16_t, kHidden>;

  alignas(64) std::array<Row, kInputs> rows;
  alignas(64) Row begin;
  // For the side to move, and for the other.
  alignas(64) std::array<std::array<Row, 2>, kBuckets> last;
  std::array<std::int32_t, kBuckets> last_begin;

  // Numbers of two bytes in the order above, those of `last_begin` as two each, the lower first.
  static constexpr std::size_t kNumbers = (kInputs + 1 + 2 * kBuckets) * kHidden + 2 * kBuckets;

  void read(std::span<const std::uint16_t> numbers) {
    const auto* at = numbers.data();
    const auto fill = [&](Row& row) {
      for (auto& number : row) number = static_cast<std::int16_t>(*at++);
    };
    for (auto& row : rows) fill(row);
    fill(begin);
    for (auto& bucket : last)
      for (auto& row : bucket) fill(row);
    for (auto& number : last_begin) {
      number = static_cast<std::int32_t>(at[0] | static_cast<std::uint32_t>(at[1]) << 16);
      at += 2;
    }
  }
};

// The sums of the position that was judged last, from which those of the next are
// found by what changed on the board.
class NetworkSums {
 public:
  explicit NetworkSums(const Network& network) : network_(&network) {}

  // As the mover sees it.
  int points(const Board& b) {
    follow(b);
    const auto bucket = static_cast<std::size_t>(std::min((count(b.occupied()) - 1) / 4, 7));
    const auto& weights = network_->last[bucket];
    const int sum = weighed(sides_[b.mover].sums, weights[0]) + weighed(sides_[~b.mover].sums, weights[1]);
    constexpr int scale = Network::kAll * Network::kUnit;
    return static_cast<int>((static_cast<std::int64_t>(sum) / Network::kAll + network_->last_begin[bucket]) *
                            Network::kPoints / scale);
  }

 private:
  using Row = Network::Row;
  // What a side sees.
  struct Side {
    alignas(64) Row sums{};
    int turned = -1;  // how squares are turned; none yet
  };
  // Numbers of inputs, as white sees them from the right.
  struct Inputs {
    std::array<std::uint16_t, kSquares> all;
    std::size_t size = 0;

    void add(const Board& b, Square square) {
      if (b.at(square) != nothing)
        all[size++] = static_cast<std::uint16_t>((b.colour_at(square) * kKinds + b.at(square)) * kSquares + square);
    }
  };

  // Brings the sums up to date.
  void follow(const Board& b) {
    auto changed = (b.colours[white] ^ last_.colours[white]) | (b.colours[black] ^ last_.colours[black]);
    for (std::size_t kind = 0; kind < kKinds; ++kind) changed |= b.kinds[kind] ^ last_.kinds[kind];
    Inputs came, went;
    while (changed) {
      const Square square = take_lowest(changed);
      went.add(last_, square);
      came.add(b, square);
    }
    follow<white>(b, came, went);
    follow<black>(b, came, went);
    last_ = b;
  }

  template <Colour Us>
  void follow(const Board& b, const Inputs& came, const Inputs& went) {
    Side& side = sides_[Us];
    // From the own side of the board, and the king on the left.
    const int turned = (Us == white ? 0 : 56) ^ (file_of(b.king_of(Us)) > 3 ? 7 : 0);
    const auto row = [&](const Inputs& inputs, std::size_t i) -> const Row& {
      constexpr unsigned half = Network::kInputs / 2;
      if (i >= inputs.size) return kNoRow;
      const unsigned input = inputs.all[i];
      return network_->rows[(Us == white    ? input
                             : input < half ? input + half
                                            : input - half) ^
                            static_cast<unsigned>(turned)];
    };
    if (turned == side.turned) {
      // In pairs, so that sums are read and written once for both.
      for (std::size_t i = 0; i < std::max(came.size, went.size); ++i) change(side.sums, row(came, i), row(went, i));
      return;
    }
    side.turned = turned;
    side.sums = network_->begin;
    Inputs all;
    for (auto left = b.occupied(); left;) all.add(b, take_lowest(left));
    for (std::size_t i = 0; i < all.size; ++i) change(side.sums, row(all, i), kNoRow);
  }

  static void change(Row& sums, const Row& added, const Row& lost) {
    for (std::size_t i = 0; i < Network::kHidden; ++i)
      sums[i] = static_cast<std::int16_t>(sums[i] + added[i] - lost[i]);
  }

  // Weights are below half of what two bytes hold, so that each product is too, and compilers find
  // the instruction that multiplies and adds pairs.
  static int weighed(const Row& sums, const Row& weights) {
    int total = 0;
    for (std::size_t i = 0; i < Network::kHidden; ++i) {
      const auto kept = std::clamp<std::int16_t>(sums[i], 0, Network::kAll);
      const auto product = static_cast<std::int16_t>(kept * weights[i]);
      total += product * kept;
    }
    return total;
  }

  alignas(64) static constexpr Row kNoRow{};

  const Network* network_;
  Board last_;
  std::array<Side, 2> sides_;
};

}  // namespace chess
}  // namespace kibitz
