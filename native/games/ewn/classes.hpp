// Equivalence classes of the sets of remaining stones in EinStein würfelt nicht!: sets with the same moves for the same
// number of faces, or with the order of stones reversed. There are 33 with six stones and a die.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/cold.hpp"

namespace kibitz {

inline constexpr std::size_t kMaxEwnStones = 9;

// The number of faces for which only the i-th stone may move, and for which it or the next one may.
struct Coverage {
  std::array<std::uint8_t, kMaxEwnStones> alone{};
  std::array<std::uint8_t, kMaxEwnStones> shared{};

  friend bool operator==(const Coverage&, const Coverage&) = default;

  static Coverage of(std::uint32_t living, int faces) {
    Coverage out;
    for (int face = 1; face <= faces; ++face) {
      const std::uint32_t rolled = std::uint32_t{1} << (face - 1);
      const auto lower = static_cast<std::size_t>(std::popcount(living & (rolled - 1)));
      if (living & rolled)
        ++out.alone[lower];
      else if (lower == 0)
        ++out.alone[0];
      else if ((living & ~(rolled - 1)) == 0)
        ++out.alone[lower - 1];
      else
        ++out.shared[lower - 1];
    }
    return out;
  }

  Coverage reversed(std::size_t stones) const {
    Coverage out;
    for (std::size_t i = 0; i < stones; ++i) out.alone[i] = alone[stones - 1 - i];
    for (std::size_t i = 0; i + 1 < stones; ++i) out.shared[i] = shared[stones - 2 - i];
    return out;
  }
};

struct EwnClass {
  std::size_t stones;
  Coverage coverage;
  std::uint32_t living;  // a representative set of stones, in order
  bool even;             // symmetric under reversal
};

class EwnClasses {
 public:
  struct Membership {
    std::uint16_t number = 0;
    bool reversed = false;
  };

  KIBITZ_COLD EwnClasses(int stones, int faces) : members_(std::size_t{1} << stones) {
    std::vector<std::uint32_t> sets;
    for (std::uint32_t living = 1; living < members_.size(); ++living) sets.push_back(living);
    std::stable_sort(sets.begin(), sets.end(), [](auto a, auto b) { return std::popcount(a) < std::popcount(b); });
    for (const auto living : sets) {
      const auto count = static_cast<std::size_t>(std::popcount(living));
      const auto coverage = Coverage::of(living, faces);
      const auto reversed = coverage.reversed(count);
      const auto known = std::find_if(classes_.begin(), classes_.end(), [&](const EwnClass& c) {
        return c.stones == count && (c.coverage == coverage || c.coverage == reversed);
      });
      members_[living] = {static_cast<std::uint16_t>(known - classes_.begin()),
                          known != classes_.end() && !(known->coverage == coverage)};
      if (known == classes_.end()) classes_.push_back({count, coverage, living, coverage == reversed});
    }
  }

  std::size_t size() const { return classes_.size(); }
  const EwnClass& operator[](std::size_t number) const { return classes_[number]; }
  Membership member(std::uint32_t living) const { return members_[living]; }

 private:
  std::vector<EwnClass> classes_;
  std::vector<Membership> members_;
};

}  // namespace kibitz
