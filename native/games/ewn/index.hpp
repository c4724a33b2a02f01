// A dense index of positions of EinStein würfelt nicht! with few stones, before the roll: by the classes of both sides'
// stones, then by their cells.
//
// The leader is the side with more stones; if equal, that with the earlier class; if equal, the mover. Its stones come
// first, up to reflection of the board and, in a symmetric class, up to reversal; then the other side's on the
// remaining cells. The leader goes from cell 0 to the last cell.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "games/ewn/classes.hpp"

namespace kibitz {

// One side's stones in ascending order.
struct EwnStones {
  std::array<std::uint8_t, kMaxEwnStones> cells{};
  std::size_t count = 0;
  std::uint32_t living = 0;

  void add(std::uint8_t cell) { cells[count++] = cell; }
  void reverse() { std::reverse(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(count)); }
  // Without the i-th stone.
  EwnStones without(std::size_t i) const {
    EwnStones out;
    auto left = living;
    for (std::size_t drop = 0; drop < i; ++drop) left &= left - 1;
    out.living = living & ~(left & (~left + 1));
    for (std::size_t j = 0; j < count; ++j)
      if (j != i) out.add(cells[j]);
    return out;
  }
};

class EwnIndex {
 public:
  // A canonical placement of the leader's stones.
  struct Lead {
    EwnStones stones;
    bool on_corner;  // a stone is on the other side's goal
    int distance;    // total king steps of all its stones to the goal
  };

  // The positions with given classes of the mover and the other side.
  struct Block {
    std::size_t mover, other;  // classes
    std::uint64_t begin = 0, size = 0;
    bool mover_leads = true;
    std::array<std::uint64_t, 2> stride{};  // entries per lead with a free and an occupied corner
    std::uint64_t on_corner = 0;            // offset of the leads with an occupied corner
  };

  EwnIndex(int size, int stones, int faces, int most_stones)
      : size_(size),
        last_(static_cast<std::uint8_t>(size * size - 1)),
        most_(checked(most_stones, stones)),
        classes_(stones, faces),
        numbers_(classes_.size() * classes_.size(), kNone) {
    std::size_t most_lead = std::min(most_ - 1, static_cast<std::size_t>(stones));
    std::uint64_t codes = 1;
    for (std::size_t i = 0; i < most_lead; ++i) codes *= static_cast<std::uint64_t>(last_) + 1;
    if (codes > kMaxCodes) throw RulesError("too many stones for a table on this board");
    leads_.resize(2 * (most_lead + 1));
    entries_.resize(2 * (most_lead + 1));
    by_rank_.resize(2 * (most_lead + 1));
    for (std::size_t lead = 1; lead <= most_lead; ++lead)
      for (const bool even : {false, true}) list_leads(lead, even);
    list_blocks();
  }

