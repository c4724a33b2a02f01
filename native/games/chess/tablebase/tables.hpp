// Endgame tables of chess: distance to mate of all positions with few pieces. They
// ignore the fifty-move rule; where it may matter, `probe` returns nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/tablebase.hpp"
#include "games/chess/rules.hpp"
#include "games/chess/tablebase/tier.hpp"
#include "solve/endgame.hpp"
#include "solve/payload.hpp"

namespace kibitz {

namespace chess {

// The index of all materials with up to so many pieces, one after the other.
class EndgameIndex {
 public:
  explicit EndgameIndex(int most_pieces) : most_pieces_(most_pieces) {
    if (most_pieces < 2 || most_pieces > kMaxTablebasePieces) throw RulesError("there are tables of 2 to 4 pieces");
    init_attacks();
    for (const auto& material : all_materials(most_pieces)) {
      places_.emplace_back(material);
      begins_.push_back(size_);
      size_ += places_.back().size();
    }
  }

  int most_pieces() const { return most_pieces_; }
  std::uint64_t size() const { return size_; }
  std::size_t units() const { return places_.size(); }
  const MaterialIndex& unit(std::size_t which) const { return places_[which]; }
  std::uint64_t begin(std::size_t which) const { return begins_[which]; }

  // The position at a place, if it is legal.
  std::optional<Board> at(std::uint64_t place) const {
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), place);
    const auto unit = static_cast<std::size_t>(after - begins_.begin()) - 1;
    Board b;
    const auto p = places_[unit].at(place - begins_[unit]);
    if (!MaterialTier(places_[unit].material(), nullptr).put(p, b)) return std::nullopt;
    if (b.mover == black) b.key ^= kZobrist.black_to_move;
    return b;
  }

  // The place of a position, ignoring en passant; nothing if it has more pieces or castling rights.
  struct Place {
    std::size_t unit;
    std::uint64_t place;
  };
  std::optional<Place> find(const Board& b) const {
    if (b.castling_rooks || count(b.occupied()) > most_pieces_) return std::nullopt;
    const auto [material, swapped] = material_of(b);
    for (std::size_t unit = 0; unit < places_.size(); ++unit)
      if (places_[unit].material() == material)
        return Place{unit, places_[unit].place(position_of(b, material, swapped))};
    return std::nullopt;
  }

 private:
  static TablePosition position_of(const Board& b, const Material& material, bool swapped) {
    TablePosition p;
    const auto seen = [&](Square square) { return swapped ? mirrored(square) : square; };
    const auto whose = [&](Colour colour) { return swapped ? ~colour : colour; };
    p.mover = whose(b.mover);
    for (const Colour colour : {white, black}) p.squares[colour] = seen(b.king_of(whose(colour)));
    std::array<std::array<Bitboard, kKinds>, 2> left{};
    for (int i = 0; i < material.others; ++i) {
      const auto& piece = material.pieces[static_cast<std::size_t>(i)];
      auto& of_kind = left[piece.colour][piece.kind];
      if (i == 0 || material.pieces[static_cast<std::size_t>(i - 1)] != piece)
        of_kind = b.of(whose(piece.colour), piece.kind);
      p.squares[static_cast<std::size_t>(2 + i)] = seen(pop_lsb(of_kind));
    }
    return p;
  }

  int most_pieces_;
  std::vector<MaterialIndex> places_;
  std::vector<std::uint64_t> begins_;
  std::uint64_t size_ = 0;
};

class EndgameSolver final : public EndgameRun {
 public:
  EndgameSolver(const Identity* identity, int most_pieces, int threads)
      : EndgameRun(identity), index_(most_pieces), threads_(threads), solved_(index_.units()) {}

  std::uint64_t places() const override { return index_.size(); }
  int units() const override { return static_cast<int>(index_.units()); }
  std::uint64_t steps(int unit) const override {
    const MaterialTier tier(material(unit), nullptr);
    return RetrogradeSolver<MaterialTier>::steps(tier.size());
  }

  // A capture leaves fewer pieces, a promotion fewer pawns.
  int level(int unit) const override {
    const Material& of = material(unit);
    const auto is_pawn = [](const TablePiece& piece) { return piece.kind == pawn; };
    const auto pawns = std::count_if(of.pieces.begin(), of.pieces.begin() + of.others, is_pawn);
    return of.others * static_cast<int>(kMaxOthers + 1) + static_cast<int>(pawns);
  }

  std::string solve(int unit, Control& control) override {
    for (int fewer = 0; fewer < units(); ++fewer)
      if (level(fewer) < level(unit) && solved_[static_cast<std::size_t>(fewer)].empty())
        throw RulesError("the units of lower levels come first");
    const auto& places = index_.unit(static_cast<std::size_t>(unit));
    const MaterialTier tier(material(unit), [this](const Board& b) { return known(b); });
    const auto values = RetrogradeSolver<MaterialTier>(tier, control, threads_).solve();
    std::string stored(static_cast<std::size_t>(places.size()), '\0');
    for (std::uint64_t place = 0; place < places.size(); ++place)
      stored[static_cast<std::size_t>(place)] =
          static_cast<char>(values[static_cast<std::size_t>(tier.number(places.at(place)))]);
    restore(unit, stored);
    return stored;
  }
  void restore(int unit, const std::string& stored) override {
    const auto which = static_cast<std::size_t>(unit);
    if (stored.size() != index_.unit(which).size()) throw RulesError("a unit has the wrong length");
    solved_[which] = stored;
  }

