// Trains the network that evaluates positions of EinStein würfelt nicht!, from
// nothing but the rules: plays against itself, fits, and begins again with what it
// has learned. Run it by learn.py.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "exact.hpp"
#include "fit.hpp"
#include "self_play.hpp"

using namespace kibitz;
using namespace kibitz::learning;

namespace {

struct Plan {
  int rounds = 10, threads = 1, epochs = 4, window = 3, exact = 5, decisions = 2;
  std::size_t games = 150000, batch = 4096;
  double random_moves = 0.1, trust = 0.8, rate = 0.002;
  std::uint64_t seed = 1;
  std::string out = "network.bin";
};

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::vector<Sample> play(const Plan& plan, const Model& model, const EwnEndgameProbe& exact, int round,
                         std::size_t games) {
  const auto numbers = model.rounded();
  const EwnNetwork network(numbers);
  std::vector<std::vector<Sample>> parts(static_cast<std::size_t>(plan.threads));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < parts.size(); ++t)
    threads.emplace_back([&, t] {
      SelfPlay games_of(network, exact, plan.decisions, plan.random_moves,
                        plan.seed * 1000003 + static_cast<std::uint64_t>(round) * 1009 + t);
      for (std::size_t game = t; game < games; game += parts.size()) games_of.play(parts[t]);
    });
  for (auto& thread : threads) thread.join();
  std::vector<Sample> all;
  for (auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// How far off the rounded network is, by the stones on the board.
void tell(const char* what, const Model& model, const std::vector<Sample>& samples) {
  std::array<double, 13> found{}, came{};
  std::array<std::size_t, 13> counts{};
  Pass pass(model);
  for (const auto& sample : samples) {
    const float chance = pass.chance(sample);
    const auto stones = static_cast<std::size_t>(sample.stones());
    found[stones] += (chance - sample.found) * (chance - sample.found);
    came[stones] += (chance - sample.came) * (chance - sample.came);
    ++counts[stones];
  }
  std::printf("  %s, off from search by stones:", what);
  double total_found = 0, total_came = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    std::printf(" %zu: %.4f", i, std::sqrt(found[i] / static_cast<double>(counts[i])));
    total_found += found[i];
    total_came += came[i];
  }
  const auto all = static_cast<double>(samples.size());
  std::printf(", all: %.5f; from the games' ends: %.5f\n", std::sqrt(total_found / all), std::sqrt(total_came / all));
  std::fflush(stdout);
}

void save(const Plan& plan, const Model& model) {
  const auto numbers = model.rounded();
  std::ofstream(plan.out, std::ios::binary)
      .write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * 2));
}

void learn(const Plan& plan) {
  const double began = seconds();
  const Exact exact(plan.exact, plan.threads);
  std::printf("exact chances up to %d stones: %.0f s\n", plan.exact, seconds() - began);
  Model model(plan.seed);
  std::vector<std::vector<Sample>> rounds;
  Random random(plan.seed + 17);
  for (int round = 0; round < plan.rounds; ++round) {
    const double start = seconds();
    rounds.push_back(play(plan, model, exact, round, plan.games));
    if (rounds.size() > static_cast<std::size_t>(plan.window)) rounds.erase(rounds.begin());
    const auto fresh = play(plan, model, exact, round + 100000, std::max<std::size_t>(1000, plan.games / 50));
    std::vector<Sample> samples;
    for (const auto& part : rounds) samples.insert(samples.end(), part.begin(), part.end());
    std::printf("round %d: %zu samples, %zu new, played %.0f s\n", round + 1, samples.size(), rounds.back().size(),
                seconds() - start);
    tell("before", model, fresh);
    // Nothing is known at first but how games end.
    Fit fit(model, round == 0 ? 0.0f : static_cast<float>(plan.trust), plan.threads);
    std::vector<std::uint32_t> order(samples.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const std::size_t steps = order.size() / plan.batch;
    for (int epoch = 0; epoch < plan.epochs; ++epoch) {
      random.shuffle(order);
      for (std::size_t i = 0; i < steps; ++i) {
        const double done = static_cast<double>(epoch * static_cast<int>(steps) + static_cast<int>(i)) /
                            static_cast<double>(plan.epochs * static_cast<int>(steps));
        const double rate = plan.rate * (0.505 + 0.495 * std::cos(3.14159265 * done));
        fit.step(samples, order.data() + i * plan.batch, plan.batch, static_cast<float>(rate));
      }
    }
    tell("after", model, fresh);
    save(plan, model);
    std::printf("  %.0f s\n", seconds() - start);
    std::fflush(stdout);
  }
}

}  // namespace

// The rules would evaluate by the network being trained, so their evaluation is not used here.
const EwnNetwork& kibitz::ewn_network() {
  static const EwnNetwork blank(std::vector<std::int16_t>(EwnNetwork::numbers()));
  return blank;
}

int main(int count, char** words) {
  Plan plan;
  const std::map<std::string, std::function<void(const std::string&)>> arguments{
      {"--rounds", [&](const auto& value) { plan.rounds = std::stoi(value); }},
      {"--games", [&](const auto& value) { plan.games = std::stoull(value); }},
      {"--window", [&](const auto& value) { plan.window = std::stoi(value); }},
      {"--epochs", [&](const auto& value) { plan.epochs = std::stoi(value); }},
      {"--batch", [&](const auto& value) { plan.batch = std::stoull(value); }},
      {"--rate", [&](const auto& value) { plan.rate = std::stod(value); }},
      {"--trust", [&](const auto& value) { plan.trust = std::stod(value); }},
      {"--random-moves", [&](const auto& value) { plan.random_moves = std::stod(value); }},
      {"--decisions", [&](const auto& value) { plan.decisions = std::stoi(value); }},
      {"--exact", [&](const auto& value) { plan.exact = std::stoi(value); }},
      {"--threads", [&](const auto& value) { plan.threads = std::stoi(value); }},
      {"--seed", [&](const auto& value) { plan.seed = std::stoull(value); }},
      {"--out", [&](const auto& value) { plan.out = value; }},
  };
  try {
    for (int i = 1; i + 1 < count; i += 2) arguments.at(words[i])(words[i + 1]);
    learn(plan);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
