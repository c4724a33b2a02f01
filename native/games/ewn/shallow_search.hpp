// Shallow search of one or two decisions before a roll in EinStein würfelt nicht!, equal to expectiminimax of that
// depth, without making moves.
//
// Most nodes of a search are of this kind. Each stone's steps are evaluated once for all faces that let it move, and
// the last ones incrementally: the lead after each is a small sum.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/concepts.hpp"
#include "games/ewn/board.hpp"
#include "games/ewn/shallow_search_cache.hpp"

namespace kibitz {

// Belongs to one search, whose results it may cache.
template <int Row>
class EwnShallowSearch {
 public:
  static constexpr std::size_t kMaxStones = EwnSquares::kMaxStones;

  // `key_of(side, stone, cell)` is the Zobrist number of a stone.
  template <class KeyOf>
  EwnShallowSearch(const EwnSquares& squares, int size, bool uses_cache, KeyOf key_of)
      : squares_(squares),
        mailbox_(squares, size),
        board_(squares, mailbox_),
        after_taking_(squares, mailbox_),
        cache_(uses_cache) {
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t stone = 0; stone < kMaxStones; ++stone)
        for (std::size_t cell = 0; cell < static_cast<std::size_t>(size * size); ++cell)
          keys_[side][stone][mailbox_.of(cell)] = key_of(side, stone, cell);
  }

  // The value for the side about to roll. Stops once it is known to be `enough` or more.
  template <class State>
  ShallowResult search(const State& s, int decisions, double enough) {
    board_.arrange(s);
    key_ = s.key;
    evaluations_ = 0;
    return s.mover == Side::first ? search<0>(decisions, enough) : search<1>(decisions, enough);
  }

 private:
  using Board = EwnBoard<Row>;
  using Mailbox = EwnMailbox<Row>;
  using Points = EwnSquares::Points;
  using Leads = std::array<Points, kMaxStones>;  // the best lead after each stone's steps
  // A lead so large that the outcome rounds to 1.
  static constexpr Points kWin = Points{1} << 62;

  template <std::size_t Me>
  ShallowResult search(int decisions, double enough) {
    board_.template find_threats<Me>();
    board_.template find_captures<Me>();
    const auto lead = board_.template lead<Me>();
    if (decisions == 2) return search_two<Me>(lead, enough);
    const double value = search_one<Me>(board_, lead, enough).value;
    return {value, evaluations_, value >= 1};
  }

  // A stone's steps with the leads after them, best first, and its best value.
  struct Choice {
    struct Step {
      std::size_t direction;
      Points lead;
      std::uint64_t key;  // of the position after it
    };
    std::array<Step, 3> steps;
    std::size_t count = 0;
    double best = 1;
  };
  using Choices = std::array<Choice, kMaxStones>;

  template <std::size_t Me>
  ShallowResult search_two(Points lead, double enough) {
    Choices choices;
    std::uint32_t open = 0;
    Board::each(board_.living(Me), [&](std::size_t stone) {
      if (!board_.template may_move<Me>(stone) || board_.template wins<Me>(stone)) return;
      open |= 1u << stone;
      sort_steps<Me>(stone, lead, choices[stone]);
    });
    board_.template find_threats<1 - Me>();
    // 1. The best step of each stone, which may be enough.
    Board::each(open, [&](std::size_t stone) {
      choices[stone].best = -value_after<Me>(stone, choices[stone].steps[0], kNoBound);
    });
    if (enough < 1)
      if (const ShallowResult out = average<Me>(choices); out.value >= enough) return out;
    // 2. All other steps.
    Board::each(open, [&](std::size_t stone) {
      auto& choice = choices[stone];
      for (std::size_t i = 1; i < choice.count; ++i)
        choice.best = std::max(choice.best, -value_after<Me>(stone, choice.steps[i], -choice.best));
    });
    return average<Me>(choices);
  }

  template <std::size_t Me>
  void sort_steps(std::size_t stone, Points lead, Choice& out) {
    typename Board::Lifted lifted;
    board_.template lift<Me>(stone, lead, lifted);
    Board::each(board_.template directions<Me>(stone), [&](std::size_t direction) {
      ++evaluations_;
      const auto key = key_after<Me>(stone, direction);
      cache_.prefetch(key);
      const typename Choice::Step step{direction, board_.template lead_after<Me>(lifted, direction), key};
      auto at = out.count++;
      for (; at > 0 && out.steps[at - 1].lead < step.lead; --at) out.steps[at] = out.steps[at - 1];
      out.steps[at] = step;
    });
  }

