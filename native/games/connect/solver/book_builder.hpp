// Book generation: solves all positions of the first plies, from the deepest ply upwards, so that scores of later
// positions are known.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "base/control.hpp"
#include "base/threads.hpp"
#include "games/connect/solver/solver.hpp"

namespace kibitz::connect {

// The sorted keys of every position of a book with `plies` plies.
template <class Board>
std::vector<std::uint64_t> book_keys(const Board& board, int plies, Control& control) {
  std::vector<std::uint64_t> level{key_of(board, Node{})};
  std::vector<std::uint64_t> kept;
  for (int ply = 0; ply <= plies && !level.empty(); ++ply) {
    std::vector<std::uint64_t> next;
    for (const auto key : level) {
      control.poll();
      const auto node = node_of_key(board, key);
      const Cells moves = playable(board, node);
      if ((node.own_threats & moves) == 0) {
        auto quiet = node;
        if (!play_forced_moves(board, quiet).decided && quiet.stones == ply) kept.push_back(key);
      }
      if (ply == plies) continue;
      for (Cells rest = moves & ~node.own_threats; rest != 0; rest &= rest - 1)
        next.push_back(symmetric_key_of(board, node.after(board, rest & (~rest + 1))));
    }
    // Sorting millions of keys takes seconds and must be interruptible.
    std::sort(next.begin(), next.end(), [&](std::uint64_t a, std::uint64_t b) {
      control.poll();
      return a < b;
    });
    next.erase(std::unique(next.begin(), next.end()), next.end());
    level = std::move(next);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

constexpr std::int8_t kUnsolved = 127;

// Fills in missing scores. The calling thread calls `on_progress` about ten times a second with the number done; it may
// throw.
template <class Board>
void fill_book(const Board& board, const std::vector<std::uint64_t>& keys, std::vector<std::int8_t>& scores,
               BoundsTable<Board>& table, int threads, const std::function<void(std::uint64_t)>& on_progress) {
  std::vector<std::vector<std::size_t>> plies(static_cast<std::size_t>(board.cells() + 1));
  for (std::size_t i = 0; i < keys.size(); ++i)
    plies[static_cast<std::size_t>(node_of_key(board, keys[i]).stones)].push_back(i);
  int last = board.cells();
  while (last > 0 && plies[static_cast<std::size_t>(last)].empty()) --last;
  std::atomic<std::uint64_t> done{0};
  std::atomic<bool> stop{false};
  const auto known = [&](std::uint64_t key) -> std::optional<int> {
    const auto at = std::lower_bound(keys.begin(), keys.end(), key);
    if (at == keys.end() || *at != key) return std::nullopt;
    const auto score = scores[static_cast<std::size_t>(at - keys.begin())];
    if (score == kUnsolved) return std::nullopt;
    return score;
  };
  for (auto ply = plies.rbegin(); ply != plies.rend(); ++ply) {
    std::atomic<std::size_t> next{0};
    std::atomic<int> active{0};
    const auto work = [&](Control* control) {
      Solver<Board> solver(board, table, {control, &stop}, 1, known);
      try {
        for (std::size_t i; !stop && (i = next++) < ply->size(); ++done) {
          if (control != nullptr) control->check();
          auto& score = scores[(*ply)[i]];
          if (score != kUnsolved) continue;
          const auto node = node_of_key(board, keys[(*ply)[i]]);
          const bool deepest = node.stones == last;
          score =
              static_cast<std::int8_t>(deepest ? solver.score(node.own, node.other) : solver.score_from_children(node));
        }
      } catch (const Superseded&) {
      }
    };
    ThreadGroup team;
    for (int i = 1; i < std::min(threads, ThreadGroup::kMaxThreads); ++i) {
      ++active;
      const bool started = team.start([&] {
        struct Leave {
          std::atomic<int>& active;
          ~Leave() { --active; }
        } leave{active};
        work(nullptr);
      });
      if (!started) {
        --active;
        break;
      }
    }
    // The calling thread works too and reports progress.
    Control progress_control;
    progress_control.set_progress([&](std::uint64_t, std::uint64_t) {
      on_progress(done);
      return true;
    });
    progress_control.begin();
    try {
      work(&progress_control);
      for (; active > 0; on_progress(done)) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    } catch (...) {
      stop = true;
      throw;
    }
    team.join();
    on_progress(done);
  }
}

}  // namespace kibitz::connect