  int board() const { return size_; }
  std::uint8_t last() const { return last_; }
  std::size_t most_stones() const { return most_; }
  const EwnClasses& classes() const { return classes_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  const Block& block(std::size_t mover, std::size_t other) const {
    return blocks_[numbers_[mover * classes_.size() + other]];
  }
  std::uint64_t size() const { return blocks_.empty() ? 0 : blocks_.back().begin + blocks_.back().size; }
  // The number of positions with fewer than the maximum of stones, which come first.
  std::uint64_t lower_places() const {
    std::uint64_t end = 0;
    for (const auto& block : blocks_)
      if (classes_[block.mover].stones + classes_[block.other].stones < most_) end = block.begin + block.size;
    return end;
  }
  const std::vector<Lead>& leads(std::size_t stones, bool even) const { return leads_[2 * stones + (even ? 1 : 0)]; }

  std::uint8_t reflect(std::uint8_t cell) const { return reflections_[cell]; }
  EwnStones turned(EwnStones stones) const {
    for (std::size_t i = 0; i < stones.count; ++i) stones.cells[i] = static_cast<std::uint8_t>(last_ - stones.cells[i]);
    return stones;
  }

  // Both from the mover's point of view: its goal is the last cell.
  std::uint64_t place(EwnStones mover, EwnStones other) const {
    const auto mover_is = classes_.member(mover.living), other_is = classes_.member(other.living);
    if (mover_is.reversed) mover.reverse();
    if (other_is.reversed) other.reverse();
    const Block& in = block(mover_is.number, other_is.number);
    if (in.mover_leads) return in.begin + within(in, mover, other, classes_[other_is.number].even);
    return in.begin + within(in, turned(other), turned(mover), classes_[mover_is.number].even);
  }

  // The index inside a block, with both sides in class order from the leader's point of view.
  std::uint64_t within(const Block& in, const EwnStones& lead, EwnStones follow, bool follow_even) const {
    const Entry& entry = entry_of(in, lead);
    std::uint64_t free = board_ & ~std::uint64_t{1};
    for (std::size_t i = 0; i < lead.count; ++i)
      free &= ~(std::uint64_t{1} << (entry.reflected ? reflections_[lead.cells[i]] : lead.cells[i]));
    if (entry.reflected)
      for (std::size_t i = 0; i < follow.count; ++i) follow.cells[i] = reflections_[follow.cells[i]];
    return start(in, entry) + follow_rank(free, follow, follow_even);
  }

  // The stones at an index, both from the mover's point of view.
  struct Sides {
    EwnStones mover, other;
  };
  Sides at(std::uint64_t place) const {
    const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), place,
                                        [](std::uint64_t wanted, const Block& block) { return wanted < block.begin; });
    const Block& in = *(after - 1);
    place -= in.begin;
    const auto& lead_class = classes_[in.mover_leads ? in.mover : in.other];
    const auto& follow_class = classes_[in.mover_leads ? in.other : in.mover];
    const bool corner = place >= in.on_corner;
    if (corner) place -= in.on_corner;
    const auto list = 2 * lead_class.stones + (lead_class.even ? 1 : 0);
    const auto number = by_rank_[list][corner ? 1 : 0][place / in.stride[corner ? 1 : 0]];
    auto lead = leads_[list][number].stones;
    lead.living = lead_class.living;
    std::uint64_t free = board_ & ~std::uint64_t{1};
    for (std::size_t i = 0; i < lead.count; ++i) free &= ~(std::uint64_t{1} << lead.cells[i]);
    auto follow = follow_at(free, place % in.stride[corner ? 1 : 0], follow_class.stones, follow_class.even);
    follow.living = follow_class.living;
    if (in.mover_leads) return {lead, follow};
    return {turned(follow), turned(lead)};
  }

  // The offset of a canonical lead in a block.
  std::uint64_t start(const Block& in, const EwnStones& lead) const { return start(in, entry_of(in, lead)); }

 private:
  static std::size_t checked(int most_stones, int stones) {
    if (most_stones < 2) throw RulesError("a position has at least two stones");
    return static_cast<std::size_t>(std::min(most_stones, 2 * stones));
  }

  static constexpr std::uint16_t kNone = 0xffff;
  static constexpr std::uint64_t kMaxCodes = std::uint64_t{1} << 24;

  struct Entry {
    std::uint32_t rank = 0;
    bool on_corner = false;
    bool reflected = false;
  };

  const Entry& entry_of(const Block& in, const EwnStones& lead) const {
    const bool even = classes_[in.mover_leads ? in.mover : in.other].even;
    return entries_[2 * lead.count + (even ? 1 : 0)][code(lead.cells, lead.count)];
  }

  static std::uint64_t start(const Block& in, const Entry& entry) {
    return entry.on_corner ? in.on_corner + entry.rank * in.stride[1] : entry.rank * in.stride[0];
  }

  std::size_t code(const std::array<std::uint8_t, kMaxEwnStones>& cells, std::size_t count) const {
    std::size_t out = 0;
    for (std::size_t i = 0; i < count; ++i) out = out * (last_ + std::size_t{1}) + cells[i];
    return out;
  }

