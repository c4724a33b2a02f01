// The positions of one material as a cyclic tier for retrograde analysis: each
// position and side to move is a node; captures and promotions lead to solved tables.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "games/chess/movegen.hpp"
#include "games/chess/tablebase/index.hpp"
#include "solve/retrograde.hpp"

namespace kibitz::chess {

// The `DistanceByte` of a position of other material, to its mover.
using KnownValue = std::function<std::uint8_t(const Board&)>;

// Node numbers are not dense. Only reflections without fixed points are used as
// symmetries, so that moves and unmoves are as many.
class MaterialTier {
 public:
  MaterialTier(const Material& material, KnownValue known)
      : material_(material),
        known_(std::move(known)),
        pawns_(material.has_pawns()),
        normal_size_(2 * (pawns_ ? 32u : 16u) * 64u * (material.others > 0 ? 64u : 1u) *
                     (material.others > 1 ? 64u : 1u)),
        has_en_passant_(material.others == 2 && material.is_even() && pawns_) {}

  // With a pawn on each side some positions have a second node: right after a double
  // push that may be captured en passant.
  std::uint64_t size() const { return has_en_passant_ ? normal_size_ + kEnPassantNodes : normal_size_; }

  RetrogradeStart start(std::uint64_t node) const {
    RetrogradeStart out;
    Board b;
    if (!set_up(node, b)) return {.exists = false};
    std::array<Move, kMaxMoves> moves;
    const auto* end = generate_moves<GenType::all>(b, moves.data());
    if (end == moves.data()) {
      out.has_draw = !in_check(b);
      out.latest_loss = 0;
      return out;
    }
    for (const auto* move = moves.data(); move != end; ++move) {
      if (b.at(to_of(*move)) == nothing && special_of(*move) == normal) {
        ++out.internal_moves;
        continue;
      }
      const auto undo_info = play(b, *move);
      const auto value = known_(b);
      undo(b, *move, undo_info);
      if (value == DistanceByte::drawn)
        out.has_draw = true;
      else if (DistanceByte::is_loss(value))
        out.soonest_win = out.soonest_win < 0 ? DistanceByte::plies(value) + 1
                                              : std::min(out.soonest_win, DistanceByte::plies(value) + 1);
      else
        out.latest_loss = std::max(out.latest_loss, DistanceByte::plies(value) + 1);
    }
    return out;
  }

  template <class Visit>
  void for_each_predecessor(std::uint64_t node, const Visit& visit) const {
    const bool after_double_push = node >= normal_size_;
    const TablePosition p = after_double_push ? en_passant_position(node) : position(node);
    const Colour moved = ~p.mover;
    if (after_double_push) {  // the double push is the only unmove
      auto q = p;
      q.mover = moved;
      q.squares[moved == white ? 2 : 3] += moved == white ? -16 : 16;
      visit(number(q));
      return;
    }
    const auto occupied = occupied_by(p);
    // Unmoves of one piece.
    const auto add_unmoves = [&](std::size_t which, Bitboard sources) {
      auto q = p;
      q.mover = moved;
      while (sources) {
        q.squares[which] = pop_lsb(sources);
        visit(number(q));
        if (has_en_passant_ && allows_en_passant(q)) visit(en_passant_number(q));
      }
    };
    add_unmoves(moved, king_attacks(p.king(moved)) & ~occupied & ~king_attacks(p.king(~moved)));
    for (int i = 0; i < material_.others; ++i) {
      const auto& piece = material_.pieces[static_cast<std::size_t>(i)];
      if (piece.colour != moved) continue;
      const Square square = p.other(i);
      const auto which = static_cast<std::size_t>(2 + i);
      if (piece.kind != pawn) {
        add_unmoves(which, attacks_of(piece.kind, square, occupied) & ~occupied);
        continue;
      }
      const auto back = [&](Bitboard squares) {
        return (moved == white ? forward<black>(squares) : forward<white>(squares)) & ~occupied;
      };
      const auto one = back(bit(square)) & ~relative_rank(moved, 0);
      auto two = back(one) & relative_rank(moved, 1) & back(back(relative_rank(moved, 3)));
      // A double push that allows en passant leads to the other node.
      if (has_en_passant_ && two != 0 && allows_en_passant(p)) two = 0;
      add_unmoves(which, one | two);
    }
  }

  std::uint64_t number(const TablePosition& p) const {
    const int symmetry = (file_of(p.king(white)) > 3 ? 1 : 0) | (!pawns_ && rank_of(p.king(white)) > 3 ? 2 : 0);
    const auto image = [&](Square square) { return static_cast<std::uint64_t>(KingPairs::image(square, symmetry)); };
    const auto first = image(p.king(white));
    std::uint64_t out = ((first >> 3) * 4 + (first & 3)) * 64 + image(p.king(black));
    for (int i = 0; i < material_.others; ++i) out = out * 64 + image(p.other(i));
    return out * 2 + p.mover;
  }

