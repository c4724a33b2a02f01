// Monte Carlo tree search: plays games out from where the tree ends, lets the tree
// grow where they go well, and keeps what is proven on the way.
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

// One for each thread.
using MakeBoard = std::function<std::unique_ptr<SampleBoard>()>;

// Positions before the root, where they may come back.
using Earlier = std::vector<std::uint64_t>;

// Searches from the root of a tree, which may have grown before, and answers.
SampleReport sample_tree(SampleTree& tree, const MakeBoard& make, const Earlier& earlier, const SampleRequest& request,
                         Control& control);

// The tree down to a depth, nodes that were visited at least once, parents before their
// children; throws RulesError where there are more than `most`.
std::vector<SampledNode> nodes_of(const SampleTree& tree, int depth, std::size_t most);

}  // namespace kibitz
