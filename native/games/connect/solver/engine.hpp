// One face for the solvers of all board sizes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/control.hpp"
#include "games/connect/solver/book.hpp"

namespace kibitz::connect {

// Stones as the game describes them: row by row from the top left, 0 empty, 1 the
// first player's, 2 the second's.
using Picture = Numbers;

struct MoveScore {
  int column;
  int score;  // for the side that makes the move
  std::vector<int> line;
};

class Engine {
 public:
  virtual ~Engine() = default;

  // All positions must not have ended. A stopped call throws and keeps what it learnt.
  virtual int score(const Picture&, Control&, int threads) = 0;
  // Every move, best first, each with the line after it as far as it is found cheaply.
  virtual std::vector<MoveScore> moves(const Picture&, Control&, int threads) = 0;

  virtual void use(std::shared_ptr<const Book>) = 0;
  virtual void forget() = 0;
  virtual std::uint64_t nodes() const = 0;

  // For computing a book: the keys it holds, and the scores in the same order;
  // those that are `kNotYet` are filled in.
  virtual std::vector<std::uint64_t> book_keys(int plies, Control&) const = 0;
  virtual int stones_of(std::uint64_t key) const = 0;
  virtual void fill_book(const std::vector<std::uint64_t>& keys, std::vector<std::int8_t>& scores, int threads,
                         Control&) = 0;
};

// Null if the board does not fit a word.
std::unique_ptr<Engine> make_engine(int width, int height, int length, int table_bits);

}  // namespace kibitz::connect
