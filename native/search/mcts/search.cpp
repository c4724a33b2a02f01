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

constexpr auto now = std::memory_order_relaxed;

// Between two looks at the clock: some microseconds of work.
constexpr std::uint64_t kWorkBetweenLooks = 2000;

// What all threads of a search share.
struct Shared {
  std::atomic<std::uint64_t> begun{0};
  std::atomic<bool> over{false};
  std::atomic<int> deepest{0};
};

// Which moves each side made in a playout, for those who ask of every move. What
// collides is forgotten, which loses a little.
class MovesMade {
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

// One thread. `Alone` says that there is no other, so that nothing needs to be locked.
template <bool Alone>
class Worker {
 public:
  Worker(SampleTree& tree, SampleBoard& board, const Earlier& earlier, const SampleRequest& request, Shared& shared,
         Control& control, std::uint64_t seed)
      : tree_(tree),
        board_(board),
        earlier_(earlier),
        request_(request),
        shared_(shared),
        control_(control),
        random_(seed) {
    if (request.by == Playouts::lines || request.by == Playouts::none) board_.scale(random_, control_);
  }

  // The root must have children before anything else happens.
  void grow_root() {
    if (tree_.root().grown()) return;
    board_.go({}, nullptr);
    if (!grow(tree_.root()))
      throw RulesError("the tree has no room for the moves of one position; give it more memory");
    improve(SampleTree::kRoot);
  }

  // Begins to choose at the root by Gumbel's trick, if that is asked for.
  void consider() {
    if (request_.gumbel > 0 && request_.oracle != nullptr && request_.playouts > 0)
      gumbel_.emplace(tree_, request_.playouts, static_cast<std::size_t>(request_.gumbel), random_);
  }
  const SampleNode* chosen() {
    if (!gumbel_) return nullptr;
    return &tree_.children(tree_.root())[gumbel_->best()];
  }

  bool more() { return request_.playouts == 0 || begun() < request_.playouts; }

  // One playout, from the root to where the tree ends and on to the end of the game.
  void sample() {
    nodes_.clear();
    nodes_.push_back(SampleTree::kRoot);
    if (raves_) trail_.steps.clear();
    std::uint32_t at = SampleTree::kRoot;
    auto way = tree_.way(at);
    for (const bool plain = plain_; way.count > 0; way = tree_.way(at)) {
      const auto child = plain && way.turn != Side::chance ? plainly(at, way) : next(at, way);
      if (child == 0) break;
      step(way.turn, child);
      at = child;
    }
    const double value =
        (way.marks & Way::kTold) != 0 ? tree_.tally(at).worth.load(now).value : value_at(tree_[at], way);
    const int depth = static_cast<int>(nodes_.size()) - 1;
    if (depth > shared_.deepest.load(now)) shared_.deepest.store(depth, now);
    if constexpr (Alone) {
      for (const auto visited : nodes_) tree_.tally(visited).count(value, tree_[visited]);
    } else {
      for (const auto visited : nodes_) add(tree_.tally(visited).sum, value);
      add(tree_.tally(SampleTree::kRoot).visits, 1u);
      tree_.refresh_mean(SampleTree::kRoot);
      take_back_losses();
    }
    if (raves_) credit_later(value);
    nodes_.clear();  // nothing is left to be taken back
  }

  // Takes back what a playout that was stopped on its way has left.
  void abandon() {
    if constexpr (Alone) return;
    for (std::size_t i = 1; i < nodes_.size(); ++i) tree_.tally(nodes_[i]).visits.fetch_sub(1, now);
    take_back_losses();
  }

  // Whether the clock is to be looked at.
  bool worked_enough() {
    work_ += board_.take_work() + 8;
    if (work_ < kWorkBetweenLooks && !slow_) return false;
    work_ = 0;
    return true;
  }

 private:
  template <class Number>
  static void add(std::atomic<Number>& to, Number by) {
    if constexpr (Alone) {
      to.store(to.load(now) + by, now);
    } else if constexpr (std::is_integral_v<Number>) {
      to.fetch_add(by, now);
    } else {
      auto held = to.load(now);
      while (!to.compare_exchange_weak(held, held + by, now)) {
      }
    }
  }

  std::uint64_t begun() {
    if constexpr (!Alone) return shared_.begun.fetch_add(1, now);
    const auto before = shared_.begun.load(now);
    shared_.begun.store(before + 1, now);
    return before;
  }

