// The selective search: alpha-beta with pruning, reductions and extensions. It may
// overlook a move, so it is measured by matches. The steps are numbered, and each
// technique can be switched off (`Features`).
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

namespace kibitz::selective {

inline constexpr int kNoScore = 32700;

// Late move reductions by depth and move count, in 1024ths of a ply.
class Reductions {
 public:
  Reductions() {
    for (int depth = 1; depth < kDepths; ++depth)
      for (int moves = 1; moves < kMoves; ++moves)
        at(depth, moves) = static_cast<std::int16_t>(1024 * (0.8 + std::log(depth) * std::log(moves) / 2.3));
  }
  int operator()(int depth, int moves) const {
    return table_[static_cast<std::size_t>(std::min(depth, kDepths - 1) * kMoves + std::min(moves, kMoves - 1))];
  }

 private:
  static constexpr int kDepths = 64, kMoves = 64;
  std::int16_t& at(int depth, int moves) { return table_[static_cast<std::size_t>(depth * kMoves + moves)]; }
  std::array<std::int16_t, kDepths * kMoves> table_{};
};

// A root move with the results of the last iteration.
struct RootMove {
  Move move = 0;
  int score = -kNoScore, previous_score = -kNoScore;
  std::uint64_t nodes = 0;
  int sel_depth = 0;
  std::vector<Move> pv;
};

// Decides when a search ends: `check` is called every few nodes of a thread and
// throws Stopped.
class StopCheck {
 public:
  virtual ~StopCheck() = default;
  virtual void check(std::uint64_t nodes) = 0;
};

// The search of one thread, with its own position, stack and histories. The
// transposition table is shared.
template <Tactics T>
class SearchWorker {
 public:
  using State = typename T::State;

  SearchWorker(const T& tactics, TranspositionTable& tt)
      : tactics_(tactics), tt_(tt), evaluator_(tactics.evaluator()) {}

  // Clears the histories, for a new game.
  void clear() { history_.clear(); }

  // Prepares a search. `earlier` are the keys of the positions before the root, the oldest first.
  void begin(const State& root, const std::vector<std::uint64_t>& earlier, const Features& features,
             const Tablebase* tablebase, StopCheck& stop_check) {
    tablebase_ = tablebase;
    root_ = root;
    features_ = features;
    stop_check_ = &stop_check;
    nodes_ = 0;
    key_history_ = earlier;
    root_index_ = key_history_.size();
    reset();
  }

  // Goes back to the root, after a search was stopped.
  void reset() {
    state_ = root_;
    key_history_.resize(root_index_);
    stack_.fill(StackEntry{});
    null_move_min_ply_ = 0;
  }

  void set_root_depth(int depth) { root_depth_ = depth; }

  // Searches the root moves from `first` on to one depth within a window, and updates them.
  int search_root(std::vector<RootMove>& moves, std::size_t first, int depth, int alpha, int beta) {
    root_moves_ = &moves;
    first_ = first;
    sel_depth_ = 0;
    return search<true>(depth, 0, alpha, beta, false);
  }

  std::uint64_t nodes() const { return nodes_; }
  // The static evaluation of a position.
  int evaluate(const State& state) { return evaluator_.evaluate(state); }

 private:
  struct StackEntry {
    Move current_move = 0, excluded_move = 0;
    int piece_to = -1;  // of the current move
    int static_eval = kNoScore;
    bool in_check = false;
    int cutoff_count = 0;  // beta cutoffs in the children of this node
    std::array<Move, 2> killers{};
    std::array<Move, kMaxPly + 2> pv;
    int pv_length = 0;
  };
  static constexpr int kStackOffset = 4;  // entries before the root, so that ply - 4 needs no check

  StackEntry& stack(int ply) { return stack_[static_cast<std::size_t>(ply + kStackOffset)]; }

  void enter_node(int ply) {
    ++nodes_;
    if ((nodes_ & 127u) == 0) stop_check_->check(nodes_);
    stack(ply).pv_length = 0;
    sel_depth_ = std::max(sel_depth_, ply);
  }

