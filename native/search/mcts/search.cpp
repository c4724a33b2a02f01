#include "search/mcts/search.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/threads.hpp"
#include "search/mcts/gumbel.hpp"
#include "search/mcts/mcts_solver.hpp"
#include "search/mcts/network_evaluator.hpp"
#include "search/mcts/puct.hpp"
#include "search/mcts/result.hpp"
#include "search/mcts/uct.hpp"

namespace kibitz {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// Work between two checks of the limits: some microseconds.
constexpr std::uint64_t kWorkBetweenChecks = 2000;

// Shared by all threads of a search.
struct Shared {
  std::atomic<std::uint64_t> started{0};
  std::atomic<bool> done{false};
  std::atomic<int> max_depth{0};
};

// All-moves-as-first (AMAF) table: the moves that each side made in a playout. Collisions overwrite, which loses
// little.
class AmafTable {
 public:
  void begin() { ++stamp_; }
  void add(Side side, Move move) { entries_[place(side, move)] = {move, stamp_}; }
  bool has(Side side, Move move) const {
    const auto& entry = entries_[place(side, move)];
    return entry.stamp == stamp_ && entry.move == move;
  }

 private:
  struct Entry {
    Move move = 0;
    std::uint32_t stamp = 0;
  };
  static constexpr std::size_t kPlaces = 2048;
  static std::size_t place(Side side, Move move) {
    return (move * 0x9e3779b1u >> 21) + (side == Side::first ? 0 : kPlaces);
  }
  std::vector<Entry> entries_ = std::vector<Entry>(2 * kPlaces);
  std::uint32_t stamp_ = 0;
};

// A search thread. `SingleThread`: there is no other one, so no atomic read-modify-write is needed.
template <bool SingleThread>
class Worker {
 public:
  Worker(MctsTree& tree, MctsBoard& board, const EarlierKeys& earlier, const MctsRequest& request, Shared& shared,
         Control& control, std::uint64_t seed)
      : tree_(tree),
        board_(board),
        earlier_(earlier),
        request_(request),
        shared_(shared),
        control_(control),
        random_(seed) {
    if (request.playout_policy == PlayoutPolicy::lines || request.playout_policy == PlayoutPolicy::none)
      board_.calibrate(random_, control_);
  }

  // Expands the root, which must have children before the first playout.
  void expand_root() {
    if (tree_.root().expanded()) return;
    board_.go_to({}, nullptr);
    if (!expand(tree_.root()))
      throw RulesError("the tree has no room for the moves of one position; give it more memory");
    backup_proof(MctsTree::kRoot);
  }

  // Starts Gumbel root selection, if requested.
  void begin_gumbel() {
    if (request_.gumbel > 0 && request_.network != nullptr && request_.playouts > 0)
      gumbel_.emplace(tree_, request_.playouts, static_cast<std::size_t>(request_.gumbel), random_);
  }
  const MctsNode* gumbel_choice() {
    if (!gumbel_) return nullptr;
    return &tree_.children(tree_.root())[gumbel_->best()];
  }

  bool has_budget() { return request_.playouts == 0 || started() < request_.playouts; }

  // One iteration: selection, expansion, playout and backup.
  void run_playout() {
    nodes_.clear();
    nodes_.push_back(MctsTree::kRoot);
    if (uses_rave_) playout_moves_.steps.clear();
    std::uint32_t at = MctsTree::kRoot;
    auto range = tree_.range(at);
    for (const bool plain = plain_uct_; range.count > 0; range = tree_.range(at)) {
      const auto child = plain && range.turn != Side::chance ? select_plain(at, range) : select_child(at, range);
      if (child == 0) break;
      descend(range.turn, child);
      at = child;
    }
    const double value = (range.flags & ChildRange::kExact) != 0 ? tree_.stats(at).terms.load(relaxed).value
                                                                 : evaluate_leaf(tree_[at], range);
    const int depth = static_cast<int>(nodes_.size()) - 1;
    if (depth > shared_.max_depth.load(relaxed)) shared_.max_depth.store(depth, relaxed);
    if constexpr (SingleThread) {
      for (const auto visited : nodes_) tree_.stats(visited).count(value, tree_[visited]);
    } else {
      for (const auto visited : nodes_) add(tree_.stats(visited).sum, value);
      add(tree_.stats(MctsTree::kRoot).visits, 1u);
      tree_.refresh_mean(MctsTree::kRoot);
      undo_virtual_loss();
    }
    if (uses_rave_) update_rave(value);
    nodes_.clear();  // nothing is left to undo
  }

