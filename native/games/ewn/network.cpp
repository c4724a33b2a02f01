#include "games/ewn/network.hpp"

namespace kibitz {

const EwnNetwork& ewn_network() {
  static const EwnNetwork network = [] {
    std::vector<std::int16_t> numbers;
    for (const auto number : ewn_network_numbers()) numbers.push_back(static_cast<std::int16_t>(number));
    return EwnNetwork(numbers);
  }();
  return network;
}

}  // namespace kibitz
