// Static evaluation of Connect-N: open lines by the number of missing stones, and threats.
//
// A threat is a cell that completes a line. A playable one wins or must be answered at once; a higher one waits until
// the cells below are filled. As players alternate, the first player tends to fill odd rows and the second even ones
// (Allis 1988), so threats there are worth more. Two threats of a player one above the other can't both be answered.
#pragma once

#include <array>
#include <cstddef>

#include "base/bits.hpp"
#include "base/open_lines.hpp"
#include "base/types.hpp"

namespace kibitz {

// Weights in points.
struct ConnectWeights {
  int open_line = 1;     // an open line with at least one stone that lacks three or more
  int two_missing = 4;   // lacks two
  int threat = 12;       // lacks one, at a cell that is not playable yet
  int good_parity = 12;  // bonus in a row of the player's parity
  int stacked = 40;      // bonus for a threat directly above
  int winning = 1000;    // a threat that can't be parried
};

template <std::size_t Words>
class ConnectThreats {
 public:
  using Cells = Bits<Words>;

  ConnectThreats(int width, int height, int length, const ConnectWeights& weights = {})
      : length_(length), weights_(weights) {
    for (int cell = 0; cell < width * height; ++cell) {
      board_.set(cell);
      if (cell % height == 0) bottom_.set(cell);
      if (cell % height != height - 1) below_top_.set(cell);
      rows_[static_cast<std::size_t>(cell % height % 2)].set(cell);
    }
  }

  // Points for the first player.
  int operator()(const OpenLines<Words>& lines, const std::array<Cells, 2>& stones, Side mover) const {
    const auto empty = board_.without(stones[0] | stones[1]);
    const auto playable = empty & (bottom_ | ((below_top_ & (stones[0] | stones[1])) << 1));
    std::array<int, 2> points{};
    std::array<int, 2> immediate{};  // playable threats
    for (std::size_t side = 0; side < 2; ++side) {
      Cells threats;
      lines.each(stones[side], stones[1 - side], [&](int count, const Cells& found, int step) {
        const int missing = length_ - count;
        if (missing == 1)
          for (int i = 0; i < length_; ++i) threats = threats | (found << (i * step));
        else
          points[side] += found.count() * (missing == 2 ? weights_.two_missing : weights_.open_line);
      });
      threats = threats & empty;
      immediate[side] = (threats & playable).count();
      const auto latent = threats.without(playable);
      points[side] += weights_.threat * latent.count() + weights_.good_parity * (latent & rows_[side]).count() +
                      weights_.stacked * (threats & ((below_top_ & threats) << 1)).count();
    }
    const auto self = static_cast<std::size_t>(mover), other = 1 - self;
    if (immediate[self] > 0)
      points[self] += weights_.winning;
    else if (immediate[other] > 1)
      points[other] += weights_.winning;
    return points[0] - points[1];
  }

 private:
  int length_;
  ConnectWeights weights_;
  Cells board_, bottom_, below_top_;
  std::array<Cells, 2> rows_;  // rows of each player's parity
};

}  // namespace kibitz
