// Counts one player's arrangements on the 5×5 board, any of the stones 1 to 6
// on any cells, and those of them that share a key. Built by ewn_keys.py.
#include "games/ewn.hpp"

#include <algorithm>
#include <cstdio>

using namespace kibitz;

namespace {

constexpr int kSize = 5, kStones = 6;

struct Arrangements {
  const Ewn& game;
  Side side;
  std::vector<std::uint64_t> keys{};
  std::uint64_t without_gaps = 0;  // those whose stones are 1, 2, ... up to some number

  // Places stone `stone` and those after it, or leaves them out.
  void place(int stone, std::uint32_t occupied, std::uint64_t key, bool gap, bool closed) {
    if (stone > kStones) {
      keys.push_back(key);
      without_gaps += gap ? 0 : 1;
      return;
    }
    place(stone + 1, occupied, key, gap, true);
    for (int cell = 0; cell < kSize * kSize; ++cell)
      if ((occupied >> cell & 1u) == 0)
        place(stone + 1, occupied | 1u << cell, key ^ game.stone_key(side, stone, cell), gap || closed, closed);
  }
};

}  // namespace

int main() {
  const Ewn game(kSize, kStones, 6, {{{{1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}}}, Side::first});
  std::uint64_t shared = 0;
  for (const Side side : {Side::first, Side::second}) {
    Arrangements all{game, side};
    all.keys.reserve(170604751);
    all.place(1, 0, 0, false, false);
    std::sort(all.keys.begin(), all.keys.end());
    std::uint64_t equal = 0;
    for (std::size_t i = 1; i < all.keys.size(); ++i) equal += all.keys[i] == all.keys[i - 1] ? 1 : 0;
    std::printf("%s: %zu arrangements (%llu of stones numbered without a gap), %llu share a key with another\n",
                side == Side::first ? "red" : "blue", all.keys.size(),
                static_cast<unsigned long long>(all.without_gaps), static_cast<unsigned long long>(equal));
    std::fflush(stdout);
    shared += equal;
  }
  return shared == 0 ? 0 : 1;
}
