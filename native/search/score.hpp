// How search counts: whole points where nothing is left to chance, expected
// outcomes from -1 to 1 where dice are rolled.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "base/concepts.hpp"
#include "base/value.hpp"

namespace kibitz {

template <Game G>
using ScoreOf = std::conditional_t<ChanceGame<G>, double, std::int32_t>;

// A win now. Later wins count one less for each ply, so that a search hurries
// to win and delays a loss; 100,000 plies fit before estimates begin.
inline constexpr std::int32_t kWinScore = 1'000'000'000;
inline constexpr std::int32_t kLongestGame = 100'000;
inline constexpr std::int32_t kProvenScore = kWinScore - kLongestGame;

// Expected outcomes in a table, so that -1, 0 and 1 are kept exactly.
inline constexpr double kTableScale = 68719476736.0;  // 2^36

// Games may evaluate in fractions of a point.
inline constexpr double kPointScale = 1000.0;

template <class Score>
class Scoring {
  static constexpr bool kExpected = std::is_same_v<Score, double>;

 public:
  static constexpr Score best() {
    if constexpr (kExpected)
      return 1.0;
    else
      return kWinScore;
  }

  // Below every score there is, so that any move is better than none.
  static constexpr Score worst() { return -best() - 1; }

  // The narrowest window that a search can be asked about: whole scores differ
  // by one; expected outcomes by a little more than what rounding does to them.
  static constexpr Score least() {
    if constexpr (kExpected)
      return 1e-12;
    else
      return 1;
  }

  // Expected outcomes closer than this are equal: sums taken in another order
  // and a table's precision differ by less.
  static constexpr Score tie() {
    if constexpr (kExpected)
      return 1e-10;
    else
      return 0;
  }

  // A finished game, `ply` plies below the root.
  static constexpr Score finished(int outcome, int ply) {
    if constexpr (kExpected)
      return outcome;
    else
      return outcome * (kWinScore - ply);
  }

  // A finished game whose outcome is points, at most `span` for either side.
  static Score scored(double points, [[maybe_unused]] double span) {
    if constexpr (kExpected)
      return points / span;
    else
      return static_cast<Score>(points * kPointScale);
  }

  // The game's own guess, kept clear of proven scores: in points or fractions of
  // them, or as an expected outcome...
  static Score estimated(double points) {
    if constexpr (kExpected) {
      return std::clamp(points, -1.0, 1.0);
    } else {
      constexpr double limit = kProvenScore - 1;
      return static_cast<Score>(std::lround(std::clamp(points * kPointScale, -limit, limit)));
    }
  }
  // ... and in whole points.
  static constexpr Score estimated(std::int32_t points)
    requires(!kExpected)
  {
    constexpr std::int64_t limit = kProvenScore - 1;
    return static_cast<Score>(std::clamp(points * static_cast<std::int64_t>(kPointScale), -limit, limit));
  }

  // A score `ply` plies below the root as a table keeps it: wins counted from
  // there, so that they hold wherever the position is met again. Expected
  // outcomes become whole numbers, exact to 1e-11.
  static std::int64_t to_table(Score score, int ply) {
    if constexpr (kExpected) return std::llround(score * kTableScale);
    if (score >= kProvenScore) return static_cast<std::int64_t>(score) + ply;
    if (score <= -kProvenScore) return static_cast<std::int64_t>(score) - ply;
    return static_cast<std::int64_t>(score);
  }
  static Score from_table(std::int64_t stored, int ply) {
    if constexpr (kExpected) return static_cast<Score>(static_cast<double>(stored) / kTableScale);
    const auto score = static_cast<Score>(stored);
    if (score >= kProvenScore) return score - ply;
    if (score <= -kProvenScore) return score + ply;
    return score;
  }

  // Whether a stored score is a win or loss that a search of this depth sees
  // too. One that it sees is the same at every depth.
  static bool proven_within(std::int64_t stored, int depth) {
    if constexpr (kExpected) return false;
    const auto size = stored < 0 ? -stored : stored;
    return size >= kProvenScore && kWinScore - size <= depth;
  }

  static bool is_estimate(Score score) {
    if constexpr (kExpected)
      return true;
    else
      return score > -kProvenScore && score < kProvenScore;
  }

  // `complete` says that the search met no horizon below this score; `span` is
  // that of games whose outcomes are points, 0 in others.
  static Value value(Score score, bool complete, double span) {
    if (span > 0) return {Value::Kind::points, kExpected ? score * span : score / kPointScale, complete};
    if constexpr (kExpected) {
      return {Value::Kind::expect, (score + 1) / 2, complete};
    } else {
      if (score >= kProvenScore) return {Value::Kind::win, static_cast<double>(kWinScore - score), true};
      if (score <= -kProvenScore) return {Value::Kind::loss, static_cast<double>(kWinScore + score), true};
      if (complete) return {Value::Kind::draw, -1, true};
      return {Value::Kind::estimate, score / kPointScale, false};
    }
  }
};

}  // namespace kibitz
