// Alpha-beta and NegaScout (principal variation search). Options change the effort, never the value at a given depth.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "base/abdada.hpp"
#include "base/always_inline.hpp"
#include "base/cold.hpp"
#include "search/move_ordering.hpp"
#include "search/star_chance_node.hpp"
#include "search/transposition_table.hpp"
#include "search/tree_search.hpp"

namespace kibitz {

// The game's incremental evaluator, if it has one.
template <Game G>
auto evaluator_of([[maybe_unused]] const G& game, [[maybe_unused]] const typename G::State& root) {
  if constexpr (Incremental<G>)
    return game.incremental_evaluator(root);
  else
    return NoEvaluator{};
}

template <Game G>
using EvaluatorOf = decltype(evaluator_of<G>(std::declval<const G&>(), std::declval<const typename G::State&>()));

// The game's shallow search for the last decisions, if it has one.
template <Game G>
auto shallow_search_of([[maybe_unused]] const G& game, [[maybe_unused]] bool uses_table) {
  if constexpr (HasShallowSearch<G>)
    return game.shallow_search(uses_table);
  else
    return NoEvaluator{};
}

template <Game G, bool Traced = false>
class AlphaBeta final : public TreeSearch<G, Traced, EvaluatorOf<G>> {
  using Base = TreeSearch<G, Traced, EvaluatorOf<G>>;

 public:
  using typename Base::Score;
  using typename Base::Scores;
  using typename Base::State;

  // `pvs` makes it NegaScout; without `table`, nothing is stored. Threads share `table` and `abdada`; the main
  // thread maintains the table.
  AlphaBeta(const G& game, const State& root, Control& control, const Switches& switches, bool pvs,
            TranspositionTable* table, AbdadaTable* abdada = nullptr, bool is_main = true, TreeTrace* trace = nullptr)
      : Base(game, root, control, trace, evaluator_of(game, root)),
        pvs_(pvs),
        switches_(switches),
        table_(table),
        abdada_(abdada),
        is_main_(is_main),
        killers_and_history_(switches.killers, switches.history),
        shallow_search_(shallow_search_of(game, table != nullptr)) {}

  // Sets the tablebase, which the shallow search may be able to probe too.
  void set_tablebase(const Tablebase* known) {
    Base::set_tablebase(known);
    if constexpr (requires { shallow_search_.set_tablebase(known); })
      shallow_search_probes_ = shallow_search_.set_tablebase(known);
  }

  // Whether to use a null window after `tried` moves. A fail high is searched again, which is cheap only with a
  // transposition table; without one, several moves must have failed low first.
  bool tries_null_window(std::size_t tried) const override { return pvs_ && tried >= (table_ != nullptr ? 1u : 4u); }

  // Entries of earlier iterations are replaced first from now on.
  void begin(int depth) override {
    if (table_ != nullptr && is_main_) table_->set_time(depth);
  }

  Score try_move(Side mover, Move move, int depth, Score alpha, Score beta, bool null_window) override {
    const auto played = this->played(move);
    return child(mover, depth, 0, alpha, beta, null_window);
  }

  KIBITZ_COLD void extend_pv(std::vector<Move>& line, int depth) const override {
    if (table_ == nullptr) return;
    State state = this->state();
    for (const Move move : line) this->game_.play(state, move);
    MoveList moves;
    while (static_cast<int>(line.size()) < depth && this->game_.result(state) == Result::ongoing &&
           this->game_.turn(state) != Side::chance) {
      const auto key = table_key(state, false);
      const auto seen = table_->find(key.key);
      const int left = depth - static_cast<int>(line.size());
      moves.clear();
      this->game_.moves(state, moves);
      if (!seen || seen->bound != Bound::exact || !is_valid_at(*seen, left)) return;
      const auto place = place_of(seen->move, moves, key.symmetry);
      if (place >= moves.size()) return;
      line.push_back(moves[place]);
      this->game_.play(state, line.back());
    }
  }

 private:
  static constexpr bool kIncremental = Incremental<G>;

  // Shallower subtrees are faster to search twice than to announce.
  static constexpr int kMinAbdadaDepth = 3;

