// Plays games of the engine against itself and writes their positions down:
//
//   selfplay OUT.samples SECONDS THREADS NODES SEED JUDGE
//
// JUDGE names the evaluation: see judged_by.hpp.
//
// Openings are random moves from the usual arrangement or, one game in four, from
// one of Chess960's; those that one side already wins are left out. Positions in
// check, or in which the best move takes something, tell little and are left out.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "games/chess/setup.hpp"
#include "games/chess/tactics.hpp"
#include "judged_by.hpp"
#include "opening.hpp"
#include "sample.hpp"
#include "search/selective/engine.hpp"

namespace kibitz::chess {
namespace {

constexpr int kFairPoints = 250;  // an opening is fair within these
constexpr int kWonPoints = 1500;  // beyond these for some plies a game is taken for won
constexpr int kWonPlies = 5;
constexpr int kDrawnPoints = 8;  // within these for so many plies, late in a game, for drawn
constexpr int kDrawnPlies = 12, kDrawnFrom = 80;
constexpr int kMostGamePlies = 400;

class Player {
 public:
  Player(const ChessTactics& tactics, std::uint64_t seed, std::uint64_t nodes)
      : random_(seed), nodes_(nodes), engine_(tactics, 4u << 20, 1) {}

  // One game; its positions, with their results.
  std::vector<Sample> play() {
    std::vector<Sample> samples;
    Board b;
    while (!open(b)) {
    }
    engine_.clear();
    std::vector<std::uint64_t> earlier;
    int won = 0, even = 0, result = 1;  // as white sees it: 0, 1, 2
    for (int ply = 0; ply < kMostGamePlies; ++ply) {
      if (!has_move(b)) {
        if (in_check(b)) result = b.mover == white ? 0 : 2;
        break;
      }
      if (ChessTactics::is_draw(b) || came_twice(b, earlier)) break;
      const auto [score, move] = think(b, earlier);
      const int points = b.mover == white ? score : -score;
      if (!in_check(b) && !ChessTactics::is_capture(b, move) && !selective::is_mate_score(score))
        samples.push_back(Sample::of(b, score));
      won = std::abs(points) >= kWonPoints ? won + 1 : 0;
      even = std::abs(points) <= kDrawnPoints && ply >= kDrawnFrom ? even + 1 : 0;
      if (won >= kWonPlies || selective::is_mate_score(score)) {
        result = points > 0 ? 2 : 0;
        break;
      }
      if (even >= kDrawnPlies) break;
      earlier.push_back(b.key);
      chess::play(b, move);
    }
    for (auto& sample : samples) sample.result = static_cast<std::uint8_t>(sample.mover == white ? result : 2 - result);
    return samples;
  }

 private:
  bool open(Board& b) {
    const int arrangement = random_.below(4) == 0 ? static_cast<int>(random_.below(960)) : kStandardArrangement;
    if (!open_at_random(b, arrangement, random_)) return false;
    engine_.clear();
    return std::abs(think(b, {}).first) <= kFairPoints;
  }

  std::pair<int, Move> think(const Board& b, const std::vector<std::uint64_t>& earlier) {
    selective::SearchLimits limits;
    limits.earlier = earlier;
    Control control;
    control.set_nodes(nodes_);
    const auto info = engine_.search(b, limits, control, {});
    return {info.pv_lines.front().score, info.pv_lines.front().moves.front()};
  }

  Random random_;
  std::uint64_t nodes_;
  selective::Engine<ChessTactics> engine_;
};

int run(int count, char** words) {
  if (count != 7) {
    std::fprintf(stderr, "selfplay OUT SECONDS THREADS NODES SEED JUDGE\n");
    return 2;
  }
  init_attacks();
  const NamedJudge judge(words[6]);
  std::FILE* out = std::fopen(words[1], "ab");
  if (out == nullptr) return 1;
  const double seconds = std::atof(words[2]);
  const int threads = std::atoi(words[3]);
  const auto nodes = std::strtoull(words[4], nullptr, 10), seed = std::strtoull(words[5], nullptr, 10);
  std::mutex writing;
  std::atomic<std::uint64_t> games{0}, positions{0};
  const auto began = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i)
    workers.emplace_back([&, i] {
      Player player(ChessTactics(judge.by()), seed * 1000 + static_cast<std::uint64_t>(i), nodes);
      while (passed() < seconds) {
        const auto samples = player.play();
        const std::lock_guard lock(writing);
        std::fwrite(samples.data(), sizeof(Sample), samples.size(), out);
        games += 1;
        positions += samples.size();
        if (games % 500 == 0)
          std::fprintf(stderr, "%.0f s: %llu games, %llu positions\n", passed(), static_cast<unsigned long long>(games),
                       static_cast<unsigned long long>(positions));
      }
    });
  for (auto& worker : workers) worker.join();
  std::fclose(out);
  std::printf("%llu games, %llu positions, %.0f s\n", static_cast<unsigned long long>(games),
              static_cast<unsigned long long>(positions), passed());
  return 0;
}

}  // namespace
}  // namespace kibitz::chess

int main(int count, char** words) { return kibitz::chess::run(count, words); }
