// Retrograde analysis of a tier whose moves may form cycles: positions are
// evaluated from the ends backwards, in order of distance. Positions that are never
// reached are drawn by infinite play.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/control.hpp"
#include "base/types.hpp"
#include "solve/thread_team.hpp"

namespace kibitz {

// Distance to the end in a byte, from the mover's point of view: an even number of
// plies is a loss, an odd one a win.
struct DistanceByte {
  static constexpr std::uint8_t drawn = 0, absent = 255;
  static constexpr int most_plies = 253;

  static constexpr std::uint8_t encode(int plies) { return static_cast<std::uint8_t>(plies + 1); }
  static constexpr int plies(std::uint8_t value) { return value - 1; }
  static constexpr bool is_win(std::uint8_t value) { return value != drawn && value != absent && value % 2 == 0; }
  static constexpr bool is_loss(std::uint8_t value) { return value % 2 == 1 && value != absent; }
};

// A position before its tier is solved: its ends and its moves to other tiers.
struct RetrogradeStart {
  bool exists = true;
  int internal_moves = 0;  // moves that stay in the tier
  int soonest_win = -1;    // plies, by a move to another tier
  int latest_loss = -1;    // plies, by moves to other tiers; 0 if there is no move at all
  bool has_draw = false;   // by a move to another tier, or because it is stalemate
};

template <class T>
concept RetrogradeTier = requires(const T tier, std::uint64_t node) {
  { tier.size() } -> std::same_as<std::uint64_t>;
  { tier.start(node) } -> std::same_as<RetrogradeStart>;
  // Visits the predecessors inside the tier, once for each move that leads here.
  tier.for_each_predecessor(node, [](std::uint64_t) {});
};

template <RetrogradeTier T>
class RetrogradeSolver {
 public:
  RetrogradeSolver(const T& tier, Control& control, int threads)
      : tier_(tier), control_(control), threads_(threads), size_(static_cast<std::size_t>(tier.size())) {}

  // The length of a run, in steps of a Control.
  static std::uint64_t steps(std::uint64_t size) { return 2 * size; }

  std::vector<std::uint8_t> solve() {
    value_.assign(size_, DistanceByte::drawn);
    pending_.assign(size_, 0);
    remaining_.assign(size_, 0);
    latest_loss_.assign(size_, 0);
    ThreadTeam(control_, threads_).parallel_for(size_, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto node = begin; node < end; ++node) initialize(static_cast<std::size_t>(node));
    });
    // From the ends backwards, a ply of distance at a time.
    std::uint64_t reported = 0;
    int last = *std::max_element(pending_.begin(), pending_.end());
    for (int plies = 0; plies + 1 <= last && plies <= DistanceByte::most_plies; ++plies) {
      const auto now = DistanceByte::encode(plies);
      for (std::size_t node = 0; node < size_; ++node) {
        if (node % 65536 == 0) control_.check();
        if (pending_[node] == now && value_[node] == DistanceByte::drawn) value_[node] = now;
        if (value_[node] == now) last = std::max(last, propagate(node, plies));
      }
      // Progress is a guess: most positions are decided within 60 plies.
      const auto share = std::min<std::uint64_t>(size_, size_ / 64 * static_cast<std::uint64_t>(plies + 1));
      control_.advance(share - reported);
      reported = share;
    }
    control_.advance(size_ - reported);
    return std::move(value_);
  }

 private:
  // Added to the count of moves not known to lose, so that it never reaches 0: there
  // is a draw or a pending win.
  static constexpr std::uint8_t kNotLost = 128;

  void initialize(std::size_t node) {
    const RetrogradeStart start = tier_.start(node);
    if (!start.exists) {
      value_[node] = DistanceByte::absent;
      return;
    }
    remaining_[node] =
        static_cast<std::uint8_t>(start.internal_moves | (start.has_draw || start.soonest_win >= 0 ? kNotLost : 0));
    if (start.soonest_win >= 0)
      pending_[node] = DistanceByte::encode(start.soonest_win);
    else if (remaining_[node] == 0)
      pending_[node] = DistanceByte::encode(std::max(start.latest_loss, 0));
    latest_loss_[node] = static_cast<std::uint8_t>(std::max(start.latest_loss, 0));
  }

  // Propagates the value of a decided position to its predecessors. Returns the
  // largest value that is pending now.
  int propagate(std::size_t node, int plies) {
    int last = 0;
    const auto next = DistanceByte::encode(plies + 1);
    tier_.for_each_predecessor(node, [&](std::uint64_t at) {
      const auto predecessor = static_cast<std::size_t>(at);
      if (value_[predecessor] != DistanceByte::drawn) return;
      if (plies >= DistanceByte::most_plies) throw RulesError("an endgame is longer than the table format allows");
      if (plies % 2 == 0) {  // lost for the side to move, so the predecessor wins
        if (pending_[predecessor] == 0 || pending_[predecessor] > next) pending_[predecessor] = next;
      } else if (--remaining_[predecessor] == 0) {  // all moves lose
        pending_[predecessor] = std::max(next, DistanceByte::encode(latest_loss_[predecessor]));
      }
      last = std::max<int>(last, pending_[predecessor]);
    });
    return last;
  }

  const T& tier_;
  Control& control_;
  int threads_;
  std::size_t size_;
  std::vector<std::uint8_t> value_;        // once decided
  std::vector<std::uint8_t> pending_;      // the value unless a smaller one is found
  std::vector<std::uint8_t> remaining_;    // moves inside the tier that are not known to lose
  std::vector<std::uint8_t> latest_loss_;  // by moves to other tiers
};

}  // namespace kibitz
