// The engine around the selective search: iterative deepening with aspiration
// windows, lazy SMP, pondering, multi-PV. It keeps its tables from move to move.
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

namespace kibitz::selective {

template <Tactics T>
class Engine {
 public:
  using State = typename T::State;

  Engine(const T& tactics, std::uint64_t tt_bytes, int threads) : tactics_(tactics), tt_(tt_bytes) {
    set_threads(threads);
  }

  void resize_tt(std::uint64_t bytes) { tt_.resize(bytes); }
  KIBITZ_COLD void set_threads(int threads) {
    workers_.resize(static_cast<std::size_t>(std::max(1, threads)));
    for (auto& worker : workers_)
      if (!worker) worker = std::make_unique<SearchWorker<T>>(tactics_, tt_);
  }
  // For a new game.
  void clear() {
    tt_.clear();
    for (auto& worker : workers_) worker->clear();
  }
  void ponder_hit() { time_.ponder_hit(); }
  // The static evaluation, from the side to move.
  int evaluate(const State& state) { return workers_.front()->evaluate(state); }

  // Searches with lazy SMP; `control` may stop it and limits its nodes.
  KIBITZ_COLD SearchInfo search(const State& root, const SearchLimits& limits, Control& control,
                                const InfoListener& on_info) {
    control.begin();
    time_.start(limits.time, limits.ponder);
    tt_.new_search();
    const auto moves = root_moves(root, limits);
    if (moves.empty()) throw RulesError("there is no move to think about");

    std::atomic<bool> stop{false};
    std::vector<std::unique_ptr<HelperStopCheck>> stop_checks;
    ThreadGroup helpers;
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      stop_checks.push_back(std::make_unique<HelperStopCheck>(stop));
      workers_[i]->begin(root, limits.earlier, limits.features, limits.tablebase, *stop_checks.back());
      helpers.start([this, &limits, &moves, i] {
        auto own_moves = moves;
        try {
          for (int depth = 1 + static_cast<int>(i % 2); depth <= kMaxPly - 1; ++depth)
            aspiration_search(*workers_[i], own_moves, depth, 1, limits.features);
        } catch (const Stopped&) {
        }
      });
    }
    MainStopCheck stop_check(control, time_, workers_);
    workers_[0]->begin(root, limits.earlier, limits.features, limits.tablebase, stop_check);
    SearchInfo info;
    std::exception_ptr failure;
    try {
      info = iterate(moves, limits, stop_check, on_info);
      while ((limits.infinite || time_.pondering()) && !info.stopped) {
        // While pondering or in an infinite search, waits for the stop.
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        stop_check.wait();
      }
    } catch (const Stopped&) {
      info.stopped = true;
    } catch (...) {
      failure = std::current_exception();
    }
    stop.store(true, std::memory_order_relaxed);
    helpers.join();
    if (failure) std::rethrow_exception(failure);
    info.nodes = nodes();
    info.seconds = time_.elapsed();
    return info;
  }

 private:
  class HelperStopCheck final : public StopCheck {
   public:
    explicit HelperStopCheck(const std::atomic<bool>& stop) : stop_(stop) {}
    void check(std::uint64_t) override {
      if (stop_.load(std::memory_order_relaxed)) throw Stopped{};
    }

   private:
    const std::atomic<bool>& stop_;
  };

  class MainStopCheck final : public StopCheck {
   public:
    MainStopCheck(Control& control, const TimeManager& time,
                  const std::vector<std::unique_ptr<SearchWorker<T>>>& workers)
        : control_(control), time_(time), threads_(workers.size()) {}

    // The first iteration is always completed, so that there is a move.
    void check(std::uint64_t nodes) override {
      if (!in_first_iteration_) {
        if (time_.past_maximum()) throw Stopped{};
        control_.advance((nodes - counted_) * threads_);
      }
      counted_ = nodes;
    }
    void wait() { control_.check(); }
    void iteration_completed() { in_first_iteration_ = false; }

   private:
    Control& control_;
    const TimeManager& time_;
    std::uint64_t threads_, counted_ = 0;
    bool in_first_iteration_ = true;
  };

  KIBITZ_COLD std::vector<RootMove> root_moves(const State& root, const SearchLimits& limits) const {
    std::array<Move, T::kMaxMoves> moves;
    auto* end = T::generate_captures(root, moves.data());
    end = T::generate_quiets(root, end);
    std::vector<RootMove> out;
    for (const auto* move = moves.data(); move != end; ++move)
      if (limits.search_moves.empty() ||
          std::find(limits.search_moves.begin(), limits.search_moves.end(), *move) != limits.search_moves.end()) {
        RootMove each;
        each.move = *move;
        each.pv = {*move};
        out.push_back(each);
      }
    return out;
  }

