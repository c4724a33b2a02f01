// Scores of searches: integers in games without dice, expected outcomes from -1 to 1 in games with dice.
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

// The score of a win at the root. Each ply costs one, so that a search prefers fast wins and slow losses;
// 100,000 plies fit above the range of estimates.
inline constexpr std::int32_t kWinScore = 1'000'000'000;
inline constexpr std::int32_t kLongestGame = 100'000;
inline constexpr std::int32_t kProvenScore = kWinScore - kLongestGame;

// Scale of expected outcomes in a table; it keeps -1, 0 and 1 exactly.
inline constexpr double kTableScale = 68719476736.0;  // 2^36

// Scale of estimates, which may be fractions of a point.
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

  // Below every score, so that any move is better than none.
  static constexpr Score worst() { return -best() - 1; }

  // The width of a null window: 1 for integers; a little more than rounding errors for expected outcomes.
  static constexpr Score least() {
    if constexpr (kExpected)
      return 1e-12;
    else
      return 1;
  }

  // Expected outcomes closer than this are equal; the order of sums and a table's precision change less.
  static constexpr Score tie() {
    if constexpr (kExpected)
      return 1e-10;
    else
      return 0;
  }

  // The score of a finished game, `ply` plies below the root.
  static constexpr Score finished(int outcome, int ply) {
    if constexpr (kExpected)
      return outcome;
    else
      return outcome * (kWinScore - ply);
  }

  // The score of a game that ends with points, at most `span` for either side.
  static Score scored(double points, [[maybe_unused]] double span) {
    if constexpr (kExpected)
      return points / span;
    else
      return static_cast<Score>(points * kPointScale);
  }

  // A static evaluation, clamped outside the range of proved scores: in fractional points or as an expected outcome...
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

  // Converts a score to the form stored in a table: distances count from the node instead of the root. Expected
  // outcomes become integers, exact to 1e-11.
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

  // Whether a stored score is a win or loss within the depth of a search, and so the same at every depth.
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

  // `exhaustive`: the search below met no horizon. `span`: the maximum margin if outcomes are points, else 0.
  static Value value(Score score, bool exhaustive, double span) {
    if (span > 0) return {Value::Kind::points, kExpected ? score * span : score / kPointScale, exhaustive};
    if constexpr (kExpected) {
      return {Value::Kind::expect, (score + 1) / 2, exhaustive};
    } else {
      if (score >= kProvenScore) return {Value::Kind::win, static_cast<double>(kWinScore - score), true};
      if (score <= -kProvenScore) return {Value::Kind::loss, static_cast<double>(kWinScore + score), true};
      if (exhaustive) return {Value::Kind::draw, -1, true};
      return {Value::Kind::estimate, score / kPointScale, false};
    }
  }
};

}  // namespace kibitz
