// Exact scores of positions, by one or more threads that share a table.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/threads.hpp"
#include "games/connect/solver/search.hpp"

namespace kibitz::connect {

template <class Board>
class Solver {
 public:
  // Known scores by key.
  using Lookup = std::function<std::optional<int>(std::uint64_t)>;

  Solver(const Board& board, BoundsTable<Board>& table, const StopConditions& stop, int threads = 1, Lookup lookup = {})
      : board_(board), table_(table), stop_(stop), lookup_(std::move(lookup)) {
    if (threads > 1) abdada_ = std::make_unique<AbdadaTable>();
    for (int i = 0; i < std::clamp(threads, 1, ThreadGroup::kMaxThreads); ++i)
      searches_.emplace_back(board, table, abdada_.get());
  }

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& search : searches_) sum += search.nodes();
    return sum;
  }

  // The score of an unfinished position for the side to move; `guess` only affects speed.
  int score(Cells own, Cells other, int guess = 0) {
    auto node = make_node(board_, own, other);
    if ((node.own_threats & playable(board_, node)) != 0) return score_of_win(board_, node.stones + 1);
    const auto forced_line = play_forced_moves(board_, node);
    const int sign = forced_line.swapped ? -1 : 1;
    if (forced_line.decided) return sign * forced_line.score;
    if (lookup_) {
      if (const auto found = lookup_(symmetric_key_of(board_, node))) return sign * *found;
    }
    return sign * score_quiet(node, forced_line.safe, sign * guess);
  }

  // The same, from the scores of all children.
  int score_from_children(const Node& node) {
    int best = -board_.cells();
    for (Cells rest = playable(board_, node); rest != 0; rest &= rest - 1) {
      const Cells move = rest & (~rest + 1);
      if ((move & node.own_threats) != 0) return score_of_win(board_, node.stones + 1);
      if (node.stones + 1 == board_.cells()) return 0;
      best = std::max(best, -score(node.other, node.own | move, -best));
    }
    return best;
  }

 private:
  // With few free cells, threads cost more than they save.
  bool uses_threads(const Node& node) const {
    return searches_.size() > 1 && board_.cells() - node.stones >= board_.cells() / 2 + 4;
  }

  int score_quiet(const Node& node, Cells safe, int guess) {
    const auto range = quiet_range(board_, node.stones);
    Bounds known{range.low, static_upper_bound(board_, node, range.high, 0)};
    const auto key = symmetric_key_of(board_, node);
    table_.find(key, known);
    const auto narrow = [&](int alpha, bool quick) {
      const int answer =
          quick ? search_single(node, safe, key, known, alpha) : search_window(node, safe, key, known, alpha);
      if (answer > alpha)
        known.low = std::max(known.low, answer);
      else
        known.high = std::min(known.high, answer);
      return answer;
    };
    // Quick checks for early wins of either side, which decide lopsided positions cheaply.
    const auto enough = nodes() + (3 * node.stones > board_.cells() ? 200 : 3000);
    for (int near = 1; near < range.high && nodes() < enough; ++near) {
      if (known.low < known.high && range.high - near < known.high)
        narrow(std::max(range.high - near, known.low), true);
      if (known.low < known.high && range.low + near > known.low) narrow(range.low + near - 1, true);
    }
    // Each result is the next guess (MTD(f), Plaat 1996).
    guess = std::clamp(guess, known.low, known.high);
    while (known.low < known.high) guess = narrow(guess <= known.low ? known.low : guess - 1, false);
    return known.low;
  }

  int search_window(const Node& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    return uses_threads(node) ? search_parallel(node, safe, key, known, alpha)
                              : search_single(node, safe, key, known, alpha);
  }

  int search_single(const Node& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    searches_[0].set_stop_conditions(stop_);
    return searches_[0].null_window_search(node, safe, key, known, alpha);
  }

  // All threads search the same window; the first result counts.
  int search_parallel(const Node& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    abdada_->clear();
    std::atomic<bool> done{false};
    std::atomic<int> answer{kNoScore};
    const auto work = [&](Search<Board>& search, Control* control) {
      search.set_stop_conditions({control, &done});
      const int found = search.null_window_search(node, safe, key, known, alpha);
      int nothing = kNoScore;
      answer.compare_exchange_strong(nothing, found);
      done = true;
    };
    ThreadGroup helpers;
    for (std::size_t i = 1; i < searches_.size(); ++i) {
      const bool started = helpers.start([&, i] {
        try {
          work(searches_[i], nullptr);
        } catch (const Superseded&) {
        }
      });
      if (!started) break;
    }
    try {
      work(searches_[0], stop_.control);
    } catch (const Superseded&) {
    } catch (...) {
      done = true;
      throw;
    }
    helpers.join();
    return answer;
  }

  static constexpr int kNoScore = 1 << 20;

  [[no_unique_address]] Board board_;
  BoundsTable<Board>& table_;
  StopConditions stop_;
  Lookup lookup_;
  std::unique_ptr<AbdadaTable> abdada_;  // with more than one thread
  std::vector<Search<Board>> searches_;
};

}  // namespace kibitz::connect
