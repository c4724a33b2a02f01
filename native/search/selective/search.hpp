// A selective search: it looks deep where something happens and hardly at all
// where nothing does. It may miss things, and is judged by matches. The steps are
// numbered; each can be switched off (`Ideas`).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/control.hpp"
#include "base/noinline.hpp"
#include "base/tablebase.hpp"
#include "search/selective/engine_interface.hpp"
#include "search/selective/features.hpp"
#include "search/selective/history.hpp"
#include "search/selective/move_picker.hpp"
#include "search/selective/selective_tt.hpp"

namespace kibitz {

inline constexpr int kNoScore = 32700;

// How much less deep the n-th move is looked at.
class Reductions {
 public:
  Reductions() {
    for (int depth = 1; depth < kDepths; ++depth)
      for (int moves = 1; moves < kMoves; ++moves)
        at(depth, moves) = static_cast<std::int16_t>(1024 * (0.8 + std::log(depth) * std::log(moves) / 2.3));
  }
  // In 1024ths of a ply.
  int operator()(int depth, int moves) const {
    return table_[static_cast<std::size_t>(std::min(depth, kDepths - 1) * kMoves + std::min(moves, kMoves - 1))];
  }

 private:
  static constexpr int kDepths = 64, kMoves = 64;
  std::int16_t& at(int depth, int moves) { return table_[static_cast<std::size_t>(depth * kMoves + moves)]; }
  std::array<std::int16_t, kDepths * kMoves> table_{};
};

// A move at the root, with what the last look found.
struct RootMove {
  Move move = 0;
  int score = -kNoScore, previous = -kNoScore;
  std::uint64_t nodes = 0;
  int furthest = 0;  // plies below the root
  std::vector<Move> line;
};

// What a search at hand asks now and then; throws Stopped when it has to end.
class Watch {
 public:
  virtual ~Watch() = default;
  // `nodes` of this thread.
  virtual void look(std::uint64_t nodes) = 0;
};

template <Tactics T>
class SelectiveWalk {
 public:
  using State = typename T::State;

  SelectiveWalk(const T& tactics, SelectiveMemory& memory)
      : tactics_(tactics), memory_(memory), judge_(tactics.judge()) {}

  // Forgets all that earlier searches learnt.
  void forget() { history_.forget(); }

  // Begins a search. `earlier` are the keys of the positions before, the oldest first.
  // A table may know some positions.
  void begin(const State& root, const std::vector<std::uint64_t>& earlier, const Ideas& ideas, const Tablebase* known,
             Watch& watch) {
    known_ = known;
    root_ = root;
    ideas_ = ideas;
    watch_ = &watch;
    nodes_ = 0;
    path_ = earlier;
    root_at_ = path_.size();
    begin_again();
  }

  // After a search was stopped: back to the root.
  void begin_again() {
    state_ = root_;
    path_.resize(root_at_);
    stack_.fill(Node{});
    no_passing_before_ = 0;
  }

  // One depth within a window, over the moves from `first` on; the best is found in them.
  int search_root(std::vector<RootMove>& moves, std::size_t first, int depth, int alpha, int beta) {
    root_moves_ = &moves;
    first_ = first;
    furthest_ = 0;
    return search<true>(depth, 0, alpha, beta, false);
  }

  std::uint64_t nodes() const { return nodes_; }
  int furthest() const { return furthest_; }
  // What a position is worth at first sight.
  int judge(const State& state) { return judge_.points(state); }

 private:
  struct Node {
    Move move = 0, excluded = 0;
    int slot = -1;  // of the move made here
    int points = kNoScore;
    bool threatened = false;
    int cuts = 0;  // that later moves made in this node's children
    std::array<Move, 2> killers{};
    std::array<Move, kDeepestPly + 2> line;
    int length = 0;
  };
  static constexpr int kBefore = 4;  // places before the root, so that looking back needs no check

  Node& node(int ply) { return stack_[static_cast<std::size_t>(ply + kBefore)]; }

  void visit(int ply) {
    ++nodes_;
    if ((nodes_ & 127u) == 0) watch_->look(nodes_);
    node(ply).length = 0;
    furthest_ = std::max(furthest_, ply);
  }