  // Undoes a playout that was stopped before its backup.
  void undo_playout() {
    if constexpr (SingleThread) return;
    for (std::size_t i = 1; i < nodes_.size(); ++i) tree_.stats(nodes_[i]).visits.fetch_sub(1, relaxed);
    undo_virtual_loss();
  }

  // Whether it is time to check the limits.
  bool is_check_due() {
    work_ += board_.take_work() + 8;
    if (work_ < kWorkBetweenChecks && !is_slow_) return false;
    work_ = 0;
    return true;
  }

 private:
  template <class Number>
  static void add(std::atomic<Number>& to, Number by) {
    if constexpr (SingleThread) {
      to.store(to.load(relaxed) + by, relaxed);
    } else if constexpr (std::is_integral_v<Number>) {
      to.fetch_add(by, relaxed);
    } else {
      auto held = to.load(relaxed);
      while (!to.compare_exchange_weak(held, held + by, relaxed)) {
      }
    }
  }

  std::uint64_t started() {
    if constexpr (!SingleThread) return shared_.started.fetch_add(1, relaxed);
    const auto before = shared_.started.load(relaxed);
    shared_.started.store(before + 1, relaxed);
    return before;
  }

  // Selects a child; 0 if none may be best.
  std::uint32_t select_child(std::uint32_t number, const ChildRange& range) {
    if (plain_uct_ && range.turn != Side::chance) return select_plain(number, range);
    const auto& node = tree_[number];
    const MctsNode* child = range.turn == Side::chance ? &select_chance(tree_, node, request_.enumerate, random_)
                            : gumbel_ && number == MctsTree::kRoot ? &tree_.children(node)[gumbel_->next()]
                            : request_.network != nullptr          ? select_puct(tree_, node, request_)
                                                                   : select_uct(tree_, node, request_);
    return child == nullptr ? 0 : tree_.number_of(*child);
  }

  std::uint32_t select_plain(std::uint32_t number, const ChildRange& range) {
    if ((range.flags & ChildRange::kUnvisited) != 0)
      if (const auto child = first_unvisited(number, range); child != 0) return child;
    const auto place = select_plain_uct({range.turn, tree_.stats(number).sqrt_log.load(relaxed), exploration_},
                                        tree_.child_stats(range));
    return place < range.count ? range.first + place : 0;
  }

  // The first unvisited child, as children are shuffled; 0 if all are visited.
  std::uint32_t first_unvisited(std::uint32_t number, const ChildRange& range) {
    auto& visited_count = tree_[number].visited_count;
    for (auto place = visited_count.load(relaxed); place < range.count; ++place)
      if (tree_.child_stats(range)[place].root() == SqrtTables::kUnvisited) {
        visited_count.store(static_cast<std::uint16_t>(place + 1), relaxed);
        return range.first + place;
      }
    visited_count.store(range.count, relaxed);
    tree_.refresh(number);
    return 0;
  }

  // Descends to a child. Virtual loss: until the backup, the playout counts as lost for the side that moved.
  void descend(Side turn, std::uint32_t number) {
    nodes_.push_back(number);
    if (uses_rave_ && turn != Side::chance) playout_moves_.steps.push_back({turn, tree_[number].move});
    if constexpr (!SingleThread) {
      auto& child = tree_.stats(number);
      add(child.visits, 1u);
      if (turn != Side::chance) add(child.sum, turn == Side::first ? -1.0 : 1.0);
      tree_.refresh_mean(number);
    }
  }
  void undo_virtual_loss() {
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      auto& node = tree_.stats(nodes_[i]);
      if (const Side by = tree_[nodes_[i - 1]].turn; by != Side::chance) add(node.sum, by == Side::first ? 1.0 : -1.0);
      tree_.refresh_mean(nodes_[i]);
    }
  }

