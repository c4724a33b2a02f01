// Keeps the network's first layer up to date along a line of moves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/chess/network/network.hpp"
#include "games/chess/play.hpp"

namespace kibitz::chess {

class NetworkFollower {
 public:
  explicit NetworkFollower(const Network& network) : network_(network), steps_(kRoom) {}

  void begin(const Board& b) {
    at_ = 0;
    for (const Colour view : {white, black}) refresh(b, view);
  }

  // Before the move is made.
  void play(const Board& b, Move move) {
    Step& step = next();
    const Colour us = b.mover;
    const Square from = from_of(move), to = to_of(move);
    const Kind kind = b.at(from);
    if (special_of(move) == castling) {
      const auto [king_to, rook_to] = castled(from, to);
      step.remove(us, king, from);
      step.remove(us, rook, to);
      step.add(us, king, king_to);
      step.add(us, rook, rook_to);
      step.turns[us] = (file_of(from) > 3) != (file_of(king_to) > 3);
      return;
    }
    step.remove(us, kind, from);
    step.add(us, is_promotion(move) ? promoted(move) : kind, to);
    if (special_of(move) == en_passant)
      step.remove(~us, pawn, to ^ 8);
    else if (b.at(to) != nothing)
      step.remove(~us, b.at(to), to);
    if (kind == king) step.turns[us] = (file_of(from) > 3) != (file_of(to) > 3);
  }
  void pass() { next(); }
  void undo() { --at_; }

  // For the mover.
  int points(const Board& b) {
    for (const Colour view : {white, black})
      if (!steps_[at_].known[view]) catch_up(b, view);
    const auto& values = steps_[at_].values;
    const int which = output_for(b);
    const auto& weights = network_.outputs[static_cast<std::size_t>(which)];
    const auto sum = kernels().output(values[b.mover].data(), values[~b.mover].data(), weights[0].data());
    const auto scaled = sum / kOneHidden + network_.output_bias[static_cast<std::size_t>(which)];
    return static_cast<int>(scaled * kPointScale400 / (kOneHidden * kOneOutput));
  }

 private:
  static constexpr std::size_t kRoom = 256;

  struct Change {
    Colour colour;
    Kind kind;
    std::uint8_t square;
  };
  // What a move changed, and the first layer after it, once somebody asked for it.
  struct Step {
    alignas(64) std::array<Hidden, 2> values;
    std::array<bool, 2> known{};
    std::array<bool, 2> turns{};  // whether the side's king changed its half of the board
    std::array<Change, 2> added, removed;
    std::uint8_t adds = 0, removes = 0;

    void add(Colour colour, Kind kind, Square square) {
      added[adds++] = {colour, kind, static_cast<std::uint8_t>(square)};
    }
    void remove(Colour colour, Kind kind, Square square) {
      removed[removes++] = {colour, kind, static_cast<std::uint8_t>(square)};
    }
  };

  Step& next() {
    Step& step = steps_[++at_];
    step.known = step.turns = {};
    step.adds = step.removes = 0;
    return step;
  }

  // From the last step at which the side's view was known, move by move; from the
  // board itself where its king turned the view since.
  void catch_up(const Board& b, Colour view) {
    std::size_t from = at_;
    while (!steps_[from].known[view]) {
      if (steps_[from].turns[view]) {
        refresh(b, view);
        return;
      }
      --from;
    }
    const Square own_king = b.king_of(view);  // on the same half ever since
    for (; from < at_; ++from) {
      const auto& before = steps_[from].values[view];
      auto& step = steps_[from + 1];
      step.known[view] = true;
      if (step.adds == 0) {
        step.values[view] = before;
        continue;
      }
      std::array<const std::int16_t*, 2> added{}, removed{};
      for (std::size_t i = 0; i < step.adds; ++i) added[i] = row(view, own_king, step.added[i]);
      for (std::size_t i = 0; i < step.removes; ++i) removed[i] = row(view, own_king, step.removed[i]);
      kernels().update(step.values[view].data(), before.data(), added.data(), step.adds, removed.data(), step.removes);
    }
  }

  void refresh(const Board& b, Colour view) {
    auto& step = steps_[at_];
    step.values[view] = network_.bias;
    const Square own_king = b.king_of(view);
    for (auto left = b.occupied(); left;) {
      const Square square = take_lowest(left);
      const Change piece{b.colour_at(square), b.at(square), static_cast<std::uint8_t>(square)};
      const std::int16_t* added[] = {row(view, own_king, piece)};
      const std::int16_t* removed[] = {nullptr};
      kernels().update(step.values[view].data(), step.values[view].data(), added, 1, removed, 0);
    }
    step.known[view] = true;
  }

  const std::int16_t* row(Colour view, Square own_king, const Change& piece) const {
    const int input = input_of(view, own_king, piece.colour, piece.kind, piece.square);
    return network_.inputs[static_cast<std::size_t>(input)].data();
  }

  const Network& network_;
  std::vector<Step> steps_;
  std::size_t at_ = 0;
};

}  // namespace kibitz::chess
