// Exact scores of whole positions, by one thread or several that share a table.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "connect4/search.hpp"

namespace kibitz::connect4 {

template <class Board>
class Solver {
 public:
  // Scores that are known already, by key.
  using Lookup = std::function<std::optional<int>(std::uint64_t)>;

  Solver(Table<Board>& table, const Reins& reins, int threads = 1, Lookup lookup = {})
      : table_(table), reins_(reins), lookup_(std::move(lookup)) {
    for (int i = 0; i < std::max(1, threads); ++i) searches_.emplace_back(table, i);
  }

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& search : searches_) sum += search.nodes();
    return sum;
  }

  // The score of a position that has not ended, for the side to move; `guess`
  // only makes it faster.
  int score(Cells own, Cells other, int guess = 0) {
    auto node = make_node<Board>(own, other);
    if ((node.own_threats & node.playable()) != 0) return score_of_win<Board>(node.stones + 1);
    const auto settled = settle<Board>(node);
    const int sign = settled.swapped ? -1 : 1;
    if (settled.decided) return sign * settled.score;
    if (lookup_) {
      if (const auto found = lookup_(Search<Board>::key_of(node))) return sign * *found;
    }
    return sign * score_settled(node, settled.safe, sign * guess);
  }

  // The same, from the scores of all positions one ply later.
  int score_by_moves(const Node<Board>& node) {
    int best = -Board::cells;
    for (Cells rest = node.playable(); rest != 0; rest &= rest - 1) {
      const Cells move = rest & (~rest + 1);
      if ((move & node.own_threats) != 0) return score_of_win<Board>(node.stones + 1);
      if (node.stones + 1 == Board::cells) return 0;
      best = std::max(best, -score(node.other, node.own | move, -best));
    }
    return best;
  }

 private:
  // With fewer cells left than this, a thread costs more than it brings.
  static constexpr int kWorthThreads = Board::cells / 2 + 4;

  int score_settled(const Node<Board>& node, Cells safe, int guess) {
    const auto range = settled_range<Board>(node.stones);
    Bounds known{range.low, high_without_search(node, range.high, 0)};
    const auto key = Search<Board>::key_of(node);
    table_.find(key, known);
    // Each answer is the next guess, so the search closes in on the score.
    guess = std::clamp(guess, known.low, known.high);
    while (known.low < known.high) {
      const int alpha = guess <= known.low ? known.low : guess - 1;
      guess = ask(node, safe, key, known, alpha);
      if (guess > alpha)
        known.low = std::max(known.low, guess);
      else
        known.high = std::min(known.high, guess);
    }
    return known.low;
  }

  int ask(const Node<Board>& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    if (searches_.size() == 1 || Board::cells - node.stones < kWorthThreads) {
      searches_[0].hold(reins_);
      return searches_[0].above(node, safe, key, known, alpha);
    }
    return ask_all(node, safe, key, known, alpha);
  }

  // All threads on the same question; the first answer counts.
  int ask_all(const Node<Board>& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    std::atomic<bool> done{false};
    std::atomic<int> answer{kNoAnswer};
    const auto work = [&](Search<Board>& search, Control* control) {
      search.hold({control, &done});
      const int found = search.above(node, safe, key, known, alpha);
      int nothing = kNoAnswer;
      answer.compare_exchange_strong(nothing, found);
      done = true;
    };
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < searches_.size(); ++i)
      helpers.emplace_back([&, i] {
        try {
          work(searches_[i], nullptr);
        } catch (const Overtaken&) {
        }
      });
    std::exception_ptr failure;
    try {
      work(searches_[0], reins_.control);
    } catch (const Overtaken&) {
    } catch (...) {
      failure = std::current_exception();
      done = true;
    }
    for (auto& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
    return answer;
  }

  static constexpr int kNoAnswer = 1 << 20;

  Table<Board>& table_;
  Reins reins_;
  Lookup lookup_;
  std::vector<Search<Board>> searches_;
};

}  // namespace kibitz::connect4