  double evaluate_leaf(MctsNode& reached, const ChildRange& reached_range) {
    if ((reached_range.flags & ChildRange::kBounded) != 0 && reached.proven()) return reached.lower.load(relaxed);
    const bool tracks_keys = request_.repetition.any();
    line_.clear();
    for (std::size_t i = 1; i < nodes_.size(); ++i) line_.push_back(tree_[nodes_[i]].move);
    board_.go_to({line_.begin(), line_.size()}, tracks_keys ? &keys_ : nullptr);
    MctsNode* node = &reached;
    if (request_.network != nullptr) return evaluate_by_network(node);
    // Expands a leaf at its second visit, if the tree has room.
    const bool is_first_visit = tree_.visits(*node) <= (SingleThread ? 0u : 1u);
    if (is_first_visit || node->expanded()) {
      if (resolve(*node)) return node->lower.load(relaxed);
    } else if (expand(*node)) {
      if (has_terminal_child_) backup_proof(nodes_[nodes_.size() - 1]);
      if (node->proven()) return node->lower.load(relaxed);
      const auto range = tree_.range(tree_.number_of(*node));
      if (const auto child = select_child(tree_.number_of(*node), range); child != 0) {
        descend(range.turn, child);
        node = &tree_[child];
        if (node->proven()) return node->lower.load(relaxed);
        board_.play(node->move);
        if (tracks_keys) keys_.push_back(board_.key());
        if (resolve(*node)) return node->lower.load(relaxed);
      }
    }
    if (request_.playout_policy == PlayoutPolicy::none) return board_.evaluate();
    return board_.play_out(request_.playout_policy, request_.max_plies, random_, uses_rave_ ? &playout_moves_ : nullptr,
                           control_);
  }

  // Expands the leaf at once, and chance nodes below it, down to a decision node.
  double evaluate_by_network(MctsNode* node) {
    for (;;) {
      if (!node->expanded() && resolve(*node)) return node->lower.load(relaxed);
      if (!expand(*node)) {
        board_.list_moves(node_moves_, false);
        return node_moves_.turn == Side::chance ? board_.evaluate() : request_.network->evaluate(board_, node_moves_);
      }
      backup_proof(tree_.number_of(*node));
      if (node->proven()) return node->lower.load(relaxed);
      if (node->turn != Side::chance) return network_value_;
      const auto number = tree_.number_of(*node);
      const auto child = select_child(number, tree_.range(number));
      descend(node->turn, child);
      node = &tree_[child];
      if (node->proven()) return node->lower.load(relaxed);
      board_.play(node->move);
      if (request_.repetition.any()) keys_.push_back(board_.key());
    }
  }

  // Sets the node's exact value if the position is finished, in the tablebase or repeated.
  bool resolve(MctsNode& node) {
    auto found = board_.exact_value();
    if (!found && request_.repetition.any())
      if (const auto value = repetition_value()) found = ExactValue{*value, 0};
    if (!found) return false;
    node.set_exact(found->value);
    tree_.refresh(tree_.number_of(node));
    set_length(node, found->plies);
    backup_proof(nodes_.size() > 1 ? nodes_[nodes_.size() - 2] : 0);
    return true;
  }

  // The value if the position repeats one on the path or before the root.
  std::optional<double> repetition_value() const {
    const auto key = keys_.back();
    const auto& rule = request_.repetition;
    const bool on_the_way = std::find(keys_.begin(), keys_.end() - 1, key) != keys_.end() - 1;
    if (!on_the_way) {
      const auto often = std::count(earlier_.begin(), earlier_.end(), key);
      const int enough = rule.draw > 0 ? rule.draw : rule.claim > 0 ? rule.claim : rule.loss > 0 ? rule.loss : 2;
      if (often == 0 || (!rule.forbidden && often + 1 < enough)) return std::nullopt;
    }
    if (rule.loss == 0 && !rule.forbidden) return 0;
    // The side that moved last repeated the position.
    for (auto i = nodes_.size() - 1; i-- > 0;)
      if (const Side by = tree_[nodes_[i]].turn; by != Side::chance) return by == Side::first ? -1 : 1;
    return 0;
  }

