// The solver of one board shape behind the common interface.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "base/stable_sort.hpp"
#include "games/connect/solver/book_builder.hpp"
#include "games/connect/solver/engine.hpp"

namespace kibitz::connect {

template <class Board>
class EngineOf final : public Engine {
 public:
  EngineOf(const Board& board, int table_bits)
      : board_(board), table_(board, table_bits), small_table_(board, std::min(table_bits, kSmallBits)) {}

  int score(const Description& description, Control& control, int threads) override {
    const auto node = read(description);
    return with_solver(control, threads, [&](Solver<Board>& solver) { return solver.score(node.own, node.other); });
  }

  std::optional<int> score_after(std::string_view columns, Control& control, int threads) override {
    Cells own = 0, other = 0;
    for (const char digit : columns) {
      const int column = digit - '1';
      if (column < 0 || column >= board_.width) return std::nullopt;
      const Cells move = board_.playable(own | other) & board_.column(column);
      if (move == 0) return std::nullopt;
      const Cells moved = own | move;
      own = other;
      other = moved;
    }
    if ((own | other) == board_.all() || board_.has_line(own) || board_.has_line(other)) return std::nullopt;
    return with_solver(control, threads, [&](Solver<Board>& solver) { return solver.score(own, other); });
  }

  std::vector<MoveScore> moves(const Description& description, Control& control, int threads) override {
    const auto node = read(description);
    auto out = with_solver(control, threads, [&](Solver<Board>& solver) {
      std::vector<MoveScore> found;
      int guess = 0;
      for (const int column : columns_from_centre()) {
        const Cells move = playable(board_, node) & board_.column(column);
        if (move == 0) continue;
        found.push_back({column, -score_after(solver, node, move, -guess), {}});
        guess = found.back().score;
      }
      return found;
    });
    // Stable: among equal moves, central columns come first.
    sort_stably<MoveScore>(out, [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; });
    for (auto& move : out) extract_pv(node, move, &move == out.data() ? kBestLineNodes : kLineNodes);
    return out;
  }

  void set_book(std::shared_ptr<const Book> book) override { book_ = std::move(book); }
  void clear() override {
    table_.clear();
    small_table_.clear();
    prefer_large_ = large_used_ = false;
  }
  std::uint64_t nodes() const override { return nodes_; }

  std::vector<std::uint64_t> book_keys(int plies, Control& control) const override {
    control.begin();
    return connect::book_keys(board_, plies, control);
  }

  int stones_of(std::uint64_t key) const override {
    if (!is_key(board_, key)) throw RulesError("a key of this book is no position of the board");
    return node_of_key(board_, key).stones;
  }

  void fill_book(const std::vector<std::uint64_t>& keys, std::vector<std::int8_t>& scores, int threads,
                 Control& control) override {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i % 65'536 == 0) control.check();
      stones_of(keys[i]);
    }
    std::uint64_t before = 0;
    connect::fill_book(board_, keys, scores, table_, threads, [&](std::uint64_t done) {
      control.advance(done - before);
      before = done;
    });
  }

 private:
  // Node limits for principal variations.
  static constexpr std::uint64_t kBestLineNodes = 8'000;
  static constexpr std::uint64_t kLineNodes = 2'000;
  // The size of the small table, 512 KiB, which fits in the processor's caches, and the node limit of searches with it.
  // A large table is slower per node, not least because its pages are touched for the first time.
  static constexpr int kSmallBits = 14;
  static constexpr std::uint64_t kSmallNodes = std::uint64_t{1} << 17;

  Node read(const Description& description) const {
    if (description.size() != static_cast<std::size_t>(board_.cells()))
      throw RulesError("the position has another board");
    std::array<Cells, 3> stones{};
    for (std::size_t i = 0; i < description.size(); ++i) {
      const int column = static_cast<int>(i) % board_.width;
      const int row = board_.height - 1 - static_cast<int>(i) / board_.width;
      stones[static_cast<std::size_t>(description[i])] |= Cells{1} << (column * board_.stride() + row);
    }
    const bool first_moves = std::popcount(stones[1]) == std::popcount(stones[2]);
    auto node = make_node(board_, stones[first_moves ? 1 : 2], stones[first_moves ? 2 : 1]);
    if (node.stones == board_.cells() || board_.has_line(node.other)) throw RulesError("the game has ended");
    return node;
  }