  // Announces in its lifetime that this thread searches the current position, unless another one does already.
  class AbdadaGuard {
   public:
    AbdadaGuard(const AlphaBeta& walk, int depth) : abdada_(depth < kMinAbdadaDepth ? nullptr : walk.abdada_) {
      if (abdada_ == nullptr) return;
      key_ = walk.table_key(walk.state(), walk.is_rolling()).key + static_cast<std::uint64_t>(depth);
      is_busy_ = abdada_->contains(key_);
      if (!is_busy_) abdada_->insert(key_);
    }
    ~AbdadaGuard() {
      if (abdada_ != nullptr && !is_busy_) abdada_->erase(key_);
    }
    AbdadaGuard(const AbdadaGuard&) = delete;
    AbdadaGuard& operator=(const AbdadaGuard&) = delete;

    bool is_busy() const { return is_busy_; }

   private:
    AbdadaTable* abdada_;
    std::uint64_t key_ = 0;
    bool is_busy_ = false;
  };

  // A move whose value is known before its node is searched.
  struct KnownMove {
    Move move;
    Score score;
  };

  // Returns the value of the current position for `side`, `depth` decisions deep, if it is inside the window;
  // otherwise a bound (fail-soft).
  Score search(Side side, int depth, int ply, Score alpha, Score beta) {
    // Windows are from the mover's point of view.
    const Side mover = this->game_.mover(this->state());
    if (mover != side) return -search_as(mover, depth, ply, -beta, -alpha);
    return search_as(mover, depth, ply, alpha, beta);
  }

  Score search_as(Side mover, int depth, int ply, Score alpha, Score beta, const KnownMove* known = nullptr) {
    this->enter(ply);
    if (this->traced()) this->trace_->enter(mover, depth, ply, alpha, beta);
    Score value = value_for(mover, depth, ply, alpha, beta, known);
    if (switches_.fail_hard) value = std::clamp(value, alpha, beta);
    if (this->traced()) this->trace_->leave(value, ply, value <= alpha, value >= beta);
    return value;
  }

  Score value_for(Side mover, int depth, int ply, Score alpha, Score beta, const KnownMove* known) {
    // 1. Terminal position, repetition, tablebase hit, dead draw or horizon.
    if (const Result result = this->game_.result(this->state()); result != Result::ongoing) {
      this->note(TraceNode::Kind::end);
      return this->finished(result, mover, ply);
    }
    if (const auto repetition = this->repeated(mover, ply)) return *repetition;
    if (const auto exact = this->probe_tablebase(ply)) return *exact;
    if constexpr (kIncremental) {
      if (this->evaluator_.is_drawn()) {
        this->note(TraceNode::Kind::end);
        return Scores::finished(0, ply);
      }
      // A side that can't win any more doesn't win.
      if (this->weak_ && ((alpha >= 0 && !this->evaluator_.can_win(mover)) ||
                          (beta <= 0 && !this->evaluator_.can_win(opponent(mover)))))
        return 0;
    }
    if (depth == 0) {
      this->note(TraceNode::Kind::horizon);
      return this->horizon(mover);
    }

    const bool rolling = is_rolling();

    // 2. Transposition table cutoff.
    std::optional<TTEntry> seen;
    SymmetricKey key;
    if (table_ != nullptr) {
      key = table_key(this->state(), rolling);
      seen = table_->find(key.key);
      if (seen && is_valid_at(*seen, depth)) {
        const Score score = Scores::from_table(seen->score, ply);
        if (seen->bound == Bound::exact || (seen->bound == Bound::lower && score >= beta) ||
            (seen->bound == Bound::upper && score <= alpha)) {
          ++this->counts_.table_hits;
          if (!seen->exhaustive && !Scores::proven_within(seen->score, depth)) ++this->horizon_leaves_;
          this->note(TraceNode::Kind::table);
          return score;
        }
      }
    }

    // 3. Chance node or decision node.
    const auto leaves_before = this->horizon_leaves_;
    std::uint32_t best_move = TTEntry::no_move;
    Score value;
    if (rolling)
      value = uses_shallow_search(depth) ? shallow_search(depth, beta) : search_chance(mover, depth, ply, alpha, beta);
    else
      value = search_decision(mover, depth, ply, alpha, beta, seen ? seen->move : TTEntry::no_move, key.symmetry, known,
                              best_move);

    if (switches_.fail_hard) value = std::clamp(value, alpha, beta);
    this->forgive_horizon_leaves(leaves_before, value, depth, ply);

    // 4. Store the result.
    const bool lasts = !this->depends_on_path(ply);
    if (lasts && table_ != nullptr && depth <= TTEntry::deepest) {
      const Bound bound = value <= alpha ? Bound::upper : value >= beta ? Bound::lower : Bound::exact;
      const bool exhaustive = this->horizon_leaves_ == leaves_before;
      table_->store(key.key, {Scores::to_table(value, ply), best_move, depth, bound, exhaustive}, is_main_);
    }
    return value;
  }

