// A small network that judges positions. Its first layer sees what stands where,
// once as each side sees it, and is kept up to date move by move; a second one
// makes points of it. All of it is whole numbers, so it is the same everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "games/chess/board.hpp"

namespace kibitz::chess {

inline constexpr int kInputs = 2 * kKinds * kSquares;
inline constexpr std::size_t kHidden = 256;
// Positions with few pieces are judged by other outputs than those with many.
inline constexpr int kOutputs = 8;
// What stands for 1 in the first layer, and in the weights of the second.
inline constexpr int kOneHidden = 255, kOneOutput = 64;
// Points of an output of 1.
inline constexpr int kPointScale400 = 400;

using Hidden = std::array<std::int16_t, kHidden>;

struct Network {
  alignas(64) std::array<Hidden, kInputs> inputs;
  alignas(64) Hidden bias;
  alignas(64) std::array<std::array<Hidden, 2>, kOutputs> outputs;  // for the mover's side and the other's
  std::array<std::int32_t, kOutputs> output_bias;

  // Reads what training wrote; throws RulesError if the bytes are no such network.
  static std::shared_ptr<const Network> read(std::span<const std::uint8_t> bytes);
};

// The input that a piece is, as a side sees it whose king is on `king`: from its
// own side of the board, and with the king on the left half.
inline int input_of(Colour view, Square king, Colour colour, Kind kind, Square square) {
  const int flip = (view == black ? 56 : 0) ^ (file_of(king) > 3 ? 7 : 0);
  return ((colour != view ? kKinds : 0) + kind) * kSquares + (square ^ flip);
}

inline int output_for(const Board& b) { return (count(b.occupied()) - 1) * kOutputs / 32; }

// The loops, compiled for what the processor can do.
struct Kernels {
  // to = from + the rows added - the rows removed; one or two of each.
  void (*update)(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added, int adds,
                 const std::int16_t* const* removed, int removes);
  // The sum over both sides of the clipped square of the hidden value times its weight.
  std::int64_t (*output)(const std::int16_t* own, const std::int16_t* other, const std::int16_t* weights);
};
const Kernels& kernels();

// The network that is used; null before one was loaded.
std::shared_ptr<const Network> current_network();
void use_network(std::shared_ptr<const Network> network);

}  // namespace kibitz::chess
