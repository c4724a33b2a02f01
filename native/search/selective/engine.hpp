// A selective search as a program uses it: it remembers from move to move, thinks
// with several threads, in the other side's time too, and may follow several
// lines.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/cold.hpp"
#include "base/stable_sort.hpp"
#include "base/threads.hpp"
#include "search/selective/engine_interface.hpp"
#include "search/selective/search.hpp"

namespace kibitz {

template <Tactics T>
class SelectiveEngine {
 public:
  using State = typename T::State;

  SelectiveEngine(const T& tactics, std::uint64_t table_bytes, int threads) : tactics_(tactics), memory_(table_bytes) {
    set_threads(threads);
  }

  void set_table(std::uint64_t bytes) { memory_.resize(bytes); }
  KIBITZ_COLD void set_threads(int threads) {
    walks_.resize(static_cast<std::size_t>(std::max(1, threads)));
    for (auto& walk : walks_)
      if (!walk) walk = std::make_unique<SelectiveWalk<T>>(tactics_, memory_);
  }
  // Another game begins.
  void forget() {
    memory_.forget();
    for (auto& walk : walks_) walk->forget();
  }
  void ponder_hit() { clock_.ponder_hit(); }
  // What a position is worth at first sight, as the mover sees it.
  int judge(const State& state) { return walks_.front()->judge(state); }

  // Thinks; `control` may stop it and limits its nodes. `hear` is told of every depth.
  KIBITZ_COLD Thought think(const State& root, const ThinkRequest& request, Control& control,
                            const ThoughtListener& hear) {
    control.begin();
    clock_.begin(request.time, request.ponder);
    memory_.grow_older();
    const auto moves = root_moves(root, request);
    if (moves.empty()) throw RulesError("there is no move to think about");

    std::atomic<bool> enough{false};
    std::vector<std::unique_ptr<HelpersWatch>> watches;
    ThreadGroup helpers;
    for (std::size_t i = 1; i < walks_.size(); ++i) {
      watches.push_back(std::make_unique<HelpersWatch>(enough));
      walks_[i]->begin(root, request.earlier, request.ideas, request.known, *watches.back());
      helpers.start([this, &request, &moves, i] {
        auto own = moves;
        try {
          for (int depth = 1 + static_cast<int>(i % 2); depth <= kDeepestPly - 1; ++depth)
            deepen(*walks_[i], own, depth, 1, request.ideas);
        } catch (const Stopped&) {
        }
      });
    }
    MainWatch watch(control, clock_, walks_);
    walks_[0]->begin(root, request.earlier, request.ideas, request.known, watch);
    Thought thought;
    std::exception_ptr failure;
    try {
      thought = lead(moves, request, watch, hear);
      while ((request.forever || clock_.pondering()) && !thought.stopped) {
        // Nothing is left to look at, but the answer is not wanted yet.
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        watch.wait();
      }
    } catch (const Stopped&) {
      thought.stopped = true;
    } catch (...) {
      failure = std::current_exception();
    }
    enough.store(true, std::memory_order_relaxed);
    helpers.join();
    if (failure) std::rethrow_exception(failure);
    thought.nodes = nodes();
    thought.seconds = clock_.seconds();
    return thought;
  }

 private:
  class HelpersWatch final : public Watch {
   public:
    explicit HelpersWatch(const std::atomic<bool>& enough) : enough_(enough) {}
    void look(std::uint64_t) override {
      if (enough_.load(std::memory_order_relaxed)) throw Stopped{};
    }

   private:
    const std::atomic<bool>& enough_;
  };

  class MainWatch final : public Watch {
   public:
    MainWatch(Control& control, const ThinkingClock& clock, const std::vector<std::unique_ptr<SelectiveWalk<T>>>& walks)
        : control_(control), clock_(clock), threads_(walks.size()) {}

    // An answer is owed, so that nothing ends before the first depth is done.
    void look(std::uint64_t nodes) override {
      if (!owes_) {
        if (clock_.is_late()) throw Stopped{};
        control_.advance((nodes - seen_) * threads_);
      }
      seen_ = nodes;
    }
    void wait() { control_.check(); }
    void answered() { owes_ = false; }

   private:
    Control& control_;
    const ThinkingClock& clock_;
    std::uint64_t threads_, seen_ = 0;
    bool owes_ = true;
  };

  KIBITZ_COLD std::vector<RootMove> root_moves(const State& root, const ThinkRequest& request) const {
    std::array<Move, T::kMostMoves> listed;
    auto* end = T::captures(root, listed.data());
    end = T::quiet(root, end);
    std::vector<RootMove> out;
    for (const auto* move = listed.data(); move != end; ++move)
      if (request.only.empty() || std::find(request.only.begin(), request.only.end(), *move) != request.only.end()) {
        RootMove each;
        each.move = *move;
        each.line = {*move};
        out.push_back(each);
      }
    return out;
  }

