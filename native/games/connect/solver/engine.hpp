// The interface of solvers for all board sizes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/control.hpp"
#include "games/connect/solver/book.hpp"

namespace kibitz::connect {

// Cells row by row from the top left: 0 empty, 1 first player, 2 second player.
using Description = Numbers;

struct MoveScore {
  int column;
  int score;  // for the side that makes the move
  std::vector<int> line;
};

class Engine {
 public:
  virtual ~Engine() = default;

  // Positions must be unfinished. A stopped call throws, but keeps its table entries.
  virtual int score(const Description&, Control&, int threads) = 0;
  // The score after these columns, a digit from 1 each; nothing if the game ends or a move is illegal.
  virtual std::optional<int> score_after(std::string_view columns, Control&, int threads) = 0;
  // Every move, best first, each with its principal variation as far as it is cheap to find.
  virtual std::vector<MoveScore> moves(const Description&, Control&, int threads) = 0;

  virtual void set_book(std::shared_ptr<const Book>) = 0;
  virtual void clear() = 0;
  virtual std::uint64_t nodes() const = 0;

  // For book generation: the keys of a book, and their scores in the same order; `kUnsolved` ones are filled in.
  virtual std::vector<std::uint64_t> book_keys(int plies, Control&) const = 0;
  virtual int stones_of(std::uint64_t key) const = 0;
  virtual void fill_book(const std::vector<std::uint64_t>& keys, std::vector<std::int8_t>& scores, int threads,
                         Control&) = 0;
};

// Null if the board does not fit a word.
std::unique_ptr<Engine> make_engine(int width, int height, int length, int table_bits);

}  // namespace kibitz::connect
