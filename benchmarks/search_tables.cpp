// Two schemes for the table of positions seen, on the same searches: clusters
// (the one that Kibitz uses) and double hashing with a limited number of
// probes, where the shallowest entry on the way makes room. Entries are the
// same 16 bytes and fade alike; only the places differ. Double hashing is also
// measured without fading. Built and run by search_tables.py.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <tuple>
#include <vector>

#include "games/connect.hpp"
#include "games/ewn.hpp"
#include "games/mnk.hpp"
#include "search/alphabeta.hpp"
#include "search/root.hpp"

using namespace kibitz;

class DoubleHashing {
 public:
  DoubleHashing(std::uint64_t bytes, int probes, int fade)
      : size_(bytes / 16 | 1), probes_(probes), fade_(fade), entries_(size_) {}

  void set_time(int time) { age_ = static_cast<std::uint8_t>(time & 7); }

  std::optional<Seen> find(std::uint64_t key) const {
    std::uint64_t place = key % size_;
    const std::uint64_t step = 1 + (key >> 20) % (size_ - 1);
    for (int i = 0; i < probes_; ++i, place = (place + step) % size_) {
      const auto& entry = entries_[place];
      if (entry.data == 0) return std::nullopt;
      if ((entry.check ^ entry.data) == key) return Seen::unpacked(entry.data);
    }
    return std::nullopt;
  }

  void store(std::uint64_t key, Seen seen) {
    std::uint64_t place = key % size_;
    const std::uint64_t step = 1 + (key >> 20) % (size_ - 1);
    Entry* victim = nullptr;
    int least = Seen::deepest + 1;
    seen.age = age_;
    for (int i = 0; i < probes_; ++i, place = (place + step) % size_) {
      auto& entry = entries_[place];
      if (entry.data == 0 || (entry.check ^ entry.data) == key) {
        victim = &entry;
        break;
      }
      const auto old = Seen::unpacked(entry.data);
      if (const int worth = old.depth - fade_ * ((age_ - old.age) & 7); worth < least) {
        least = worth;
        victim = &entry;
      }
    }
    const auto data = seen.packed();
    *victim = {key ^ data, data};
  }

 private:
  struct Entry {
    std::uint64_t check = 0, data = 0;
  };
  std::uint64_t size_;
  int probes_, fade_;
  std::uint8_t age_ = 0;
  std::vector<Entry> entries_;
};

template <class Memory, class G>
void measure(const char* name, const G& game, const std::vector<typename G::State>& positions, int depth, auto make) {
  using Walk = AlphaBeta<G, NoTrace, Memory>;
  SearchRequest request;
  request.depth = depth;
  request.deepen = true;
  request.switches.star = 2;
  request.switches.killers = request.switches.history = request.switches.aspiration = true;
  Counts counts;
  const auto begun = std::clock();
  for (const auto& position : positions) {
    const auto table = make();
    Control control;
    control.begin();
    Walk walk(game, position, control, request.switches, true, table.get());
    counts += Root<G, Walk>(game, position, request, walk).run(control).counts;
  }
  const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("  %-32s %12llu nodes %8.3f s\n", name, static_cast<unsigned long long>(counts.nodes), seconds);
  std::fflush(stdout);
}

// Positions after a few random moves, where a player decides.
template <class G>
std::vector<typename G::State> some_positions(const G& game, std::size_t wanted) {
  std::vector<typename G::State> positions;
  Random random(77);
  MoveList moves;
  while (positions.size() < wanted) {
    auto state = game.start();
    for (int ply = 0; game.result(state) == Result::ongoing && (ply < 5 || game.turn(state) == Side::chance); ++ply) {
      moves.clear();
      game.moves(state, moves);
      game.play(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (game.result(state) == Result::ongoing) positions.push_back(state);
  }
  return positions;
}

template <class G>
void compare(const char* name, const G& game, int depth, std::uint64_t kib) {
  const auto positions = some_positions(game, 4);
  const auto bytes = kib * 1024;
  const Control control;
  std::printf("%s, depth %d, %zu positions, %llu KiB\n", name, depth, positions.size(),
              static_cast<unsigned long long>(kib));
  measure<Table>("clusters of four, fading", game, positions, depth,
                 [&] { return std::make_unique<Table>(bytes, 1, control); });
  for (const auto& [label, probes, fade] :
       {std::tuple{"double hashing, 4 probes, fading", 4, 4}, std::tuple{"double hashing, 8 probes, fading", 8, 4},
        std::tuple{"double hashing, 4 probes", 4, 0}})
    measure<DoubleHashing>(label, game, positions, depth,
                           [&] { return std::make_unique<DoubleHashing>(bytes, probes, fade); });
}

// Arguments: table sizes in KiB.
int main(int count, char** arguments) {
  Ewn::Setup setup;
  setup.stones = {std::vector{1, 2, 3, 4, 5, 6}, std::vector{1, 2, 3, 4, 5, 6}};
  for (int i = 1; i < count; ++i) {
    const auto kib = static_cast<std::uint64_t>(std::atoll(arguments[i]));
    compare("mnk 6x5x4", Mnk<1>(6, 5, 4, false), 8, kib);
    compare("connect 7x6", Connect<1>(7, 6, 4), 11, kib);
    compare("ewn", Ewn(5, 6, 6, setup), 5, kib);
  }
}
