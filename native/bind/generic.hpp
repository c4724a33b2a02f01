// What can be done with any game whose rules are there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/tablebase.hpp"
#include "bind/generic_game.hpp"
#include "bind/interfaces/count.hpp"
#include "bind/interfaces/sample.hpp"
#include "bind/interfaces/search.hpp"
#include "search/search_trace.hpp"
#include "solve/against_random.hpp"
#include "solve/payload.hpp"

namespace kibitz {

std::unique_ptr<const Search> generic_search(const Rules&);
std::unique_ptr<const Count> generic_count(const Rules&);
std::unique_ptr<const Sample> generic_sample(const Rules&);

// A board of any game, for playing games out; the judge, if there is one, stands in for the game's own evaluation.
std::unique_ptr<SampleBoard> generic_board(const Rules&, const ErasedState& root, const Options& game_options,
                                           const Tablebase* known, const Judge*);

// The same with another evaluation than the game's own.
SearchReport search_with_evaluation(const Rules&, const ErasedState&, const SearchRequest&, Control&, const Judge&);

// The tree that such a search visits; refused beyond so many nodes. An empty judge is the game's own.
std::vector<TraceNode> search_tree(const Rules&, const ErasedState&, const SearchRequest&, Control&,
                                   std::size_t most_nodes, const Judge&);

// Whole games from a position to every end, and different positions by the plies that first reach them.
std::uint64_t count_games(const Rules&, const ErasedState&, Control&);
std::vector<std::uint64_t> count_positions(const Rules&, const ErasedState&, int most_plies, bool up_to_symmetry,
                                           Control&);

// The keys and the values of a keyed table, as bytes, and such a table to ask; it
// refers to the rules and to the bytes given.
using KeyedBytes = std::pair<std::string, std::string>;
using KeyedSpans = std::pair<ByteSpan, ByteSpan>;
KeyedBytes solve_graph(const Rules&, Control&, std::uint64_t most_positions);
std::unique_ptr<Tablebase> open_keyed(const Rules&, ByteSpan keys, ByteSpan values);

// In a game that sorts its positions into tiers: how many positions of their tier
// some lead to, and those of later tiers; and the former solved, the latter known.
using StateList = std::vector<const ErasedState*>;
std::pair<std::uint64_t, std::vector<std::pair<long, Rules::StatePtr>>> list_boundary(const Rules&, const StateList&,
                                                                                      Control&,
                                                                                      std::uint64_t most_positions);
KeyedBytes solve_block(const Rules&, const StateList&, const std::vector<KeyedSpans>& known, Control&,
                       std::uint64_t most_positions);
// One table of many; what is in several has to be worth the same in all.
KeyedBytes join_keyed(const std::vector<KeyedSpans>& parts, std::size_t width);

// The odds of each move against an opponent who moves at random.
std::vector<std::pair<Move, Odds>> against_random(const Rules&, const Tablebase&, const ErasedState&, Control&);

}  // namespace kibitz
