// Bounds on the outcomes of a chance node, for Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/types.hpp"

namespace kibitz {

struct ChanceNode {
  // The move probed after a roll, and its value if the probe was exact.
  struct Known {
    Move move = 0;
    double value = 0;
    bool is_known = false;
  };

  ChanceList chances;
  std::vector<double> low, high;  // bounds on each outcome's value
  std::vector<Known> known;
  // Sums of probability times bound over outcome i and later ones.
  std::vector<double> rest_low, rest_high;

  // Resets all bounds to -1 and 1.
  void forget() {
    low.assign(chances.size(), -1.0);
    high.assign(chances.size(), 1.0);
    known.assign(chances.size(), {});
  }

  // Moves an outcome to the end.
  void postpone(std::size_t i) {
    const auto last = [i](auto& list) {
      std::rotate(list.begin() + static_cast<std::ptrdiff_t>(i), list.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  list.end());
    };
    last(chances);
    last(low);
    last(high);
    last(known);
  }

  void sum_rest() {
    rest_low.assign(chances.size() + 1, 0.0);
    rest_high.assign(chances.size() + 1, 0.0);
    for (std::size_t i = chances.size(); i-- > 0;) {
      rest_low[i] = rest_low[i + 1] + chances[i].probability * low[i];
      rest_high[i] = rest_high[i + 1] + chances[i].probability * high[i];
    }
  }
};

}  // namespace kibitz