  // Moves are played and taken back in pairs; a search that is stopped begins again from the root.
  typename T::Undo play(Move move, int ply) {
    auto& here = node(ply);
    here.move = move;
    here.slot = T::slot(state_, move);
    path_.push_back(T::key(state_));
    const auto undo = T::play(state_, move);
    memory_.prefetch(T::key(state_));
    return undo;
  }
  void undo(Move move, const typename T::Undo& undo) {
    T::undo(state_, move, undo);
    path_.pop_back();
  }

  // Whether the position was there before: once since the root, or twice before it.
  bool repeats() const {
    const auto back = std::min(static_cast<std::size_t>(T::reversible(state_)), path_.size());
    const auto key = T::key(state_);
    int seen = 0;
    for (std::size_t plies = 4; plies <= back; plies += 2)
      if (path_[path_.size() - plies] == key && (path_.size() - plies >= root_at_ || ++seen == 2)) return true;
    return false;
  }

  // What the table knows of the position.
  std::optional<int> looked_up(int ply) const {
    if (known_ == nullptr || !T::is_ending(state_)) return std::nullopt;
    const auto found = known_->probe(TypedState<typename T::Game>(nullptr, state_));
    if (!found) return std::nullopt;
    const int end = kMateScore - ply - std::min(static_cast<int>(found->number), kDeepestPly - ply - 1);
    return found->kind == Value::Kind::win ? end : found->kind == Value::Kind::loss ? -end : 0;
  }

  static int to_memory(int score, int ply) {
    return score >= kSureScore ? score + ply : score <= -kSureScore ? score - ply : score;
  }
  static int from_memory(int score, int ply) {
    return score >= kSureScore ? score - ply : score <= -kSureScore ? score + ply : score;
  }

  void remember(std::uint64_t key, Move move, int score, int points, int depth, Bound limit, bool led, int ply) {
    if (!ideas_.table) return;
    Remembered fresh;
    fresh.move = static_cast<std::uint16_t>(move);
    fresh.score = static_cast<std::int16_t>(to_memory(score, ply));
    fresh.points = static_cast<std::int16_t>(points == kNoScore ? SelectiveMemory::kNoPoints : points);
    fresh.depth = static_cast<std::uint8_t>(std::clamp(depth + SelectiveMemory::kBelow, 1, 255));
    fresh.led = led ? 1 : 0;
    fresh.limit = static_cast<std::uint8_t>(limit) & 3u;
    memory_.store(key, fresh);
  }

  static bool answers(const Remembered& found, int score, int alpha, int beta) {
    const auto limit = static_cast<Bound>(found.limit);
    return limit == Bound::exact || (limit == Bound::lower && score >= beta) ||
           (limit == Bound::upper && score <= alpha);
  }

  void keep_line(int ply, Move move) {
    auto& here = node(ply);
    const auto& below = node(ply + 1);
    here.line[0] = move;
    here.length = std::min(below.length + 1, kDeepestPly);
    std::copy_n(below.line.begin(), here.length - 1, here.line.begin() + 1);
  }

  typename MovePicker<T>::Hints hints(int ply, Move table) {
    typename MovePicker<T>::Hints out;
    out.table = table;
    if (ideas_.killers) out.killers = node(ply).killers;
    if (ideas_.continuation)
      for (std::size_t i = 0; i < out.after.size(); ++i) {
        constexpr std::array<int, 3> kPlies{1, 2, 4};
        if (const int slot = node(ply - kPlies[i]).slot; slot >= 0) out.after[i] = &history_.after(slot);
      }
    out.by_history = ideas_.history;
    out.by_capture_history = ideas_.capture_history;
    return out;
  }

  // What is thought of a quiet move.
  int opinion(Move move, const typename MovePicker<T>::Hints& hints) {
    int sum = history_.quiet(T::side(state_), T::route(state_, move)).value;
    const auto slot = static_cast<std::size_t>(T::slot(state_, move));
    for (std::size_t i = 0; i < 2; ++i)
      if (hints.after[i] != nullptr) sum += (*hints.after[i])[slot].value;
    return sum;
  }

  void reward_quiet(Move move, const typename MovePicker<T>::Hints& hints, int bonus) {
    history_.quiet(T::side(state_), T::route(state_, move)).hear(bonus);
    const auto slot = static_cast<std::size_t>(T::slot(state_, move));
    for (auto* after : hints.after)
      if (after != nullptr) (*after)[slot].hear(bonus);
  }
  void reward_capture(Move move, int bonus) {
    history_.capture(T::slot(state_, move), T::taken(state_, move)).hear(bonus);
  }

