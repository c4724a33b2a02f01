// Which child of a node the next playout goes through where nothing but exploration
// is asked for (UCT). Most of a search in a small game is spent here: which child is
// best nobody can foresee, so nothing is decided by a jump.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/types.hpp"
#include "search/mcts/node.hpp"
#include "search/mcts/roots.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define KIBITZ_FOUR_AT_ONCE
#endif

namespace kibitz {

// What counts of a child: (2 + sign * mean) + reach / sqrt(visits). More than 0, so
// that its bits have the order of what they stand for; less if it is ruled out.
struct PlainScore {
  float sign, reach;

  // The sign, 1 or -1, by its bits.
  PlainScore(Side turn, float spread, float exploration)
      : sign(std::bit_cast<float>(0x3f800000u | static_cast<std::uint32_t>(turn) << 31)),
        reach(std::max(exploration * spread, Roots::kLeastReach)) {}
};

// The place of the child that counts most, the first of them where several do; if
// all are ruled out, a number that no child has. A score and the place of its child
// become one number, of which the greatest is wanted.
inline std::uint32_t greatest_by_one(const PlainScore& score, std::span<const Tally> children) {
  constexpr auto now = std::memory_order_relaxed;
  const auto count = static_cast<std::uint32_t>(children.size());
  std::int64_t best = 0;
  std::uint32_t place = count;
  for (const auto& child : children) {
    const auto worth = child.worth.load(now);
    const float value = (2 + score.sign * worth.value) + score.reach * worth.root;
    const auto rank = static_cast<std::int64_t>(std::bit_cast<std::int32_t>(value)) * (std::int64_t{1} << 32) + place--;
    best = rank > best ? rank : best;
  }
  return best == 0 ? count : count - static_cast<std::uint32_t>(best);
}

#ifdef KIBITZ_FOUR_AT_ONCE
// The same with the same roundings, for up to 64 children, four at a time.
inline std::uint32_t greatest_by_four(const PlainScore& score, std::span<const Tally> children) {
  const std::size_t count = children.size();
  const __m128 sign = _mm_set1_ps(score.sign), reach = _mm_set1_ps(score.reach), two = _mm_set1_ps(2);
  // Value and root of a child are loaded at once; the processor loads eight aligned bytes whole, so other
  // threads may count meanwhile.
  const auto both = [&](std::size_t i) { return reinterpret_cast<const __m64*>(&children[i].worth); };
  const auto scores = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    const __m128 low = _mm_loadh_pi(_mm_loadl_pi(two, both(a)), both(b));
    const __m128 high = _mm_loadh_pi(_mm_loadl_pi(two, both(c)), both(d));
    const __m128 value = _mm_shuffle_ps(low, high, 0x88), root = _mm_shuffle_ps(low, high, 0xdd);
    return _mm_add_ps(_mm_add_ps(two, _mm_mul_ps(sign, value)), _mm_mul_ps(reach, root));
  };
  const auto greatest = [](__m128 four) {
    four = _mm_max_ps(four, _mm_shuffle_ps(four, four, 0x4e));
    return _mm_max_ps(four, _mm_shuffle_ps(four, four, 0xb1));
  };
  const auto equal = [](__m128 a, __m128 b) { return static_cast<std::uint64_t>(_mm_movemask_ps(_mm_cmpeq_ps(a, b))); };
  const auto place = [&](__m128 most, std::uint64_t best) {
    const auto first = static_cast<std::size_t>(std::countr_zero(best | std::uint64_t{1} << 63));
    return static_cast<std::uint32_t>(_mm_cvtss_f32(most) < 0 ? count : first);
  };
  if (count <= 4) {
    // The last child fills up the four.
    const auto end = count - 1;
    const auto four = scores(0, std::min<std::size_t>(1, end), std::min<std::size_t>(2, end), end);
    const auto most = greatest(four);
    return place(most, equal(four, most));
  }
  // The last four may be some of those before them once more.
  const std::size_t last = count - 4;
  const auto front = scores(0, 1, 2, 3), end = scores(last, last + 1, last + 2, last + 3);
  __m128 most = _mm_max_ps(front, end);
  if (count <= 8) {
    most = greatest(most);
    return place(most, equal(front, most) | equal(end, most) << last);
  }
  alignas(16) std::array<float, 64> found;
  for (std::size_t i = 4; i < last; i += 4) {
    const auto four = scores(i, i + 1, i + 2, i + 3);
    _mm_store_ps(&found[i], four);
    most = _mm_max_ps(most, four);
  }
  most = greatest(most);
  std::uint64_t best = equal(front, most) | equal(end, most) << last;
  for (std::size_t i = 4; i < last; i += 4) best |= equal(_mm_load_ps(&found[i]), most) << i;
  return place(most, best);
}
#endif

inline std::uint32_t choose_plainly(const PlainScore& score, std::span<const Tally> children) {
#ifdef KIBITZ_FOUR_AT_ONCE
  if (children.size() <= 64) return greatest_by_four(score, children);
#endif
  return greatest_by_one(score, children);
}

}  // namespace kibitz