 private:
  const Material& material(int unit) const { return index_.unit(static_cast<std::size_t>(unit)).material(); }

  // The value of a position after a capture or promotion.
  std::uint8_t known(const Board& b) const {
    const auto found = index_.find(b);
    if (!found) throw RulesError("an endgame leads to one that has no table");
    const auto value = static_cast<std::uint8_t>(solved_[found->unit][static_cast<std::size_t>(found->place)]);
    if (value == DistanceByte::absent) throw RulesError("a unit has no value for a position that there is");
    return value;
  }

  EndgameIndex index_;
  int threads_;
  std::vector<std::string> solved_;
};

class EndgameTablebase final : public Tablebase {
 public:
  EndgameTablebase(const Identity* identity, const Chess&, int most_pieces, const Payload& payload, std::uint64_t begin,
                   std::uint64_t length)
      : Tablebase(identity), index_(most_pieces), payload_(payload), begin_(begin) {
    if (length != index_.size() || !payload.has(begin, length))
      throw RulesError("it does not have one value for each place of its index");
  }

  std::optional<Value> probe(const ErasedState& s) const override {
    const Board& b = TypedState<Chess>::unwrap(s);
    if (count(b.occupied()) > index_.most_pieces() || b.castling_rooks) return std::nullopt;
    const auto value = value_of(b);
    if (!value || *value == DistanceByte::absent) return std::nullopt;
    if (*value == DistanceByte::drawn) return Value{Value::Kind::draw, -1, true};
    const int plies = DistanceByte::plies(*value);
    // The mate may come too late for the fifty-move rule.
    if (plies + b.halfmove_clock > kFiftyMovePlies && plies > 0) return std::nullopt;
    return Value{DistanceByte::is_win(*value) ? Value::Kind::win : Value::Kind::loss, static_cast<double>(plies), true};
  }
  std::uint64_t size() const override { return index_.size(); }
  std::unique_ptr<ErasedState> at(std::uint64_t place) const override {
    const auto board = index_.at(place);
    return board ? std::make_unique<TypedState<Chess>>(identity(), *board) : nullptr;
  }

  // A move captures at most one piece.
  bool may_know_within(const ErasedState& s, int decisions) const override {
    return count(TypedState<Chess>::unwrap(s).occupied()) - decisions <= index_.most_pieces();
  }

 private:
  static constexpr int kFiftyMovePlies = 100;

  std::optional<std::uint8_t> value_of(const Board& b) const {
    const auto found = index_.find(b);
    if (!found) return std::nullopt;
    const auto stored =
        payload_.read<std::uint8_t>(static_cast<std::size_t>(begin_ + index_.begin(found->unit) + found->place));
    return b.ep_square == kNoSquare ? stored : with_en_passant(b, stored);
  }

  // The tables ignore en passant, so those captures are searched here.
  std::optional<std::uint8_t> with_en_passant(Board b, std::uint8_t stored) const {
    std::array<Move, kMaxMoves> moves;
    const auto* end = generate_moves<GenType::captures>(b, moves.data());
    const bool has_others =
        count_moves(b) > static_cast<std::uint64_t>(std::count_if(static_cast<const Move*>(moves.data()), end,
                                                                  [](Move m) { return special_of(m) == en_passant; }));
    std::uint8_t best = has_others ? stored : DistanceByte::absent;
    for (const auto* move = moves.data(); move != end; ++move) {
      if (special_of(*move) != en_passant) continue;
      const auto undo_info = play(b, *move);
      const auto after = value_of(b);
      undo(b, *move, undo_info);
      if (!after) return std::nullopt;
      const auto mine = *after == DistanceByte::drawn ? *after : static_cast<std::uint8_t>(*after + 1);
      if (best == DistanceByte::absent || rank(mine) > rank(best)) best = mine;
    }
    return best;
  }
  // Sooner wins are better, then draws, then later losses.
  static int rank(std::uint8_t value) {
    if (value == DistanceByte::drawn) return 0;
    return DistanceByte::is_win(value) ? 1000 - value : value - 1000;
  }

  EndgameIndex index_;
  const Payload& payload_;
  std::uint64_t begin_;
};

}  // namespace chess

template <>
struct Endgame<Chess> {
  using Tablebase = chess::EndgameTablebase;

  // Values are bytes.
  static std::unique_ptr<EndgameRun> run(const Identity* identity, const Chess&, int most_pieces, int, int threads) {
    return std::make_unique<chess::EndgameSolver>(identity, most_pieces, threads);
  }
};

}  // namespace kibitz