  // Iterative deepening of the main thread, until stopped or another iteration is not worth it.
  KIBITZ_COLD SearchInfo iterate(std::vector<RootMove> moves, const SearchLimits& limits, MainStopCheck& stop_check,
                                 const InfoListener& on_info) {
    SearchInfo info;
    info.pv_lines = {{0, moves.front().pv}};
    const auto multi_pv = std::min(static_cast<std::size_t>(std::max(1, limits.multi_pv)), moves.size());
    const int max_depth = limits.depth > 0 ? std::min(limits.depth, kMaxPly - 1) : kMaxPly - 1;
    Move last_best = 0;
    int stability = 0, last_score = 0;
    try {
      for (int depth = 1; depth <= max_depth; ++depth) {
        aspiration_search(*workers_[0], moves, depth, multi_pv, limits.features);
        stop_check.iteration_completed();
        update_info(info, moves, depth, multi_pv);
        if (on_info) on_info(info);
        if (limits.infinite || time_.pondering()) continue;
        // A single move needs no search, nor does a mate that can't be shorter.
        const int score = moves.front().score;
        if (time_.is_timed() && !time_.is_fixed() &&
            (moves.size() == 1 || (is_mate_score(score) && kMateScore - std::abs(score) <= depth / 2)))
          break;
        stability = moves.front().move == last_best ? std::min(stability + 1, 8) : 0;
        const double effort = static_cast<double>(moves.front().nodes) /
                              static_cast<double>(std::max<std::uint64_t>(workers_[0]->nodes(), 1));
        const double falling_eval = std::clamp((last_score - score) / 100.0, -0.2, 0.6);
        const double factor =
            (1.35 - 0.07 * stability) * (2.0 - 1.35 * effort) * (1.0 + (depth > 5 ? falling_eval : 0.0));
        last_best = moves.front().move;
        last_score = score;
        if (time_.past_optimum(factor)) break;
      }
    } catch (const Stopped&) {
      info.stopped = true;
      // An unfinished iteration counts if it found a score for the best move.
      if (info.depth > 0 && moves.front().score != -kNoScore && multi_pv == 1) {
        sort_stably(std::span(moves), better);
        info.pv_lines.front() = {moves.front().score, moves.front().pv};
      }
    }
    return info;
  }

  // One iteration: every PV with an aspiration window around its last score.
  KIBITZ_COLD void aspiration_search(SearchWorker<T>& worker, std::vector<RootMove>& moves, int depth,
                                     std::size_t multi_pv, const Features& features) {
    worker.set_root_depth(depth);
    for (auto& move : moves) move.previous_score = move.score;
    for (std::size_t first = 0; first < multi_pv; ++first) {
      const int last_score = moves[first].previous_score;
      int delta = 12 + last_score * last_score / 12000;
      const bool aspiration =
          features.aspiration && depth >= 4 && last_score != -kNoScore && !is_mate_score(last_score);
      int alpha = aspiration ? std::max(last_score - delta, -kMateScore) : -kMateScore;
      int beta = aspiration ? std::min(last_score + delta, kMateScore) : kMateScore;
      int fail_highs = 0;  // each reduces the depth of the re-search a little
      for (;;) {
        const int score = worker.search_root(moves, first, std::max(1, depth - fail_highs), alpha, beta);
        sort_stably(std::span(moves).subspan(first), better);
        if (score <= alpha && alpha > -kMateScore) {
          beta = (alpha + beta) / 2;
          alpha = std::max(score - delta, -kMateScore);
          fail_highs = 0;
        } else if (score >= beta && beta < kMateScore) {
          beta = std::min(score + delta, kMateScore);
          fail_highs = std::min(fail_highs + 1, 3);
        } else {
          break;
        }
        delta += delta / 2;
      }
      sort_stably(std::span(moves).first(first + 1), better);
    }
  }

  static bool better(const RootMove& a, const RootMove& b) {
    return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
  }

  KIBITZ_COLD void update_info(SearchInfo& info, const std::vector<RootMove>& moves, int depth, std::size_t multi_pv) {
    info.depth = depth;
    info.sel_depth = moves.front().sel_depth;
    info.pv_lines.clear();
    for (std::size_t i = 0; i < multi_pv; ++i) info.pv_lines.push_back({moves[i].score, moves[i].pv});
    info.nodes = nodes();
    info.seconds = time_.elapsed();
    info.hashfull = tt_.hashfull();
  }

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->nodes();
    return sum;
  }

  T tactics_;
  TranspositionTable tt_;
  TimeManager time_;
  std::vector<std::unique_ptr<SearchWorker<T>>> workers_;
};

}  // namespace kibitz::selective