  // Whether the game's shallow search replaces the last decisions: not with Star0 or in a recorded tree, which
  // stay as in the literature, and not where a tablebase is exact unless the shallow search probes it.
  bool uses_shallow_search([[maybe_unused]] int depth) const {
    if constexpr (HasShallowSearch<G>)
      return depth <= G::ShallowSearch::kMaxDepth && switches_.star > 0 && !this->traced() &&
             (this->tablebase_ == nullptr || shallow_search_probes_ ||
              !this->tablebase_->may_know_within(this->erased(), depth));
    else
      return false;
  }

  Score shallow_search([[maybe_unused]] int depth, [[maybe_unused]] Score enough) {
    if constexpr (HasShallowSearch<G>) {
      const ShallowResult found = shallow_search_.search(this->state(), depth, enough);
      this->count_nodes(found.evaluations);
      if (!found.exact) ++this->horizon_leaves_;
      return found.value;
    } else {
      return 0;
    }
  }

  // Whether the evaluator knows the result of a move without playing it; not with a tablebase, which is exact.
  bool sees_moves() const { return kIncremental && is_present(this->evaluator_) && this->tablebase_ == nullptr; }

  // The value of a move to a terminal position or to the horizon that the evaluator knows without playing it. It
  // counts as a node. A recorded tree plays every move.
  std::optional<Score> value_after([[maybe_unused]] Side mover, [[maybe_unused]] Move move, [[maybe_unused]] int depth,
                                   [[maybe_unused]] int ply) {
    if constexpr (kIncremental) {
      if (this->traced() || !sees_moves()) return std::nullopt;
      const AfterMove after = this->evaluator_.after(mover, move);
      if (!after.ends && depth > 1) return std::nullopt;
      this->enter(ply + 1);
      if (after.ends) return Scores::finished(after.value, ply + 1);
      ++this->horizon_leaves_;
      return this->weak_ ? 0 : Scores::estimated(after.value);
    }
    return std::nullopt;
  }

  // The index of the only move to search, if there is one: an immediate win, or a block of the opponent's.
  template <class Moves>
  std::optional<std::size_t> forced([[maybe_unused]] const Moves& moves, [[maybe_unused]] Side mover,
                                    [[maybe_unused]] int depth) const {
    if constexpr (kIncremental) {
      if (!sees_moves()) return std::nullopt;
      const bool wins = this->evaluator_.has_threat(mover);
      // The opponent's win must be within the depth for all other moves to lose.
      if (!wins && (depth < 2 || !this->evaluator_.has_threat(opponent(mover)))) return std::nullopt;
      for (std::size_t i = 0; i < moves.size(); ++i)
        if (this->evaluator_.wins(wins ? mover : opponent(mover), moves[i])) return i;
    }
    return std::nullopt;
  }

  // The index of the move with the highest priority.
  template <class Moves>
  std::size_t best_by_priority([[maybe_unused]] const Moves& moves, [[maybe_unused]] Side mover) const {
    std::size_t best = 0;
    if constexpr (kIncremental) {
      if (!killers_and_history_.any()) return best;
      for (std::size_t i = 1; i < moves.size(); ++i)
        if (this->evaluator_.move_priority(mover, moves[i]) > this->evaluator_.move_priority(mover, moves[best]))
          best = i;
    }
    return best;
  }

