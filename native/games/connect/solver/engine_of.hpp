// The solver of one board size behind the common face.
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
      : board_(board), table_(board, table_bits), small_(board, std::min(table_bits, kSmallBits)) {}

  int score(const Picture& picture, Control& control, int threads) override {
    const auto node = read(picture);
    return asked(control, threads, [&](Solver<Board>& solver) { return solver.score(node.own, node.other); });
  }

  std::vector<MoveScore> moves(const Picture& picture, Control& control, int threads) override {
    const auto node = read(picture);
    auto out = asked(control, threads, [&](Solver<Board>& solver) {
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
    // The middle comes first among equals, as it was asked first.
    sort_stably<MoveScore>(out, [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; });
    for (auto& move : out) follow(node, move, &move == out.data() ? kBestLineNodes : kLineNodes);
    return out;
  }

  void use(std::shared_ptr<const Book> book) override { book_ = std::move(book); }
  void forget() override {
    table_.clear();
    small_.clear();
    hard_ = large_used_ = false;
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
  // What finding the line after a move may cost: most is spent on scores.
  static constexpr std::uint64_t kBestLineNodes = 8'000;
  static constexpr std::uint64_t kLineNodes = 2'000;
  // Buckets of the small table, 512 KiB, which stay in the processor's caches, and for how many nodes a question is
  // asked there. A large table is slower for each of them, not least as its pages are touched for the first time.
  static constexpr int kSmallBits = 14;
  static constexpr std::uint64_t kSmallNodes = std::uint64_t{1} << 17;

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

  Solver<Board> make(BoundsTable<Board>& table, const Reins& reins, int threads) {
    typename Solver<Board>::Lookup lookup;
    if (book_ || large_used_) lookup = [this](std::uint64_t key) { return known_score(key); };
    return Solver<Board>(board_, table, reins, threads, std::move(lookup));
  }

  // What the book says of a position, or what the large table found out before.
  std::optional<int> known_score(std::uint64_t key) const {
    if (book_)
      if (const auto found = book_->find(key)) return found;
    Bounds known{-board_.cells(), board_.cells()};
    if (large_used_ && table_.find(key, known) && known.low == known.high) return known.low;
    return std::nullopt;
  }

  // Does some work with the small table, or with the large one if it takes more, which it then does from the start,
  // but with all that was learnt. After a question that was hard the next one goes to the large table at once: it
  // often is about the same game.
  template <class Work>
  auto asked(Control& control, int threads, Work work) {
    control.begin();
    if (!hard_) {
      used_ = &small_;
      small_.next_age();
      try {
        return counted(make(small_, {&control, nullptr, kSmallNodes}, 1), work);
      } catch (const Outgrown&) {
        small_.pour_into(table_);
      }
    }
    const bool outgrown = !hard_;
    used_ = &table_;
    hard_ = large_used_ = true;
    table_.next_age();
    return counted(make(table_, {&control, nullptr}, threads), [&](Solver<Board>& solver) {
      auto found = work(solver);
      hard_ = outgrown || solver.nodes() > kSmallNodes;
      return found;
    });
  }

  template <class Work>
  auto counted(Solver<Board> solver, Work work) {
    struct Add {
      std::uint64_t& sum;
      Solver<Board>& solver;
      ~Add() { sum += solver.nodes(); }
    } add{nodes_, solver};
    return work(solver);
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
    patience.begin();
    auto solver = make(*used_, {&patience, nullptr}, 1);
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
  BoundsTable<Board> small_;
  BoundsTable<Board>* used_ = &small_;  // by the last question
  bool hard_ = false;                   // whether that was too much for the small table
  bool large_used_ = false;
  std::shared_ptr<const Book> book_;
  std::uint64_t nodes_ = 0;
};

}  // namespace kibitz::connect
