// Alpha-beta search compiled for a game.
#pragma once

#include "bind/adapters/adapter.hpp"
#include "bind/interfaces/search.hpp"
#include "search/run.hpp"

namespace kibitz {

template <Game G>
class SearchOf final : public Search {
 public:
  explicit SearchOf(const RulesWith<G>& rules) : game_(rules.game()) {}

  SearchReport search(const ErasedState& s, const SearchRequest& request, Control& control) const override {
    const auto& state = TypedState<G>::unwrap(s);
    if (request.game_options.empty()) return run_search<false>(game_, state, request, control);
    if constexpr (HasSearchOptions<G>)
      return run_search<false>(game_.with_options(request.game_options), state, request, control);
    throw RulesError("searches of this game have no option called '" + request.game_options.begin()->first + "'");
  }

 private:
  const G& game_;
};

template <class Package>
std::unique_ptr<const Search> make_search(const Rules& rules) {
  return make_interface<Search, SearchOf>(rules, typename Package::Specialized{});
}

}  // namespace kibitz