  // Searches a decision node. `first` is the hash move, `known` a move whose value is known already; `best_move`
  // becomes the best move in the form of the table.
  Score search_decision(Side mover, int depth, int ply, Score alpha, Score beta, std::uint32_t first, int symmetry,
                        const KnownMove* known, std::uint32_t& best_move) {
    const auto moves = this->moves();
    std::size_t move_count = moves.size(), front = 0;
    MoveOrder order(picker_pool_);
    bool sorted = false;
    if (const auto only = forced(moves, mover, depth)) {
      front = *only;
      move_count = 1;
      this->note_skipped(moves.size() - 1);
    } else if (depth == 1 && sees_moves()) {
      front = best_by_priority(moves, mover);  // sorting saves nothing, as no move is played
    } else {
      sorted = rank(order, moves, mover, ply, first, symmetry);
    }
    Score best = Scores::worst();
    DeferredMoves deferred(deferred_pool_);
    for (std::size_t i = 0; i < move_count + deferred.size(); ++i) {
      const auto place = i >= move_count ? deferred[i - move_count]
                         : sorted        ? order.next()
                                         : static_cast<std::uint32_t>(i == 0       ? front
                                                                      : i <= front ? i - 1
                                                                                   : i);
      const Move move = moves[place];
      Score score;
      if (known != nullptr && known->move == move) {
        score = known->score;
      } else if (const auto ahead = value_after(mover, move, depth, ply)) {
        score = *ahead;
      } else {
        const auto played = this->played(move);
        const AbdadaGuard working(*this, depth - 1);
        // The first move sets the window of the others, so it can't be deferred.
        if (i > 0 && i < move_count && working.is_busy()) {
          deferred.add(place);
          continue;
        }
        score = child(mover, depth, ply, std::max(alpha, best), beta, tries_null_window(i));
      }
      if (score <= best) continue;
      best = score;
      best_move = to_store(place, move, symmetry);
      // Only an exact value has a PV.
      if (best > alpha && best < beta) this->update_pv(ply, move);
      // Beta cutoff.
      if (best >= beta) {
        if (i + 1 < move_count + deferred.size()) {
          ++this->counts_.cutoffs;
          this->note_skipped(move_count + deferred.size() - i - 1);
        }
        killers_and_history_.reward(mover, move, ply, depth);
        break;
      }
    }
    return best;
  }

  // Searches a child. NegaScout expects the first move to be best, so it searches the others with a null window,
  // and again with the remaining window if one fails high and its value is not exact.
  KIBITZ_ALWAYS_INLINE Score child(Side mover, int depth, int ply, Score alpha, Score beta, bool null_window) {
    if (null_window && alpha > Scores::worst() && alpha + Scores::least() < beta) {
      const Score score = this->search(mover, depth - 1, ply + 1, alpha, alpha + Scores::least());
      if (score <= alpha || score >= beta || is_exact_after_null_window(mover, depth)) return score;
      this->count_research();
      alpha = score - Scores::least();
    }
    return search(mover, depth - 1, ply + 1, alpha, beta);
  }

  // Whether the value of a null-window search that failed high is exact: it saw only the horizon, or all replies of
  // the opponent without a cutoff.
  bool is_exact_after_null_window(Side mover, int depth) const {
    if (switches_.fail_hard) return false;
    if (depth == 1) return true;
    if constexpr (ChanceGame<G>)
      return false;
    else
      return depth == 2 && this->game_.turn(this->state()) != mover;
  }

  // Scores all moves; returns false if nothing distinguishes them.
  template <class Moves>
  bool rank(MoveOrder& order, const Moves& moves, Side mover, int ply, std::uint32_t first, int symmetry) const {
    if (first != TTEntry::no_move) first = place_of(first, moves, symmetry);
    // After a key collision, the index may be out of range.
    if (first >= moves.size() && !killers_and_history_.any()) return false;
    constexpr std::uint32_t foremost = ~std::uint32_t{0};
    for (std::size_t i = 0; i < moves.size(); ++i) order.add(i == first ? foremost : move_score(moves[i], mover, ply));
    return true;
  }

  std::uint32_t move_score(Move move, Side mover, int ply) const {
    return killers_and_history_.move_score(mover, move, ply, [&]() -> std::uint32_t {
      if constexpr (kIncremental)
        if (is_present(this->evaluator_)) return this->evaluator_.move_priority(mover, move);
      if constexpr (HasMovePriority<G>)
        return this->game_.move_priority(this->state(), move);
      else
        return 0;
    });
  }

  bool is_rolling() const {
    if constexpr (ChanceGame<G>)
      return this->game_.turn(this->state()) == Side::chance;
    else
      return false;
  }

  // The key of a position in the table. Chance nodes and decision nodes never share an entry.
  SymmetricKey table_key(const State& state, bool rolling) const {
    constexpr std::uint64_t roll = 0x5bd1e9955bd1e995u;
    if constexpr (HasSymmetricKey<G>) {
      const auto shared = this->game_.symmetric_key(state);
      return {shared.key ^ (rolling ? roll : 0u), shared.symmetry};
    } else {
      return {this->game_.key(state) ^ (rolling ? roll : 0u), 0};
    }
  }