  // The child that a playout goes to; 0 if there is none that may be best.
  std::uint32_t next(std::uint32_t number, const Way& way) {
    if (plain_ && way.turn != Side::chance) return plainly(number, way);
    const auto& node = tree_[number];
    const SampleNode* child = way.turn == Side::chance ? &happen(tree_, node, request_.enumerate, random_)
                              : gumbel_ && number == SampleTree::kRoot ? &tree_.children(node)[gumbel_->next()]
                              : request_.oracle != nullptr             ? choose_by_prior(tree_, node, request_)
                                                                       : choose(tree_, node, request_);
    return child == nullptr ? 0 : tree_.number_of(*child);
  }

  std::uint32_t plainly(std::uint32_t number, const Way& way) {
    if ((way.marks & Way::kUntried) != 0)
      if (const auto child = untried(number, way); child != 0) return child;
    const auto place =
        choose_plainly({way.turn, tree_.tally(number).spread.load(now), exploration_}, tree_.tallies(way));
    return place < way.count ? way.first + place : 0;
  }

  // What was never tried comes first, in any order: as they lie. 0 if all were.
  std::uint32_t untried(std::uint32_t number, const Way& way) {
    auto& tried = tree_[number].tried;
    for (auto place = tried.load(now); place < way.count; ++place)
      if (tree_.tallies(way)[place].root() == Roots::kUntried) {
        tried.store(static_cast<std::uint16_t>(place + 1), now);
        return way.first + place;
      }
    tried.store(way.count, now);
    tree_.refresh(number);
    return 0;
  }

  // Goes to a child. While others choose, it looks as if this playout were lost for whoever went there.
  void step(Side turn, std::uint32_t number) {
    nodes_.push_back(number);
    if (raves_ && turn != Side::chance) trail_.steps.push_back({turn, tree_[number].move});
    if constexpr (!Alone) {
      auto& child = tree_.tally(number);
      add(child.visits, 1u);
      if (turn != Side::chance) add(child.sum, turn == Side::first ? -1.0 : 1.0);
      tree_.refresh_mean(number);
    }
  }
  void take_back_losses() {
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      auto& node = tree_.tally(nodes_[i]);
      if (const Side by = tree_[nodes_[i - 1]].turn; by != Side::chance) add(node.sum, by == Side::first ? 1.0 : -1.0);
      tree_.refresh_mean(nodes_[i]);
    }
  }

  double value_at(SampleNode& reached, const Way& reached_way) {
    if ((reached_way.marks & Way::kBounded) != 0 && reached.proven()) return reached.lower.load(now);
    const bool heeds = request_.repetition.any();
    line_.clear();
    for (std::size_t i = 1; i < nodes_.size(); ++i) line_.push_back(tree_[nodes_[i]].move);
    board_.go({line_.begin(), line_.size()}, heeds ? &keys_ : nullptr);
    SampleNode* node = &reached;
    if (request_.oracle != nullptr) return value_by_oracle(node);
    // A node that was met before has children from now on, if there is room.
    const bool first_time = tree_.visits(*node) <= (Alone ? 0u : 1u);
    if (first_time || node->grown()) {
      if (settle(*node)) return node->lower.load(now);
    } else if (grow(*node)) {
      if (some_ended_) improve(nodes_[nodes_.size() - 1]);
      if (node->proven()) return node->lower.load(now);
      const auto way = tree_.way(tree_.number_of(*node));
      if (const auto child = next(tree_.number_of(*node), way); child != 0) {
        step(way.turn, child);
        node = &tree_[child];
        if (node->proven()) return node->lower.load(now);
        board_.play(node->move);
        if (heeds) keys_.push_back(board_.key());
        if (settle(*node)) return node->lower.load(now);
      }
    }
    if (request_.by == Playouts::none) return board_.judge();
    return board_.play_out(request_.by, request_.most_plies, random_, raves_ ? &trail_ : nullptr, control_);
  }

  // The tree grows at once, through rolls of the dice, up to a position where a player decides.
  double value_by_oracle(SampleNode* node) {
    for (;;) {
      if (!node->grown() && settle(*node)) return node->lower.load(now);
      if (!grow(*node)) {
        board_.look(prospects_, false);
        return prospects_.turn == Side::chance ? board_.judge() : request_.oracle->judge(board_, prospects_);
      }
      improve(tree_.number_of(*node));
      if (node->proven()) return node->lower.load(now);
      if (node->turn != Side::chance) return judged_;
      const auto number = tree_.number_of(*node);
      const auto child = next(number, tree_.way(number));
      step(node->turn, child);
      node = &tree_[child];
      if (node->proven()) return node->lower.load(now);
      board_.play(node->move);
      if (request_.repetition.any()) keys_.push_back(board_.key());
    }
  }

