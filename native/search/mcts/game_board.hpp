// MCTS board of a game known at compile time: the only part of the search that is compiled for each game.
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
class GameBoard final : public MctsBoard {
 public:
  using State = typename G::State;

  // Shares ownership of the game; the tablebase must outlive the board.
  GameBoard(std::shared_ptr<const G> game, State root, const Tablebase* tablebase)
      : game_(std::move(game)), root_(std::move(root)), state_(root_), tablebase_(tablebase) {}

  bool is_slow() const override {
    if constexpr (requires { game_->is_slow(); })
      return game_->is_slow();
    else
      return false;
  }
  // One type may stand for games with and without dice.
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

  void go_to(std::span<const Move> line, std::vector<std::uint64_t>* keys) override {
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

  void with_state(const std::function<void(const ErasedState&)>& function) const override {
    with_erased<G>(state_, [&](const ErasedState& state) { function(state); });
  }

  std::optional<ExactValue> exact_value() const override {
    if (const Result result = game_->result(state_); result != Result::ongoing)
      return ExactValue{outcome(state_, result), 0};
    if (tablebase_ == nullptr) return std::nullopt;
    const auto found = with_erased<G>(state_, [&](const ErasedState& state) { return tablebase_->probe(state); });
    if (!found) return std::nullopt;
    const double sign = game_->mover(state_) == Side::first ? 1 : -1;
    switch (found->kind) {
      case Value::Kind::expect:
        return ExactValue{sign * (2 * found->number - 1), 0};
      case Value::Kind::points:
        if (span() > 0) return ExactValue{sign * found->number / span(), 0};
        return std::nullopt;
      case Value::Kind::estimate:
        return std::nullopt;
      default:
        return ExactValue{sign * (static_cast<int>(found->kind) - 1),
                          static_cast<std::uint32_t>(std::max(found->number, 0.0))};
    }
  }

  void list_moves(NodeMoves& out, bool with_terminal_values) override {
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
      list_moves(state_);
      for (const Move move : moves_) {
        float weight = 0;
        if constexpr (HasMovePriority<G>) weight = static_cast<float>(game_->move_priority(state_, move));
        out.add(move, weight);
      }
    }
    work_ += out.moves.size();
    if (!with_terminal_values) return;
    for (auto& each : out.moves) {
      const auto undo = game_->play(state_, each.move);
      if (const Result result = game_->result(state_); result != Result::ongoing)
        each.terminal_value = outcome(state_, result);
      game_->undo(state_, each.move, undo);
    }
    work_ += out.moves.size();
  }

  double play_out(PlayoutPolicy policy, int max_plies, Random& random, PlayoutMoves* playout_moves,
                  Control& control) override {
    const bool slow = is_slow();
    Result result = game_->result(state_);
    for (int ply = 0; result == Result::ongoing; ++ply, result = game_->result(state_)) {
      if (ply == max_plies) return evaluate();
      if (slow || policy == PlayoutPolicy::lines) control.check();  // on large boards, these policies are slow
      const Side turn = game_->turn(state_);
      Move move;
      if (turn == Side::chance) {
        move = random_outcome(random);
      } else if (policy == PlayoutPolicy::rules || policy == PlayoutPolicy::lines) {
        list_moves(state_);
        work_ += moves_.size();
        move = policy == PlayoutPolicy::rules ? rules_policy(turn, random) : greedy_policy(turn, random);
        if (playout_moves != nullptr) playout_moves->steps.push_back({turn, move});
      } else {
        move = random_legal_move(random);
        if (playout_moves != nullptr) playout_moves->steps.push_back({turn, move});
      }
      advance(state_, move);
    }
    return outcome(state_, result);
  }

  double evaluate() const override {
    if constexpr (HasEvaluation<G>) {
      const double evaluation = static_cast<double>(game_->evaluate(state_));
      if constexpr (kHasPoints)
        if (game_->span() > 0) return std::clamp(evaluation / game_->span(), -1.0, 1.0);
      return has_chance() ? std::clamp(evaluation, -1.0, 1.0) : evaluation / (std::abs(evaluation) + scale_);
    } else {
      return 0;
    }
  }

  // The mean magnitude of evaluations maps to 1/2.
  KIBITZ_COLD void calibrate([[maybe_unused]] Random& random, [[maybe_unused]] Control& control) override {
    if constexpr (HasEvaluation<G>) {
      if (has_chance()) return;
      double sum = 0;
      int evaluations = 0;
      const int games = is_slow() ? 4 : 32;
      for (int i = 0; i < games; ++i) {
        state_ = root_;
        for (int ply = 0; ply < 60 && game_->result(state_) == Result::ongoing; ++ply) {
          if (is_slow()) control.check();
          list_moves(state_);
          advance(state_, random_move(random));
          sum += std::abs(static_cast<double>(game_->evaluate(state_)));
          ++evaluations;
        }
      }
      if (evaluations > 0 && sum > 0) scale_ = sum / evaluations;
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

  void list_moves(const State& state) {
    moves_.clear();
    game_->moves(state, moves_);
    if (moves_.empty()) throw RulesError("a position that has not ended has no moves");
  }

  // A random legal move of the current position.
  Move random_legal_move(Random& random) {
    if constexpr (HasMoveByIndex<G>) {
      ++work_;
      return game_->move_at(state_, random.below(game_->number_of_moves(state_)));
    } else {
      list_moves(state_);
      work_ += moves_.size();
      return random_move(random);
    }
  }
  Move random_move(Random& random) const { return moves_[random.below(static_cast<std::uint32_t>(moves_.size()))]; }

  Move random_outcome([[maybe_unused]] Random& random) {
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

  // Wins at once if possible; otherwise avoids moves that allow an immediate win, if a few attempts find another.
  Move rules_policy(Side side, Random& random) {
    const Result won = win_for(side), lost = win_for(opponent(side));
    for (const Move move : moves_)
      if (result_after(state_, move) == won) return move;
    work_ += moves_.size();
    constexpr int kAttempts = 8;
    Move move = 0;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      move = random_move(random);
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

  // The move with the best static evaluation; ties are broken at random.
  Move greedy_policy(Side side, Random& random) {
    Move chosen = moves_[0];
    double best = -4;
    std::uint32_t equal = 0;
    for (const Move move : moves_) {
      const auto undo = game_->play(state_, move);
      const Result result = game_->result(state_);
      // The end of a game outweighs every evaluation.
      double value = result == Result::ongoing ? evaluate() : 2 * outcome(state_, result);
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
  const Tablebase* tablebase_;
  double scale_ = 1;
  MoveList moves_, replies_;
  ChanceList chances_;
};

}  // namespace kibitz