  // The table stores the index of a move, or, if symmetric positions share entries, the move itself as seen from
  // the canonical position.
  template <class Moves>
  std::uint32_t place_of(std::uint32_t stored, const Moves& moves, int symmetry) const {
    if constexpr (HasSymmetricKey<G>) {
      for (std::size_t i = 0; i < moves.size(); ++i)
        if (this->game_.transform_move(moves[i], symmetry) == stored) return static_cast<std::uint32_t>(i);
      return TTEntry::no_move;
    } else {
      return stored;
    }
  }
  std::uint32_t to_store(std::uint32_t place, Move move, int symmetry) const {
    if constexpr (HasSymmetricKey<G>)
      return std::min<std::uint32_t>(this->game_.transform_move(move, symmetry), TTEntry::no_move);
    else
      return std::min(place, TTEntry::no_move);
  }

  // Whether an entry is valid for a search of this depth: it has the same depth, or it is exhaustive and shallower,
  // or it is a win or loss within both depths.
  static bool is_valid_at(const TTEntry& seen, int depth) {
    return seen.depth == depth || (seen.exhaustive && seen.depth < depth) ||
           Scores::proven_within(seen.score, std::min(seen.depth, depth));
  }

  // Searches a chance node.
  Score search_chance(Side mover, int depth, int ply, Score alpha, Score beta) {
    this->note(TraceNode::Kind::chance);
    Score value = 0;
    if constexpr (ChanceGame<G>) {
      auto& node = chance_node(ply);
      node.chances.clear();
      this->game_.chances(this->state(), node.chances);
      if (switches_.star == 0) {
        for (const auto& chance : node.chances) {
          const auto played = this->played(chance.move);
          value += chance.probability * search(mover, depth, ply + 1, -Scores::best(), Scores::best());
        }
      } else {
        node.forget();
        if (!(switches_.star == 2 && probe(node, mover, depth, ply, beta, value)))
          value = star1(node, mover, depth, ply, alpha, beta);
      }
    }
    this->clear_pv(ply);  // there is no PV through a chance node
    return value;
  }

  // Star1: searches each outcome with the window outside of which the average fails high or low, whatever the
  // remaining outcomes are worth.
  Score star1(ChanceNode& node, Side mover, int depth, int ply, Score alpha, Score beta)
    requires ChanceGame<G>
  {
    node.sum_rest();
    Score done = 0;
    std::size_t deferred = 0;
    for (std::size_t i = 0; i < node.chances.size(); ++i) {
      const auto [move, probability] = node.chances[i];
      if (probability <= 0) continue;
      const Score rest_low = node.rest_low[i + 1], rest_high = node.rest_high[i + 1];
      const Score a = (alpha - done - rest_high) / probability;
      const Score b = (beta - done - rest_low) / probability;
      Score& low = node.low[i];
      Score& high = node.high[i];
      if (a < high && b > low && low < high) {
        const auto& known = node.known[i];
        const KnownMove probed{known.move, known.value};
        const auto score = after_roll(node, move, depth, i, deferred, [&] {
          const Score from = std::max(a, low), to = std::min(b, high);
          return known.is_known ? search_as(mover, depth, ply + 1, from, to, &probed)
                                : search(mover, depth, ply + 1, from, to);
        });
        if (!score) {
          node.sum_rest();
          --i;
          continue;
        }
        if (*score <= a)
          high = *score;  // an upper bound
        else if (*score >= b)
          low = *score;  // a lower bound
        else
          low = high = std::clamp(*score, low, high);
      }
      // Rounding must not turn a bound into a value inside the window.
      if (high <= a) return cut(i, node, std::min(alpha, done + probability * high + rest_high));
      if (low >= b) return cut(i, node, std::max(beta, done + probability * low + rest_low));
      done += probability * low;
    }
    return done;
  }

  // Returns the result of `look` after a roll, the i-th outcome; defers it and returns nothing if another thread is
  // searching it and other outcomes remain.
  template <class Look>
  auto after_roll(ChanceNode& node, Move roll, int depth, std::size_t i, std::size_t& deferred, Look look)
      -> std::optional<Score> {
    {
      const auto played = this->played(roll);
      const AbdadaGuard working(*this, depth);
      if (!working.is_busy() || i + deferred + 1 >= node.chances.size()) return look();
    }
    ++deferred;
    node.postpone(i);
    return std::nullopt;
  }