  // Whether the value of the position on the board is known: it has ended, a table knows it, or it came back.
  bool settle(SampleNode& node) {
    auto found = board_.known();
    if (!found && request_.repetition.any())
      if (const auto value = fate()) found = Settled{*value, 0};
    if (!found) return false;
    node.set_exact(found->value);
    tree_.refresh(tree_.number_of(node));
    set_length(node, found->plies);
    improve(nodes_.size() > 1 ? nodes_[nodes_.size() - 2] : 0);
    return true;
  }

  // What it means that the position on the board was there before, on the way or before the root.
  std::optional<double> fate() const {
    const auto key = keys_.back();
    const auto& rule = request_.repetition;
    const bool on_the_way = std::find(keys_.begin(), keys_.end() - 1, key) != keys_.end() - 1;
    if (!on_the_way) {
      const auto often = std::count(earlier_.begin(), earlier_.end(), key);
      const int enough = rule.draw > 0 ? rule.draw : rule.claim > 0 ? rule.claim : rule.loss > 0 ? rule.loss : 2;
      if (often == 0 || (!rule.forbidden && often + 1 < enough)) return std::nullopt;
    }
    if (rule.loss == 0 && !rule.forbidden) return 0;
    // Whoever moved last brought it about.
    for (auto i = nodes_.size() - 1; i-- > 0;)
      if (const Side by = tree_[nodes_[i]].turn; by != Side::chance) return by == Side::first ? -1 : 1;
    return 0;
  }

  // Gives the node that is on the board children; false if another thread does, or there is no room.
  bool grow(SampleNode& node) {
    auto leaf = SampleNode::Growth::leaf;
    if (tree_.full() || !node.growth.compare_exchange_strong(leaf, SampleNode::Growth::growing)) return false;
    try {
      board_.look(prospects_, request_.solve);
      if (request_.oracle != nullptr && prospects_.turn != Side::chance)
        judged_ = request_.oracle->judge(board_, prospects_);
    } catch (...) {
      node.growth.store(SampleNode::Growth::leaf, now);
      throw;
    }
    auto& moves = prospects_.moves;
    const auto first = tree_.add(moves.size());
    if (first == 0) {
      node.growth.store(SampleNode::Growth::leaf, now);
      return false;
    }
    if (prospects_.turn != Side::chance) {
      random_.shuffle(moves);
      float most = 0;
      for (const auto& move : moves) most = std::max(most, move.weight);
      if (most > 0 && request_.oracle == nullptr)
        for (auto& move : moves) move.weight /= most;
    }
    node.turn = prospects_.turn;
    node.first = first;
    node.count = static_cast<std::uint16_t>(moves.size());
    some_ended_ = false;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      auto& child = tree_[first + static_cast<std::uint32_t>(i)];
      child.move = moves[i].move;
      child.parent = tree_.number_of(node);
      child.weight = moves[i].weight;
      if (!moves[i].ending) continue;
      some_ended_ = true;
      child.set_exact(*moves[i].ending);
      tree_.refresh(first + static_cast<std::uint32_t>(i));
    }
    node.growth.store(SampleNode::Growth::grown, std::memory_order_release);
    tree_.refresh(tree_.number_of(node));
    return true;
  }

  static void set_length(SampleNode& node, std::uint32_t plies) {
    node.length.store(static_cast<std::uint16_t>(std::min<std::uint32_t>(plies, 65535)), now);
  }

  // Draws conclusions from what is proven of a node's children, and so on towards the root.
  void improve(std::uint32_t number) {
    if (!request_.solve) return;
    for (; number != 0; number = tree_[number].parent) {
      auto& node = tree_[number];
      if (!node.grown()) return;
      const auto proof = proof_of(node.turn, tree_.children(node));
      bool better = false;
      for (auto held = node.lower.load(now); proof.lower > held;) {
        better = true;
        if (node.lower.compare_exchange_weak(held, proof.lower, now)) break;
      }
      for (auto held = node.upper.load(now); proof.upper < held;) {
        better = true;
        if (node.upper.compare_exchange_weak(held, proof.upper, now)) break;
      }
      if (node.turn != Side::chance)
        for (const auto& child : tree_.children(node))
          if (!may_be_best(node, child)) tree_.tally(tree_.number_of(child)).rule_out();
      if (!better) return;
      tree_.refresh(number);
      if (node.proven() || proof.lower >= proof.upper) set_length(node, proof.length);
    }
  }

  // RAVE: a move that was made later counts a little as if it had been made here.
  void credit_later(double value) {
    made_.begin();
    // From the end backwards, so that at a node only what came after it is known.
    std::size_t at = trail_.steps.size();
    for (auto i = nodes_.size(); i-- > 0;) {
      auto& node = tree_[nodes_[i]];
      if (!node.grown() || node.turn == Side::chance) continue;
      const std::size_t from = decisions_before(i);
      while (at > from) {
        --at;
        made_.add(trail_.steps[at].side, trail_.steps[at].move);
      }
      for (auto& child : tree_.children(node))
        if (made_.has(node.turn, child.move)) {
          add(child.later_visits, 1u);
          add(child.later_sum, static_cast<float>(value));
        }
    }
  }
  std::size_t decisions_before(std::size_t place) const {
    std::size_t out = 0;
    for (std::size_t i = 0; i < place; ++i) out += tree_[nodes_[i]].turn != Side::chance;
    return out;
  }

  SampleTree& tree_;
  SampleBoard& board_;
  const Earlier& earlier_;
  const SampleRequest& request_;
  Shared& shared_;
  Control& control_;
  Random random_;
  const bool raves_ = request_.rave > 0;
  const bool plain_ = !raves_ && request_.oracle == nullptr && request_.bias == 0 && request_.urgency < 0;
  const float exploration_ = static_cast<float>(request_.exploration);
  const bool slow_ = board_.is_slow() || request_.oracle != nullptr;
  std::uint64_t work_ = 0;
  NumberStack<std::uint32_t> nodes_;  // from the root to where this playout leaves the tree
  MoveList line_;
  std::vector<std::uint64_t> keys_;
  Prospects prospects_;
  Trail trail_;
  MovesMade made_;
  std::optional<GumbelRoot> gumbel_;
  bool some_ended_ = false;  // among the children that grew last
  double judged_ = 0;        // what the oracle said of the position that grew last
};

