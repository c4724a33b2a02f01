// The selective search of any game behind one interface, as Python holds it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/control.hpp"
#include "base/identity.hpp"
#include "search/score.hpp"
#include "search/selective/features.hpp"
#include "search/selective/time_manager.hpp"

namespace kibitz {

class Tablebase;
class ErasedState;

namespace selective {

struct SearchLimits {
  std::vector<std::uint64_t> earlier;  // keys of the positions before the root, the oldest first
  int depth = 0;                       // 0: no limit
  TimeLimits time;
  bool ponder = false;    // until the expected move is played
  bool infinite = false;  // until stopped
  int multi_pv = 1;
  std::vector<Move> search_moves;        // only these at the root, if there are any
  const Tablebase* tablebase = nullptr;  // may be null
  Features features;
};

// A principal variation with its score.
struct PvLine {
  int score = 0;
  std::vector<Move> moves;

  Value value() const;
};

// The result of an iteration, and of the whole search.
struct SearchInfo {
  int depth = 0, sel_depth = 0;
  std::vector<PvLine> pv_lines;  // best first
  std::uint64_t nodes = 0;
  double seconds = 0;
  int hashfull = 0;  // permille
  bool stopped = false;
};

// Called after every iteration.
using InfoListener = std::function<void(const SearchInfo&)>;

// Scores are centipawns, from the side to move; mate in n plies is kMateScore - n.
inline constexpr int kMateScore = 32000;
inline constexpr int kMaxPly = 240;
inline constexpr int kMateInMaxPly = kMateScore - kMaxPly;

constexpr bool is_mate_score(int score) { return score >= kMateInMaxPly || score <= -kMateInMaxPly; }

inline Value PvLine::value() const {
  if (score >= kMateInMaxPly) return {Value::Kind::win, static_cast<double>(kMateScore - score), true};
  if (score <= -kMateInMaxPly) return {Value::Kind::loss, static_cast<double>(kMateScore + score), true};
  return {Value::Kind::estimate, score / 100.0, false};
}

class EngineInterface {
 public:
  explicit EngineInterface(const Identity* identity) : identity_(identity) {}
  virtual ~EngineInterface() = default;
  EngineInterface(const EngineInterface&) = delete;
  EngineInterface& operator=(const EngineInterface&) = delete;

  const Identity* identity() const { return identity_; }

  // Set by the one caller at a time that may use it.
  std::atomic<bool> in_use{false};

  virtual void resize_tt(std::uint64_t bytes) = 0;
  virtual void set_threads(int threads) = 0;
  // For a new game.
  virtual void clear() = 0;
  // From another thread: the expected move was played.
  virtual void ponder_hit() = 0;
  // The static evaluation, from the side to move.
  virtual int evaluate(const ErasedState&) = 0;
  virtual SearchInfo search(const ErasedState&, const SearchLimits&, Control&, const InfoListener&) = 0;

 private:
  const Identity* identity_;
};

}  // namespace selective
}  // namespace kibitz
