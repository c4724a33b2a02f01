// Numerical tic-tac-toe by patterns: positions with the same cells taken by the
// same players are worked on together. Where a move leads then depends on the
// pattern only, and what becomes of the arrangement of the numbers is looked up
// in two short tables, one for each player. So there is no ranking, unranking or
// playing of single positions, and the inner loops run over bytes that lie side
// by side. TierSolver finds the same values one position at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/numerical.hpp"
#include "solve/tier_run.hpp"

namespace kibitz {

// What becomes of arrangements when the cells they lie on change their order:
// a table for each order, made when it is first needed.
class Reorderings {
 public:
  using Table = std::vector<std::uint8_t>;

  explicit Reorderings(const Arrangements& ways)
      : ways_(ways), orders_(ways.chosen(), ways.chosen()), tables_(orders_.count()) {}

  // `to` says for each place of a sequence its new place.
  const Table& operator()(const Arrangements::Sequence& to) {
    auto& table = tables_[orders_.number({to.data(), ways_.chosen()})];
    if (table.empty())
      for (std::size_t number = 0; number < ways_.count(); ++number) {
        Arrangements::Sequence moved{};
        for (std::size_t place = 0; place < ways_.chosen(); ++place) moved[to[place]] = ways_[number][place];
        table.push_back(static_cast<std::uint8_t>(ways_.number({moved.data(), ways_.chosen()})));
      }
    return table;
  }

 private:
  const Arrangements& ways_;
  Arrangements orders_;
  std::vector<Table> tables_;
};

class NumericalTiers final : public TierRun {
 public:
  using Rules = Numerical<3>;

  explicit NumericalTiers(const Rules& rules) : rules_(rules), patterns_(rules.patterns()) {}

  int tiers() const override { return rules_.tiers(); }
  std::uint64_t tier_size(int tier) const override { return rules_.tier_size(tier); }
  std::uint64_t positions() const override { return positions_; }

