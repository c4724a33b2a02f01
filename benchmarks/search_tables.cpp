// Two schemes for the table of positions seen, on the same searches: clusters
// (the one that Kibitz uses) and double hashing with a limited number of
// probes, where the shallowest entry on the way makes room. Entries are the
// same 16 bytes; only the places differ. Built and run by search_tables.py.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <vector>

#include "games/mnk.hpp"
#include "search/alphabeta.hpp"
#include "search/root.hpp"

using namespace kibitz;

class DoubleHashing {
 public:
  DoubleHashing(std::uint64_t bytes, int probes) : size_(bytes / 16 | 1), probes_(probes), entries_(size_) {}

  void set_time(int) {}

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
    for (int i = 0; i < probes_; ++i, place = (place + step) % size_) {
      auto& entry = entries_[place];
      if (entry.data == 0 || (entry.check ^ entry.data) == key) {
        victim = &entry;
        break;
      }
      if (const int depth = Seen::unpacked(entry.data).depth; depth < least) {
        least = depth;
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
  int probes_;
  std::vector<Entry> entries_;
};

template <class Memory, class G>
void measure(const char* name, const G& game, const std::vector<typename G::State>& positions, int depth,
             std::uint64_t bytes, auto make) {
  using Walk = AlphaBeta<G, NoTrace, Memory>;
  SearchRequest request;
  request.depth = depth;
  request.deepen = true;
  request.switches.killers = request.switches.history = request.switches.aspiration = true;
  Counts counts;
  const auto begun = std::clock();
  for (const auto& position : positions) {
    const auto table = make(bytes);
    Control control;
    control.begin();
    Walk walk(game, position, control, request.switches, true, table.get());
    const auto report = Root<G, Walk>(game, position, request, walk).run(control);
    counts += report.counts;
  }
  const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("%-28s %9llu KiB %12llu nodes %8.3f s of processor time\n", name,
              static_cast<unsigned long long>(bytes / 1024), static_cast<unsigned long long>(counts.nodes), seconds);
}

// Arguments: how deep, how many positions, and table sizes in KiB.
int main(int count, char** arguments) {
  if (count < 4) return 2;
  const int depth = std::atoi(arguments[1]);
  const auto wanted = static_cast<std::size_t>(std::atoi(arguments[2]));
  const Mnk<1> game(6, 5, 4, false);
  std::vector<Mnk<1>::State> positions;
  Random random(2026);
  while (positions.size() < wanted) {
    auto state = game.start();
    MoveList moves;
    for (int ply = 0; ply < 4 && game.result(state) == Result::ongoing; ++ply) {
      moves.clear();
      game.moves(state, moves);
      game.play(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (game.result(state) == Result::ongoing) positions.push_back(state);
  }
  for (int i = 3; i < count; ++i) {
    const auto bytes = static_cast<std::uint64_t>(std::atoll(arguments[i])) * 1024;
    measure<Table>("clusters of four", game, positions, depth, bytes,
                   [](auto size) { return std::make_unique<Table>(size); });
    for (const int probes : {4, 8}) {
      char name[40];
      std::snprintf(name, sizeof name, "double hashing, %d probes", probes);
      measure<DoubleHashing>(name, game, positions, depth, bytes,
                             [&](auto size) { return std::make_unique<DoubleHashing>(size, probes); });
    }
  }
}
