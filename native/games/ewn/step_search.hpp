// One or two decisions ahead on the original board of EinStein würfelt nicht!,
// before the die is rolled: what a search of that depth would find.
//
// Each stone's steps are looked at once for all the faces that let it move. A step
// changes what is known of one stone, so the position after it is judged without
// making it. What endgame tables know is asked where a stone is taken.
//
// A `Judge` adds up what it needs to know of a position (`sums`), takes a stone of
// the side that waits away (`lifted`), and gives the expected outcome for the side
// about to roll with that stone on some cell (`value`).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/concepts.hpp"
#include "base/types.hpp"
#include "games/ewn/shallow_search_cache.hpp"
#include "games/ewn/squares.hpp"
#include "games/ewn/stone_set.hpp"

namespace kibitz {

// The steps open to a stone on a cell.
struct EwnTargets {
  std::array<std::uint8_t, 3> cells{};
  std::size_t count = 0;
};

// It belongs to one search, because it may remember.
template <class Judge>
class EwnStepLooker {
 public:
  // `key_of(side, stone, cell)` is what a stone adds to the key of a position.
  template <class KeyOf>
  EwnStepLooker(const Judge& judge, const EwnSquares& squares, bool remembers, KeyOf key_of)
      : judge_(judge), squares_(squares), memory_(remembers) {
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t stone = 0; stone < kStones; ++stone)
        for (std::uint8_t cell = 0; cell <= kLast; ++cell)
          keys_[side][stone][side == 0 ? cell : kLast - cell] = key_of(side, stone, cell);
  }

  // Asks what is known from now on; nothing, if that is null.
  void set_tablebase(const EwnKnowledge* known) { known_ = known; }

  template <class State>
  ShallowResult search(const State& s, int decisions, double enough) {
    me_ = static_cast<std::size_t>(s.mover);
    mine_ = EwnFleet(s, s.mover);
    theirs_ = EwnFleet(s, opponent(s.mover));
    key_ = s.key;
    judged_ = 0;
    if (decisions == 2) return look_two(enough);
    const double value = look_one(mine_, theirs_, me_, enough).value;
    return {value, judged_, value >= 1};
  }

 private:
  using Sums = typename Judge::Sums;
  static constexpr std::size_t kStones = EwnFleet::kStones;
  static constexpr std::uint8_t kLast = EwnFleet::kLast;
  static constexpr double kAll = 2;  // more than is ever enough

  static constexpr auto kTargets = [] {
    std::array<EwnTargets, kLast + 1> out{};
    constexpr int size = EwnFleet::kSize;
    for (std::uint8_t cell = 0; cell <= kLast; ++cell) {
      auto& to = out[cell];
      const bool right = cell % size + 1 < size, down = cell / size + 1 < size;
      if (right && down) to.cells[to.count++] = static_cast<std::uint8_t>(cell + size + 1);
      if (right) to.cells[to.count++] = static_cast<std::uint8_t>(cell + 1);
      if (down) to.cells[to.count++] = static_cast<std::uint8_t>(cell + size);
    }
    return out;
  }();
  // A stone that is one step from its goal: where there are three ways, the first leads there.
  static bool wins(std::uint8_t cell) {
    return cell == kLast - 1 || cell == kLast - EwnFleet::kSize || cell == kLast - EwnFleet::kSize - 1;
  }

  template <class Visit>
  static void each(std::uint32_t set, const Visit& visit) {
    for (; set != 0; set &= set - 1) visit(static_cast<std::size_t>(std::countr_zero(set)));
  }

  // A stone's steps with the leads after them, the best first, and the best value
  // that was found.
  struct Choice {
    struct Step {
      std::uint8_t to;
      double lead;
      std::uint64_t key;  // of the position after it
    };
    std::array<Step, 3> steps;
    std::size_t count = 0;
    double best = 1;
  };
  using Choices = std::array<Choice, kStones>;

  ShallowResult look_two(double enough) {
    Choices choices;
    std::uint32_t open = 0;
    const Sums sums = judge_.sums(theirs_, mine_);
    each(mine_.living, [&](std::size_t stone) {
      if (wins(mine_.cells[stone])) return;
      open |= 1u << stone;
      sort_steps(stone, sums, choices[stone]);
    });
    // 1. The best step of each stone may be enough.
    each(open, [&](std::size_t stone) { choices[stone].best = -value_after(stone, choices[stone].steps[0], kAll); });
    if (enough < 1)
      if (const ShallowResult out = average(choices); out.value >= enough) return out;
    // 2. The others.
    each(open, [&](std::size_t stone) {
      auto& choice = choices[stone];
      for (std::size_t i = 1; i < choice.count; ++i)
        choice.best = std::max(choice.best, -value_after(stone, choice.steps[i], -choice.best));
    });
    return average(choices);
  }

  void sort_steps(std::size_t stone, const Sums& sums, Choice& out) {
    const Sums lifted = judge_.lifted(sums, mine_, stone);
    const auto& targets = kTargets[mine_.cells[stone]];
    for (std::size_t i = 0; i < targets.count; ++i) {
      const auto to = targets.cells[i];
      ++judged_;
      const auto key = key_after(stone, to);
      memory_.expect(key);
      const double lead = is_taken(mine_, theirs_, to) ? value_taking(mine_, theirs_, stone, to)
                                                       : -judge_.value(lifted, mine_, stone, to);
      auto at = out.count++;
      for (; at > 0 && out.steps[at - 1].lead < lead; --at) out.steps[at] = out.steps[at - 1];
      out.steps[at] = {to, lead, key};
    }
  }