  // Expands the node of the current position; false if another thread does or the tree is full.
  bool expand(MctsNode& node) {
    auto leaf = MctsNode::Expansion::leaf;
    if (tree_.full() || !node.expansion.compare_exchange_strong(leaf, MctsNode::Expansion::expanding)) return false;
    try {
      board_.list_moves(node_moves_, request_.solve);
      if (request_.network != nullptr && node_moves_.turn != Side::chance)
        network_value_ = request_.network->evaluate(board_, node_moves_);
    } catch (...) {
      node.expansion.store(MctsNode::Expansion::leaf, relaxed);
      throw;
    }
    auto& moves = node_moves_.moves;
    const auto first = tree_.add(moves.size());
    if (first == 0) {
      node.expansion.store(MctsNode::Expansion::leaf, relaxed);
      return false;
    }
    if (node_moves_.turn != Side::chance) {
      random_.shuffle(moves);
      float most = 0;
      for (const auto& move : moves) most = std::max(most, move.weight);
      if (most > 0 && request_.network == nullptr)
        for (auto& move : moves) move.weight /= most;
    }
    node.turn = node_moves_.turn;
    node.first = first;
    node.count = static_cast<std::uint16_t>(moves.size());
    has_terminal_child_ = false;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      auto& child = tree_[first + static_cast<std::uint32_t>(i)];
      child.move = moves[i].move;
      child.parent = tree_.number_of(node);
      child.weight = moves[i].weight;
      if (!moves[i].terminal_value) continue;
      has_terminal_child_ = true;
      child.set_exact(*moves[i].terminal_value);
      tree_.refresh(first + static_cast<std::uint32_t>(i));
    }
    node.expansion.store(MctsNode::Expansion::expanded, std::memory_order_release);
    tree_.refresh(tree_.number_of(node));
    return true;
  }

  static void set_length(MctsNode& node, std::uint32_t plies) {
    node.proof_length.store(static_cast<std::uint16_t>(std::min<std::uint32_t>(plies, 65535)), relaxed);
  }

  // MCTS-Solver: backs up proved bounds towards the root.
  void backup_proof(std::uint32_t number) {
    if (!request_.solve) return;
    for (; number != 0; number = tree_[number].parent) {
      auto& node = tree_[number];
      if (!node.expanded()) return;
      const auto proof = combine_proofs(node.turn, tree_.children(node));
      bool better = false;
      for (auto held = node.lower.load(relaxed); proof.lower > held;) {
        better = true;
        if (node.lower.compare_exchange_weak(held, proof.lower, relaxed)) break;
      }
      for (auto held = node.upper.load(relaxed); proof.upper < held;) {
        better = true;
        if (node.upper.compare_exchange_weak(held, proof.upper, relaxed)) break;
      }
      if (node.turn != Side::chance)
        for (const auto& child : tree_.children(node))
          if (!may_be_best(node, child)) tree_.stats(tree_.number_of(child)).rule_out();
      if (!better) return;
      tree_.refresh(number);
      if (node.proven() || proof.lower >= proof.upper) set_length(node, proof.length);
    }
  }

  // RAVE: credits the children whose move was made later in the playout.
  void update_rave(double value) {
    amaf_.begin();
    // Backwards, so that at each node the table has only later moves.
    std::size_t at = playout_moves_.steps.size();
    for (auto i = nodes_.size(); i-- > 0;) {
      auto& node = tree_[nodes_[i]];
      if (!node.expanded() || node.turn == Side::chance) continue;
      const std::size_t from = decisions_before(i);
      while (at > from) {
        --at;
        amaf_.add(playout_moves_.steps[at].side, playout_moves_.steps[at].move);
      }
      for (auto& child : tree_.children(node))
        if (amaf_.has(node.turn, child.move)) {
          add(child.rave_visits, 1u);
          add(child.rave_sum, static_cast<float>(value));
        }
    }
  }
  std::size_t decisions_before(std::size_t place) const {
    std::size_t out = 0;
    for (std::size_t i = 0; i < place; ++i) out += tree_[nodes_[i]].turn != Side::chance;
    return out;
  }

  MctsTree& tree_;
  MctsBoard& board_;
  const EarlierKeys& earlier_;
  const MctsRequest& request_;
  Shared& shared_;
  Control& control_;
  Random random_;
  const bool uses_rave_ = request_.rave > 0;
  const bool plain_uct_ =
      !uses_rave_ && request_.network == nullptr && request_.bias == 0 && request_.fpu_reduction < 0;
  const float exploration_ = static_cast<float>(request_.exploration);
  const bool is_slow_ = board_.is_slow() || request_.network != nullptr;
  std::uint64_t work_ = 0;
  NumberStack<std::uint32_t> nodes_;  // from the root to the leaf of this playout
  MoveList line_;
  std::vector<std::uint64_t> keys_;
  NodeMoves node_moves_;
  PlayoutMoves playout_moves_;
  AmafTable amaf_;
  std::optional<GumbelRoot> gumbel_;
  bool has_terminal_child_ = false;  // of the last expansion
  double network_value_ = 0;         // of the last expansion
};