// The thread that answers.
template <bool Alone>
void lead(Worker<Alone>& worker, SampleTree& tree, Shared& shared, Control& control, const Stakes& stakes,
          SampleReport& report) {
  std::uint64_t done = 0, stage = 16;
  try {
    control.check();
    while (!tree.root().proven() && worker.more()) {
      worker.sample();
      if (worker.worked_enough()) control.check();
      if (++done == stage) {
        stage *= 2;
        report.stages.push_back(stage_of(tree, stakes, control.seconds()));
      }
    }
  } catch (const Stopped&) {
    worker.abandon();
    report.stopped = true;
  }
  shared.over.store(true, now);
}

}  // namespace

SampleReport sample_tree(SampleTree& tree, const MakeBoard& make, const Earlier& earlier, const SampleRequest& asked,
                         Control& control) {
  SampleRequest request = asked;
  if (request.threads < 1 || request.threads > ThreadGroup::kMaxThreads)
    throw RulesError("a search has from 1 to " + std::to_string(ThreadGroup::kMaxThreads) + " threads");
  control.begin(request.playouts);
  SampleReport report;
  report.reused = tree.root().grown() ? tree.size() : 0;
  const auto before = tree.visits(tree.root());
  const auto board = make();
  const Stakes stakes{board->span(), board->has_chance()};
  if (board->is_slow()) request.threads = 1;
  Shared shared;
  const SampleNode* chosen = nullptr;
  if (request.threads == 1) {
    Worker<true> worker(tree, *board, earlier, request, shared, control, request.seed);
    worker.grow_root();
    worker.consider();
    lead(worker, tree, shared, control, stakes, report);
    chosen = worker.chosen();
  } else {
    Worker<false> worker(tree, *board, earlier, request, shared, control, request.seed);
    worker.grow_root();
    Control quiet;  // helpers are told by the one that answers
    std::vector<std::unique_ptr<SampleBoard>> boards;
    ThreadGroup group;
    for (int i = 1; i < request.threads; ++i) {
      boards.push_back(make());
      const bool started = group.start([&, i, own = boards.back().get()] {
        Worker<false> helper(tree, *own, earlier, request, shared, quiet,
                             request.seed + static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u);
        try {
          while (!shared.over.load(now) && !tree.root().proven() && helper.more()) helper.sample();
        } catch (const Stopped&) {
          helper.abandon();
        }
      });
      if (!started) break;
    }
    try {
      lead(worker, tree, shared, control, stakes, report);
      if (report.stopped) quiet.stop();
    } catch (...) {
      shared.over.store(true, now);
      quiet.stop();
      throw;
    }
    group.join();
  }
  report.playouts = tree.visits(tree.root()) - before;
  report.depth = shared.deepest.load(now);
  answer(tree, stakes, chosen, report);
  report.nodes = tree.size();
  report.full = tree.full();
  report.seconds = control.seconds();
  return report;
}

}  // namespace kibitz
