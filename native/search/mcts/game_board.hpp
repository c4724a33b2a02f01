// A game whose type is known as a sampling search sees it: all of the search that
// is compiled for each game.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/cold.hpp"
#include "base/concepts.hpp"
#include "base/control.hpp"
#include "base/erased_state.hpp"
#include "base/tablebase.hpp"
#include "search/mcts/board.hpp"

namespace kibitz {

template <Game G>
class BoardOf final : public SampleBoard {
 public:
  using State = typename G::State;

  // The game is kept; a table that knows some positions is not.
  BoardOf(std::shared_ptr<const G> game, State root, const Tablebase* table)
      : game_(std::move(game)), root_(std::move(root)), state_(root_), table_(table) {}

  bool is_slow() const override {
    if constexpr (requires { game_->is_slow(); })
      return game_->is_slow();
    else
      return false;
  }
  // One type may stand for many games, with dice or without.
  bool has_chance() const override {
    if constexpr (requires { game_->has_chance(); })
      return game_->has_chance();
    else
      return ChanceGame<G>;
  }
  double span() const override {
    if constexpr (kHasPoints)
      return game_->span();
    else
      return 0;
  }

  void go(std::span<const Move> line, std::vector<std::uint64_t>* keys) override {
    state_ = root_;
    if (keys != nullptr) keys->assign(1, game_->key(state_));
    for (const Move move : line) {
      advance(state_, move);
      if (keys != nullptr) keys->push_back(game_->key(state_));
    }
    work_ += line.size() + 1;
  }
  void play(Move move) override { advance(state_, move); }
  std::uint64_t key() const override { return game_->key(state_); }

  void show(const std::function<void(const ErasedState&)>& to) const override {
    with_erased<G>(state_, [&](const ErasedState& box) { to(box); });
  }

  std::optional<Settled> known() const override {
    if (const Result result = game_->result(state_); result != Result::ongoing)
      return Settled{outcome(state_, result), 0};
    if (table_ == nullptr) return std::nullopt;
    const auto found = with_erased<G>(state_, [&](const ErasedState& box) { return table_->probe(box); });
    if (!found) return std::nullopt;
    const double sign = game_->mover(state_) == Side::first ? 1 : -1;
    switch (found->kind) {
      case Value::Kind::expect:
        return Settled{sign * (2 * found->number - 1), 0};
      case Value::Kind::points:
        if (span() > 0) return Settled{sign * found->number / span(), 0};
        return std::nullopt;
      case Value::Kind::estimate:
        return std::nullopt;
      default:
        return Settled{sign * (static_cast<int>(found->kind) - 1),
                       static_cast<std::uint32_t>(std::max(found->number, 0.0))};
    }
  }

  void look(Prospects& out, bool ends) override {
    out.turn = game_->turn(state_);
    out.moves.clear();
    if constexpr (ChanceGame<G>) {
      if (out.turn == Side::chance && has_chance()) {
        chances_.clear();
        game_->chances(state_, chances_);
        for (const auto& [move, probability] : chances_) out.add(move, static_cast<float>(probability));
      }
    }
    if (out.turn != Side::chance) {
      list(state_);
      for (const Move move : moves_) {
        float weight = 0;
        if constexpr (HasMovePriority<G>) weight = static_cast<float>(game_->move_priority(state_, move));
        out.add(move, weight);
      }
    }
    work_ += out.moves.size();
    if (!ends) return;
    for (auto& each : out.moves) {
      const auto undo = game_->play(state_, each.move);
      if (const Result result = game_->result(state_); result != Result::ongoing) each.ending = outcome(state_, result);
      game_->undo(state_, each.move, undo);
    }
    work_ += out.moves.size();
  }

  double play_out(Playouts by, int most_plies, Random& random, Trail* trail, Control& control) override {
    const bool slow = is_slow();
    Result result = game_->result(state_);
    for (int ply = 0; result == Result::ongoing; ++ply, result = game_->result(state_)) {
      if (ply == most_plies) return judge();
      if (slow || by == Playouts::lines) control.check();  // on a large board every move of those is slow, too
      const Side turn = game_->turn(state_);
      Move move;
      if (turn == Side::chance) {
        move = rolled(random);
      } else if (by == Playouts::rules || by == Playouts::lines) {
        list(state_);
        work_ += moves_.size();
        move = by == Playouts::rules ? by_rules(turn, random) : by_lines(turn, random);
        if (trail != nullptr) trail->steps.push_back({turn, move});
      } else {
        move = any_here(random);
        if (trail != nullptr) trail->steps.push_back({turn, move});
      }
      advance(state_, move);
    }
    return outcome(state_, result);
  }

