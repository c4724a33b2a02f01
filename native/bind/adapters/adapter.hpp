// Makes an interface of a game from its rules.
#pragma once

#include <memory>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// Returns `Of<G>` for the game G that these rules are of. Null if they are of none of the games, if the constraints of
// `Of` exclude the game, or if `fits` is false for its options. (A constraint, because Clang instantiates virtual
// members of classes that it inspects.)
template <class Interface, template <class> class Of, class... Games>
std::unique_ptr<const Interface> make_interface(const Rules& rules, Types<Games...>) {
  std::unique_ptr<const Interface> out;
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
