// Lets two ways to play meet, in pairs of games from the same random openings:
//
//   duel GAMES THREADS MILLISECONDS SEED JUDGE[,IDEA...] JUDGE[,IDEA...]
//
// JUDGE says what positions are judged by (see judged_by.hpp), and the ideas are
// those that the search does without. A move takes so many milliseconds.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "games/chess/tactics.hpp"
#include "judged_by.hpp"
#include "opening.hpp"
#include "search/selective/engine.hpp"

namespace kibitz::chess {
namespace {

constexpr int kMostGamePlies = 400, kWonPoints = 1000, kWonPlies = 6;

// One of the two.
struct Way {
  explicit Way(const std::string& text) : judge(judged_by(text.substr(0, text.find(',')))) {
    std::istringstream words(text);
    std::string idea;
    std::getline(words, idea, ',');
    while (std::getline(words, idea, ',')) ideas.switch_off(idea);
  }
  Weights judge;
  Ideas ideas;
};

class Table {
 public:
  Table(const Way& a, const Way& b, double seconds, std::uint64_t seed)
      : ways_{&a, &b},
        engines_{Engine(ChessTactics(a.judge), 8u << 20, 1), Engine(ChessTactics(b.judge), 8u << 20, 1)},
        seconds_(seconds),
        random_(seed) {}

  // Two games with colours changed; the result of each for the first: 0, 1, 2.
  std::array<int, 2> play_pair() {
    Board start;
    while (!open_at_random(start, kUsualArrangement, random_) || !is_fair(start)) {
    }
    return {play_one(start, 0), 2 - play_one(start, 1)};
  }

 private:
  using Engine = SelectiveEngine<ChessTactics>;

  bool is_fair(const Board& b) { return std::abs(think(b, {}, 0).score) < 120; }

  // The result for whoever is to move first, which is `first`.
  int play_one(Board b, std::size_t first) {
    for (auto& engine : engines_) engine.forget();
    std::vector<std::uint64_t> earlier;
    const Colour begins = b.mover;
    int won = 0;
    for (int ply = 0; ply < kMostGamePlies; ++ply) {
      if (!has_move(b)) return !in_check(b) ? 1 : b.mover == begins ? 0 : 2;
      if (ChessTactics::drawn(b) || came_twice(b, earlier)) return 1;
      const auto found = think(b, earlier, b.mover == begins ? first : 1 - first);
      const int points = b.mover == begins ? found.score : -found.score;
      won = std::abs(points) < kWonPoints ? 0 : points > 0 ? std::max(won, 0) + 1 : std::min(won, 0) - 1;
      if (std::abs(won) >= kWonPlies) return won > 0 ? 2 : 0;
      earlier.push_back(b.key);
      play(b, found.moves.front());
    }
    return 1;
  }

  ThoughtLine think(const Board& b, const std::vector<std::uint64_t>& earlier, std::size_t who) {
    ThinkRequest request;
    request.earlier = earlier;
    request.time.move = seconds_;
    request.time.overhead = 0;
    request.ideas = ways_[who]->ideas;
    Control control;
    return engines_[who].think(b, request, control, {}).lines.front();
  }

  std::array<const Way*, 2> ways_;
  std::array<Engine, 2> engines_;
  double seconds_;
  Random random_;
};

int run(int count, char** words) {
  if (count != 7) {
    std::fprintf(stderr, "duel GAMES THREADS MILLISECONDS SEED JUDGE[,IDEA...] JUDGE[,IDEA...]\n");
    return 2;
  }
  prepare_attacks();
  const int pairs = std::atoi(words[1]) / 2, threads = std::atoi(words[2]);
  const double seconds = std::atof(words[3]) / 1000;
  const auto seed = std::strtoull(words[4], nullptr, 10);
  const Way a(words[5]), b(words[6]);
  std::atomic<int> begun{0};
  std::mutex counting;
  std::array<int, 3> results{};
  std::array<int, 5> in_pairs{};
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i)
    workers.emplace_back([&, i] {
      Table table(a, b, seconds, seed * 1000 + static_cast<std::uint64_t>(i));
      while (begun++ < pairs) {
        const auto pair = table.play_pair();
        const std::lock_guard lock(counting);
        for (const int result : pair) ++results[static_cast<std::size_t>(result)];
        ++in_pairs[static_cast<std::size_t>(pair[0] + pair[1])];
      }
    });
  for (auto& worker : workers) worker.join();
  // The error comes from how pairs ended, as the two games of one are alike.
  double mean = 0, square = 0;
  for (int points = 0; points <= 4; ++points) {
    mean += in_pairs[static_cast<std::size_t>(points)] * points / 4.0 / pairs;
    square += in_pairs[static_cast<std::size_t>(points)] * points * points / 16.0 / pairs;
  }
  const double error = 1.96 * std::sqrt(std::max(0.0, square - mean * mean) / pairs);
  const auto elo = [](double share) { return -400 * std::log10(1 / std::min(std::max(share, 0.001), 0.999) - 1); };
  std::printf("%s - %s: +%d =%d -%d, %.1f %% +- %.1f, Elo %.0f (%.0f to %.0f)\n", words[5], words[6], results[2],
              results[1], results[0], 100 * mean, 100 * error, elo(mean), elo(mean - error), elo(mean + error));
  return 0;
}

}  // namespace
}  // namespace kibitz::chess

int main(int count, char** words) { return kibitz::chess::run(count, words); }
