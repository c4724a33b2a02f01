// Shallow search of one or two decisions before a roll, on the original board of EinStein würfelt nicht!, equal to
// expectiminimax of that depth.
//
// Each stone's steps are evaluated once for all faces that let it move. Quiet steps are evaluated incrementally,
// captures may probe endgame tables.
//
// An `Evaluator` accumulates a position (`sums`), removes a stone of the waiting side (`lifted`), and returns the
// expected outcome for the side about to roll with that stone on a cell (`value`).
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

// The targets of a stone's steps.
struct EwnTargets {
  std::array<std::uint8_t, 3> cells{};
  std::size_t count = 0;
};

// Belongs to one search, whose results it may cache.
template <class Evaluator>
class EwnStepSearch {
 public:
  // `key_of(side, stone, cell)` is the Zobrist number of a stone.
  template <class KeyOf>
  EwnStepSearch(const Evaluator& evaluator, const EwnSquares& squares, bool uses_cache, KeyOf key_of)
      : evaluator_(evaluator), squares_(squares), cache_(uses_cache) {
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t stone = 0; stone < kStones; ++stone)
        for (std::uint8_t cell = 0; cell <= kLast; ++cell)
          keys_[side][stone][side == 0 ? cell : kLast - cell] = key_of(side, stone, cell);
  }

  // Sets the endgame tables to probe; may be null.
  void set_tablebase(const EwnEndgameProbe* known) { endgames_ = known; }

  template <class State>
  ShallowResult search(const State& s, int decisions, double enough) {
    me_ = static_cast<std::size_t>(s.mover);
    mine_ = EwnStoneSet(s, s.mover);
    theirs_ = EwnStoneSet(s, opponent(s.mover));
    key_ = s.key;
    evaluations_ = 0;
    if (decisions == 2) return search_two(enough);
    const double value = search_one(mine_, theirs_, me_, enough).value;
    return {value, evaluations_, value >= 1};
  }

 private:
  using Sums = typename Evaluator::Sums;
  static constexpr std::size_t kStones = EwnStoneSet::kStones;
  static constexpr std::uint8_t kLast = EwnStoneSet::kLast;
  static constexpr double kNoBound = 2;  // above every value

  static constexpr auto kTargets = [] {
    std::array<EwnTargets, kLast + 1> out{};
    constexpr int size = EwnStoneSet::kSize;
    for (std::uint8_t cell = 0; cell <= kLast; ++cell) {
      auto& to = out[cell];
      const bool right = cell % size + 1 < size, down = cell / size + 1 < size;
      if (right && down) to.cells[to.count++] = static_cast<std::uint8_t>(cell + size + 1);
      if (right) to.cells[to.count++] = static_cast<std::uint8_t>(cell + 1);
      if (down) to.cells[to.count++] = static_cast<std::uint8_t>(cell + size);
    }
    return out;
  }();
  // Whether a stone is one step from its goal; of three directions, the first leads there.
  static bool wins(std::uint8_t cell) {
    return cell == kLast - 1 || cell == kLast - EwnStoneSet::kSize || cell == kLast - EwnStoneSet::kSize - 1;
  }

  template <class Visit>
  static void each(std::uint32_t set, const Visit& visit) {
    for (; set != 0; set &= set - 1) visit(static_cast<std::size_t>(std::countr_zero(set)));
  }

  // A stone's steps with the leads after them, best first, and its best value.
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

  ShallowResult search_two(double enough) {
    Choices choices;
    std::uint32_t open = 0;
    const Sums sums = evaluator_.sums(theirs_, mine_);
    each(mine_.living, [&](std::size_t stone) {
      if (wins(mine_.cells[stone])) return;
      open |= 1u << stone;
      sort_steps(stone, sums, choices[stone]);
    });
    // 1. The best step of each stone, which may be enough.
    each(open,
         [&](std::size_t stone) { choices[stone].best = -value_after(stone, choices[stone].steps[0], kNoBound); });
    if (enough < 1)
      if (const ShallowResult out = average(choices); out.value >= enough) return out;
    // 2. All other steps.
    each(open, [&](std::size_t stone) {
      auto& choice = choices[stone];
      for (std::size_t i = 1; i < choice.count; ++i)
        choice.best = std::max(choice.best, -value_after(stone, choice.steps[i], -choice.best));
    });
    return average(choices);
  }

  void sort_steps(std::size_t stone, const Sums& sums, Choice& out) {
    const Sums lifted = evaluator_.lifted(sums, mine_, stone);
    const auto& targets = kTargets[mine_.cells[stone]];
    for (std::size_t i = 0; i < targets.count; ++i) {
      const auto to = targets.cells[i];
      ++evaluations_;
      const auto key = key_after(stone, to);
      cache_.prefetch(key);
      const double lead = is_taken(mine_, theirs_, to) ? value_taking(mine_, theirs_, stone, to)
                                                       : -evaluator_.value(lifted, mine_, stone, to);
      auto at = out.count++;
      for (; at > 0 && out.steps[at - 1].lead < lead; --at) out.steps[at] = out.steps[at - 1];
      out.steps[at] = {to, lead, key};
    }
  }

  std::uint64_t key_after(std::size_t stone, std::uint8_t to) const {
    auto key = key_ ^ keys_[me_][stone][mine_.cells[stone]] ^ keys_[me_][stone][to];
    if (mine_.occupied >> to & 1u) key ^= keys_[me_][mine_.on(to)][to];
    if (theirs_.occupied_turned >> to & 1u) {
      const auto turned = static_cast<std::uint8_t>(kLast - to);
      key ^= keys_[1 - me_][theirs_.on(turned)][turned];
    }
    return key;
  }

  static bool is_taken(const EwnStoneSet& mine, const EwnStoneSet& theirs, std::uint8_t cell) {
    return ((mine.occupied | theirs.occupied_turned) >> cell & 1u) != 0;
  }

  // Makes a step, with captures; returns whether no enemy is left.
  static bool step(EwnStoneSet& mine, EwnStoneSet& theirs, std::size_t stone, std::uint8_t to) {
    if (mine.occupied >> to & 1u) mine.remove(mine.on(to));
    if (theirs.occupied_turned >> to & 1u) theirs.remove(theirs.on(static_cast<std::uint8_t>(kLast - to)));
    mine.move(stone, to);
    return theirs.living == 0;
  }

  // The value for the other side after a step; a bound if at least `enough`.
  double value_after(std::size_t stone, const typename Choice::Step& to, double enough) {
    if (const auto known = cache_.find(to.key, enough)) return *known;
    EwnStoneSet mine = mine_, theirs = theirs_;
    if (step(mine, theirs, stone, to.to)) return -1;
    Found found;
    if (is_exact(mine.count() + theirs.count()))
      found.value = 2 * endgames_->chance(theirs, mine) - 1;
    else
      found = search_one(theirs, mine, 1 - me_, enough);
    cache_.store(to.key, found.value, found.exact);
    return found.value;
  }

  bool is_exact(int stones) const { return endgames_ != nullptr && stones <= endgames_->most_stones(); }

  ShallowResult average(const Choices& choices) const {
    ShallowResult out{0, evaluations_, true};
    const auto* heirs = squares_.heirs(mine_.living);
    for (int face = 0; face < squares_.faces(); ++face) {
      const double value = std::max(choices[heirs[face].low].best, choices[heirs[face].high].best);
      out.exact = out.exact && (value >= 1 || value <= -1);
      out.value += value;
    }
    out.value /= squares_.faces();
    return out;
  }

  // One decision: the value for the side about to roll, 1 only if certain, or a lower bound.
  struct Found {
    double value = 0;
    bool exact = true;
  };
  Found search_one(const EwnStoneSet& mine, const EwnStoneSet& theirs, std::size_t me, double enough) {
    std::array<double, kStones> best;
    std::array<Sums, kStones> lifted;
    std::array<std::uint8_t, kStones> first;
    std::uint32_t open = 0;
    const Sums sums = evaluator_.sums(theirs, mine);
    const auto value = [&](std::size_t stone, std::uint8_t to) {
      ++evaluations_;
      if (is_taken(mine, theirs, to)) return value_taking(mine, theirs, stone, to);
      return -evaluator_.value(lifted[stone], mine, stone, to);
    };
    // 1. One good step of each stone, which may be enough.
    each(mine.living, [&](std::size_t stone) {
      best[stone] = 1;
      const auto from = mine.cells[stone];
      if (wins(from)) return;
      open |= 1u << stone;
      lifted[stone] = evaluator_.lifted(sums, mine, stone);
      first[stone] = first_[me][stone] < kTargets[from].count ? first_[me][stone] : 0;
      best[stone] = value(stone, kTargets[from].cells[first[stone]]);
    });
    if (enough < 1)
      if (const double found = average(mine.living, best); found >= enough) return {found, open == 0};
    // 2. All other steps.
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

  // The value of a capture for the side that makes it.
  double value_taking(EwnStoneSet mine, EwnStoneSet theirs, std::size_t stone, std::uint8_t to) const {
    if (step(mine, theirs, stone, to)) return 1;
    if (is_exact(mine.count() + theirs.count())) return 1 - 2 * endgames_->chance(theirs, mine);
    return -evaluator_.value(evaluator_.sums(theirs, mine));
  }

  double average(std::uint32_t living, const std::array<double, kStones>& best) const {
    double total = 0;
    const auto* heirs = squares_.heirs(living);
    for (int face = 0; face < squares_.faces(); ++face)
      total += std::max(best[heirs[face].low], best[heirs[face].high]);
    return total / squares_.faces();
  }

  const Evaluator& evaluator_;
  const EwnSquares& squares_;
  const EwnEndgameProbe* endgames_ = nullptr;
  EwnSearchCache cache_;
  std::array<std::array<std::array<std::uint64_t, kLast + 1>, kStones>, 2> keys_{};
  // Move ordering: the last best step of each stone.
  std::array<std::array<std::uint8_t, kStones>, 2> first_{};
  std::size_t me_ = 0;             // the side about to roll
  EwnStoneSet mine_, theirs_;      // its stones and the opponent's
  std::uint64_t key_ = 0;          // of the current position
  std::uint32_t evaluations_ = 0;  // static evaluations made
};

}  // namespace kibitz
