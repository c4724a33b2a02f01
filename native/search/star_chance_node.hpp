// What is known of the outcomes of a roll while they are looked at one by one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/types.hpp"

namespace kibitz {

struct ChanceNode {
  // A move tried after an outcome, and its value if it was found.
  struct Known {
    Move move = 0;
    double value = 0;
    bool is_known = false;
  };

  ChanceList chances;
  std::vector<double> low, high;  // each outcome's value lies between these
  std::vector<Known> known;
  // Sums of probability times bound over outcome i and all after it.
  std::vector<double> rest_low, rest_high;

  // Nothing is known yet but that expected outcomes lie between -1 and 1.
  void forget() {
    low.assign(chances.size(), -1.0);
    high.assign(chances.size(), 1.0);
    known.assign(chances.size(), {});
  }

  // Puts an outcome after all others.
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
