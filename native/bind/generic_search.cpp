// Alpha-beta search of any game, and its search tree.
#include "bind/generic.hpp"
#include "bind/generic_game.hpp"
#include "search/run.hpp"

namespace kibitz {
namespace {

// Cached positions of a game in Python: about 200 MB.
constexpr std::size_t kCachedPositions = 400'000;

SearchReport search_generic(const Rules& rules, const ErasedState& s, const SearchRequest& request, Control& control,
                            TreeTrace* trace, const EvaluationFunction* evaluation_function) {
  std::unique_ptr<const Rules> configured;
  if (!request.game_options.empty()) configured = rules.with_options(request.game_options);
  return with_generic_game(
      configured ? *configured : rules,
      [&](const auto& game) { return run_search<true>(game, game.state(s), request, control, trace, s.history()); },
      kCachedPositions, evaluation_function);
}

class GenericSearch final : public Search {
 public:
  explicit GenericSearch(const Rules& rules) : rules_(rules) {}
  SearchReport search(const ErasedState& s, const SearchRequest& request, Control& control) const override {
    return search_generic(rules_, s, request, control, nullptr, nullptr);
  }

 private:
  const Rules& rules_;
};

}  // namespace

std::unique_ptr<const Search> generic_search(const Rules& rules) {
  return std::make_unique<const GenericSearch>(rules);
}

SearchReport search_with_evaluation(const Rules& rules, const ErasedState& s, const SearchRequest& request,
                                    Control& control, const EvaluationFunction& evaluation_function) {
  return search_generic(rules, s, request, control, nullptr, &evaluation_function);
}

std::vector<TraceNode> search_tree(const Rules& rules, const ErasedState& s, const SearchRequest& request,
                                   Control& control, std::size_t most_nodes,
                                   const EvaluationFunction& evaluation_function) {
  TreeTrace trace(most_nodes);
  search_generic(rules, s, request, control, &trace, evaluation_function ? &evaluation_function : nullptr);
  return std::move(trace.nodes());
}

}  // namespace kibitz
