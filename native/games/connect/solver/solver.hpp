// Exact scores of whole positions, by one thread or several that share a table.
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
  // Scores that are known already, by key.
  using Lookup = std::function<std::optional<int>(std::uint64_t)>;

  Solver(const Board& board, BoundsTable<Board>& table, const Reins& reins, int threads = 1, Lookup lookup = {})
      : board_(board), table_(table), reins_(reins), lookup_(std::move(lookup)) {
    if (threads > 1) busy_ = std::make_unique<AbdadaTable>();
    for (int i = 0; i < std::clamp(threads, 1, ThreadGroup::kMaxThreads); ++i)
      searches_.emplace_back(board, table, busy_.get());
  }

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& search : searches_) sum += search.nodes();
    return sum;
  }

  // The score of a position that has not ended, for the side to move; `guess`
  // only makes it faster.
  int score(Cells own, Cells other, int guess = 0) {
    auto node = make_node(board_, own, other);
    if ((node.own_threats & playable(board_, node)) != 0) return score_of_win(board_, node.stones + 1);
    const auto settled = settle(board_, node);
    const int sign = settled.swapped ? -1 : 1;
    if (settled.decided) return sign * settled.score;
    if (lookup_) {
      if (const auto found = lookup_(symmetric_key_of(board_, node))) return sign * *found;
    }
    return sign * score_settled(node, settled.safe, sign * guess);
  }

  // The same, from the scores of all positions one ply later.
  int score_by_moves(const Node& node) {
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
  // With few cells left, a thread costs more than it brings.
  bool worth_threads(const Node& node) const {
    return searches_.size() > 1 && board_.cells() - node.stones >= board_.cells() / 2 + 4;
  }

  int score_settled(const Node& node, Cells safe, int guess) {
    const auto range = settled_range(board_, node.stones);
    Bounds known{range.low, high_without_search(board_, node, range.high, 0)};
    const auto key = symmetric_key_of(board_, node);
    table_.find(key, known);
    const auto narrow = [&](int alpha, bool quick) {
      const int answer = quick ? ask_one(node, safe, key, known, alpha) : ask(node, safe, key, known, alpha);
      if (answer > alpha)
        known.low = std::max(known.low, answer);
      else
        known.high = std::min(known.high, answer);
      return answer;
    };
    // Does either side win soon? That is quick to say, as only few plies matter,
    // and settles positions that are lopsided without a look at long games.
    const auto enough = nodes() + (3 * node.stones > board_.cells() ? 200 : 3000);
    for (int near = 1; near < range.high && nodes() < enough; ++near) {
      if (known.low < known.high && range.high - near < known.high)
        narrow(std::max(range.high - near, known.low), true);
      if (known.low < known.high && range.low + near > known.low) narrow(range.low + near - 1, true);
    }
    // Each answer is the next guess, so the search closes in on the score.
    guess = std::clamp(guess, known.low, known.high);
    while (known.low < known.high) guess = narrow(guess <= known.low ? known.low : guess - 1, false);
    return known.low;
  }

  int ask(const Node& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    return worth_threads(node) ? ask_all(node, safe, key, known, alpha) : ask_one(node, safe, key, known, alpha);
  }

  int ask_one(const Node& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    searches_[0].hold(reins_);
    return searches_[0].above(node, safe, key, known, alpha);
  }

  // All threads on the same question; the first answer counts.
  int ask_all(const Node& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    busy_->clear();
    std::atomic<bool> done{false};
    std::atomic<int> answer{kNoAnswer};
    const auto work = [&](Search<Board>& search, Control* control) {
      search.hold({control, &done});
      const int found = search.above(node, safe, key, known, alpha);
      int nothing = kNoAnswer;
      answer.compare_exchange_strong(nothing, found);
      done = true;
    };
    ThreadGroup helpers;
    for (std::size_t i = 1; i < searches_.size(); ++i) {
      const bool started = helpers.start([&, i] {
        try {
          work(searches_[i], nullptr);
        } catch (const Overtaken&) {
        }
      });
      if (!started) break;
    }
    try {
      work(searches_[0], reins_.control);
    } catch (const Overtaken&) {
    } catch (...) {
      done = true;
      throw;
    }
    helpers.join();
    return answer;
  }

  static constexpr int kNoAnswer = 1 << 20;

  [[no_unique_address]] Board board_;
  BoundsTable<Board>& table_;
  Reins reins_;
  Lookup lookup_;
  std::unique_ptr<AbdadaTable> busy_;  // if there is more than one thread
  std::vector<Search<Board>> searches_;
};

}  // namespace kibitz::connect