  // Deeper and deeper, until told to stop or until it is not worth it.
  KIBITZ_COLD Thought lead(std::vector<RootMove> moves, const ThinkRequest& request, MainWatch& watch,
                           const ThoughtListener& hear) {
    Thought thought;
    thought.lines = {{0, moves.front().line}};
    const auto lines = std::min(static_cast<std::size_t>(std::max(1, request.lines)), moves.size());
    const int deepest = request.depth > 0 ? std::min(request.depth, kDeepestPly - 1) : kDeepestPly - 1;
    Move last_best = 0;
    int settled = 0, last_score = 0;
    try {
      for (int depth = 1; depth <= deepest; ++depth) {
        deepen(*walks_[0], moves, depth, lines, request.ideas);
        watch.answered();
        report(thought, moves, depth, lines);
        if (hear) hear(thought);
        if (request.forever || clock_.pondering()) continue;
        // One move alone needs no thought, nor does a mate that can't come sooner.
        const int score = moves.front().score;
        if (clock_.is_timed() && !clock_.is_fixed() &&
            (moves.size() == 1 || (is_decided(score) && kMateScore - std::abs(score) <= depth / 2)))
          break;
        settled = moves.front().move == last_best ? std::min(settled + 1, 8) : 0;
        const double share = static_cast<double>(moves.front().nodes) /
                             static_cast<double>(std::max<std::uint64_t>(walks_[0]->nodes(), 1));
        const double worse = std::clamp((last_score - score) / 100.0, -0.2, 0.6);
        const double factor = (1.35 - 0.07 * settled) * (2.0 - 1.35 * share) * (1.0 + (depth > 5 ? worse : 0.0));
        last_best = moves.front().move;
        last_score = score;
        if (clock_.is_enough(factor)) break;
      }
    } catch (const Stopped&) {
      thought.stopped = true;
      // What was found of the depth that was not finished counts if it is better than nothing.
      if (thought.depth > 0 && moves.front().score != -kNoScore && lines == 1) {
        sort_stably(std::span(moves), better);
        thought.lines.front() = {moves.front().score, moves.front().line};
      }
    }
    return thought;
  }

  // One depth: every line wanted, each in a window close around its last value.
  KIBITZ_COLD void deepen(SelectiveWalk<T>& walk, std::vector<RootMove>& moves, int depth, std::size_t lines,
                          const Ideas& ideas) {
    walk.set_root_depth(depth);
    for (auto& move : moves) move.previous = move.score;
    for (std::size_t first = 0; first < lines; ++first) {
      const int guess = moves[first].previous;
      int width = 12 + guess * guess / 12000;
      const bool aspires = ideas.aspiration && depth >= 4 && guess != -kNoScore && !is_decided(guess);
      int alpha = aspires ? std::max(guess - width, -kMateScore) : -kMateScore;
      int beta = aspires ? std::min(guess + width, kMateScore) : kMateScore;
      int less = 0;  // a value above the window is looked at a little less deep again
      for (;;) {
        const int score = walk.search_root(moves, first, std::max(1, depth - less), alpha, beta);
        sort_stably(std::span(moves).subspan(first), better);
        if (score <= alpha && alpha > -kMateScore) {
          beta = (alpha + beta) / 2;
          alpha = std::max(score - width, -kMateScore);
          less = 0;
        } else if (score >= beta && beta < kMateScore) {
          beta = std::min(score + width, kMateScore);
          less = std::min(less + 1, 3);
        } else {
          break;
        }
        width += width / 2;
      }
      sort_stably(std::span(moves).first(first + 1), better);
    }
  }

  static bool better(const RootMove& a, const RootMove& b) {
    return a.score != b.score ? a.score > b.score : a.previous > b.previous;
  }

  KIBITZ_COLD void report(Thought& thought, const std::vector<RootMove>& moves, int depth, std::size_t lines) {
    thought.depth = depth;
    thought.furthest = moves.front().furthest;
    thought.lines.clear();
    for (std::size_t i = 0; i < lines; ++i) thought.lines.push_back({moves[i].score, moves[i].line});
    thought.nodes = nodes();
    thought.seconds = clock_.seconds();
    thought.fullness = memory_.fullness();
  }

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& walk : walks_) sum += walk->nodes();
    return sum;
  }

  T tactics_;
  SelectiveMemory memory_;
  ThinkingClock clock_;
  std::vector<std::unique_ptr<SelectiveWalk<T>>> walks_;
};

}  // namespace kibitz