  // The best move cut or led: it is rewarded, those tried before it in vain are not.
  void reward(Move best, const typename MovePicker<T>::Hints& hints, int depth, int ply, const std::vector<Move>& quiet,
              const std::vector<Move>& captures) {
    const int bonus = std::min(160 * depth - 60, 1700);
    if (T::is_capture(state_, best)) {
      reward_capture(best, bonus);
    } else {
      auto& killers = node(ply).killers;
      if (killers[0] != best) killers = {best, killers[0]};
      reward_quiet(best, hints, bonus);
      for (const Move move : quiet)
        if (move != best) reward_quiet(move, hints, -bonus);
    }
    for (const Move move : captures)
      if (move != best) reward_capture(move, -bonus);
  }

  // Never in place of a call of itself, which would be most of what compilers have to do here.
  template <bool Leads>
  KIBITZ_NOINLINE int search(int depth, int ply, int alpha, int beta, bool expects_cut) {
    // 1. Beyond the horizon only captures are looked at.
    if (depth <= 0) return quiesce<Leads>(ply, alpha, beta);
    visit(ply);
    auto& here = node(ply);
    const bool at_root = ply == 0;

    // 2. Draws; and no mate can be better than one already found nearer to the root.
    if (!at_root) {
      if (repeats() || T::drawn(state_)) return 0;
      if (const auto score = looked_up(ply)) return *score;
      if (ply >= kDeepestPly - 1) return T::threatened(state_) ? 0 : judge_.points(state_);
      alpha = std::max(alpha, -kMateScore + ply);
      beta = std::min(beta, kMateScore - ply - 1);
      if (alpha >= beta) return alpha;
    }

    // 3. Seen before, deep enough and well enough to answer?
    const auto key = T::key(state_);
    const Move excluded = here.excluded;
    std::optional<Remembered> found;
    if (ideas_.table && excluded == 0) found = memory_.find(key);
    const int found_score = found ? from_memory(found->score, ply) : 0;
    const int found_depth = found ? found->depth - SelectiveMemory::kBelow : -SelectiveMemory::kBelow;
    Move table_move = at_root ? (*root_moves_)[first_].move : found ? Move{found->move} : Move{0};
    if (at_root && (*root_moves_)[first_].previous == -kNoScore && found) table_move = found->move;
    if (table_move != 0 && !at_root && !T::is_allowed(state_, table_move)) table_move = 0;
    if (at_root && !is_root_move(table_move)) table_move = 0;
    if (!Leads && found && found_depth >= depth && answers(*found, found_score, alpha, beta)) return found_score;
    const bool led = Leads || (found && found->led);

    // 4. What is the position worth without looking further, and is it getting better?
    here.threatened = T::threatened(state_);
    int raw = kNoScore, points = kNoScore;
    if (!here.threatened) {
      if (excluded != 0) {
        raw = points = here.points;
      } else {
        raw = found && found->points != SelectiveMemory::kNoPoints ? found->points : judge_.points(state_);
        points = raw;
        if (ideas_.correction) points += history_.correction(T::side(state_), T::structure(state_));
        if (!found) remember(key, 0, 0, raw, -SelectiveMemory::kBelow + 1, Bound::none, led, ply);
      }
    }
    here.points = points;
    // What was found by looking is better than what is seen at a glance.
    if (!here.threatened && found && !is_decided(found_score) &&
        (found->limit == static_cast<std::uint8_t>(Bound::exact) ||
         found->limit == static_cast<std::uint8_t>(found_score > points ? Bound::lower : Bound::upper)))
      points = found_score;
    const auto was = node(ply - 2).points != kNoScore ? node(ply - 2).points : node(ply - 4).points;
    const bool improving = !here.threatened && (was == kNoScore || here.points > was);
    node(ply + 2).killers = {};
    node(ply + 1).excluded = 0;
    node(ply + 2).cuts = 0;

    if (!Leads && !here.threatened && excluded == 0) {
      // 5. Far below the window: do captures help at all?
      if (ideas_.razoring && depth <= 3 && points + 180 + 220 * depth < alpha) {
        const int score = quiesce<false>(ply, alpha, alpha + 1);
        if (score <= alpha) return score;
      }
      // 6. Far above it: the other side won't let this happen.
      if (ideas_.standing && depth <= 8 && points - 75 * (depth - improving) >= beta && !is_decided(beta) &&
          !is_decided(points))
        return (points + beta) / 2;
      // 7. Even if we pass, the other side can't hold the position below beta.
      if (ideas_.null_move && points >= beta && here.points + 20 * depth >= beta + 120 && ply >= no_passing_before_ &&
          node(ply - 1).move != 0 && !is_decided(beta) && T::may_pass(state_)) {
        const int reduced = depth - (4 + depth / 4 + std::clamp((points - beta) / 200, 0, 3));
        here.move = 0;
        here.slot = -1;
        const auto undo = pass();
        int score = -search<false>(reduced, ply + 1, -beta, -beta + 1, !expects_cut);
        unpass(undo);
        if (score >= beta) {
          if (is_decided(score)) score = beta;
          if (!ideas_.verify_null || depth < 14 || no_passing_before_ > 0) return score;
          // Where having to move is a burden, passing lies: look again without it.
          no_passing_before_ = ply + 3 * std::max(1, reduced) / 4;
          const int sure = search<false>(reduced, ply, beta - 1, beta, false);
          no_passing_before_ = 0;
          if (sure >= beta) return score;
        }
      }
    }

    // 8. Where no move is known, a look less deep finds one for next time.
    if (ideas_.internal_reduction && depth >= 4 && table_move == 0 && excluded == 0 && (Leads || expects_cut)) --depth;

    // 9. A capture that is far above the window at a lower depth will be at this one.
    const auto order = hints(ply, table_move);
    const int far_above = beta + 180 - 50 * improving;
    if (ideas_.probing && !Leads && !here.threatened && excluded == 0 && depth >= 5 && !is_decided(beta) &&
        !(found && found_depth >= depth - 3 && found_score < far_above)) {
      MovePicker<T> picker(state_, history_, order, false, far_above - here.points);
      while (const Move move = picker.next()) {
        if (picker.at_bad_captures()) break;
        if (!T::is_capture(state_, move)) continue;
        const auto undo_info = play(move, ply);
        int score = -quiesce<false>(ply + 1, -far_above, -far_above + 1);
        if (score >= far_above) score = -search<false>(depth - 4, ply + 1, -far_above, -far_above + 1, !expects_cut);
        undo(move, undo_info);
        if (score >= far_above) {
          remember(key, move, score, raw, depth - 3, Bound::lower, led, ply);
          return score;
        }
      }
    }

    // 10. The moves, best hopes first.
    const bool table_takes = table_move != 0 && T::is_capture(state_, table_move);
    MovePicker<T> picker(state_, history_, order, true);
    auto& quiet = tried_quiet_[static_cast<std::size_t>(ply)];
    auto& captures = tried_captures_[static_cast<std::size_t>(ply)];
    quiet.clear();
    captures.clear();
    const int alpha_before = alpha;
    int best = -kNoScore, tried = 0;
    Move best_move = 0;
    while (const Move move = picker.next()) {
      if (move == excluded || (at_root && !is_root_move(move))) continue;
      ++tried;
      const bool takes = T::is_capture(state_, move);
      const int thought =
          takes ? 2 * history_.capture(T::slot(state_, move), T::taken(state_, move)).value : opinion(move, order);
      const bool checks = T::threatens(state_, move);

      // 11. Moves not worth looking at, once one is known that doesn't lose.
      if (!at_root && best > -kSureScore) {
        const int reduced = std::max(0, depth - 1 - reductions_(depth, tried) / 1024);
        if (!takes && !checks) {
          if (ideas_.late_pruning && tried > (4 + depth * depth) / (improving ? 1 : 2)) picker.skip_quiet();
          if (ideas_.futility && !here.threatened && reduced <= 7 && here.points + 110 + 95 * reduced <= alpha)
            continue;
          if (ideas_.history_pruning && reduced <= 3 && thought < -2500 * (reduced + 1)) continue;
          if (ideas_.exchange_pruning && reduced <= 7 && !T::wins_exchange(state_, move, -25 * reduced * reduced))
            continue;
        } else if (ideas_.exchange_pruning && depth <= 7 && !T::wins_exchange(state_, move, -100 * depth)) {
          continue;
        }
      }

      // 12. Moves worth a deeper look: checks, and the one that all depends on.
      int extension = 0;
      if (ideas_.singular && !at_root && depth >= 7 && move == table_move && excluded == 0 && found &&
          found_depth >= depth - 3 && (found->limit & static_cast<std::uint8_t>(Bound::lower)) != 0 &&
          !is_decided(found_score) && ply < 2 * root_depth_) {
        const int below = found_score - 2 * depth;
        here.excluded = move;
        const int others = search<false>((depth - 1) / 2, ply, below - 1, below, expects_cut);
        here.excluded = 0;
        if (others < below)
          extension = !Leads && others < below - 20 ? 2 : 1;
        else if (below >= beta)
          return below;  // several moves are good enough
        else if (found_score >= beta)
          extension = -2;
        else if (expects_cut)
          extension = -1;
      } else if (ideas_.check_extension && checks && depth <= 8 && tried <= 4 && T::wins_exchange(state_, move, 0)) {
        extension = 1;
      }

      const auto nodes_before = nodes_;
      const auto undo_info = play(move, ply);
      const int full = depth - 1 + extension;
      int score = -kNoScore;

      // 13. Later moves are looked at less deep, with a question next to nothing wide.
      bool again = true;
      if (ideas_.late_reduction && depth >= 2 && tried > 1 + (at_root ? 2 : 0) && (!takes || !Leads || expects_cut)) {
        int reduction = reductions_(depth, tried);
        if (takes) reduction -= 1024;
        if (Leads) reduction -= 1024;
        if (expects_cut) reduction += 1500;
        if (led && !Leads) reduction -= 512;
        if (!improving) reduction += 600;
        if (checks) reduction -= 700;
        if (move == order.killers[0] || move == order.killers[1]) reduction -= 900;
        if (table_takes) reduction += 400;
        if (node(ply + 1).cuts > 3) reduction += 500;
        reduction -= thought / 8;
        const int less = std::clamp(full - reduction / 1024, 1, full + 1);
        if (less < full) {
          score = -search<false>(less, ply + 1, -alpha - 1, -alpha, true);
          again = score > alpha;
        }
      }
      const bool first = tried == 1;
      if (again && (!Leads || !first) && ideas_.scout) {
        score = -search<false>(full, ply + 1, -alpha - 1, -alpha, !expects_cut);
        again = score > alpha && Leads;
      }
      if (again && (Leads || !ideas_.scout)) score = -search<Leads>(full, ply + 1, -beta, -alpha, false);
      undo(move, undo_info);

      if (at_root) note_root_move(move, score, first || score > alpha, nodes_ - nodes_before);
      if (score > best) {
        best = score;
        if (score > alpha) {
          best_move = move;
          if (Leads) keep_line(ply, move);
          alpha = score;
          // 14. The other side has something better earlier and never lets this happen.
          if (alpha >= beta) break;
        }
      }
      (takes ? captures : quiet).push_back(move);
    }

    // 15. Nothing to move: lost or drawn.
    if (tried == 0) return excluded != 0 ? alpha : T::loses_without_moves(state_) ? -kMateScore + ply : 0;
    if (best == -kNoScore) best = alpha_before;

    // 16. Learn from it.
    if (best >= beta) {
      ++node(ply).cuts;
      reward(best_move, order, depth + (best > beta + 70), ply, quiet, captures);
    }
    if (ideas_.correction && excluded == 0 && !here.threatened && !is_decided(best) &&
        (best_move == 0 || !T::is_capture(state_, best_move)) && !(best >= beta && best <= here.points) &&
        !(best_move == 0 && best >= here.points))
      history_.correct(T::side(state_), T::structure(state_), best - here.points, depth);
    if (excluded == 0) {
      const auto limit = best >= beta ? Bound::lower : alpha > alpha_before ? Bound::exact : Bound::upper;
      remember(key, best_move, best, raw, depth, limit, led, ply);
    }
    return best;
  }