  // Moves are made and undone in pairs; a search that is stopped begins again from the root.
  typename T::Undo make_move(Move move, int ply) {
    auto& ss = stack(ply);
    ss.current_move = move;
    ss.piece_to = T::piece_to(state_, move);
    key_history_.push_back(T::key(state_));
    const auto undo = T::play(state_, move);
    tt_.prefetch(T::key(state_));
    return undo;
  }
  void undo_move(Move move, const typename T::Undo& undo) {
    T::undo(state_, move, undo);
    key_history_.pop_back();
  }

  typename T::Undo make_null_move() {
    key_history_.push_back(T::key(state_));
    return T::make_null_move(state_);
  }
  void undo_null_move(const typename T::Undo& undo) {
    T::undo_null_move(state_, undo);
    key_history_.pop_back();
  }

  // Draw by repetition: once within the search, or twice before the root.
  bool is_repetition() const {
    const auto plies_back = std::min(static_cast<std::size_t>(T::reversible_plies(state_)), key_history_.size());
    const auto key = T::key(state_);
    int count = 0;
    for (std::size_t plies = 4; plies <= plies_back; plies += 2)
      if (key_history_[key_history_.size() - plies] == key &&
          (key_history_.size() - plies >= root_index_ || ++count == 2))
        return true;
    return false;
  }

  std::optional<int> probe_tablebase(int ply) const {
    if (tablebase_ == nullptr || !T::may_be_in_tablebase(state_)) return std::nullopt;
    const auto value = tablebase_->probe(TypedState<typename T::Game>(nullptr, state_));
    if (!value) return std::nullopt;
    const int mate = kMateScore - ply - std::min(static_cast<int>(value->number), kMaxPly - ply - 1);
    return value->kind == Value::Kind::win ? mate : value->kind == Value::Kind::loss ? -mate : 0;
  }

  // Mate scores count plies from the node in the table, and from the root in the search.
  static int score_to_tt(int score, int ply) {
    return score >= kMateInMaxPly ? score + ply : score <= -kMateInMaxPly ? score - ply : score;
  }
  static int score_from_tt(int score, int ply) {
    return score >= kMateInMaxPly ? score - ply : score <= -kMateInMaxPly ? score + ply : score;
  }

  void store_tt(std::uint64_t key, Move move, int score, int eval, int depth, Bound bound, bool is_pv, int ply) {
    if (!features_.tt) return;
    TTEntry entry;
    entry.move = static_cast<std::uint16_t>(move);
    entry.score = static_cast<std::int16_t>(score_to_tt(score, ply));
    entry.eval = static_cast<std::int16_t>(eval == kNoScore ? TranspositionTable::kNoEval : eval);
    entry.depth = static_cast<std::uint8_t>(std::clamp(depth + TranspositionTable::kDepthOffset, 1, 255));
    entry.is_pv = is_pv ? 1 : 0;
    entry.bound = static_cast<std::uint8_t>(bound) & 3u;
    tt_.store(key, entry);
  }

  static bool tt_cutoff(const TTEntry& entry, int score, int alpha, int beta) {
    const auto bound = static_cast<Bound>(entry.bound);
    return bound == Bound::exact || (bound == Bound::lower && score >= beta) ||
           (bound == Bound::upper && score <= alpha);
  }

  void update_pv(int ply, Move move) {
    auto& ss = stack(ply);
    const auto& child = stack(ply + 1);
    ss.pv[0] = move;
    ss.pv_length = std::min(child.pv_length + 1, kMaxPly);
    std::copy_n(child.pv.begin(), ss.pv_length - 1, ss.pv.begin() + 1);
  }

  using Ordering = typename MovePicker<T>::Ordering;

  Ordering move_ordering(int ply, Move tt_move) {
    Ordering out;
    out.tt_move = tt_move;
    if (features_.killers) out.killers = stack(ply).killers;
    if (features_.continuation_history)
      for (std::size_t i = 0; i < out.continuations.size(); ++i) {
        constexpr std::array<int, 3> kPlies{1, 2, 4};
        if (const int piece_to = stack(ply - kPlies[i]).piece_to; piece_to >= 0)
          out.continuations[i] = &history_.continuation(piece_to);
      }
    out.by_history = features_.history;
    out.by_capture_history = features_.capture_history;
    return out;
  }

