// Lets two ways to play meet, in pairs of games from the same random openings:
//
//   duel GAMES THREADS TIME SEED JUDGE[,FEATURE...] JUDGE[,FEATURE...] [ELO0 ELO1]
//
// JUDGE names the evaluation (see judged_by.hpp). A feature with a minus
// is switched off, one with a plus on. TIME is milliseconds a move (20), or nodes
// (8000n), with which the machine's pace does not matter. With two differences in Elo
// it is a sequential test: it stops as soon as one of them is proved (alpha and beta
// 5 %), by how pairs of games ended.
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
  explicit Way(const std::string& text) : judge(text.substr(0, text.find(','))) {
    std::istringstream words(text);
    std::string feature;
    std::getline(words, feature, ',');
    while (std::getline(words, feature, ',')) {
      const bool signed_ = feature[0] == '-' || feature[0] == '+';
      features.set(signed_ ? feature.substr(1) : feature, feature[0] == '+');
    }
  }
  NamedJudge judge;
  selective::Features features;
};

// How much a move may take.
struct Share {
  explicit Share(const std::string& text) {
    (text.back() == 'n' ? nodes : seconds) = std::atof(text.c_str()) / (text.back() == 'n' ? 1 : 1000);
  }
  double seconds = 0, nodes = 0;
};

class Table {
 public:
  Table(const Way& a, const Way& b, const Share& share, std::uint64_t seed)
      : ways_{&a, &b},
        engines_{Engine(ChessTactics(a.judge.by()), 8u << 20, 1), Engine(ChessTactics(b.judge.by()), 8u << 20, 1)},
        share_(share),
        random_(seed) {}

  // Two games with colours changed; the result of each for the first: 0, 1, 2.
  std::array<int, 2> play_pair() {
    Board start;
    while (!open_at_random(start, kStandardArrangement, random_) || !is_fair(start)) {
    }
    return {play_one(start, 0), 2 - play_one(start, 1)};
  }

 private:
  using Engine = selective::Engine<ChessTactics>;

  bool is_fair(const Board& b) { return std::abs(think(b, {}, 0).score) < 120; }

  // The result for `first`, the engine that moves first.
  int play_one(Board b, std::size_t first) {
    for (auto& engine : engines_) engine.clear();
    std::vector<std::uint64_t> earlier;
    const Colour begins = b.mover;
    int won = 0;
    for (int ply = 0; ply < kMostGamePlies; ++ply) {
      if (!has_move(b)) return !in_check(b) ? 1 : b.mover == begins ? 0 : 2;
      if (ChessTactics::is_draw(b) || came_twice(b, earlier)) return 1;
      const auto found = think(b, earlier, b.mover == begins ? first : 1 - first);
      const int points = b.mover == begins ? found.score : -found.score;
      won = std::abs(points) < kWonPoints ? 0 : points > 0 ? std::max(won, 0) + 1 : std::min(won, 0) - 1;
      if (std::abs(won) >= kWonPlies) return won > 0 ? 2 : 0;
      earlier.push_back(b.key);
      play(b, found.moves.front());
    }
    return 1;
  }

  selective::PvLine think(const Board& b, const std::vector<std::uint64_t>& earlier, std::size_t who) {
    selective::SearchLimits limits;
    limits.earlier = earlier;
    if (share_.seconds > 0) limits.time.move_time = share_.seconds;
    limits.time.move_overhead = 0;
    limits.features = ways_[who]->features;
    Control control;
    if (share_.nodes > 0) control.set_nodes(static_cast<std::uint64_t>(share_.nodes));
    return engines_[who].search(b, limits, control, {}).pv_lines.front();
  }

  std::array<const Way*, 2> ways_;
  std::array<Engine, 2> engines_;
  Share share_;
  Random random_;
};

// How pairs ended: by the points of the first, 0 to 4.
struct Pairs {
  std::array<int, 5> counts{};

  double total() const {
    double sum = 0;
    for (const int each : counts) sum += each;
    return sum;
  }
  double mean() const {
    double sum = 0;
    for (std::size_t points = 0; points < 5; ++points) sum += counts[points] * static_cast<double>(points) / 4;
    return sum / total();
  }
  double variance() const {
    double sum = 0;
    for (std::size_t points = 0; points < 5; ++points)
      sum += counts[points] * std::pow(static_cast<double>(points) / 4 - mean(), 2);
    return sum / total();
  }
  // How much more likely one difference in Elo makes what was seen than another, as a logarithm; the
  // usual approximation by means and variance.
  double log_ratio(double elo0, double elo1) const {
    if (total() < 8 || variance() <= 0) return 0;
    const auto share = [](double elo) { return 1 / (1 + std::pow(10, -elo / 400)); };
    const double a = share(elo0), b = share(elo1);
    return total() * (b - a) * (2 * mean() - a - b) / (2 * variance());
  }
};

int run(int count, char** words) {
  if (count != 7 && count != 9) {
    std::fprintf(stderr, "duel GAMES THREADS TIME SEED JUDGE[,FEATURE...] JUDGE[,FEATURE...] [ELO0 ELO1]\n");
    return 2;
  }
  init_attacks();
  const int pairs = std::atoi(words[1]) / 2, threads = std::atoi(words[2]);
  const Share share(words[3]);
  const bool tests = count == 9;
  const double elo0 = tests ? std::atof(words[7]) : 0, elo1 = tests ? std::atof(words[8]) : 0;
  const double enough = std::log(0.95 / 0.05);
  const auto seed = std::strtoull(words[4], nullptr, 10);
  const Way a(words[5]), b(words[6]);
  std::atomic<int> begun{0};
  std::mutex counting;
  std::array<int, 3> results{};
  Pairs in_pairs;
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i)
    workers.emplace_back([&, i] {
      Table table(a, b, share, seed * 1000 + static_cast<std::uint64_t>(i));
      while (begun++ < pairs) {
        const auto pair = table.play_pair();
        const std::lock_guard lock(counting);
        for (const int result : pair) ++results[static_cast<std::size_t>(result)];
        ++in_pairs.counts[static_cast<std::size_t>(pair[0] + pair[1])];
        if (tests && std::abs(in_pairs.log_ratio(elo0, elo1)) >= enough) begun = pairs;
      }
    });
  for (auto& worker : workers) worker.join();
  // The error comes from how pairs ended, as the two games of one are alike.
  const double mean = in_pairs.mean(), error = 1.96 * std::sqrt(in_pairs.variance() / in_pairs.total());
  const auto elo = [](double part) { return -400 * std::log10(1 / std::min(std::max(part, 0.001), 0.999) - 1); };
  std::printf("%s - %s: +%d =%d -%d, %.1f %% +- %.1f, Elo %.0f (%.0f to %.0f)\n", words[5], words[6], results[2],
              results[1], results[0], 100 * mean, 100 * error, elo(mean), elo(mean - error), elo(mean + error));
  if (tests) {
    const double ratio = in_pairs.log_ratio(elo0, elo1);
    const char* said = ratio >= enough ? "the second is accepted" : ratio <= -enough ? "the first is accepted" : "open";
    std::printf("Elo %g against %g: log ratio %.2f of %.2f, %s\n", elo0, elo1, ratio, enough, said);
  }
  return 0;
}

}  // namespace
}  // namespace kibitz::chess

int main(int count, char** words) { return kibitz::chess::run(count, words); }
