// Fast solver of numerical tic-tac-toe by patterns: positions with the same cells of both players are evaluated
// together. The children of a block depend on its pattern only, and two small lookup tables, one for each player, map
// the arrangements. So single positions need no ranking, unranking or moves, and the inner loops run over contiguous
// bytes. TierSolver finds the same values one position at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/numerical/rules.hpp"
#include "solve/tier_run.hpp"

namespace kibitz {

// Maps of arrangements under a reordering of their cells, made lazily.
class Reorderings {
 public:
  using List = std::vector<std::uint8_t>;

  explicit Reorderings(const Arrangements& ways)
      : ways_(ways), orders_(ways.chosen(), ways.chosen()), lists_(orders_.count()) {}

  // `to` is the new index of each element of a sequence.
  const List& operator()(const Arrangements::Sequence& to) {
    auto& list = lists_[orders_.number({to.data(), ways_.chosen()})];
    if (list.empty())
      for (std::size_t number = 0; number < ways_.count(); ++number) {
        Arrangements::Sequence moved{};
        for (std::size_t place = 0; place < ways_.chosen(); ++place) moved[to[place]] = ways_[number][place];
        list.push_back(static_cast<std::uint8_t>(ways_.number({moved.data(), ways_.chosen()})));
      }
    return list;
  }

 private:
  const Arrangements& ways_;
  Arrangements orders_;
  std::vector<List> lists_;
};

class NumericalTiers final : public TierRun {
 public:
  NumericalTiers(const Identity* identity, const Numerical<3>& game)
      : TierRun(identity), game_(game), patterns_(game.patterns()) {}

  int tiers() const override { return game_.tiers(); }
  std::uint64_t tier_size(int tier) const override { return game_.tier_size(tier); }
  std::uint64_t positions() const override { return positions_; }

  PackedTier value(int tier, Control& control) override {
    if (tier + 1 < tiers() && valued_ != tier + 1) throw RulesError("the next tier has no values yet");
    const bool last = tier + 1 == tiers();
    codes_.assign(patterns_.size(tier), code_of(last ? Rank::draw(0) : Rank::absent));
    positions_ = 0;
    if (!last) value_moves(tier, control);
    value_ends(tier);
    return finish(tier);
  }

  void set_values(int tier, const PackedTier& packed) override {
    const auto ranks = packed.unpack(tier_size(tier));
    codes_.resize(ranks.size());
    std::transform(ranks.begin(), ranks.end(), codes_.begin(), [](std::int8_t rank) { return code_of(rank); });
    finish(tier);
  }

 private:
  using Code = std::uint8_t;

  // A rank as an unsigned byte with the same order, as maxima of unsigned bytes are faster.
  static constexpr Code code_of(int rank) { return static_cast<Code>(rank + 128); }
  static constexpr int rank_of(Code code) { return int{code} - 128; }

  // The rank one ply earlier, for the player who moved.
  static constexpr Code before(Code code) { return code_of(Rank::one_ply_earlier(Rank::negate(rank_of(code)))); }

  // Backs up the best move of every position of a tier, finished ones included.
  void value_moves(int tier, Control& control) {
    const auto mover = Patterns::mover(tier);
    const auto& ways = patterns_.arrangements(tier);
    const auto& after = patterns_.arrangements(tier + 1);
    Reorderings movers(after[mover]), others(after[1 - mover]);
    const auto& listed = patterns_.with(tier);
    for (std::size_t number = 0; number < listed.size(); ++number) {
      const auto& pattern = listed[number];
      const auto block = block_of(tier, number);
      for (std::size_t cell = 0; cell < Patterns::kCells; ++cell) {
        if ((pattern.cells[0] | pattern.cells[1]) >> cell & 1u) continue;
        auto next = pattern;
        next.cells[mover] = static_cast<std::uint16_t>(next.cells[mover] | 1u << cell);
        const auto [child, symmetry] = patterns_.entry(next);
        const auto& there = patterns_.with(tier + 1)[child];
        auto moved = places(pattern.cells[mover], there.cells[mover], symmetry);
        moved[ways[mover].chosen()] = place(there.cells[mover], cell, symmetry);
        add_moves(block, ways[mover], next_.data() + child * patterns_.block(tier + 1), movers(moved),
                  others(places(pattern.cells[1 - mover], there.cells[1 - mover], symmetry)));
      }
      control.advance(block.size());
    }
  }

  std::span<Code> block_of(int tier, std::size_t number) {
    return {codes_.data() + number * patterns_.block(tier), patterns_.block(tier)};
  }

  // The moves of all positions of a block to one cell. Extensions of an arrangement are contiguous.
  void add_moves(std::span<Code> block, const Arrangements& ways, const Code* children, const Reorderings::List& mine,
                 const Reorderings::List& theirs) {
    const auto numbers = ways.things() - ways.chosen();
    const auto each = theirs.size();
    moves_.resize(block.size());
    Code* const moves = moves_.data();
    std::array<Code, 120> best;
    for (std::size_t arranged = 0; arranged < ways.count(); ++arranged) {
      const auto* after = mine.data() + arranged * numbers;
      std::copy_n(children + after[0] * each, each, best.begin());
      for (std::size_t number = 1; number < numbers; ++number) {
        const Code* row = children + after[number] * each;
        for (std::size_t other = 0; other < each; ++other) best[other] = std::max(best[other], row[other]);
      }
      const auto* const order = theirs.data();
      Code* const out = moves + arranged * each;
      for (std::size_t other = 0; other < each; ++other) out[other] = best[order[other]];
    }
    for (std::size_t at = 0; at < block.size(); ++at) block[at] = std::max(block[at], moves[at]);
  }

