// Null-window alpha-beta search with ABDADA.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "base/abdada.hpp"
#include "base/control.hpp"
#include "games/connect/solver/bounds.hpp"
#include "games/connect/solver/node.hpp"
#include "games/connect/solver/table.hpp"

namespace kibitz::connect {

// Stop conditions: the Control of the whole work, which only the main thread may use; another thread has finished; or a
// limit of nodes.
struct Superseded {};
struct NodeLimitReached {};

struct StopConditions {
  Control* control = nullptr;
  const std::atomic<bool>* done = nullptr;
  std::uint64_t most_nodes = ~std::uint64_t{0};
};

// Aligned to avoid false sharing, as each thread counts its nodes.
template <class Board>
class alignas(128) Search {
 public:
  // `abdada` is shared by threads that search the same position.
  Search(const Board& board, BoundsTable<Board>& table, AbdadaTable* abdada = nullptr)
      : board_(board), table_(table), abdada_(abdada) {}

  std::uint64_t nodes() const { return nodes_; }
  void set_stop_conditions(const StopConditions& stop) { stop_ = stop; }

  // A bound on the score of a quiet position: a lower bound if above `alpha`, otherwise an upper bound.
  int null_window_search(const Node& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    const auto before = nodes_++;
    if (nodes_ % kNodesPerCheck == 0) check_limits();
    Child children[Board::most_width];
    Child* order[Board::most_width];
    int count = 0;
    int best = -board_.cells();
    // 1. Forced moves after every move, which decide many.
    for (Cells rest = safe; rest != 0; rest &= rest - 1) {
      Child& child = children[count];
      const Cells move = rest & (~rest + 1);
      // A local stays in registers; the child's copy is written once.
      Node next = node.after(board_, move);
      child.features = {next.own_threats, next.other_threats, playable(board_, next), next.stones, move};
      const auto forced_line = play_forced_moves(board_, next);
      if (forced_line.decided) {
        const int score = forced_line.swapped ? forced_line.score : -forced_line.score;
        if (score > alpha) return score;
        best = std::max(best, score);
        continue;
      }
      child.node = next;
      child.safe = forced_line.safe;
      child.same_side = forced_line.swapped;
      ++count;
    }
    // 2. Static bounds.
    int left = 0;
    for (int i = 0; i < count; ++i) {
      Child& child = children[i];
      const auto range = quiet_range(board_, child.node.stones);
      const int wanted = child.same_side ? alpha : -alpha - 1;
      child.known = {range.low, static_upper_bound(board_, child.node, range.high, wanted)};
      if (child.lower() > alpha) return child.lower();
      if (child.upper() <= alpha) {
        best = std::max(best, child.upper());
        continue;
      }
      child.key = symmetric_key_of(board_, child.node);
      table_.prefetch(child.key);
      order[left++] = &child;
    }
    // 3. Transposition table and move ordering (insertion sort).
    int open = 0;
    for (int i = 0; i < left; ++i) {
      Child& child = *order[i];
      if (table_.find(child.key, child.known)) {
        if (child.lower() > alpha) return child.lower();
        if (child.upper() <= alpha) {
          best = std::max(best, child.upper());
          continue;
        }
      }
      child.move_score = move_score(child.features);
      int place = open++;
      for (; place > 0 && order[place - 1]->move_score < child.move_score; --place) order[place] = order[place - 1];
      order[place] = &child;
    }
    // 4. Search of the remaining children.
    if (abdada_ == nullptr || board_.cells() - node.stones < kMinAbdadaCells) {
      for (int i = 0; i < open && best <= alpha; ++i) best = std::max(best, search(*order[i], alpha));
    } else {
      best = std::max(best, search_shared(order, open, best, alpha));
    }
    // 5. Store the result.
    Bounds now = known;
    if (best > alpha)
      now.low = std::max(now.low, best);
    else
      now.high = std::min(now.high, best);
    table_.store(key, now, static_cast<int>(std::bit_width(nodes_ - before)));
    return best;
  }

 private:
  // Nodes between checks of the stop conditions, and between progress reports.
  static constexpr std::uint64_t kNodesPerCheck = 256;
  static constexpr std::uint64_t kNodesPerReport = 4096;
  // With fewer free cells, sharing costs more than it saves.
  static constexpr int kMinAbdadaCells = 20;

  // Features for move ordering, before forced moves are played.
  struct MoveFeatures {
    Cells own_threats;
    Cells other_threats;
    Cells playable;
    int stones;
    Cells move;
  };

  struct Child {
    Node node;
    MoveFeatures features;
    Cells safe;
    std::uint64_t key;
    Bounds known;
    int move_score;
    bool same_side;  // whether the same side is to move in the child

    int lower() const { return same_side ? known.low : -known.high; }
    int upper() const { return same_side ? known.high : -known.low; }
  };

  // Move ordering: the threats of the mover, with bonuses for playable cells and for rows that it fills in the end
  // (parity), without those above a threat of the other side.
  int move_score(const MoveFeatures& features) const {
    const Cells next = features.playable;
    const Cells threats = features.other_threats & ~((features.own_threats & ~features.other_threats) << 1);
    const bool answers = (board_.cells() - features.stones) % 2 == 0;
    const Cells own_rows = answers ? board_.answer_rows() : ~board_.answer_rows();
    const int column = board_.column_at(std::countr_zero(features.move));
    return 8 * sparse_popcount(threats) + 4 * sparse_popcount(threats & own_rows) +
           4 * sparse_popcount(threats & next << 1) + 2 * sparse_popcount(threats & next << 2) +
           std::min(column, board_.width - 1 - column);
  }

  // Population count of a small set: faster than std::popcount without the POPCNT instruction.
  static int sparse_popcount(Cells set) {
    int count = 0;
    for (; set != 0; set &= set - 1) ++count;
    return count;
  }

  int search(const Child& child, int alpha) {
    return child.same_side ? null_window_search(child.node, child.safe, child.key, child.known, alpha)
                           : -null_window_search(child.node, child.safe, child.key, child.known, -alpha - 1);
  }

  // Defers children that another thread is searching. The first child is always searched, as it may cut off the others.
  int search_shared(Child** order, int open, int best, int alpha) {
    int deferred = 0;
    for (int i = 0; i < open && best <= alpha; ++i) {
      Child& child = *order[i];
      if (i > 0 && abdada_->contains(child.key)) {
        order[deferred++] = &child;
        continue;
      }
      abdada_->insert(child.key);
      best = std::max(best, search(child, alpha));
      abdada_->erase(child.key);
    }
    for (int i = 0; i < deferred && best <= alpha; ++i) {
      Child& child = *order[i];
      table_.find(child.key, child.known);
      if (child.lower() > alpha || child.upper() <= alpha)
        best = std::max(best, child.lower() > alpha ? child.lower() : child.upper());
      else
        best = std::max(best, search(child, alpha));
    }
    return best;
  }

  void check_limits() {
    if (stop_.done != nullptr && stop_.done->load(std::memory_order_relaxed)) throw Superseded{};
    if (nodes_ > stop_.most_nodes) throw NodeLimitReached{};
    if (stop_.control != nullptr && nodes_ % kNodesPerReport == 0) stop_.control->advance(kNodesPerReport);
  }

  [[no_unique_address]] Board board_;
  BoundsTable<Board>& table_;
  AbdadaTable* abdada_;
  StopConditions stop_;
  std::uint64_t nodes_ = 0;
};

}  // namespace kibitz::connect
