// The search: is the score of a position above a given one?
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

// How a search is told to stop: by the Control of the whole work, which only
// one thread may talk to, because another thread was faster, or because it takes
// more nodes than its table is made for.
struct Overtaken {};
struct Outgrown {};

struct Reins {
  Control* control = nullptr;
  const std::atomic<bool>* done = nullptr;
  std::uint64_t most_nodes = ~std::uint64_t{0};
};

// Searches lie next to each other and count all the time, each in a thread of its
// own: apart, so that none slows another.
template <class Board>
class alignas(128) Search {
 public:
  // `busy` is shared by threads that work on the same question.
  Search(const Board& board, BoundsTable<Board>& table, AbdadaTable* busy = nullptr)
      : board_(board), table_(table), busy_(busy) {}

  std::uint64_t nodes() const { return nodes_; }
  void hold(const Reins& reins) { reins_ = reins; }

  // For a settled, undecided position: a bound on its score that answers the
  // question. Above `alpha` it is a lower bound, else an upper one.
  int above(const Node& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    const auto before = nodes_++;
    if (nodes_ % kLook == 0) breathe();
    Child children[Board::most_width];
    Child* order[Board::most_width];
    int count = 0;
    int best = -board_.cells();
    // 1. Play out what is forced after every move; many are decided by that.
    for (Cells rest = safe; rest != 0; rest &= rest - 1) {
      Child& child = children[count];
      const Cells move = rest & (~rest + 1);
      // A local, so that it stays in registers; the child's copy is written once.
      Node next = node.after(board_, move);
      child.made = {next.own_threats, next.other_threats, playable(board_, next), next.stones, move};
      const auto settled = settle(board_, next);
      if (settled.decided) {
        const int score = settled.swapped ? settled.score : -settled.score;
        if (score > alpha) return score;
        best = std::max(best, score);
        continue;
      }
      child.node = next;
      child.safe = settled.safe;
      child.same_side = settled.swapped;
      ++count;
    }
    // 2. Bounds that cost little.
    int left = 0;
    for (int i = 0; i < count; ++i) {
      Child& child = children[i];
      const auto range = settled_range(board_, child.node.stones);
      const int wanted = child.same_side ? alpha : -alpha - 1;
      child.known = {range.low, high_without_search(board_, child.node, range.high, wanted)};
      if (child.least() > alpha) return child.least();
      if (child.most() <= alpha) {
        best = std::max(best, child.most());
        continue;
      }
      child.key = symmetric_key_of(board_, child.node);
      table_.prefetch(child.key);
      order[left++] = &child;
    }
    // 3. What the table knows of the others; they are sorted on the way.
    int open = 0;
    for (int i = 0; i < left; ++i) {
      Child& child = *order[i];
      if (table_.find(child.key, child.known)) {
        if (child.least() > alpha) return child.least();
        if (child.most() <= alpha) {
          best = std::max(best, child.most());
          continue;
        }
      }
      child.merit = merit(child.made);
      int place = open++;
      for (; place > 0 && order[place - 1]->merit < child.merit; --place) order[place] = order[place - 1];
      order[place] = &child;
    }
    // 4. Search them, the most promising first.
    if (busy_ == nullptr || board_.cells() - node.stones < kWorthSharing) {
      for (int i = 0; i < open && best <= alpha; ++i) best = std::max(best, search(*order[i], alpha));
    } else {
      best = std::max(best, search_shared(order, open, best, alpha));
    }
    // 5. Remember.
    Bounds now = known;
    if (best > alpha)
      now.low = std::max(now.low, best);
    else
      now.high = std::min(now.high, best);
    table_.store(key, now, static_cast<int>(std::bit_width(nodes_ - before)));
    return best;
  }

 private:
  // So many nodes between looks at whether to go on, and between reports of progress.
  static constexpr std::uint64_t kLook = 256;
  static constexpr std::uint64_t kBreath = 4096;
  // With fewer cells left than this, telling the others costs more than it saves.
  static constexpr int kWorthSharing = 20;

  // What a move looks like before anything forced is played.
  struct Made {
    Cells own_threats;
    Cells other_threats;
    Cells playable;
    int stones;
    Cells move;
  };

  struct Child {
    Node node;
    Made made;
    Cells safe;
    std::uint64_t key;
    Bounds known;
    int merit;
    bool same_side;  // whether the side to move there is the one to move here

    int least() const { return same_side ? known.low : -known.high; }
    int most() const { return same_side ? known.high : -known.low; }
  };

  // How promising a move is: the threats it leaves its side with, those that
  // matter soon and in the rows that its side gets in the end more than others;
  // not those above a threat of the other side, which ends the game first.
  int merit(const Made& made) const {
    const Cells next = made.playable;
    const Cells threats = made.other_threats & ~((made.own_threats & ~made.other_threats) << 1);
    const bool answers = (board_.cells() - made.stones) % 2 == 0;
    const Cells own_rows = answers ? board_.answer_rows() : ~board_.answer_rows();
    const int column = board_.column_at(std::countr_zero(made.move));
    return 8 * few(threats) + 4 * few(threats & own_rows) + 4 * few(threats & next << 1) +
           2 * few(threats & next << 2) + std::min(column, board_.width - 1 - column);
  }

  // How many cells a small set has: faster than std::popcount where the
  // processor's own instruction may not be used.
  static int few(Cells set) {
    int count = 0;
    for (; set != 0; set &= set - 1) ++count;
    return count;
  }

  int search(const Child& child, int alpha) {
    return child.same_side ? above(child.node, child.safe, child.key, child.known, alpha)
                           : -above(child.node, child.safe, child.key, child.known, -alpha - 1);
  }

  // The same for all children, but those that another thread is at come last:
  // by then the table mostly knows them. The first is searched in any case, as
  // it may make the others needless.
  int search_shared(Child** order, int open, int best, int alpha) {
    int later = 0;
    for (int i = 0; i < open && best <= alpha; ++i) {
      Child& child = *order[i];
      if (i > 0 && busy_->contains(child.key)) {
        order[later++] = &child;
        continue;
      }
      busy_->insert(child.key);
      best = std::max(best, search(child, alpha));
      busy_->erase(child.key);
    }
    for (int i = 0; i < later && best <= alpha; ++i) {
      Child& child = *order[i];
      table_.find(child.key, child.known);
      if (child.least() > alpha || child.most() <= alpha)
        best = std::max(best, child.least() > alpha ? child.least() : child.most());
      else
        best = std::max(best, search(child, alpha));
    }
    return best;
  }

  void breathe() {
    if (reins_.done != nullptr && reins_.done->load(std::memory_order_relaxed)) throw Overtaken{};
    if (nodes_ > reins_.most_nodes) throw Outgrown{};
    if (reins_.control != nullptr && nodes_ % kBreath == 0) reins_.control->advance(kBreath);
  }

  [[no_unique_address]] Board board_;
  BoundsTable<Board>& table_;
  AbdadaTable* busy_;
  Reins reins_;
  std::uint64_t nodes_ = 0;
};

}  // namespace kibitz::connect