  std::uint8_t place(unsigned cells, std::size_t cell, std::size_t symmetry) const {
    return static_cast<std::uint8_t>(Patterns::order(cells, patterns_.image(cell, symmetry)));
  }

  // The ranks of a set's cells in its image.
  Arrangements::Sequence places(unsigned cells, unsigned image, std::size_t symmetry) const {
    Arrangements::Sequence out{};
    std::size_t at = 0;
    for (std::size_t cell = 0; cell < Patterns::kCells; ++cell)
      if (cells >> cell & 1u) out[at++] = place(image, cell, symmetry);
    return out;
  }

  // Marks finished and unreachable positions.
  void value_ends(int tier) {
    const auto mover = Patterns::mover(tier);
    const auto sums = std::array{sums_of(tier, 0), sums_of(tier, 1)};
    const auto& listed = patterns_.with(tier);
    for (std::size_t number = 0; number < listed.size(); ++number) {
      const auto& pattern = listed[number];
      const auto block = block_of(tier, number);
      makers_.assign(block.size(), kNoLine);
      bool lines = false;
      for (const auto& line : game_.lines()) {
        std::array<std::size_t, 2> on_line{};  // sets of indexes in each arrangement
        std::size_t cells = 0;
        for (std::size_t side = 0; side < 2; ++side)
          for (const auto cell : line)
            if (pattern.cells[side] >> cell & 1u) {
              on_line[side] |= std::size_t{1} << Patterns::order(pattern.cells[side], cell);
              ++cells;
            }
        if (cells < line.size()) continue;
        const auto last = on_line[1 - mover];
        add_line(sums[mover][on_line[mover]], sums[1 - mover][last], static_cast<Code>(last));
        lines = true;
      }
      if (lines) end_games(block, makers_);
      positions_ +=
          (block.size() - static_cast<std::size_t>(std::count(makers_.begin(), makers_.end(), 0))) / alike(pattern);
    }
  }

  static constexpr Code kNoLine = 0xff;

  // Intersects the numbers that may have been placed last, one bit each, with those of a line that has the target sum.
  // An empty set means that the game had ended before.
  void add_line(const std::vector<Code>& movers, const std::vector<Code>& others, Code last) {
    Code* row = makers_.data();
    const std::span<const Code> sums(others);
    for (const auto sum : movers) {
      const auto missing = static_cast<Code>(game_.target() - sum);  // wraps around to more than any sum
      for (std::size_t at = 0; at < sums.size(); ++at)
        row[at] = static_cast<Code>(row[at] & (sums[at] == missing ? last : kNoLine));
      row += sums.size();
    }
  }

  static void end_games(std::span<Code> block, std::span<const Code> makers) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      const Code ended = makers[at] == 0 ? code_of(Rank::absent) : code_of(Rank::loss(0));
      block[at] = makers[at] == kNoLine ? block[at] : ended;
    }
  }

  // The sums of all subsets of each arrangement of a player.
  std::vector<std::vector<Code>> sums_of(int tier, std::size_t side) const {
    const auto& ways = patterns_.arrangements(tier)[side];
    std::vector<std::vector<Code>> out(std::size_t{1} << ways.chosen());
    for (std::size_t set = 0; set < out.size(); ++set)
      for (std::size_t number = 0; number < ways.count(); ++number) {
        std::size_t sum = 0;
        for (std::size_t place = 0; place < ways.chosen(); ++place)
          if (set >> place & 1u) sum += game_.number_of(side, ways[number][place]) + 1;
        out[set].push_back(static_cast<Code>(sum));
      }
    return out;
  }

  // The number of indexes of a block for the same position: symmetries of the pattern, divided by those that move no
  // number.
  std::size_t alike(const Pattern& pattern) const {
    std::size_t keep = 0, still = 0;
    for (std::size_t symmetry = 0; symmetry < Patterns::kSymmetries; ++symmetry) {
      if (patterns_.image(pattern, symmetry) != pattern) continue;
      ++keep;
      bool moves = false;
      for (std::size_t cell = 0; cell < Patterns::kCells; ++cell)
        moves =
            moves || (((pattern.cells[0] | pattern.cells[1]) >> cell & 1u) && patterns_.image(cell, symmetry) != cell);
      still += !moves;
    }
    return keep / still;
  }

  // Packs the tier, and transposes it for the evaluation of the tier before.
  PackedTier finish(int tier) {
    const auto own = patterns_.arrangements(tier)[Patterns::mover(tier)].count();
    const auto other = patterns_.block(tier) / own;
    valued_ = -1;  // invalid until complete
    next_.resize(codes_.size());
    for (std::size_t begin = 0; begin < codes_.size(); begin += own * other)
      turn(codes_.data() + begin, next_.data() + begin, own, other);
    ranks_.resize(codes_.size());
    std::transform(codes_.begin(), codes_.end(), ranks_.begin(),
                   [](Code code) { return static_cast<std::int8_t>(rank_of(code)); });
    valued_ = tier;
    return PackedTier::pack(ranks_);
  }

  static void turn(const Code* from, Code* to, std::size_t own, std::size_t other) {
    for (std::size_t j = 0; j < other; ++j)
      for (std::size_t i = 0; i < own; ++i) to[j * own + i] = from[i * other + j];
    for (std::size_t at = 0; at < own * other; ++at) to[at] = before(to[at]);
  }

  const Numerical<3>& game_;
  const Patterns& patterns_;
  std::vector<Code> codes_;           // of the current tier
  std::vector<Code> next_;            // of the next tier, for the current mover
  std::vector<Code> moves_, makers_;  // of the current block
  std::vector<std::int8_t> ranks_;
  int valued_ = -1;
  std::uint64_t positions_ = 0;
};

template <>
struct FastTierSolver<Numerical<3>> {
  using Run = NumericalTiers;
};

}  // namespace kibitz