  // The history score of a quiet move: butterfly history plus continuation histories.
  int history_score(Move move, const Ordering& ordering) {
    int sum = history_.quiet(T::side_to_move(state_), T::from_to(state_, move)).value;
    const auto piece_to = static_cast<std::size_t>(T::piece_to(state_, move));
    for (std::size_t i = 0; i < 2; ++i)
      if (ordering.continuations[i] != nullptr) sum += (*ordering.continuations[i])[piece_to].value;
    return sum;
  }

  void update_quiet_history(Move move, const Ordering& ordering, int bonus) {
    history_.quiet(T::side_to_move(state_), T::from_to(state_, move)).update(bonus);
    const auto piece_to = static_cast<std::size_t>(T::piece_to(state_, move));
    for (auto* continuation : ordering.continuations)
      if (continuation != nullptr) (*continuation)[piece_to].update(bonus);
  }
  void update_capture_history(Move move, int bonus) {
    history_.capture(T::piece_to(state_, move), T::captured_kind(state_, move)).update(bonus);
  }

  // A bonus for the move that cut, a malus for the moves searched before it.
  void update_histories(Move best_move, const Ordering& ordering, int depth, int ply, const std::vector<Move>& quiets,
                        const std::vector<Move>& captures) {
    const int bonus = std::min(160 * depth - 60, 1700);
    if (T::is_capture(state_, best_move)) {
      update_capture_history(best_move, bonus);
    } else {
      auto& killers = stack(ply).killers;
      if (killers[0] != best_move) killers = {best_move, killers[0]};
      update_quiet_history(best_move, ordering, bonus);
      for (const Move move : quiets)
        if (move != best_move) update_quiet_history(move, ordering, -bonus);
    }
    for (const Move move : captures)
      if (move != best_move) update_capture_history(move, -bonus);
  }

