// Monte Carlo tree search (Coulom 2006; UCT: Kocsis, Szepesvári 2006) with MCTS-Solver.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/control.hpp"
#include "search/mcts/board.hpp"
#include "search/mcts/request.hpp"
#include "search/mcts/tree.hpp"

namespace kibitz {

// Makes a board for each thread.
using BoardFactory = std::function<std::unique_ptr<MctsBoard>()>;

// Keys of the positions before the root, for repetitions.
using EarlierKeys = std::vector<std::uint64_t>;

// Searches from the root of a tree, which may be reused.
MctsReport run_mcts(MctsTree& tree, const BoardFactory& make, const EarlierKeys& earlier, const MctsRequest& request,
                    Control& control);

// The visited or proved nodes of the tree down to a depth, parents before children. Throws RulesError if there are more
// than `most`.
std::vector<MctsTreeNode> nodes_of(const MctsTree& tree, int depth, std::size_t most);

}  // namespace kibitz