  Score cut(std::size_t at, const ChanceNode& node, Score score) {
    if (at + 1 < node.chances.size()) {
      ++this->counts_.cutoffs;
      this->note_skipped(node.chances.size() - at - 1);
    }
    return score;
  }

  // The probing phase of Star2: one good move after each roll. Their values are lower bounds, which may add up to
  // a beta cutoff.
  bool probe(ChanceNode& node, Side mover, int depth, int ply, Score beta, Score& value)
    requires ChanceGame<G>
  {
    Score known = 0, left = 0;
    std::size_t deferred = 0;
    for (const auto& chance : node.chances) left += chance.probability;
    for (std::size_t i = 0; i < node.chances.size(); ++i) {
      const auto [move, probability] = node.chances[i];
      if (probability <= 0) continue;
      left -= probability;
      // A cutoff is possible only if the best move of this roll reaches `least`; `enough` causes one at once.
      const Score least = (beta - known - left * Scores::best()) / probability;
      const Score enough = (beta - known + left * Scores::best()) / probability;
      if (least >= Scores::best()) return false;
      const Score from = std::max(least, -Scores::best()), to = std::min(enough, Scores::best());
      if (from < to) {
        bool cuts = true;
        const auto reached = after_roll(node, move, depth, i, deferred, [&] {
          const auto most = probe_after_roll(mover, depth, ply + 1, from, to, node.known[i]);
          cuts = most.has_value();
          return most.value_or(from);
        });
        if (!reached) {
          left += probability;
          --i;
          continue;
        }
        if (!cuts) return false;
        node.low[i] = std::clamp(*reached, -Scores::best(), Scores::best());
      }
      known += probability * node.low[i];
      if (known - left * Scores::best() >= beta) {
        value = cut(i, node, std::max(beta, known - left * Scores::best()));
        return true;
      }
    }
    return false;
  }

  // Probes one good move after a roll; returns its value if it is above `from`. Returns nothing if the mover is not
  // to move next.
  std::optional<Score> probe_after_roll(Side mover, int depth, int ply, Score from, Score to,
                                        ChanceNode::Known& known) {
    if (this->game_.result(this->state()) != Result::ongoing || this->game_.turn(this->state()) != mover)
      return std::nullopt;
    this->enter(ply);
    if (this->traced()) this->trace_->enter(mover, depth, ply, from, to);
    const auto key = table_ != nullptr ? table_key(this->state(), false) : SymmetricKey{};
    const auto seen = table_ != nullptr ? table_->find(key.key) : std::nullopt;
    Score reached;
    {
      const auto moves = this->moves();
      MoveOrder order(picker_pool_);
      const bool sorted = rank(order, moves, mover, ply, seen ? seen->move : TTEntry::no_move, key.symmetry);
      const Move move = moves[sorted ? order.next() : 0];
      const auto played = this->played(move);
      reached = search(mover, depth - 1, ply + 1, from, to);
      // A value inside the window, or at the limit of the range, is exact.
      const bool above = reached > from || from <= -Scores::best(), below = reached < to || to >= Scores::best();
      known = {move, reached, above && below};
      this->note_skipped(moves.size() - 1);
    }
    if (this->traced()) this->trace_->leave(reached, ply, false, true);
    if (reached <= from && from > -Scores::best()) return std::nullopt;
    return reached;
  }

  ChanceNode& chance_node(int ply) {
    while (chance_nodes_.size() <= static_cast<std::size_t>(ply)) chance_nodes_.emplace_back();
    return chance_nodes_[static_cast<std::size_t>(ply)];
  }

  bool pvs_;
  const Switches& switches_;
  TranspositionTable* table_;
  AbdadaTable* abdada_;
  bool is_main_;
  KillersAndHistory killers_and_history_;
  decltype(shallow_search_of<G>(std::declval<const G&>(), true)) shallow_search_;
  bool shallow_search_probes_ = false;  // whether it probes the tablebase itself
  NumberStack<std::uint64_t> picker_pool_;
  NumberStack<std::uint32_t> deferred_pool_;
  std::deque<ChanceNode> chance_nodes_;  // one for each ply; a deque, because references must stay valid
};

}  // namespace kibitz