  // Not inlined recursively, to compile faster.
  template <bool PvNode>
  KIBITZ_NOINLINE int search(int depth, int ply, int alpha, int beta, bool cut_node) {
    // Step 1. Quiescence search at the horizon
    if (depth <= 0) return qsearch<PvNode>(ply, alpha, beta);
    enter_node(ply);
    auto& ss = stack(ply);
    const bool root_node = ply == 0;

    // Step 2. Draws, tablebase, mate distance pruning
    if (!root_node) {
      if (is_repetition() || T::is_draw(state_)) return 0;
      if (const auto score = probe_tablebase(ply)) return *score;
      if (ply >= kMaxPly - 1) return T::in_check(state_) ? 0 : evaluator_.evaluate(state_);
      alpha = std::max(alpha, -kMateScore + ply);
      beta = std::min(beta, kMateScore - ply - 1);
      if (alpha >= beta) return alpha;
    }

    // Step 3. Transposition table
    const auto key = T::key(state_);
    const Move excluded_move = ss.excluded_move;
    std::optional<TTEntry> tt_entry;
    if (features_.tt && excluded_move == 0) tt_entry = tt_.probe(key);
    const int tt_score = tt_entry ? score_from_tt(tt_entry->score, ply) : 0;
    const int tt_depth =
        tt_entry ? tt_entry->depth - TranspositionTable::kDepthOffset : -TranspositionTable::kDepthOffset;
    Move tt_move = root_node ? (*root_moves_)[first_].move : tt_entry ? Move{tt_entry->move} : Move{0};
    if (root_node && (*root_moves_)[first_].previous_score == -kNoScore && tt_entry) tt_move = tt_entry->move;
    if (tt_move != 0 && !root_node && !T::is_legal(state_, tt_move)) tt_move = 0;
    if (root_node && !is_root_move(tt_move)) tt_move = 0;
    if (!PvNode && tt_entry && tt_depth >= depth && tt_cutoff(*tt_entry, tt_score, alpha, beta)) return tt_score;
    const bool tt_pv = PvNode || (tt_entry && tt_entry->is_pv);

    // Step 4. Static evaluation, and whether it is improving
    ss.in_check = T::in_check(state_);
    int raw_eval = kNoScore, eval = kNoScore;
    if (!ss.in_check) {
      if (excluded_move != 0) {
        raw_eval = eval = ss.static_eval;
      } else {
        raw_eval =
            tt_entry && tt_entry->eval != TranspositionTable::kNoEval ? tt_entry->eval : evaluator_.evaluate(state_);
        eval = raw_eval;
        if (features_.correction_history) eval += history_.correction(T::side_to_move(state_), T::pawn_key(state_));
        if (!tt_entry) store_tt(key, 0, 0, raw_eval, -TranspositionTable::kDepthOffset + 1, Bound::none, tt_pv, ply);
      }
    }
    ss.static_eval = eval;
    // A search score from the table is a better evaluation than the static one.
    if (!ss.in_check && tt_entry && !is_mate_score(tt_score) &&
        (tt_entry->bound == static_cast<std::uint8_t>(Bound::exact) ||
         tt_entry->bound == static_cast<std::uint8_t>(tt_score > eval ? Bound::lower : Bound::upper)))
      eval = tt_score;
    const auto previous_eval =
        stack(ply - 2).static_eval != kNoScore ? stack(ply - 2).static_eval : stack(ply - 4).static_eval;
    const bool improving = !ss.in_check && (previous_eval == kNoScore || ss.static_eval > previous_eval);
    stack(ply + 2).killers = {};
    stack(ply + 1).excluded_move = 0;
    stack(ply + 2).cutoff_count = 0;

    if (!PvNode && !ss.in_check && excluded_move == 0) {
      // Step 5. Razoring: far below alpha, only a capture can help
      if (features_.razoring && depth <= 3 && eval + 180 + 220 * depth < alpha) {
        const int score = qsearch<false>(ply, alpha, alpha + 1);
        if (score <= alpha) return score;
      }
      // Step 6. Reverse futility pruning: the evaluation exceeds beta by a margin
      if (features_.reverse_futility && depth <= 8 && eval - 75 * (depth - improving) >= beta && !is_mate_score(beta) &&
          !is_mate_score(eval))
        return (eval + beta) / 2;
      // Step 7. Null move search with verification search
      if (features_.null_move && eval >= beta && ss.static_eval + 20 * depth >= beta + 120 &&
          ply >= null_move_min_ply_ && stack(ply - 1).current_move != 0 && !is_mate_score(beta) &&
          T::allows_null_move(state_)) {
        const int null_depth = depth - (4 + depth / 4 + std::clamp((eval - beta) / 200, 0, 3));
        ss.current_move = 0;
        ss.piece_to = -1;
        const auto undo = make_null_move();
        int score = -search<false>(null_depth, ply + 1, -beta, -beta + 1, !cut_node);
        undo_null_move(undo);
        if (score >= beta) {
          if (is_mate_score(score)) score = beta;
          if (!features_.null_move_verification || depth < 14 || null_move_min_ply_ > 0) return score;
          // In zugzwang the null move lies: verify at high depth, with null moves disabled until ply
          // exceeds null_move_min_ply_.
          null_move_min_ply_ = ply + 3 * std::max(1, null_depth) / 4;
          const int verified = search<false>(null_depth, ply, beta - 1, beta, false);
          null_move_min_ply_ = 0;
          if (verified >= beta) return score;
        }
      }
    }

    // Step 8. Internal iterative reduction: no table move at a PV or cut node
    if (features_.iir && depth >= 4 && tt_move == 0 && excluded_move == 0 && (PvNode || cut_node)) --depth;

    // Step 9. ProbCut: a good capture beats beta by a margin at reduced depth
    const auto ordering = move_ordering(ply, tt_move);
    const int probcut_beta = beta + 180 - 50 * improving;
    if (features_.probcut && !PvNode && !ss.in_check && excluded_move == 0 && depth >= 5 && !is_mate_score(beta) &&
        !(tt_entry && tt_depth >= depth - 3 && tt_score < probcut_beta)) {
      MovePicker<T> picker(state_, history_, ordering, false, probcut_beta - ss.static_eval);
      while (const Move move = picker.next()) {
        if (picker.at_bad_captures()) break;
        if (!T::is_capture(state_, move)) continue;
        const auto undo = make_move(move, ply);
        int score = -qsearch<false>(ply + 1, -probcut_beta, -probcut_beta + 1);
        if (score >= probcut_beta)
          score = -search<false>(depth - 4, ply + 1, -probcut_beta, -probcut_beta + 1, !cut_node);
        undo_move(move, undo);
        if (score >= probcut_beta) {
          store_tt(key, move, score, raw_eval, depth - 3, Bound::lower, tt_pv, ply);
          return score;
        }
      }
    }

    // Step 10. Move loop
    const bool tt_capture = tt_move != 0 && T::is_capture(state_, tt_move);
    MovePicker<T> picker(state_, history_, ordering, true);
    auto& quiets = quiets_searched_[static_cast<std::size_t>(ply)];
    auto& captures = captures_searched_[static_cast<std::size_t>(ply)];
    quiets.clear();
    captures.clear();
    const int old_alpha = alpha;
    int best_score = -kNoScore, move_count = 0;
    Move best_move = 0;
    while (const Move move = picker.next()) {
      if (move == excluded_move || (root_node && !is_root_move(move))) continue;
      ++move_count;
      const bool capture = T::is_capture(state_, move);
      const int stat_score = capture
                                 ? 2 * history_.capture(T::piece_to(state_, move), T::captured_kind(state_, move)).value
                                 : history_score(move, ordering);
      const bool gives_check = T::gives_check(state_, move);

      // Step 11. Late move, futility, history and SEE pruning, once a move is known that doesn't lose
      if (!root_node && best_score > -kMateInMaxPly) {
        const int lmr_depth = std::max(0, depth - 1 - reductions_(depth, move_count) / 1024);
        if (!capture && !gives_check) {
          if (features_.lmp && move_count > (4 + depth * depth) / (improving ? 1 : 2)) picker.skip_quiets();
          if (features_.futility && !ss.in_check && lmr_depth <= 7 && ss.static_eval + 110 + 95 * lmr_depth <= alpha)
            continue;
          if (features_.history_pruning && lmr_depth <= 3 && stat_score < -2500 * (lmr_depth + 1)) continue;
          if (features_.see_pruning && lmr_depth <= 7 && !T::see_ge(state_, move, -25 * lmr_depth * lmr_depth))
            continue;
        } else if (features_.see_pruning && depth <= 7 && !T::see_ge(state_, move, -100 * depth)) {
          continue;
        }
      }

      // Step 12. Singular and check extensions, multi-cut
      int extension = 0;
      if (features_.singular_extension && !root_node && depth >= 7 && move == tt_move && excluded_move == 0 &&
          tt_entry && tt_depth >= depth - 3 && (tt_entry->bound & static_cast<std::uint8_t>(Bound::lower)) != 0 &&
          !is_mate_score(tt_score) && ply < 2 * root_depth_) {
        const int singular_beta = tt_score - 2 * depth;
        ss.excluded_move = move;
        const int score = search<false>((depth - 1) / 2, ply, singular_beta - 1, singular_beta, cut_node);
        ss.excluded_move = 0;
        if (score < singular_beta)
          extension = !PvNode && score < singular_beta - 20 ? 2 : 1;
        else if (singular_beta >= beta)
          return singular_beta;  // multi-cut: several moves fail high
        else if (tt_score >= beta)
          extension = -2;
        else if (cut_node)
          extension = -1;
      } else if (features_.check_extension && gives_check && depth <= 8 && move_count <= 4 &&
                 T::see_ge(state_, move, 0)) {
        extension = 1;
      }

      const auto nodes_before = nodes_;
      const auto undo = make_move(move, ply);
      const int new_depth = depth - 1 + extension;
      int score = -kNoScore;

      // Step 13. Late move reductions, then a null window at full depth, then the full window
      bool full_depth = true;
      if (features_.lmr && depth >= 2 && move_count > 1 + (root_node ? 2 : 0) && (!capture || !PvNode || cut_node)) {
        int reduction = reductions_(depth, move_count);
        if (capture) reduction -= 1024;
        if (PvNode) reduction -= 1024;
        if (cut_node) reduction += 1500;
        if (tt_pv && !PvNode) reduction -= 512;
        if (!improving) reduction += 600;
        if (gives_check) reduction -= 700;
        if (move == ordering.killers[0] || move == ordering.killers[1]) reduction -= 900;
        if (tt_capture) reduction += 400;
        if (stack(ply + 1).cutoff_count > 3) reduction += 500;
        reduction -= stat_score / 8;
        const int reduced_depth = std::clamp(new_depth - reduction / 1024, 1, new_depth + 1);
        if (reduced_depth < new_depth) {
          score = -search<false>(reduced_depth, ply + 1, -alpha - 1, -alpha, true);
          full_depth = score > alpha;
        }
      }
      const bool first_move = move_count == 1;
      if (full_depth && (!PvNode || !first_move) && features_.pvs) {
        score = -search<false>(new_depth, ply + 1, -alpha - 1, -alpha, !cut_node);
        full_depth = score > alpha && PvNode;
      }
      if (full_depth && (PvNode || !features_.pvs)) score = -search<PvNode>(new_depth, ply + 1, -beta, -alpha, false);
      undo_move(move, undo);

      if (root_node) update_root_move(move, score, first_move || score > alpha, nodes_ - nodes_before);
      if (score > best_score) {
        best_score = score;
        if (score > alpha) {
          best_move = move;
          if (PvNode) update_pv(ply, move);
          alpha = score;
          // Step 14. Beta cutoff
          if (alpha >= beta) break;
        }
      }
      (capture ? captures : quiets).push_back(move);
    }

    // Step 15. Mate and stalemate
    if (move_count == 0) return excluded_move != 0 ? alpha : T::loses_without_moves(state_) ? -kMateScore + ply : 0;
    if (best_score == -kNoScore) best_score = old_alpha;

    // Step 16. Update the histories and the transposition table
    if (best_score >= beta) {
      ++stack(ply).cutoff_count;
      update_histories(best_move, ordering, depth + (best_score > beta + 70), ply, quiets, captures);
    }
    if (features_.correction_history && excluded_move == 0 && !ss.in_check && !is_mate_score(best_score) &&
        (best_move == 0 || !T::is_capture(state_, best_move)) &&
        !(best_score >= beta && best_score <= ss.static_eval) && !(best_move == 0 && best_score >= ss.static_eval))
      history_.update_correction(T::side_to_move(state_), T::pawn_key(state_), best_score - ss.static_eval, depth);
    if (excluded_move == 0) {
      const auto bound = best_score >= beta ? Bound::lower : alpha > old_alpha ? Bound::exact : Bound::upper;
      store_tt(key, best_move, best_score, raw_eval, depth, bound, tt_pv, ply);
    }
    return best_score;
  }