  PackedTier value(int tier, Control& control) override {
    if (tier + 1 < tiers() && valued_ != tier + 1) throw RulesError("the next tier has no values yet");
    codes_.assign(patterns_.size(tier), 0);
    positions_ = 0;
    if (tier + 1 < tiers()) value_moves(tier, control);
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

  // A rank as a number from 0: the better still the greater, and machines are
  // quicker to take the greater of two such bytes.
  static constexpr Code code_of(int rank) { return static_cast<Code>(rank + 128); }
  static constexpr int rank_of(Code code) { return int{code} - 128; }

  // What a code is to whoever moved last, one ply earlier.
  static constexpr Code before(Code code) { return code_of(Rank::ply_before(Rank::other_side(rank_of(code)))); }

  static std::size_t mover_of(int tier) { return 1 - Patterns::last_mover(tier); }

  // The best move of every position of a tier, ended or not. In a block the
  // mover's arrangements lie side by side; in those of the next tier the other's do.
  void value_moves(int tier, Control& control) {
    const auto mover = mover_of(tier);
    const auto& ways = patterns_.arrangements(tier);
    const auto& after = patterns_.arrangements(tier + 1);
    Reorderings movers(after[mover]), others(after[1 - mover]);
    const auto& listed = patterns_.with(tier);
    for (std::size_t number = 0; number < listed.size(); ++number) {
      const auto& pattern = listed[number];
      const std::span block(codes_.data() + number * patterns_.block(tier), patterns_.block(tier));
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

  // The moves of all positions of a block to one cell. As a longer arrangement
  // is numbered by what it begins with, those with one more number follow each other.
  static void add_moves(std::span<Code> block, const Arrangements& ways, const Code* children,
                        const Reorderings::Table& mine, const Reorderings::Table& theirs) {
    const auto numbers = ways.things() - ways.chosen();
    const auto each = theirs.size();
    std::array<Code, 128> best;
    for (std::size_t arranged = 0; arranged < ways.count(); ++arranged) {
      best.fill(0);
      for (std::size_t number = 0; number < numbers; ++number) {
        const Code* row = children + mine[arranged * numbers + number] * each;
        for (std::size_t other = 0; other < each; ++other) best[other] = std::max(best[other], row[other]);
      }
      for (std::size_t other = 0; other < each; ++other) {
        auto& code = block[other * ways.count() + arranged];
        code = std::max(code, best[theirs[other]]);
      }
    }
  }

  std::uint8_t place(unsigned cells, std::size_t cell, std::size_t symmetry) const {
    return static_cast<std::uint8_t>(Patterns::order(cells, patterns_.image(cell, symmetry)));
  }

  // Where the cells of a set, in ascending order, come in their image.
  Arrangements::Sequence places(unsigned cells, unsigned image, std::size_t symmetry) const {
    Arrangements::Sequence out{};
    std::size_t at = 0;
    for (std::size_t cell = 0; cell < Patterns::kCells; ++cell)
      if (cells >> cell & 1u) out[at++] = place(image, cell, symmetry);
    return out;
  }

  // Positions that have ended, and those that no game reaches.
  void value_ends(int tier) {
    const auto last = Patterns::last_mover(tier);
    const auto sums = std::array{sums_of(tier, 0), sums_of(tier, 1)};
    const auto& listed = patterns_.with(tier);
    const bool full = tier + 1 == tiers();
    std::vector<Code> makers(patterns_.block(tier));
    for (std::size_t number = 0; number < listed.size(); ++number) {
      const auto& pattern = listed[number];
      std::fill(makers.begin(), makers.end(), kNoLine);
      for (const auto& line : rules_.lines()) {
        std::array<std::size_t, 2> own{};  // the places in each arrangement that lie on the line
        std::size_t cells = 0;
        for (std::size_t side = 0; side < 2; ++side)
          for (const auto cell : line)
            if (pattern.cells[side] >> cell & 1u) {
              own[side] |= std::size_t{1} << Patterns::order(pattern.cells[side], cell);
              ++cells;
            }
        if (cells == line.size()) add_line(makers, sums[last][own[last]], sums[1 - last][own[1 - last]], own[last]);
      }
      const std::span block(codes_.data() + number * makers.size(), makers.size());
      std::size_t absent = 0;
      for (std::size_t at = 0; at < block.size(); ++at) {
        const Code open = full ? code_of(Rank::draw(0)) : block[at];
        block[at] = makers[at] == kNoLine ? open : makers[at] == 0 ? code_of(Rank::absent) : code_of(Rank::loss(0));
        absent += makers[at] == 0;
      }
      positions_ += (block.size() - absent) / alike(pattern);
    }
  }

  static constexpr Code kNoLine = 0xff;

  // Keeps of those who may have moved last (a bit for each of their numbers)
  // only the ones on this line, where it has the right sum. If nobody is left,
  // there was a line before the last move already.
  void add_line(std::vector<Code>& makers, const std::vector<std::uint8_t>& last,
                const std::vector<std::uint8_t>& other, std::size_t on_line) const {
    auto* row = makers.data();
    for (const auto sum : last) {
      const int missing = rules_.target() - sum;
      if (missing >= 0)
        for (std::size_t at = 0; at < other.size(); ++at)
          row[at] = static_cast<Code>(row[at] & (other[at] == missing ? on_line : kNoLine));
      row += other.size();
    }
  }

  // The sum of the numbers at a set of places, for each arrangement of a player.
  std::vector<std::vector<std::uint8_t>> sums_of(int tier, std::size_t side) const {
    const auto& ways = patterns_.arrangements(tier)[side];
    std::vector<std::vector<std::uint8_t>> out(std::size_t{1} << ways.chosen());
    for (std::size_t set = 0; set < out.size(); ++set)
      for (std::size_t number = 0; number < ways.count(); ++number) {
        std::size_t sum = 0;
        for (std::size_t place = 0; place < ways.chosen(); ++place)
          if (set >> place & 1u) sum += rules_.number_of(side, ways[number][place]) + 1;
        out[set].push_back(static_cast<std::uint8_t>(sum));
      }
    return out;
  }

  // How many places of a block are alike: a symmetry of the pattern moves some
  // number to another cell, or it changes nothing at all.
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

  // The tier for the table, and as the one before it will look at it.
  PackedTier finish(int tier) {
    std::vector<std::int8_t> ranks(codes_.size());
    std::transform(codes_.begin(), codes_.end(), ranks.begin(),
                   [](Code code) { return static_cast<std::int8_t>(rank_of(code)); });
    next_.resize(codes_.size());
    std::transform(codes_.begin(), codes_.end(), next_.begin(), before);
    valued_ = tier;
    return PackedTier::pack(ranks);
  }

  const Rules& rules_;
  const Patterns& patterns_;
  std::vector<Code> codes_;  // of the tier at work
  std::vector<Code> next_;   // of the tier after it, to the mover of the one at work
  int valued_ = -1;
  std::uint64_t positions_ = 0;
};

template <>
struct QuickTiers<Numerical<3>> {
  using Run = NumericalTiers;
};

}  // namespace kibitz