  // The value for the other side after a step of Me; a bound if at least `enough`.
  template <std::size_t Me>
  double value_after(std::size_t stone, const typename Choice::Step& step, double enough) {
    if (const auto known = cache_.find(step.key, enough)) return *known;
    const auto from = board_.place(Me, stone), to = Mailbox::after(Me, from, step.direction);
    Found found;
    if (const bool own = board_.has(Me, to); own || board_.has(1 - Me, to)) {
      after_taking_.arrange_as(board_);
      after_taking_.remove(own ? Me : 1 - Me, board_.stone_on(to));
      after_taking_.template move<Me>(stone, to);
      after_taking_.template find_threats<1 - Me>();
      after_taking_.template find_captures<1 - Me>();
      found = search_one<1 - Me>(after_taking_, -step.lead, enough);
    } else {
      board_.template move<Me>(stone, to);
      board_.template find_captures<1 - Me>();
      found = search_one<1 - Me>(board_, -step.lead, enough);
      board_.template move<Me>(stone, from);
    }
    cache_.store(step.key, found.value, found.exact);
    return found.value;
  }

  template <std::size_t Me>
  std::uint64_t key_after(std::size_t stone, std::size_t direction) const {
    const auto from = board_.place(Me, stone), to = Mailbox::after(Me, from, direction);
    const auto key = key_ ^ keys_[Me][stone][from] ^ keys_[Me][stone][to];
    for (const std::size_t side : {Me, 1 - Me})
      if (board_.has(side, to)) return key ^ keys_[side][board_.stone_on(to)][to];
    return key;
  }

  template <std::size_t Me>
  ShallowResult average(const Choices& choices) const {
    ShallowResult out{0, evaluations_, true};
    const auto* heirs = squares_.heirs(board_.living(Me));
    for (int face = 0; face < squares_.faces(); ++face) {
      const double value = std::max(choices[heirs[face].low].best, choices[heirs[face].high].best);
      out.exact = out.exact && (value >= 1 || value <= -1);
      out.value += value;
    }
    out.value /= squares_.faces();
    return out;
  }

  // One decision: the value for Me, 1 only if certain, or a lower bound.
  struct Found {
    double value = 0;
    bool exact = true;
  };
  template <std::size_t Me>
  Found search_one(Board& board, Points lead, double enough) {
    Leads leads{};
    std::array<typename Board::Lifted, kMaxStones> lifted;
    std::array<std::uint32_t, kMaxStones> left;
    std::uint32_t open = 0;
    // 1. One good step of each stone, which may be enough.
    Board::each(board.living(Me), [&](std::size_t stone) {
      leads[stone] = kWin;
      if (!board.template may_move<Me>(stone) || board.template wins<Me>(stone)) return;
      open |= 1u << stone;
      board.template lift<Me>(stone, lead, lifted[stone]);
      const auto directions = board.template directions<Me>(stone);
      std::size_t first = first_[Me][stone];
      if ((directions >> first & 1u) == 0) first = static_cast<std::size_t>(std::countr_zero(directions));
      left[stone] = directions & ~(1u << first);
      leads[stone] = board.template lead_after<Me>(lifted[stone], first);
      ++evaluations_;
    });
    if (enough < 1)
      if (const double value = average<Me>(board, leads); value >= enough) return {value, open == 0};
    // 2. All other steps.
    Board::each(open, [&](std::size_t stone) {
      Board::each(left[stone], [&](std::size_t direction) {
        ++evaluations_;
        const auto after = board.template lead_after<Me>(lifted[stone], direction);
        if (after <= leads[stone]) return;
        leads[stone] = after;
        first_[Me][stone] = static_cast<std::uint8_t>(direction);
      });
    });
    return {average<Me>(board, leads), true};
  }

  template <std::size_t Me>
  double average(const Board& board, const Leads& leads) const {
    double total = 0;
    int wins = 0;
    const auto* heirs = squares_.heirs(board.living(Me));
    for (int face = 0; face < squares_.faces(); ++face) {
      const auto lead = std::max(leads[heirs[face].low], leads[heirs[face].high]);
      wins += lead == kWin ? 1 : 0;
      total += squares_.outcome(lead);
    }
    return wins == squares_.faces() ? 1 : total / squares_.faces();
  }

  static constexpr double kNoBound = 2;  // above every value

  const EwnSquares& squares_;
  const Mailbox mailbox_;
  Board board_, after_taking_;
  EwnSearchCache cache_;
  std::array<std::array<std::array<std::uint64_t, Mailbox::kRoom>, kMaxStones>, 2> keys_{};
  // Move ordering: the last best direction of each stone.
  std::array<std::array<std::uint8_t, kMaxStones>, 2> first_{};
  std::uint64_t key_ = 0;          // of the current position
  std::uint32_t evaluations_ = 0;  // static evaluations made
};

}  // namespace kibitz