  double judge() const override {
    if constexpr (HasEvaluation<G>) {
      const double said = static_cast<double>(game_->evaluate(state_));
      if constexpr (kHasPoints)
        if (game_->span() > 0) return std::clamp(said / game_->span(), -1.0, 1.0);
      return has_chance() ? std::clamp(said, -1.0, 1.0) : said / (std::abs(said) + scale_);
    } else {
      return 0;
    }
  }

  // Half of what there is to win goes to an evaluation of the usual size.
  KIBITZ_COLD void scale([[maybe_unused]] Random& random, [[maybe_unused]] Control& control) override {
    if constexpr (HasEvaluation<G>) {
      if (has_chance()) return;
      double sum = 0;
      int judged = 0;
      const int games = is_slow() ? 4 : 32;
      for (int played = 0; played < games; ++played) {
        state_ = root_;
        for (int ply = 0; ply < 60 && game_->result(state_) == Result::ongoing; ++ply) {
          if (is_slow()) control.check();
          list(state_);
          advance(state_, any(random));
          sum += std::abs(static_cast<double>(game_->evaluate(state_)));
          ++judged;
        }
      }
      if (judged > 0 && sum > 0) scale_ = sum / judged;
    }
  }

 private:
  static constexpr bool kHasPoints = requires(const G& g, const State& s) {
    g.span();
    g.points(s);
  };

  double outcome(const State& state, Result result) const {
    if constexpr (kHasPoints)
      if (const double span = game_->span(); span > 0) return game_->points(state) / span;
    return outcome_for(result, Side::first);
  }

  void advance(State& state, Move move) const {
    if constexpr (requires { game_->advance(state, move); })
      game_->advance(state, move);
    else
      game_->play(state, move);
  }

  void list(const State& state) {
    moves_.clear();
    game_->moves(state, moves_);
    if (moves_.empty()) throw RulesError("a position that has not ended has no moves");
  }

  // Any move of the position on the board.
  Move any_here(Random& random) {
    if constexpr (HasMoveByIndex<G>) {
      ++work_;
      return game_->move_at(state_, random.below(game_->number_of_moves(state_)));
    } else {
      list(state_);
      work_ += moves_.size();
      return any(random);
    }
  }
  Move any(Random& random) const { return moves_[random.below(static_cast<std::uint32_t>(moves_.size()))]; }

  Move rolled([[maybe_unused]] Random& random) {
    if (!has_chance()) throw RulesError("chance acts in a game without chance");
    if constexpr (ChanceGame<G>) {
      chances_.clear();
      game_->chances(state_, chances_);
      ++work_;
      double left = random.unit();
      for (const auto& [move, probability] : chances_) {
        left -= probability;
        if (left < 0) return move;
      }
      return chances_.back().move;
    }
    return 0;
  }

  // Wins if it can; otherwise does not let the other side win at once if a few tries find such a move.
  Move by_rules(Side side, Random& random) {
    const Result won = win_for(side), lost = win_for(opponent(side));
    for (const Move move : moves_)
      if (result_after(state_, move) == won) return move;
    work_ += moves_.size();
    constexpr int kTries = 8;
    Move move = 0;
    for (int tried = 0; tried < kTries; ++tried) {
      move = any(random);
      const auto undo = game_->play(state_, move);
      bool loses = game_->result(state_) == lost;
      if (game_->result(state_) == Result::ongoing && game_->turn(state_) == opponent(side)) {
        replies_.clear();
        game_->moves(state_, replies_);
        work_ += replies_.size();
        loses = std::any_of(replies_.begin(), replies_.end(),
                            [&](Move reply) { return result_after(state_, reply) == lost; });
      }
      game_->undo(state_, move, undo);
      if (!loses) return move;
    }
    return move;
  }

  // The move after which the evaluation is best; one of them where several are.
  Move by_lines(Side side, Random& random) {
    Move chosen = moves_[0];
    double best = -4;
    std::uint32_t equal = 0;
    for (const Move move : moves_) {
      const auto undo = game_->play(state_, move);
      const Result result = game_->result(state_);
      // An end counts for more than any evaluation.
      double value = result == Result::ongoing ? judge() : 2 * outcome(state_, result);
      game_->undo(state_, move, undo);
      if (side != Side::first) value = -value;
      if (value > best) {
        best = value;
        equal = 0;
      }
      if (value == best && random.below(++equal) == 0) chosen = move;
    }
    work_ += 4 * moves_.size();
    return chosen;
  }

  Result result_after(State& state, Move move) const {
    const auto undo = game_->play(state, move);
    const Result result = game_->result(state);
    game_->undo(state, move, undo);
    return result;
  }

  std::shared_ptr<const G> game_;
  State root_, state_;
  const Tablebase* table_;
  double scale_ = 1;
  MoveList moves_, replies_;
  ChanceList chances_;
};

}  // namespace kibitz
