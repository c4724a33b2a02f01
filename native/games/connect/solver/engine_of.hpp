// The solver of one board size behind the common face.
#pragma once

#include <algorithm>
#include <array>

#include "games/connect/solver/book_builder.hpp"
#include "games/connect/solver/engine.hpp"

namespace kibitz::connect {

template <class Board>
class EngineOf final : public Engine {
 public:
  EngineOf(const Board& board, int table_bits)
      : board_(board), table_(board, table_bits), late_(board, std::min(table_bits, kLateBits)) {}

  int score(const Picture& picture, Control& control, int threads) override {
    const auto node = read(picture);
    table_of(node).next_age();
    auto solver = make(node, &control, threads);
    return counted(solver, [&] { return solver.score(node.own, node.other); });
  }

  std::vector<MoveScore> moves(const Picture& picture, Control& control, int threads) override {
    const auto node = read(picture);
    table_of(node).next_age();
    auto solver = make(node, &control, threads);
    std::vector<MoveScore> out;
    counted(solver, [&] {
      int guess = 0;
      for (const int column : columns_from_centre()) {
        const Cells move = playable(board_, node) & board_.column(column);
        if (move == 0) continue;
        out.push_back({column, -score_after(solver, node, move, -guess), {}});
        guess = out.back().score;
      }
    });
    // The middle comes first among equals, as it was asked first.
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
    for (auto& move : out) follow(node, move, &move == out.data() ? kBestLineNodes : kLineNodes);
    return out;
  }

  void use(std::shared_ptr<const Book> book) override { book_ = std::move(book); }
  void forget() override {
    table_.clear();
    late_.clear();
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
    for (const auto key : keys) stones_of(key);
    std::uint64_t before = 0;
    connect::fill_book(board_, keys, scores, table_, threads, [&](std::uint64_t done) {
      control.advance(done - before);
      before = done;
    });
  }

 private:
  // What finding the line after a move may cost: most is spent on scores.
  static constexpr std::uint64_t kBestLineNodes = 8'000;
  static constexpr std::uint64_t kLineNodes = 2'000;
  // Buckets of the table for late positions: 128 KiB, which stay in the processor's caches. Few nodes are left
  // there, and fetching pages of a large table for the first time takes several times as long as searching them.
  static constexpr int kLateBits = 12;

  BoundsTable<Board>& table_of(const Node& node) {
    return 3 * (board_.cells() - node.stones) <= board_.cells() ? late_ : table_;
  }

  Node read(const Picture& picture) const {
    if (picture.size() != static_cast<std::size_t>(board_.cells())) throw RulesError("the position has another board");
    std::array<Cells, 3> stones{};
    for (std::size_t i = 0; i < picture.size(); ++i) {
      const int column = static_cast<int>(i) % board_.width;
      const int row = board_.height - 1 - static_cast<int>(i) / board_.width;
      stones[static_cast<std::size_t>(picture[i])] |= Cells{1} << (column * board_.stride() + row);
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

  Solver<Board> make(const Node& node, Control* control, int threads) {
    if (control != nullptr) control->begin();
    typename Solver<Board>::Lookup lookup;
    if (book_) lookup = [book = book_](std::uint64_t key) { return book->find(key); };
    return Solver<Board>(board_, table_of(node), {control, nullptr}, threads, std::move(lookup));
  }

  template <class Work>
  auto counted(Solver<Board>& solver, Work work) {
    struct Add {
      std::uint64_t& sum;
      Solver<Board>& solver;
      ~Add() { sum += solver.nodes(); }
    } add{nodes_, solver};
    return work();
  }

  // The score after a move, as the other side sees it.
  int score_after(Solver<Board>& solver, const Node& node, Cells move, int guess) const {
    if ((move & node.own_threats) != 0) return -score_of_win(board_, node.stones + 1);
    if (node.stones + 1 == board_.cells()) return 0;
    return solver.score(node.other, node.own | move, guess);
  }

  // Best play after a move, until the end or until it becomes costly to find.
  void follow(Node node, MoveScore& move, std::uint64_t most_nodes) {
    Control patience;
    patience.set_nodes(most_nodes);
    auto solver = make(node, &patience, 1);
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
    throw Stopped{};  // can't happen while all scores are exact
  }

  [[no_unique_address]] Board board_;
  BoundsTable<Board> table_;
  BoundsTable<Board> late_;
  std::shared_ptr<const Book> book_;
  std::uint64_t nodes_ = 0;
};

}  // namespace kibitz::connect