  // The number of ordered placements of `stones` on `cells`, halved for symmetric classes.
  static std::uint64_t follow_ways(std::uint64_t cells, std::size_t stones, bool even) {
    std::uint64_t out = 1;
    for (std::size_t i = 0; i < stones; ++i) out *= cells - i;
    return even && stones > 1 ? out / 2 : out;
  }

  static std::uint64_t follow_rank(std::uint64_t free, EwnStones& follow, bool even) {
    const auto below = [&](std::uint8_t cell) {
      return static_cast<std::uint64_t>(std::popcount(free & ((std::uint64_t{1} << cell) - 1)));
    };
    std::uint64_t out = 0;
    std::size_t begin = 0, end = follow.count;
    if (even && follow.count > 1) {
      // The outermost two in ascending order, as a pair; then the rest.
      if (follow.cells[0] > follow.cells[follow.count - 1]) follow.reverse();
      const auto high = below(follow.cells[--end]), low = below(follow.cells[begin++]);
      out = high * (high - 1) / 2 + low;
      free &= ~(std::uint64_t{1} << follow.cells[0]) & ~(std::uint64_t{1} << follow.cells[end]);
    }
    for (std::size_t i = begin; i < end; ++i) {
      out = out * static_cast<std::uint64_t>(std::popcount(free)) + below(follow.cells[i]);
      free &= ~(std::uint64_t{1} << follow.cells[i]);
    }
    return out;
  }

  // The inverse of `follow_rank`.
  static EwnStones follow_at(std::uint64_t free, std::uint64_t rank, std::size_t count, bool even) {
    EwnStones out;
    out.count = count;
    const bool paired = even && count > 1;
    const std::size_t begin = paired ? 1 : 0, end = paired ? count - 1 : count;
    auto cells = static_cast<std::uint64_t>(std::popcount(free)) - (paired ? 2 : 0);
    // The last digit comes first; each has one cell less to choose from than the one before.
    std::array<std::uint64_t, kMaxEwnStones> digits{};
    for (std::size_t i = end; i-- > begin;) {
      const auto choices = cells - (i - begin);
      digits[i] = rank % choices;
      rank /= choices;
    }
    const auto take = [&free](std::uint64_t number) {
      auto left = free;
      for (; number > 0; --number) left &= left - 1;
      return static_cast<std::uint8_t>(std::countr_zero(left));
    };
    if (paired) {
      std::uint64_t high = 1;
      while ((high + 1) * high / 2 <= rank) ++high;
      out.cells[count - 1] = take(high);
      out.cells[0] = take(rank - high * (high - 1) / 2);
      free &= ~(std::uint64_t{1} << out.cells[0]) & ~(std::uint64_t{1} << out.cells[count - 1]);
    }
    for (std::size_t i = begin; i < end; ++i) {
      out.cells[i] = take(digits[i]);
      free &= ~(std::uint64_t{1} << out.cells[i]);
    }
    return out;
  }