  // Sets up the board; false if the position is illegal.
  bool set_up(std::uint64_t node, Board& b) const {
    const bool after_double_push = node >= normal_size_;
    const TablePosition p = after_double_push ? en_passant_position(node) : position(node);
    if (!put(p, b)) return false;
    if (!after_double_push) return true;
    if (!allows_en_passant(p)) return false;
    b.ep_square = static_cast<std::uint8_t>(behind(p));
    return true;
  }

  // Puts the pieces; false if they can't stand so, or the side that moved last is in check.
  bool put(const TablePosition& p, Board& b) const {
    if (p.king(white) == p.king(black) || (king_attacks(p.king(white)) & bit(p.king(black)))) return false;
    for (const Colour colour : {white, black}) b.put(colour, king, p.king(colour));
    for (int i = 0; i < material_.others; ++i) {
      const auto& piece = material_.pieces[static_cast<std::size_t>(i)];
      const Square square = p.other(i);
      if (b.at(square) != nothing) return false;
      if (piece.kind == pawn && (rank_of(square) == 0 || rank_of(square) == 7)) return false;
      b.put(piece.colour, piece.kind, square);
    }
    b.mover = p.mover;
    return !attacked(b, b.king_of(~p.mover), p.mover, b.occupied());
  }

 private:
  // En passant nodes: side to move, kings, file of the pushed pawn, side of the capturing pawn.
  static constexpr std::uint64_t kEnPassantNodes = std::uint64_t{2} * 32 * 64 * 8 * 2;

  TablePosition position(std::uint64_t node) const {
    TablePosition p;
    p.mover = node % 2 == 0 ? white : black;
    node /= 2;
    for (int i = material_.others; i-- > 0; node /= 64)
      p.squares[static_cast<std::size_t>(2 + i)] = static_cast<Square>(node % 64);
    set_kings(p, node);
    return p;
  }
  static void set_kings(TablePosition& p, std::uint64_t number) {
    p.squares[1] = static_cast<Square>(number % 64);
    number /= 64;
    p.squares[0] = static_cast<Square>(number / 4 * 8 + number % 4);
  }

  // The pushed pawn is on its fourth rank, the capturing one beside it.
  TablePosition en_passant_position(std::uint64_t node) const {
    node -= normal_size_;
    TablePosition p;
    p.mover = node % 2 == 0 ? white : black;
    const int side = node / 2 % 2 == 0 ? -1 : 1, file = static_cast<int>(node / 4 % 8);
    set_kings(p, node / 32);
    const Square pushed = square_at(file, p.mover == black ? 3 : 4);
    // Off the board: both on one square, which is illegal.
    const Square capturer = file + side < 0 || file + side > 7 ? pushed : pushed + side;
    p.squares[p.mover == black ? 2 : 3] = pushed;
    p.squares[p.mover == black ? 3 : 2] = capturer;
    return p;
  }
  std::uint64_t en_passant_number(const TablePosition& p) const {
    const int symmetry = file_of(p.king(white)) > 3 ? 1 : 0;
    const auto image = [&](Square square) { return static_cast<std::uint64_t>(KingPairs::image(square, symmetry)); };
    const auto pushed = image(pushed_pawn(p)), capturer = image(capturing_pawn(p)), first = image(p.king(white));
    const auto kings = ((first >> 3) * 4 + (first & 3)) * 64 + image(p.king(black));
    return normal_size_ + kings * 32 + (pushed & 7) * 4 + (capturer > pushed ? 2 : 0) + p.mover;
  }
  static Square pushed_pawn(const TablePosition& p) { return p.other(p.mover == black ? 0 : 1); }
  static Square capturing_pawn(const TablePosition& p) { return p.other(p.mover == black ? 1 : 0); }
  static Square behind(const TablePosition& p) { return pushed_pawn(p) + (p.mover == black ? -8 : 8); }

  // Whether the last move may have been a double push that the mover can capture en passant.
  bool allows_en_passant(const TablePosition& p) const {
    const Square pushed = pushed_pawn(p), capturer = capturing_pawn(p);
    if (rank_of(pushed) != (p.mover == black ? 3 : 4) || rank_of(capturer) != rank_of(pushed)) return false;
    if (std::abs(file_of(pushed) - file_of(capturer)) != 1) return false;
    Board b;
    if (!put(p, b)) return false;
    const Square to = behind(p), began = p.mover == black ? to - 8 : to + 8;
    return b.at(to) == nothing && b.at(began) == nothing && is_legal_en_passant(b, capturer, to);
  }

  Bitboard occupied_by(const TablePosition& p) const {
    Bitboard out = 0;
    for (int i = 0; i < 2 + material_.others; ++i) out |= bit(p.squares[static_cast<std::size_t>(i)]);
    return out;
  }

  Material material_;
  KnownValue known_;
  bool pawns_;
  std::uint64_t normal_size_;
  bool has_en_passant_;
};

static_assert(RetrogradeTier<MaterialTier>);

}  // namespace kibitz::chess
