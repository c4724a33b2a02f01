// Makes a face for rules that are those of one of a room's games.
#pragma once

#include <memory>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// `Of<G>` is the face of a game G, made from its rules; null where these rules are
// of none of the games, or where the game has no use for it: the constraints of `Of`
// say that for all options, `fits`, where there is such a thing, for these. (Not a
// flag in the class: Clang instantiates the virtual members of a class it looks into.)
template <class Face, template <class> class Of, class... Games>
std::unique_ptr<const Face> make_face(const Rules& rules, Types<Games...>) {
  std::unique_ptr<const Face> out;
  const auto attempt = [&]<class G>(const RulesWith<G>* own) {
    if constexpr (requires { typename Of<G>; })
      if (own != nullptr) {
        auto made = std::make_unique<const Of<G>>(*own);
        if constexpr (requires { made->fits(); })
          if (!made->fits()) return;
        out = std::move(made);
      }
  };
  (attempt(dynamic_cast<const RulesWith<Games>*>(&rules)), ...);
  return out;
}

}  // namespace kibitz