  void list_leads(std::size_t count, bool even) {
    auto& entries = entries_[2 * count + (even ? 1 : 0)];
    auto& leads = leads_[2 * count + (even ? 1 : 0)];
    const std::size_t base = last_ + std::size_t{1};
    if (reflections_.empty())
      for (std::size_t cell = 0; cell < base; ++cell)
        reflections_.push_back(
            static_cast<std::uint8_t>(cell % static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_) +
                                      cell / static_cast<std::size_t>(size_)));
    board_ = base == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << base) - 1;
    std::size_t codes = 1;
    for (std::size_t i = 0; i < count; ++i) codes *= base;
    entries.resize(codes);
    std::array<std::uint32_t, 2> counts{};
    for (std::size_t number = 0; number < codes; ++number) {
      EwnStones stones;
      stones.count = count;
      auto left = number;
      for (std::size_t i = count; i-- > 0; left /= base) stones.cells[i] = static_cast<std::uint8_t>(left % base);
      if (!valid(stones)) continue;
      // The smallest image is the representative.
      auto image = stones;
      for (std::size_t i = 0; i < count; ++i) image.cells[i] = reflections_[image.cells[i]];
      auto least = number;
      bool reflected = false;
      for (const bool reflect : {false, true})
        for (int turn = 0; turn <= (even ? 1 : 0); ++turn) {
          auto other = reflect ? image : stones;
          if (turn == 1) other.reverse();
          if (const auto its = code(other.cells, count); its < least) {
            least = its;
            reflected = reflect;
          }
        }
      if (least != number) {
        entries[number] = entries[least];
        entries[number].reflected = reflected;
        continue;
      }
      const bool corner =
          std::count(stones.cells.begin(), stones.cells.begin() + static_cast<std::ptrdiff_t>(count), 0);
      entries[number] = {counts[corner]++, corner, false};
      int distance = 0;
      for (std::size_t i = 0; i < count; ++i)
        distance += 2 * (size_ - 1) - stones.cells[i] / size_ - stones.cells[i] % size_;
      by_rank_[2 * count + (even ? 1 : 0)][corner ? 1 : 0].push_back(static_cast<std::uint32_t>(leads.size()));
      leads.push_back({stones, corner, distance});
    }
  }

  bool valid(const EwnStones& stones) const {
    std::uint64_t seen = std::uint64_t{1} << last_;  // the goal itself must be free
    for (std::size_t i = 0; i < stones.count; ++i) {
      if (seen >> stones.cells[i] & 1u) return false;
      seen |= std::uint64_t{1} << stones.cells[i];
    }
    return true;
  }

  // Fewest stones first, so that captures lead to earlier blocks. A block is followed by the one with exchanged sides,
  // as quiet moves lead from one to the other.
  void list_blocks() {
    for (std::size_t total = 2; total <= most_; ++total)
      for (std::size_t a = 0; a < classes_.size(); ++a)
        for (std::size_t b = a; b < classes_.size(); ++b) {
          if (classes_[a].stones + classes_[b].stones != total) continue;
          add_block(a, b);
          if (a != b) add_block(b, a);
        }
  }

  void add_block(std::size_t mover, std::size_t other) {
    const auto stones = classes_[mover].stones, others = classes_[other].stones;
    Block block{mover, other, size(), 0, stones > others || (stones == others && mover <= other), {}, 0};
    const auto& lead = classes_[block.mover_leads ? mover : other];
    const auto& follow = classes_[block.mover_leads ? other : mover];
    const auto& list = leads(lead.stones, lead.even);
    const auto corner = static_cast<std::uint64_t>(
        std::count_if(list.begin(), list.end(), [](const Lead& one) { return one.on_corner; }));
    const std::uint64_t free = last_ - lead.stones;
    block.stride = {follow_ways(free, follow.stones, follow.even), follow_ways(free + 1, follow.stones, follow.even)};
    block.on_corner = (list.size() - corner) * block.stride[0];
    block.size = block.on_corner + corner * block.stride[1];
    numbers_[mover * classes_.size() + other] = static_cast<std::uint16_t>(blocks_.size());
    blocks_.push_back(block);
  }

  int size_;
  std::uint8_t last_;
  std::size_t most_;
  EwnClasses classes_;
  std::uint64_t board_ = 0;
  std::vector<std::uint8_t> reflections_;
  std::vector<std::vector<Entry>>
      entries_;                           // by twice the number of stones, plus one for symmetric classes; then by code
  std::vector<std::vector<Lead>> leads_;  // the same
  std::vector<std::array<std::vector<std::uint32_t>, 2>> by_rank_;  // the same; then with free and occupied corner
  std::vector<Block> blocks_;
  std::vector<std::uint16_t> numbers_;  // of blocks, by both classes
};

}  // namespace kibitz