  // The quiescence search: captures only, all moves while in check.
  template <bool PvNode>
  int qsearch(int ply, int alpha, int beta) {
    enter_node(ply);
    auto& ss = stack(ply);
    if (is_repetition() || T::is_draw(state_)) return 0;
    if (const auto score = probe_tablebase(ply)) return *score;
    ss.in_check = T::in_check(state_);
    if (ply >= kMaxPly - 1) return ss.in_check ? 0 : evaluator_.evaluate(state_);

    const auto key = T::key(state_);
    std::optional<TTEntry> tt_entry;
    if (features_.tt) tt_entry = tt_.probe(key);
    const int tt_score = tt_entry ? score_from_tt(tt_entry->score, ply) : 0;
    if (!PvNode && tt_entry && tt_entry->bound != 0 && tt_cutoff(*tt_entry, tt_score, alpha, beta)) return tt_score;

    int raw_eval = kNoScore, best_score = -kNoScore, futility_base = -kNoScore;
    if (!ss.in_check) {
      // Stand pat
      raw_eval =
          tt_entry && tt_entry->eval != TranspositionTable::kNoEval ? tt_entry->eval : evaluator_.evaluate(state_);
      best_score = raw_eval;
      if (features_.correction_history) best_score += history_.correction(T::side_to_move(state_), T::pawn_key(state_));
      if (tt_entry && !is_mate_score(tt_score) &&
          (tt_entry->bound & static_cast<std::uint8_t>(tt_score > best_score ? Bound::lower : Bound::upper)) != 0)
        best_score = tt_score;
      if (best_score >= beta) {
        if (!tt_entry) store_tt(key, 0, best_score, raw_eval, -1, Bound::lower, PvNode, ply);
        return best_score;
      }
      alpha = std::max(alpha, best_score);
      futility_base = best_score + 200;
    }
    Move tt_move = tt_entry ? Move{tt_entry->move} : Move{0};
    if (tt_move != 0 && (!T::is_legal(state_, tt_move) || (!ss.in_check && !T::is_capture(state_, tt_move))))
      tt_move = 0;
    const auto ordering = move_ordering(ply, tt_move);
    MovePicker<T> picker(state_, history_, ordering, ss.in_check);
    const int old_alpha = alpha;
    Move best_move = 0;
    int move_count = 0;
    while (const Move move = picker.next()) {
      ++move_count;
      if (best_score > -kMateInMaxPly) {
        if (!ss.in_check) {
          if (picker.at_bad_captures()) break;
          // Delta pruning: even with the captured piece the score stays below alpha
          if (features_.delta_pruning && !T::gives_check(state_, move) &&
              futility_base + T::captured_value(state_, move) <= alpha) {
            best_score = std::max(best_score, futility_base + T::captured_value(state_, move));
            continue;
          }
        } else if (move_count > 3 && !T::is_capture(state_, move)) {
          continue;
        }
      }
      const auto undo = make_move(move, ply);
      const int score = -qsearch<PvNode>(ply + 1, -beta, -alpha);
      undo_move(move, undo);
      if (score <= best_score) continue;
      best_score = score;
      if (score <= alpha) continue;
      best_move = move;
      if (PvNode) update_pv(ply, move);
      alpha = score;
      if (alpha >= beta) break;
    }
    if (move_count == 0 && ss.in_check) return -kMateScore + ply;
    const auto bound = best_score >= beta ? Bound::lower : alpha > old_alpha && PvNode ? Bound::exact : Bound::upper;
    store_tt(key, best_move, best_score, raw_eval, 0, bound, PvNode, ply);
    return best_score;
  }

