// A guess at who stands better in Connect-N: lines still open to a player, by
// how full they are and whether their missing cells can be reached.
//
// A cell that would complete a line is a threat. One that can be filled now
// decides the game or is answered at once; one higher up waits for the cells
// below it to be filled, and as players alternate, the first player tends to
// fill odd rows and the second even ones (Allis 1988): threats there are worth
// more. Two threats of a player one above the other can't both be answered.
#pragma once

#include <array>
#include <cstddef>

#include "base/bits.hpp"
#include "base/open_lines.hpp"
#include "base/types.hpp"

namespace kibitz {

// What things are worth, in points.
struct ConnectWeights {
  int begun = 1;       // an open line with stones, three or more missing
  int two_short = 4;   // two missing
  int threat = 12;     // a cell that completes a line, out of reach for now
  int in_turn = 12;    // more if it is in the player's rows
  int stacked = 40;    // more if the cell above is a threat too
  int winning = 1000;  // a threat that can't be answered any more
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
    const auto now = empty & (bottom_ | ((below_top_ & (stones[0] | stones[1])) << 1));
    std::array<int, 2> points{};
    std::array<int, 2> ready{};  // threats that can be carried out now
    for (std::size_t side = 0; side < 2; ++side) {
      Cells threats;
      lines.each(stones[side], stones[1 - side], [&](int count, const Cells& found, int step) {
        const int missing = length_ - count;
        if (missing == 1)
          for (int i = 0; i < length_; ++i) threats = threats | (found << (i * step));
        else
          points[side] += found.count() * (missing == 2 ? weights_.two_short : weights_.begun);
      });
      threats = threats & empty;
      ready[side] = (threats & now).count();
      const auto waiting = threats.without(now);
      points[side] += weights_.threat * waiting.count() + weights_.in_turn * (waiting & rows_[side]).count() +
                      weights_.stacked * (threats & ((below_top_ & threats) << 1)).count();
    }
    const auto self = static_cast<std::size_t>(mover), other = 1 - self;
    if (ready[self] > 0)
      points[self] += weights_.winning;
    else if (ready[other] > 1)
      points[other] += weights_.winning;
    return points[0] - points[1];
  }

 private:
  int length_;
  ConnectWeights weights_;
  Cells board_, bottom_, below_top_;
  std::array<Cells, 2> rows_;  // where each player's threats are worth more
};

}  // namespace kibitz
