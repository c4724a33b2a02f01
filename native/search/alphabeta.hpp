// Alpha-beta and NegaScout: minimax's value with the lines that can't matter
// cut off. Every switch changes the work, never the value at a given depth.
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

// What follows the search, where the game has such a thing.
template <Game G>
auto evaluator_of([[maybe_unused]] const G& game, [[maybe_unused]] const typename G::State& root) {
  if constexpr (Incremental<G>)
    return game.incremental_evaluator(root);
  else
    return NoEvaluator{};
}

template <Game G>
using EvaluatorOf = decltype(evaluator_of<G>(std::declval<const G&>(), std::declval<const typename G::State&>()));

// What looks ahead at the end of the search, where the game has such a thing.
template <Game G>
auto shallow_search_of([[maybe_unused]] const G& game, [[maybe_unused]] bool remembers) {
  if constexpr (HasShallowSearch<G>)
    return game.shallow_search(remembers);
  else
    return NoEvaluator{};
}

template <Game G, bool Traced = false>
class AlphaBeta final : public TreeWalk<G, Traced, EvaluatorOf<G>> {
  using Base = TreeWalk<G, Traced, EvaluatorOf<G>>;

 public:
  using typename Base::Score;
  using typename Base::Scores;
  using typename Base::State;

  // `scouts` makes it NegaScout; without `table` nothing is remembered. Threads
  // that share the table share `busy` too, and all but one leave its care to others.
  AlphaBeta(const G& game, const State& root, Control& control, const Switches& switches, bool scouts,
            TranspositionTable* table, AbdadaTable* busy = nullptr, bool leads = true, TreeTrace* trace = nullptr)
      : Base(game, root, control, trace, evaluator_of(game, root)),
        scouts_(scouts),
        switches_(switches),
        table_(table),
        busy_(busy),
        leads_(leads),
        cut_moves_(switches.killers, switches.history),
        shallow_search_(shallow_search_of(game, table != nullptr)) {}

  // Takes what a table knows as exact. What looks ahead may be able to ask it too.
  void set_tablebase(const Tablebase* known) {
    Base::set_tablebase(known);
    if constexpr (requires { shallow_search_.set_tablebase(known); })
      shallow_search_probes_ = shallow_search_.set_tablebase(known);
  }

  // Whether to scout after so many moves. A question answered with yes is asked
  // again, and what only a table remembers is then searched again: without one,
  // several moves must have been found no better first.
  bool doubts(std::size_t tried) const override { return scouts_ && tried >= (table_ != nullptr ? 1u : 4u); }

  // What the table knows of earlier depths counts less from now on.
  void begin(int depth) override {
    if (table_ != nullptr && leads_) table_->set_time(depth);
  }

  Score try_move(Side mover, Move move, int depth, Score alpha, Score beta, bool doubtful) override {
    const auto played = this->played(move);
    return child(mover, depth, 0, alpha, beta, doubtful);
  }

