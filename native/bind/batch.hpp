// Batches of games stepped together, with arrays that belong to the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "bind/core_game.hpp"

namespace kibitz {

// Arrays with an entry, or a row, for each game.
struct BatchArrays {
  float* observations;       // an encoded position
  std::uint8_t* masks;       // which actions are legal
  std::int8_t* turns;        // the side to move
  std::int32_t* plies;       // decisions so far
  float* rewards;            // of both sides, for the last step
  std::uint8_t* terminated;  // whether the last step ended the game
  std::uint8_t* truncated;   // whether it reached the maximum of plies
  float* last_observations;  // the final position of the last finished or truncated game
};

// Any game with an encoding. Chance acts by itself, and a finished game restarts at once.
class Batch {
 public:
  // Each game begins with a random one of the starts; `most_plies` 0: no limit.
  Batch(const CoreGame&, std::size_t games, std::uint64_t seed, std::vector<Rules::StatePtr> starts, int most_plies,
        const BatchArrays&);

  std::size_t size() const { return games_.size(); }

  // Restarts all games with a seed.
  void reset(std::uint64_t seed);
  // Restarts some games.
  void reset_some(const std::uint8_t* chosen);
  // An action for each game. Throws RulesError, before any game changes, if one is illegal.
  void step(const std::int64_t* actions);
  // A random legal action of each game.
  void sample(std::int64_t* actions);
  // A game's current position, with its history.
  Rules::StatePtr state(std::size_t game) const;

 private:
  struct Playing {
    Rules::StatePtr state;
    Random chance{0}, choice{0};
    std::vector<Move> moves;   // the legal ones
    std::vector<int> actions;  // of each
    std::int32_t plies = 0;    // decisions so far
  };

  const Rules& rules() const { return game_.rules(); }
  void begin(std::size_t at);
  void play(std::size_t at, Move move);
  Result settle(std::size_t at);
  void list_moves(Playing&);
  void show(std::size_t at);
  void encode(std::size_t at, float* to) const;
  void reward(std::size_t at, Result result);
  Move move_of(std::size_t at, std::int64_t action) const;

  const CoreGame& game_;
  std::vector<Playing> games_;
  std::vector<Rules::StatePtr> starts_;
  std::int32_t most_plies_;
  BatchArrays arrays_;
  std::size_t planes_, actions_;
  bool repeats_;
  std::vector<Move> chosen_;  // in a step, a move for each game
  MoveList listed_;
  ChanceList chances_;
};

}  // namespace kibitz
