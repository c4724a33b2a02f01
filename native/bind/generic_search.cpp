// Searches of any game, and trees for people to look at.
#include "bind/generic.hpp"
#include "bind/generic_game.hpp"
#include "search/run.hpp"

namespace kibitz {
namespace {

// Positions of a game in Python that a search remembers at a time: some 200 MB.
constexpr std::size_t kRemembered = 400'000;

SearchReport search_generic(const Rules& rules, const ErasedState& s, const SearchRequest& request, Control& control,
                            TreeTrace* trace, const Judge* judge) {
  std::unique_ptr<const Rules> tuned;
  if (!request.game_options.empty()) tuned = rules.with_options(request.game_options);
  return with_generic_game(
      tuned ? *tuned : rules,
      [&](const auto& game) { return run_search<true>(game, game.state(s), request, control, trace, s.history()); },
      kRemembered, judge);
}

class AnySearch final : public Search {
 public:
  explicit AnySearch(const Rules& rules) : rules_(rules) {}
  SearchReport search(const ErasedState& s, const SearchRequest& request, Control& control) const override {
    return search_generic(rules_, s, request, control, nullptr, nullptr);
  }

 private:
  const Rules& rules_;
};

}  // namespace

std::unique_ptr<const Search> generic_search(const Rules& rules) { return std::make_unique<const AnySearch>(rules); }

SearchReport search_with_evaluation(const Rules& rules, const ErasedState& s, const SearchRequest& request,
                                    Control& control, const Judge& judge) {
  return search_generic(rules, s, request, control, nullptr, &judge);
}

std::vector<TraceNode> search_tree(const Rules& rules, const ErasedState& s, const SearchRequest& request,
                                   Control& control, std::size_t most_nodes, const Judge& judge) {
  TreeTrace trace(most_nodes);
  search_generic(rules, s, request, control, &trace, judge ? &judge : nullptr);
  return std::move(trace.nodes());
}

}  // namespace kibitz
