// Algorithms for any game, through its type-erased rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/tablebase.hpp"
#include "bind/generic_game.hpp"
#include "bind/interfaces/count.hpp"
#include "bind/interfaces/mcts.hpp"
#include "bind/interfaces/search.hpp"
#include "search/search_trace.hpp"
#include "solve/against_random.hpp"
#include "solve/index_run.hpp"
#include "solve/payload.hpp"

namespace kibitz {

std::unique_ptr<const Search> generic_search(const Rules&);
std::unique_ptr<const Count> generic_count(const Rules&);
std::unique_ptr<const Mcts> generic_mcts(const Rules&);

// A board for MCTS. `evaluation_function`, if not null, replaces the game's evaluation.
std::unique_ptr<MctsBoard> generic_board(const Rules&, const ErasedState& root, const Options& game_options,
                                         const Tablebase* tablebase, const EvaluationFunction*);

// Alpha-beta search with a custom evaluation.
SearchReport search_with_evaluation(const Rules&, const ErasedState&, const SearchRequest&, Control&,
                                    const EvaluationFunction&);

// The tree that such a search visits; throws RulesError beyond `most_nodes`. An empty function means the game's own
// evaluation.
std::vector<TraceNode> search_tree(const Rules&, const ErasedState&, const SearchRequest&, Control&,
                                   std::size_t most_nodes, const EvaluationFunction&);

// The number of complete games, and of distinct positions by the first ply that reaches them.
std::uint64_t count_games(const Rules&, const ErasedState&, Control&);
std::vector<std::uint64_t> count_positions(const Rules&, const ErasedState&, int most_plies, bool up_to_symmetry,
                                           Control&);

// Keys and values of a keyed table as bytes, and a tablebase that refers to them.
using KeyedBytes = std::pair<std::string, std::string>;
using KeyedSpans = std::pair<ByteSpan, ByteSpan>;
KeyedBytes solve_graph(const Rules&, Control&, std::uint64_t most_positions);
std::unique_ptr<Tablebase> open_keyed(const Rules&, ByteSpan keys, ByteSpan values);

// For games with tiers: the number of positions of a tier reachable from some, with their children in later tiers; and
// those positions solved, given the values of later tiers.
using StateList = std::vector<const ErasedState*>;
std::pair<std::uint64_t, std::vector<std::pair<long, Rules::StatePtr>>> list_boundary(const Rules&, const StateList&,
                                                                                      Control&,
                                                                                      std::uint64_t most_positions);
KeyedBytes solve_block(const Rules&, const StateList&, const std::vector<KeyedSpans>& known, Control&,
                       std::uint64_t most_positions);
// Merges tables. Entries in several of them must be equal.
KeyedBytes join_keyed(const std::vector<KeyedSpans>& parts, std::size_t width);

// For games in Python with a dense index: a solver tier by tier, and a tablebase of its values, which refers to the
// rules and the payload.
std::unique_ptr<IndexRun> index_run(const Rules&, int threads);
std::unique_ptr<Tablebase> open_indexed(const Rules&, const Payload&, std::uint64_t begin, std::uint64_t length);

// The odds of each move against a random opponent.
std::vector<std::pair<Move, Odds>> against_random(const Rules&, const Tablebase&, const ErasedState&, Control&);

}  // namespace kibitz