  // Captures until none pays; while threatened all moves.
  template <bool Leads>
  int quiesce(int ply, int alpha, int beta) {
    visit(ply);
    auto& here = node(ply);
    if (repeats() || T::drawn(state_)) return 0;
    if (const auto score = looked_up(ply)) return *score;
    here.threatened = T::threatened(state_);
    if (ply >= kDeepestPly - 1) return here.threatened ? 0 : judge_.points(state_);

    const auto key = T::key(state_);
    std::optional<Remembered> found;
    if (ideas_.table) found = memory_.find(key);
    const int found_score = found ? from_memory(found->score, ply) : 0;
    if (!Leads && found && found->limit != 0 && answers(*found, found_score, alpha, beta)) return found_score;

    int raw = kNoScore, best = -kNoScore, futile = -kNoScore;
    if (!here.threatened) {
      // Nobody has to capture.
      raw = found && found->points != SelectiveMemory::kNoPoints ? found->points : judge_.points(state_);
      best = raw;
      if (ideas_.correction) best += history_.correction(T::side(state_), T::structure(state_));
      if (found && !is_decided(found_score) &&
          (found->limit & static_cast<std::uint8_t>(found_score > best ? Bound::lower : Bound::upper)) != 0)
        best = found_score;
      if (best >= beta) {
        if (!found) remember(key, 0, best, raw, -1, Bound::lower, Leads, ply);
        return best;
      }
      alpha = std::max(alpha, best);
      futile = best + 200;
    }
    Move table_move = found ? Move{found->move} : Move{0};
    if (table_move != 0 &&
        (!T::is_allowed(state_, table_move) || (!here.threatened && !T::is_capture(state_, table_move))))
      table_move = 0;
    const auto order = hints(ply, table_move);
    MovePicker<T> picker(state_, history_, order, here.threatened);
    const int alpha_before = alpha;
    Move best_move = 0;
    int tried = 0;
    while (const Move move = picker.next()) {
      ++tried;
      if (best > -kSureScore) {
        if (!here.threatened) {
          if (picker.at_bad_captures()) break;
          // Even with what it takes the move stays below the window.
          if (ideas_.delta && !T::threatens(state_, move) && futile + T::gain(state_, move) <= alpha) {
            best = std::max(best, futile + T::gain(state_, move));
            continue;
          }
        } else if (tried > 3 && !T::is_capture(state_, move)) {
          continue;
        }
      }
      const auto undo_info = play(move, ply);
      const int score = -quiesce<Leads>(ply + 1, -beta, -alpha);
      undo(move, undo_info);
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      best_move = move;
      if (Leads) keep_line(ply, move);
      alpha = score;
      if (alpha >= beta) break;
    }
    if (tried == 0 && here.threatened) return -kMateScore + ply;
    const auto limit = best >= beta ? Bound::lower : alpha > alpha_before && Leads ? Bound::exact : Bound::upper;
    remember(key, best_move, best, raw, 0, limit, Leads, ply);
    return best;
  }