// Runs the main thread.
template <bool SingleThread>
void run_main(Worker<SingleThread>& worker, MctsTree& tree, Shared& shared, Control& control,
              const ValueScale& value_scale, MctsReport& report) {
  std::uint64_t done = 0, stage = 16;
  try {
    control.check();
    while (!tree.root().proven() && worker.has_budget()) {
      worker.run_playout();
      if (worker.is_check_due()) control.check();
      if (++done == stage) {
        stage *= 2;
        report.stages.push_back(stage_of(tree, value_scale, control.seconds()));
      }
    }
  } catch (const Stopped&) {
    worker.undo_playout();
    report.stopped = true;
  }
  shared.done.store(true, relaxed);
}

}  // namespace

MctsReport run_mcts(MctsTree& tree, const BoardFactory& make, const EarlierKeys& earlier, const MctsRequest& given,
                    Control& control) {
  MctsRequest request = given;
  if (request.threads < 1 || request.threads > ThreadGroup::kMaxThreads)
    throw RulesError("a search has from 1 to " + std::to_string(ThreadGroup::kMaxThreads) + " threads");
  control.begin(request.playouts);
  MctsReport report;
  report.reused = tree.root().expanded() ? tree.size() : 0;
  const auto before = tree.visits(tree.root());
  const auto board = make();
  const ValueScale value_scale{board->span(), board->has_chance()};
  if (board->is_slow()) request.threads = 1;
  Shared shared;
  const MctsNode* chosen = nullptr;
  if (request.threads == 1) {
    Worker<true> worker(tree, *board, earlier, request, shared, control, request.seed);
    worker.expand_root();
    worker.begin_gumbel();
    run_main(worker, tree, shared, control, value_scale, report);
    chosen = worker.gumbel_choice();
  } else {
    Worker<false> worker(tree, *board, earlier, request, shared, control, request.seed);
    worker.expand_root();
    Control quiet;  // the main thread checks the limits
    std::vector<std::unique_ptr<MctsBoard>> boards;
    ThreadGroup group;
    for (int i = 1; i < request.threads; ++i) {
      boards.push_back(make());
      const bool started = group.start([&, i, own = boards.back().get()] {
        Worker<false> helper(tree, *own, earlier, request, shared, quiet,
                             request.seed + static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u);
        try {
          while (!shared.done.load(relaxed) && !tree.root().proven() && helper.has_budget()) helper.run_playout();
        } catch (const Stopped&) {
          helper.undo_playout();
        }
      });
      if (!started) break;
    }
    try {
      run_main(worker, tree, shared, control, value_scale, report);
      if (report.stopped) quiet.stop();
    } catch (...) {
      shared.done.store(true, relaxed);
      quiet.stop();
      throw;
    }
    group.join();
  }
  report.playouts = tree.visits(tree.root()) - before;
  report.depth = shared.max_depth.load(relaxed);
  fill_report(tree, value_scale, chosen, report);
  report.nodes = tree.size();
  report.full = tree.full();
  report.seconds = control.seconds();
  return report;
}

}  // namespace kibitz
