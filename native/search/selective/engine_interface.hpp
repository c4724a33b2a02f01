// A selective search of some game behind one face, as Python holds it.
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

// What a thinker is asked.
struct ThinkRequest {
  std::vector<std::uint64_t> earlier;  // keys of the positions before, the oldest first
  int depth = 0;                       // at most so deep; 0: as deep as it can
  ThinkingTime time;
  bool ponder = false;   // think until told that the expected move came
  bool forever = false;  // don't answer before being told to stop
  int lines = 1;
  std::vector<Move> only;            // these moves only, if there are any
  const Tablebase* known = nullptr;  // a table that knows some positions
  Ideas ideas;
};

// One line as it was found.
struct ThoughtLine {
  int score = 0;
  std::vector<Move> moves;

  // The score in the words of the Python floor; points are hundredths.
  Value value() const;
};

struct Thought {
  int depth = 0, furthest = 0;
  std::vector<ThoughtLine> lines;  // best first
  std::uint64_t nodes = 0;
  double seconds = 0;
  int fullness = 0;  // of the table, in thousandths
  bool stopped = false;
};

// Told of every depth that was finished.
using ThoughtListener = std::function<void(const Thought&)>;

// Points, as the mover sees them; a loss in so many plies counts from the top.
inline constexpr int kMateScore = 32000;
inline constexpr int kDeepestPly = 240;
inline constexpr int kSureScore = kMateScore - kDeepestPly;  // from here on the game is decided

constexpr bool is_decided(int score) { return score >= kSureScore || score <= -kSureScore; }

inline Value ThoughtLine::value() const {
  if (score >= kSureScore) return {Value::Kind::win, static_cast<double>(kMateScore - score), true};
  if (score <= -kSureScore) return {Value::Kind::loss, static_cast<double>(kMateScore + score), true};
  return {Value::Kind::estimate, score / 100.0, false};
}

class Thinker {
 public:
  explicit Thinker(const Identity* identity) : identity_(identity) {}
  virtual ~Thinker() = default;
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  const Identity* identity() const { return identity_; }

  // It is for one caller at a time, who sets this while it works.
  std::atomic<bool> at_work{false};

  virtual void set_table(std::uint64_t bytes) = 0;
  virtual void set_threads(int threads) = 0;
  virtual void forget() = 0;
  // From another thread: the move that was expected came.
  virtual void ponder_hit() = 0;
  // What a position is worth at first sight, as the mover sees it.
  virtual int judge(const ErasedState&) = 0;
  virtual Thought think(const ErasedState&, const ThinkRequest&, Control&, const ThoughtListener&) = 0;

 private:
  const Identity* identity_;
};

}  // namespace kibitz