  typename T::Undo pass() {
    path_.push_back(T::key(state_));
    return T::pass(state_);
  }
  void unpass(const typename T::Undo& undo) {
    T::unpass(state_, undo);
    path_.pop_back();
  }

  bool is_root_move(Move move) const {
    return std::any_of(root_moves_->begin() + static_cast<std::ptrdiff_t>(first_), root_moves_->end(),
                       [&](const RootMove& each) { return each.move == move; });
  }

  void note_root_move(Move move, int score, bool better, std::uint64_t nodes) {
    auto& noted = *std::find_if(root_moves_->begin(), root_moves_->end(),
                                [&](const RootMove& each) { return each.move == move; });
    noted.nodes += nodes;
    if (!better) {
      noted.score = -kNoScore;
      return;
    }
    noted.score = score;
    noted.furthest = furthest_;
    const auto& below = node(1);
    noted.line.assign(1, move);
    noted.line.insert(noted.line.end(), below.line.begin(), below.line.begin() + below.length);
  }

 public:
  void set_root_depth(int depth) { root_depth_ = depth; }

 private:
  inline static const Reductions reductions_;

  T tactics_;
  SelectiveMemory& memory_;
  typename T::Judge judge_;
  Histories<T> history_;
  Ideas ideas_;
  Watch* watch_ = nullptr;
  const Tablebase* known_ = nullptr;
  State root_, state_;
  std::vector<std::uint64_t> path_;  // keys of all positions before this one
  std::size_t root_at_ = 0;
  std::array<Node, kDeepestPly + kBefore + 4> stack_{};
  std::array<std::vector<Move>, kDeepestPly + 4> tried_quiet_, tried_captures_;
  std::vector<RootMove>* root_moves_ = nullptr;
  std::size_t first_ = 0;
  std::uint64_t nodes_ = 0;
  int furthest_ = 0, root_depth_ = 0, no_passing_before_ = 0;
};

}  // namespace kibitz