  KIBITZ_COLD void extend(std::vector<Move>& line, int depth) const override {
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
      if (!seen || seen->bound != Bound::exact || !holds(*seen, left)) return;
      const auto place = place_of(seen->move, moves, key.symmetry);
      if (place >= moves.size()) return;
      line.push_back(moves[place]);
      this->game_.play(state, line.back());
    }
  }

 private:
  static constexpr bool kIncremental = Incremental<G>;

  // What is quicker searched twice than told to others.
  static constexpr int kWorthSharing = 3;

  // Tells other threads for as long as it lives that the position on the board
  // is being searched, unless another one is at it already.
  class Working {
   public:
    Working(const AlphaBeta& walk, int depth) : busy_(depth < kWorthSharing ? nullptr : walk.busy_) {
      if (busy_ == nullptr) return;
      key_ = walk.table_key(walk.state(), walk.is_rolling()).key + static_cast<std::uint64_t>(depth);
      elsewhere_ = busy_->contains(key_);
      if (!elsewhere_) busy_->insert(key_);
    }
    ~Working() {
      if (busy_ != nullptr && !elsewhere_) busy_->erase(key_);
    }
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

    bool elsewhere() const { return elsewhere_; }

   private:
    AbdadaTable* busy_;
    std::uint64_t key_ = 0;
    bool elsewhere_ = false;
  };

  // A move at some node and its value, found before the node was visited.
  struct KnownMove {
    Move move;
    Score score;
  };

  // The current position's value for `side`, `depth` decisions deep, if it lies
  // between alpha and beta; else a bound on it, on the same side of the window.
  Score visit(Side side, int depth, int ply, Score alpha, Score beta) {
    // Windows are kept as the mover sees them.
    const Side mover = this->game_.mover(this->state());
    if (mover != side) return -visit_as(mover, depth, ply, -beta, -alpha);
    return visit_as(mover, depth, ply, alpha, beta);
  }

  Score visit_as(Side mover, int depth, int ply, Score alpha, Score beta, const KnownMove* known = nullptr) {
    this->enter(ply);
    if (this->traced()) this->trace_->enter(mover, depth, ply, alpha, beta);
    Score value = value_for(mover, depth, ply, alpha, beta, known);
    if (switches_.fail_hard) value = std::clamp(value, alpha, beta);
    if (this->traced()) this->trace_->leave(value, ply, value <= alpha, value >= beta);
    return value;
  }

  Score value_for(Side mover, int depth, int ply, Score alpha, Score beta, const KnownMove* known) {
    // 1. The game is over, a table knows how it ends, or we see no further.
    if (const Result result = this->game_.result(this->state()); result != Result::ongoing) {
      this->note(TraceNode::Kind::end);
      return this->finished(result, mover, ply);
    }
    if (const auto fate = this->repeated(mover, ply)) return *fate;
    if (const auto exact = this->known(ply)) return *exact;
    if constexpr (kIncremental) {
      if (this->evaluator_.is_drawn()) {
        this->note(TraceNode::Kind::end);
        return Scores::finished(0, ply);
      }
      // Who can't win any more does not, whatever comes.
      if (this->weak_ && ((alpha >= 0 && !this->evaluator_.can_win(mover)) ||
                          (beta <= 0 && !this->evaluator_.can_win(opponent(mover)))))
        return 0;
    }
    if (depth == 0) {
      this->note(TraceNode::Kind::horizon);
      return this->horizon(mover);
    }

    const bool rolling = is_rolling();

    // 2. TTEntry before, as deep as now, and well enough to answer?
    std::optional<TTEntry> seen;
    SymmetricKey key;
    if (table_ != nullptr) {
      key = table_key(this->state(), rolling);
      seen = table_->find(key.key);
      if (seen && holds(*seen, depth)) {
        const Score score = Scores::from_table(seen->score, ply);
        if (seen->bound == Bound::exact || (seen->bound == Bound::lower && score >= beta) ||
            (seen->bound == Bound::upper && score <= alpha)) {
          ++this->counts_.table_hits;
          if (!seen->complete && !Scores::proven_within(seen->score, depth)) ++this->horizons_;
          this->note(TraceNode::Kind::table);
          return score;
        }
      }
    }

    // 3. Dice are averaged, moves compared.
    const auto horizons_before = this->horizons_;
    std::uint32_t best_move = TTEntry::no_move;
    Score value;
    if (rolling)
      value = uses_shallow_search(depth) ? shallow_search(depth, beta) : average(mover, depth, ply, alpha, beta);
    else
      value =
          decide(mover, depth, ply, alpha, beta, seen ? seen->move : TTEntry::no_move, key.symmetry, known, best_move);

    if (switches_.fail_hard) value = std::clamp(value, alpha, beta);
    this->forgive_horizons(horizons_before, value, depth, ply);

    // 4. Remember it.
    const bool lasts = !this->rests_above(ply);
    if (lasts && table_ != nullptr && depth <= TTEntry::deepest) {
      const Bound bound = value <= alpha ? Bound::upper : value >= beta ? Bound::lower : Bound::exact;
      const bool complete = this->horizons_ == horizons_before;
      table_->store(key.key, {Scores::to_table(value, ply), best_move, depth, bound, complete}, leads_);
    }
    return value;
  }

  // The last decisions the game may see by itself. Star0 stays as it is in the
  // books, so does a tree for people to look at, and what a table knows is not
  // guessed unless the game asks it.
  bool uses_shallow_search([[maybe_unused]] int depth) const {
    if constexpr (HasShallowSearch<G>)
      return depth <= G::ShallowSearch::kMaxDepth && switches_.star > 0 && !this->traced() &&
             (this->known_ == nullptr || shallow_search_probes_ ||
              !this->known_->may_know_within(this->erased(), depth));
    else
      return false;
  }

  Score shallow_search([[maybe_unused]] int depth, [[maybe_unused]] Score enough) {
    if constexpr (HasShallowSearch<G>) {
      const ShallowResult found = shallow_search_.search(this->state(), depth, enough);
      this->count_nodes(found.evaluations);
      if (!found.exact) ++this->horizons_;
      return found.value;
    } else {
      return 0;
    }
  }

  // Whether the evaluator says what a move leads to. What a table knows is not guessed.
  bool sees_moves() const { return kIncremental && is_there(this->evaluator_) && this->known_ == nullptr; }

  // The value after a move that need not be made, because the evaluator says what
  // it leads to and that is the end or the horizon. It counts as visited. In a tree
  // for people to look at every move is made.
  std::optional<Score> value_after([[maybe_unused]] Side mover, [[maybe_unused]] Move move, [[maybe_unused]] int depth,
                                   [[maybe_unused]] int ply) {
    if constexpr (kIncremental) {
      if (this->traced() || !sees_moves()) return std::nullopt;
      const AfterMove after = this->evaluator_.after(mover, move);
      if (!after.ends && depth > 1) return std::nullopt;
      this->enter(ply + 1);
      if (after.ends) return Scores::finished(after.value, ply + 1);
      ++this->horizons_;
      return this->weak_ ? 0 : Scores::estimated(after.value);
    }
    return std::nullopt;
  }

  // The place of the only move that matters, where there is one: it wins at
  // once, or it is one of those after which the opponent doesn't.
  template <class Moves>
  std::optional<std::size_t> forced([[maybe_unused]] const Moves& moves, [[maybe_unused]] Side mover,
                                    [[maybe_unused]] int depth) const {
    if constexpr (kIncremental) {
      if (!sees_moves()) return std::nullopt;
      const bool wins = this->evaluator_.has_threat(mover);
      // The opponent's win must be within sight for all other moves to lose.
      if (!wins && (depth < 2 || !this->evaluator_.has_threat(opponent(mover)))) return std::nullopt;
      for (std::size_t i = 0; i < moves.size(); ++i)
        if (this->evaluator_.wins(wins ? mover : opponent(mover), moves[i])) return i;
    }
    return std::nullopt;
  }

  // The place of the move to try first where none of them is made.
  template <class Moves>
  std::size_t most_promising([[maybe_unused]] const Moves& moves, [[maybe_unused]] Side mover) const {
    std::size_t best = 0;
    if constexpr (kIncremental) {
      if (!cut_moves_.any()) return best;
      for (std::size_t i = 1; i < moves.size(); ++i)
        if (this->evaluator_.move_priority(mover, moves[i]) > this->evaluator_.move_priority(mover, moves[best]))
          best = i;
    }
    return best;
  }

  // The best move's value. `first` is the move to try first as the table names
  // it, `known` a move whose value is known already; `best_move` becomes the one
  // found best, as the table names it.
  Score decide(Side mover, int depth, int ply, Score alpha, Score beta, std::uint32_t first, int symmetry,
               const KnownMove* known, std::uint32_t& best_move) {
    const auto moves = this->moves();
    std::size_t worth_trying = moves.size(), front = 0;
    Picker order(picker_pool_);
    bool sorted = false;
    if (const auto only = forced(moves, mover, depth)) {
      front = *only;
      worth_trying = 1;
      this->note_skipped(moves.size() - 1);
    } else if (depth == 1 && sees_moves()) {
      front = most_promising(moves, mover);  // nothing is saved by sorting what need not be made
    } else {
      sorted = rank(order, moves, mover, ply, first, symmetry);
    }
    Score best = Scores::worst();
    Later later(later_pool_);
    for (std::size_t i = 0; i < worth_trying + later.size(); ++i) {
      const auto place = i >= worth_trying ? later[i - worth_trying]
                         : sorted          ? order.next()
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
        const Working working(*this, depth - 1);
        // The first move decides what is asked of the others, so it can't wait.
        if (i > 0 && i < worth_trying && working.elsewhere()) {
          later.add(place);
          continue;
        }
        score = child(mover, depth, ply, std::max(alpha, best), beta, doubts(i));
      }
      if (score <= best) continue;
      best = score;
      best_move = to_store(place, move, symmetry);
      // A line is worth remembering only where the value is no mere bound.
      if (best > alpha && best < beta) this->keep_line(ply, move);
      // The opponent has something better earlier and never lets this happen.
      if (best >= beta) {
        if (i + 1 < worth_trying + later.size()) {
          ++this->counts_.cutoffs;
          this->note_skipped(worth_trying + later.size() - i - 1);
        }
        cut_moves_.reward(mover, move, ply, depth);
        break;
      }
    }
    return best;
  }

  // The value after a move. NegaScout expects the first move to be best, so it
  // only asks of the others whether they are better: a window next to nothing
  // wide cuts most. When one is, it looks again, from what it knows already,
  // unless the answer to the question is the value itself.
  KIBITZ_ALWAYS_INLINE Score child(Side mover, int depth, int ply, Score alpha, Score beta, bool doubtful) {
    if (doubtful && alpha > Scores::worst() && alpha + Scores::least() < beta) {
      const Score score = this->visit(mover, depth - 1, ply + 1, alpha, alpha + Scores::least());
      if (score <= alpha || score >= beta || answers_exactly(mover, depth)) return score;
      this->count_research();
      alpha = score - Scores::least();
    }
    return visit(mover, depth - 1, ply + 1, alpha, beta);
  }

  // Whether a move that a scout found better, now on the board, has the value
  // that the scout returned: what it looked at was the horizon, or all replies
  // of the opponent, none of which cut.
  bool answers_exactly(Side mover, int depth) const {
    if (switches_.fail_hard) return false;
    if (depth == 1) return true;
    if constexpr (ChanceGame<G>)
      return false;
    else
      return depth == 2 && this->game_.turn(this->state()) != mover;
  }

  // Gives every move its merit; false when nothing is known of any, so that
  // they may be taken as they come.
  template <class Moves>
  bool rank(Picker& order, const Moves& moves, Side mover, int ply, std::uint32_t first, int symmetry) const {
    if (first != TTEntry::no_move) first = place_of(first, moves, symmetry);
    // A key that two positions share by accident may name a place that is not there.
    if (first >= moves.size() && !cut_moves_.any()) return false;
    constexpr std::uint32_t foremost = ~std::uint32_t{0};
    for (std::size_t i = 0; i < moves.size(); ++i) order.add(i == first ? foremost : merit(moves[i], mover, ply));
    return true;
  }

  std::uint32_t merit(Move move, Side mover, int ply) const {
    return cut_moves_.merit(mover, move, ply, [&]() -> std::uint32_t {
      if constexpr (kIncremental)
        if (is_there(this->evaluator_)) return this->evaluator_.move_priority(mover, move);
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

  // Where a position is in the table. Rolls and decisions never share an entry,
  // whatever the game's keys do.
  SymmetricKey table_key(const State& state, bool rolling) const {
    constexpr std::uint64_t roll = 0x5bd1e9955bd1e995u;
    if constexpr (HasSymmetricKey<G>) {
      const auto shared = this->game_.symmetric_key(state);
      return {shared.key ^ (rolling ? roll : 0u), shared.symmetry};
    } else {
      return {this->game_.key(state) ^ (rolling ? roll : 0u), 0};
    }
  }

  // The table names a move by its place in the list, or where positions share
  // entries by the move itself, as the position whose key it is would make it.
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

  // Whether an entry says what a search of this depth would find: it was as
  // deep, or it reached the end of every line and we look further still, or it
  // is a win or loss that both depths see.
  static bool holds(const TTEntry& seen, int depth) {
    return seen.depth == depth || (seen.complete && seen.depth < depth) ||
           Scores::proven_within(seen.score, std::min(seen.depth, depth));
  }

  // The expected value over what the dice may do.
  Score average(Side mover, int depth, int ply, Score alpha, Score beta) {
    this->note(TraceNode::Kind::chance);
    Score value = 0;
    if constexpr (ChanceGame<G>) {
      auto& node = chance_node(ply);
      node.chances.clear();
      this->game_.chances(this->state(), node.chances);
      if (switches_.star == 0) {
        for (const auto& chance : node.chances) {
          const auto played = this->played(chance.move);
          value += chance.probability * visit(mover, depth, ply + 1, -Scores::best(), Scores::best());
        }
      } else {
        node.forget();
        if (!(switches_.star == 2 && probe(node, mover, depth, ply, beta, value)))
          value = star1(node, mover, depth, ply, alpha, beta);
      }
    }
    this->clear_line(ply);  // no one line is expected when dice decide
    return value;
  }

  // Star1: the outcomes in turn, each in the window outside of which it decides
  // the average whatever the outcomes still to come are worth.
  Score star1(ChanceNode& node, Side mover, int depth, int ply, Score alpha, Score beta)
    requires ChanceGame<G>
  {
    node.sum_rest();
    Score done = 0;
    std::size_t postponed = 0;
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
        const auto score = after_roll(node, move, depth, i, postponed, [&] {
          const Score from = std::max(a, low), to = std::min(b, high);
          return known.is_known ? visit_as(mover, depth, ply + 1, from, to, &probed)
                                : visit(mover, depth, ply + 1, from, to);
        });
        if (!score) {
          node.sum_rest();
          --i;
          continue;
        }
        if (*score <= a)
          high = *score;  // known only to be no better
        else if (*score >= b)
          low = *score;  // known only to be no worse
        else
          low = high = std::clamp(*score, low, high);
      }
      // Rounding must not make a bound look like a value inside the window.
      if (high <= a) return cut(i, node, std::min(alpha, done + probability * high + rest_high));
      if (low >= b) return cut(i, node, std::max(beta, done + probability * low + rest_low));
      done += probability * low;
    }
    return done;
  }

  // What `look` finds after a roll, the i-th outcome of the node; nothing where
  // another thread is at it and others can be looked at first.
  template <class Look>
  auto after_roll(ChanceNode& node, Move roll, int depth, std::size_t i, std::size_t& postponed, Look look)
      -> std::optional<Score> {
    {
      const auto played = this->played(roll);
      const Working working(*this, depth);
      if (!working.elsewhere() || i + postponed + 1 >= node.chances.size()) return look();
    }
    ++postponed;
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

  // Star2: before that, one good move after each roll. What it reaches the
  // mover can have, so enough of them may show the average to be beta or more.
  bool probe(ChanceNode& node, Side mover, int depth, int ply, Score beta, Score& value)
    requires ChanceGame<G>
  {
    Score known = 0, left = 0;
    std::size_t postponed = 0;
    for (const auto& chance : node.chances) left += chance.probability;
    for (std::size_t i = 0; i < node.chances.size(); ++i) {
      const auto [move, probability] = node.chances[i];
      if (probability <= 0) continue;
      left -= probability;
      // The best move of this roll must reach `least` for a cut to be possible
      // at all, and `enough` makes one at once.
      const Score least = (beta - known - left * Scores::best()) / probability;
      const Score enough = (beta - known + left * Scores::best()) / probability;
      if (least >= Scores::best()) return false;
      const Score from = std::max(least, -Scores::best()), to = std::min(enough, Scores::best());
      if (from < to) {
        bool cuts = true;
        const auto reached = after_roll(node, move, depth, i, postponed, [&] {
          const auto most = probe_roll(mover, depth, ply + 1, from, to, node.known[i]);
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

  // What one good move reaches after a roll, if it is more than `from`; nothing
  // where no move of the mover's comes next.
  std::optional<Score> probe_roll(Side mover, int depth, int ply, Score from, Score to, ChanceNode::Known& known) {
    if (this->game_.result(this->state()) != Result::ongoing || this->game_.turn(this->state()) != mover)
      return std::nullopt;
    this->enter(ply);
    if (this->traced()) this->trace_->enter(mover, depth, ply, from, to);
    const auto key = table_ != nullptr ? table_key(this->state(), false) : SymmetricKey{};
    const auto seen = table_ != nullptr ? table_->find(key.key) : std::nullopt;
    Score reached;
    {
      const auto moves = this->moves();
      Picker order(picker_pool_);
      const bool sorted = rank(order, moves, mover, ply, seen ? seen->move : TTEntry::no_move, key.symmetry);
      const Move move = moves[sorted ? order.next() : 0];
      const auto played = this->played(move);
      reached = visit(mover, depth - 1, ply + 1, from, to);
      // What is inside the window, or bounds the range of values, is the move's value.
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

  bool scouts_;
  const Switches& switches_;
  TranspositionTable* table_;
  AbdadaTable* busy_;
  bool leads_;
  CutMoves cut_moves_;
  decltype(shallow_search_of<G>(std::declval<const G&>(), true)) shallow_search_;
  bool shallow_search_probes_ = false;  // the table, by itself
  NumberStack<std::uint64_t> picker_pool_;
  NumberStack<std::uint32_t> later_pool_;
  std::deque<ChanceNode> chance_nodes_;  // one for each ply; a deque, since those above are in use
};

}  // namespace kibitz
