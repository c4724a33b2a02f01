// Chess and Chess960.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/concepts.hpp"
#include "games/chess/classical/evaluate.hpp"
#include "games/chess/classical/weights.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "games/chess/setup.hpp"

namespace kibitz {

class Chess {
 public:
  using State = chess::Board;
  using Undo = chess::Undo;

  static constexpr int kArrangements = 960;

  // `chess960` allows castling from any squares of the first rank.
  Chess(bool chess960, int arrangement) : chess960_(chess960) {
    chess::init_attacks();
    start_ = chess::start_position(arrangement);
  }

  State start() const { return start_; }
  Side mover(const State& b) const { return static_cast<Side>(b.mover); }
  Side turn(const State& b) const { return mover(b); }
  std::uint64_t key(const State& b) const { return b.key; }

  // Repetitions are not considered.
  Result result(const State& b) const {
    if (!chess::has_move(b)) return chess::in_check(b) ? win_for(opponent(mover(b))) : Result::draw;
    return b.halfmove_clock >= chess::kMaxHalfmoveClock || chess::has_insufficient_material(b) ? Result::draw
                                                                                               : Result::ongoing;
  }

  void moves(const State& b, MoveList& out) const {
    Move* const begin = out.extend(chess::kMaxMoves);
    const Move* const end = chess::generate_moves<chess::GenType::all>(b, begin);
    out.truncate(static_cast<std::size_t>(end - out.begin()));
  }
  // The classical evaluation, in pawns.
  double evaluate(const State& b) const {
    static constexpr auto weights = chess::packed(chess::kTunedWeights);
    thread_local chess::PawnTable pawns;
    const int points = chess::evaluate_classical(b, weights, pawns);
    return (b.mover == chess::white ? points : -points) / 100.0;
  }

  std::optional<Move> read_move(const State& b, std::string_view text) const { return chess::read_san(b, text); }

  std::uint64_t count_moves(const State& b) const { return chess::count_moves(b); }

  Undo play(State& b, Move move) const { return chess::play(b, move); }
  void undo(State& b, Move move, const Undo& undo) const { chess::undo(b, move, undo); }

  // From square, to square, and `Special`.
  std::vector<std::int64_t> parts(Move move) const {
    return {chess::from_of(move), chess::to_of(move), chess::special_of(move)};
  }
  Move pack(const std::vector<std::int64_t>& parts) const {
    if (parts.size() != 3 || parts[0] < 0 || parts[0] > 63 || parts[1] < 0 || parts[1] > 63 || parts[2] < 0 ||
        parts[2] > chess::promotion + int{chess::queen})
      throw RulesError("a move has three parts: its origin, its target, and its kind");
    return chess::move_of(static_cast<int>(parts[0]), static_cast<int>(parts[1]), static_cast<int>(parts[2]));
  }

  // From the mover's side of the board: own pieces by kind, the opponent's, castling rooks, en passant square,
  // halfmove clock, and a plane of ones if black is to move.
  Planes planes() const { return {16, 8, 8}; }
  void encode(const State& b, float* out) const {
    const auto flip = b.mover == chess::white ? 0 : 56;
    const auto fill = [&](chess::Bitboard set, int plane) {
      for (; set != 0; set &= set - 1) out[64 * plane + (std::countr_zero(set) ^ flip)] = 1;
    };
    for (int kind = 0; kind < 6; ++kind) {
      fill(b.of(b.mover, static_cast<chess::Kind>(kind)), kind);
      fill(b.of(~b.mover, static_cast<chess::Kind>(kind)), 6 + kind);
    }
    fill(b.castling_rooks, 12);
    if (b.ep_square != chess::kNoSquare) fill(chess::bit(b.ep_square), 13);
    std::fill_n(out + 64 * 14, 64, static_cast<float>(b.halfmove_clock) / chess::kMaxHalfmoveClock);
    if (b.mover != chess::white) std::fill_n(out + 64 * 15, 64, 1.0f);
  }
  // From and to square, with planes of their own for underpromotions.
  int actions() const { return 4 * 64 * 64; }
  int action(const State& b, Move move) const {
    const int flip = b.mover == chess::white ? 0 : 56;
    const int underpromotion =
        chess::is_promotion(move) && chess::promoted(move) != chess::queen ? int{chess::promoted(move)} : 0;
    return underpromotion * 64 * 64 + (chess::from_of(move) ^ flip) * 64 + (chess::to_of(move) ^ flip);
  }

  std::vector<std::int64_t> describe(const State& b) const { return chess::describe(b); }
  State assemble(const std::vector<std::int64_t>& numbers) const { return chess::Setup(numbers, chess960_).board(); }

 private:
  bool chess960_;
  State start_;
};

static_assert(Game<Chess> && HasBulkCount<Chess> && std::is_trivially_copyable_v<Chess::State>);

}  // namespace kibitz