  std::vector<int> columns_from_centre() const {
    std::vector<int> out;
    for (int i = 0; i < board_.width; ++i)
      out.push_back(i % 2 == 0 ? (board_.width - 1) / 2 - i / 2 : (board_.width - 1) / 2 + (i + 1) / 2);
    return out;
  }

  Solver<Board> make(BoundsTable<Board>& table, const StopConditions& stop, int threads) {
    typename Solver<Board>::Lookup lookup;
    if (book_ || large_used_) lookup = [this](std::uint64_t key) { return known_score(key); };
    return Solver<Board>(board_, table, stop, threads, std::move(lookup));
  }

  // The score of a position in the book or, exactly, in the large table.
  std::optional<int> known_score(std::uint64_t key) const {
    if (book_)
      if (const auto found = book_->find(key)) return found;
    Bounds known{-board_.cells(), board_.cells()};
    if (large_used_ && table_.find(key, known) && known.low == known.high) return known.low;
    return std::nullopt;
  }

  // Calls `work` with a solver on the small table, and on the large one if that takes too many nodes, after copying all
  // entries. After a hard position the next call uses the large table at once, as it often belongs to the same game.
  template <class Work>
  auto with_solver(Control& control, int threads, Work work) {
    control.begin();
    if (!prefer_large_) {
      last_table_ = &small_table_;
      small_table_.new_search();
      try {
        return count_nodes(make(small_table_, {&control, nullptr, kSmallNodes}, 1), work);
      } catch (const NodeLimitReached&) {
        small_table_.copy_to(table_);
      }
    }
    const bool outgrown = !prefer_large_;
    last_table_ = &table_;
    prefer_large_ = large_used_ = true;
    table_.new_search();
    return count_nodes(make(table_, {&control, nullptr}, threads), [&](Solver<Board>& solver) {
      auto found = work(solver);
      prefer_large_ = outgrown || solver.nodes() > kSmallNodes;
      return found;
    });
  }

  template <class Work>
  auto count_nodes(Solver<Board> solver, Work work) {
    struct Add {
      std::uint64_t& sum;
      Solver<Board>& solver;
      ~Add() { sum += solver.nodes(); }
    } add{nodes_, solver};
    return work(solver);
  }

  // The score after a move, from the point of view of the other side.
  int score_after(Solver<Board>& solver, const Node& node, Cells move, int guess) const {
    if ((move & node.own_threats) != 0) return -score_of_win(board_, node.stones + 1);
    if (node.stones + 1 == board_.cells()) return 0;
    return solver.score(node.other, node.own | move, guess);
  }

  // Extends the principal variation until the end of the game or the node limit.
  void extract_pv(Node node, MoveScore& move, std::uint64_t most_nodes) {
    Control limit;
    limit.set_nodes(most_nodes);
    limit.begin();
    auto solver = make(*last_table_, {&limit, nullptr}, 1);
    int column = move.column;
    int score = move.score;
    try {
      for (;;) {
        const Cells stone = playable(board_, node) & board_.column(column);
        move.line.push_back(column);
        if ((stone & node.own_threats) != 0 || node.stones + 1 == board_.cells()) return;
        node = node.after(board_, stone);
        score = -score;
        column = best_column(solver, node, score);
      }
    } catch (const Stopped&) {
    }
  }

  int best_column(Solver<Board>& solver, const Node& node, int score) const {
    for (const int column : columns_from_centre()) {
      const Cells move = playable(board_, node) & board_.column(column);
      if (move != 0 && -score_after(solver, node, move, -score) == score) return column;
    }
    throw Stopped{};  // unreachable while all scores are exact
  }

  [[no_unique_address]] Board board_;
  BoundsTable<Board> table_;
  BoundsTable<Board> small_table_;
  BoundsTable<Board>* last_table_ = &small_table_;  // of the last call
  bool prefer_large_ = false;                       // the last position was too hard for the small table
  bool large_used_ = false;
  std::shared_ptr<const Book> book_;
  std::uint64_t nodes_ = 0;
};

}  // namespace kibitz::connect
