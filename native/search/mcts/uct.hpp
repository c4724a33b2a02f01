// Plain UCT selection, the hot loop of MCTS in small games: branch-free, as the best child is unpredictable.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/types.hpp"
#include "search/mcts/node.hpp"
#include "search/mcts/sqrt_tables.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define KIBITZ_SSE2
#endif

namespace kibitz {

// Score of a child: (2 + sign * mean) + bonus / sqrt(visits). Positive, so that its bits compare like the number;
// negative if the child is excluded.
struct UctScore {
  float sign, bonus;

  // 1 or -1, by the sign bit.
  UctScore(Side turn, float sqrt_log, float exploration)
      : sign(std::bit_cast<float>(0x3f800000u | static_cast<std::uint32_t>(turn) << 31)),
        bonus(std::max(exploration * sqrt_log, SqrtTables::kMinBonus)) {}
};

// The index of the first child with the greatest score, or `children.size()` if all are excluded. Score and index are
// packed into one integer.
inline std::uint32_t argmax_scalar(const UctScore& score, std::span<const NodeStats> children) {
  constexpr auto relaxed = std::memory_order_relaxed;
  const auto count = static_cast<std::uint32_t>(children.size());
  std::int64_t best = 0;
  std::uint32_t place = count;
  for (const auto& child : children) {
    const auto terms = child.terms.load(relaxed);
    const float value = (2 + score.sign * terms.value) + score.bonus * terms.root;
    const auto rank = static_cast<std::int64_t>(std::bit_cast<std::int32_t>(value)) * (std::int64_t{1} << 32) + place--;
    best = rank > best ? rank : best;
  }
  return best == 0 ? count : count - static_cast<std::uint32_t>(best);
}

#ifdef KIBITZ_SSE2
// The same with the same rounding, for up to 64 children, four at a time.
inline std::uint32_t argmax_sse2(const UctScore& score, std::span<const NodeStats> children) {
  const std::size_t count = children.size();
  const __m128 sign = _mm_set1_ps(score.sign), bonus = _mm_set1_ps(score.bonus), two = _mm_set1_ps(2);
  // Loads value and root together: aligned loads of eight bytes are atomic, so other threads may write meanwhile.
  const auto both = [&](std::size_t i) { return reinterpret_cast<const __m64*>(&children[i].terms); };
  const auto scores = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    const __m128 low = _mm_loadh_pi(_mm_loadl_pi(two, both(a)), both(b));
    const __m128 high = _mm_loadh_pi(_mm_loadl_pi(two, both(c)), both(d));
    const __m128 value = _mm_shuffle_ps(low, high, 0x88), root = _mm_shuffle_ps(low, high, 0xdd);
    return _mm_add_ps(_mm_add_ps(two, _mm_mul_ps(sign, value)), _mm_mul_ps(bonus, root));
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
    // Pads with the last child.
    const auto end = count - 1;
    const auto four = scores(0, std::min<std::size_t>(1, end), std::min<std::size_t>(2, end), end);
    const auto most = greatest(four);
    return place(most, equal(four, most));
  }
  // The last four may overlap those before.
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

inline std::uint32_t select_plain_uct(const UctScore& score, std::span<const NodeStats> children) {
#ifdef KIBITZ_SSE2
  if (children.size() <= 64) return argmax_sse2(score, children);
#endif
  return argmax_scalar(score, children);
}

}  // namespace kibitz