  std::uint64_t key_after(std::size_t stone, std::uint8_t to) const {
    auto key = key_ ^ keys_[me_][stone][mine_.cells[stone]] ^ keys_[me_][stone][to];
    if (mine_.taken_up >> to & 1u) key ^= keys_[me_][mine_.on(to)][to];
    if (theirs_.taken_up_turned >> to & 1u) {
      const auto turned = static_cast<std::uint8_t>(kLast - to);
      key ^= keys_[1 - me_][theirs_.on(turned)][turned];
    }
    return key;
  }

  static bool is_taken(const EwnFleet& mine, const EwnFleet& theirs, std::uint8_t cell) {
    return ((mine.taken_up | theirs.taken_up_turned) >> cell & 1u) != 0;
  }

  // Makes a step, which may take a stone; whether none is left of theirs.
  static bool step(EwnFleet& mine, EwnFleet& theirs, std::size_t stone, std::uint8_t to) {
    if (mine.taken_up >> to & 1u) mine.remove(mine.on(to));
    if (theirs.taken_up_turned >> to & 1u) theirs.remove(theirs.on(static_cast<std::uint8_t>(kLast - to)));
    mine.move(stone, to);
    return theirs.living == 0;
  }

  // What the other side has after a step of mine; a bound if it is `enough`.
  double value_after(std::size_t stone, const typename Choice::Step& to, double enough) {
    if (const auto known = memory_.find(to.key, enough)) return *known;
    EwnFleet mine = mine_, theirs = theirs_;
    if (step(mine, theirs, stone, to.to)) return -1;
    Found found;
    if (knows(mine.count() + theirs.count()))
      found.value = 2 * known_->chance(theirs, mine) - 1;
    else
      found = look_one(theirs, mine, 1 - me_, enough);
    memory_.store(to.key, found.value, found.exact);
    return found.value;
  }

  bool knows(int stones) const { return known_ != nullptr && stones <= known_->most_stones(); }

  ShallowResult average(const Choices& choices) const {
    ShallowResult out{0, judged_, true};
    const auto* heirs = squares_.heirs(mine_.living);
    for (int face = 0; face < squares_.faces(); ++face) {
      const double value = std::max(choices[heirs[face].low].best, choices[heirs[face].high].best);
      out.exact = out.exact && (value >= 1 || value <= -1);
      out.value += value;
    }
    out.value /= squares_.faces();
    return out;
  }

  // One decision ahead: the value for the side about to roll, 1 only where that is
  // certain, or a mere bound from below.
  struct Found {
    double value = 0;
    bool exact = true;
  };
  Found look_one(const EwnFleet& mine, const EwnFleet& theirs, std::size_t me, double enough) {
    std::array<double, kStones> best;
    std::array<Sums, kStones> lifted;
    std::array<std::uint8_t, kStones> first;
    std::uint32_t open = 0;
    const Sums sums = judge_.sums(theirs, mine);
    const auto value = [&](std::size_t stone, std::uint8_t to) {
      ++judged_;
      if (is_taken(mine, theirs, to)) return value_taking(mine, theirs, stone, to);
      return -judge_.value(lifted[stone], mine, stone, to);
    };
    // 1. One good step of each stone may be enough.
    each(mine.living, [&](std::size_t stone) {
      best[stone] = 1;
      const auto from = mine.cells[stone];
      if (wins(from)) return;
      open |= 1u << stone;
      lifted[stone] = judge_.lifted(sums, mine, stone);
      first[stone] = first_[me][stone] < kTargets[from].count ? first_[me][stone] : 0;
      best[stone] = value(stone, kTargets[from].cells[first[stone]]);
    });
    if (enough < 1)
      if (const double found = average(mine.living, best); found >= enough) return {found, open == 0};
    // 2. The others.
    each(open, [&](std::size_t stone) {
      const auto& targets = kTargets[mine.cells[stone]];
      for (std::uint8_t i = 0; i < targets.count; ++i) {
        if (i == first[stone]) continue;
        const double after = value(stone, targets.cells[i]);
        if (after <= best[stone]) continue;
        best[stone] = after;
        first_[me][stone] = i;
      }
    });
    return {average(mine.living, best), true};
  }

  // The value of a step that takes a stone, to the side that makes it.
  double value_taking(EwnFleet mine, EwnFleet theirs, std::size_t stone, std::uint8_t to) const {
    if (step(mine, theirs, stone, to)) return 1;
    if (knows(mine.count() + theirs.count())) return 1 - 2 * known_->chance(theirs, mine);
    return -judge_.value(judge_.sums(theirs, mine));
  }

  double average(std::uint32_t living, const std::array<double, kStones>& best) const {
    double total = 0;
    const auto* heirs = squares_.heirs(living);
    for (int face = 0; face < squares_.faces(); ++face)
      total += std::max(best[heirs[face].low], best[heirs[face].high]);
    return total / squares_.faces();
  }

  const Judge& judge_;
  const EwnSquares& squares_;
  const EwnKnowledge* known_ = nullptr;
  EwnMemory memory_;
  std::array<std::array<std::array<std::uint64_t, kLast + 1>, kStones>, 2> keys_{};
  // The way of each stone to be looked at first: what was best the last time.
  std::array<std::array<std::uint8_t, kStones>, 2> first_{};
  std::size_t me_ = 0;        // the side whose position is looked at
  EwnFleet mine_, theirs_;    // its stones and the others
  std::uint64_t key_ = 0;     // of that position
  std::uint32_t judged_ = 0;  // positions
};

}  // namespace kibitz