  bool is_root_move(Move move) const {
    return std::any_of(root_moves_->begin() + static_cast<std::ptrdiff_t>(first_), root_moves_->end(),
                       [&](const RootMove& each) { return each.move == move; });
  }

  void update_root_move(Move move, int score, bool raises_alpha, std::uint64_t nodes) {
    auto& root_move = *std::find_if(root_moves_->begin(), root_moves_->end(),
                                    [&](const RootMove& each) { return each.move == move; });
    root_move.nodes += nodes;
    if (!raises_alpha) {
      root_move.score = -kNoScore;
      return;
    }
    root_move.score = score;
    root_move.sel_depth = sel_depth_;
    const auto& child = stack(1);
    root_move.pv.assign(1, move);
    root_move.pv.insert(root_move.pv.end(), child.pv.begin(), child.pv.begin() + child.pv_length);
  }

  inline static const Reductions reductions_;

  T tactics_;
  TranspositionTable& tt_;
  typename T::Evaluator evaluator_;
  History<T> history_;
  Features features_;
  StopCheck* stop_check_ = nullptr;
  const Tablebase* tablebase_ = nullptr;
  State root_, state_;
  std::vector<std::uint64_t> key_history_;  // of all positions before the current one
  std::size_t root_index_ = 0;              // of the root's key there
  std::array<StackEntry, kMaxPly + kStackOffset + 4> stack_{};
  std::array<std::vector<Move>, kMaxPly + 4> quiets_searched_, captures_searched_;
  std::vector<RootMove>* root_moves_ = nullptr;
  std::size_t first_ = 0;
  std::uint64_t nodes_ = 0;
  int sel_depth_ = 0, root_depth_ = 0, null_move_min_ply_ = 0;
};

}  // namespace kibitz::selective
