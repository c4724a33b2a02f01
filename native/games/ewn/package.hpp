// EinStein würfelt nicht! as a package of the core.
#pragma once

#include "games/ewn/rules.hpp"

namespace kibitz::ewn {

struct Package {
  using Games = Types<Ewn>;
  using Specialized = Games;

  // Calls `visit` with the rules for these options. A set-up is a number whose digits are the stones, such as 123456.
  template <class Visit>
  static auto make(const Options& options, Visit visit) {
    const int size = option(options, "size", 3, Ewn::kMaxSize);
    const int stones = option(options, "stones", 1, Ewn::kMaxStones);
    if (stones > size * (size - 1) / 2) throw RulesError("the two corners have no room for so many stones");
    const int faces = option(options, "faces", 1, Ewn::kMaxFaces);
    Ewn::Setup setup;
    setup.begins = static_cast<Side>(option(options, "blue_begins", 0, 1));
    const auto digits = [&](const char* name) {
      std::vector<int> out;
      for (int left = option(options, name, 1, 987654321); left > 0; left /= 10) out.insert(out.begin(), left % 10);
      return out;
    };
    setup.stones = {digits("red"), digits("blue")};
    return visit(Ewn(size, stones, faces, setup));
  }
};

}  // namespace kibitz::ewn
