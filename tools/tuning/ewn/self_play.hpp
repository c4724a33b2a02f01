// Games that a network plays against itself, and what their positions are worth.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/random.hpp"
#include "games/ewn/network.hpp"
#include "games/ewn/rules.hpp"
#include "games/ewn/step_search.hpp"
#include "sample.hpp"

namespace kibitz::learning {

class SelfPlay {
 public:
  // Positions are searched `decisions` deep; now and then a move is random.
  SelfPlay(const EwnNetwork& network, const EwnEndgameProbe& exact, int decisions, double random_moves,
           std::uint64_t seed)
      : exact_(exact), decisions_(decisions), random_moves_(random_moves), random_(seed) {
    Ewn::Setup setup;
    setup.stones = {std::vector<int>{1, 2, 3, 4, 5, 6}, std::vector<int>{1, 2, 3, 4, 5, 6}};
    game_ = std::make_unique<Ewn>(EwnNetwork::kSize, EwnNetwork::kStones, EwnNetwork::kStones, setup);
    squares_ = std::make_unique<EwnSquares>(EwnNetwork::kSize, EwnNetwork::kStones, EwnSquares::Style::normal, 0);
    looker_ = std::make_unique<EwnStepSearch<EwnNetwork>>(
        network, *squares_, true, [&](std::size_t side, std::size_t stone, std::size_t cell) {
          return game_->stone_key(static_cast<Side>(side), static_cast<int>(stone) + 1, static_cast<int>(cell));
        });
    looker_->set_tablebase(&exact);
  }

  // Adds the positions of one game.
  void play(std::vector<Sample>& out) {
    auto state = start();
    const auto first = out.size();
    std::vector<Side> movers;
    double end = 1;
    Side ended = Side::first;
    bool decided = false;
    while (game_->result(state) == Result::ongoing) {
      const auto [mine, theirs] = fleets(state);
      const int stones = mine.count() + theirs.count();
      const bool known = stones <= exact_.most_stones();
      const double exactly = known ? exact_.chance(mine, theirs) : 0;
      if (known && !decided) {
        decided = true;
        end = exactly;
        ended = state.mover;
      }
      const auto best = judge(state);
      // Search asks tables of so few stones; some samples will do.
      if (stones > kFew || random_.unit() < kShareOfFew) {
        const double value = known ? exactly : average(state, best);
        const float came = known ? static_cast<float>(exactly) : -1;
        out.push_back({side_of(mine), side_of(theirs), static_cast<float>(value), came});
        movers.push_back(state.mover);
      }
      if (!decided) ended = state.mover;  // the side that moved last has won
      game_->play(state, Ewn::roll_move(1 + static_cast<int>(random_.below(EwnNetwork::kStones))));
      game_->play(state, choose(state, best));
    }
    for (std::size_t i = first; i < out.size(); ++i)
      if (out[i].came < 0) out[i].came = static_cast<float>(movers[i - first] == ended ? end : 1 - end);
  }

 private:
  static constexpr int kFew = 4;
  static constexpr double kShareOfFew = 0.2;

  // The best that each stone's steps lead to, and the step.
  struct Best {
    std::array<double, EwnNetwork::kStones> value{};
    std::array<Move, EwnNetwork::kStones> move{};
  };

  Ewn::State start() {
    std::vector<std::int64_t> numbers{0, 0};
    for (int side = 0; side < 2; ++side) {
      auto cells = Ewn::corner(EwnNetwork::kSize, EwnNetwork::kStones);
      random_.shuffle(cells);
      for (const int cell : cells)
        numbers.push_back(side == 0 ? cell : static_cast<int>(EwnNetwork::kCells) - 1 - cell);
    }
    return game_->assemble(numbers);
  }

  static std::pair<EwnStoneSet, EwnStoneSet> fleets(const Ewn::State& state) {
    return {EwnStoneSet(state, state.mover), EwnStoneSet(state, opponent(state.mover))};
  }

  Best judge(const Ewn::State& state) {
    Best best;
    best.value.fill(-2);
    for (std::size_t stone = 0; stone < EwnNetwork::kStones; ++stone) {
      if ((state.living[static_cast<std::size_t>(state.mover)] >> stone & 1u) == 0) continue;
      auto rolled = state;
      game_->play(rolled, Ewn::roll_move(static_cast<int>(stone) + 1));
      MoveList moves;
      game_->moves(rolled, moves);
      for (const Move move : moves) {
        auto next = rolled;
        game_->play(next, move);
        const double value = value_of(next);
        if (value <= best.value[stone]) continue;
        best.value[stone] = value;
        best.move[stone] = move;
      }
    }
    return best;
  }

  // To the side that has just moved.
  double value_of(const Ewn::State& state) {
    if (game_->result(state) != Result::ongoing) return 1;
    const auto [mine, theirs] = fleets(state);
    if (mine.count() + theirs.count() <= exact_.most_stones()) return 1 - 2 * exact_.chance(mine, theirs);
    return -looker_->search(state, decisions_ - 1, 2).value;
  }

  double average(const Ewn::State& state, const Best& best) const {
    const auto* heirs = squares_->heirs(state.living[static_cast<std::size_t>(state.mover)]);
    double total = 0;
    for (int face = 0; face < squares_->faces(); ++face)
      total += std::max(best.value[heirs[face].low], best.value[heirs[face].high]);
    return (total / squares_->faces() + 1) / 2;
  }

  Move choose(const Ewn::State& state, const Best& best) {
    MoveList moves;
    game_->moves(state, moves);
    if (random_.unit() < random_moves_) return moves[random_.below(moves.size())];
    const auto& heirs = squares_->heirs(state.living[static_cast<std::size_t>(state.mover)])[state.roll - 1];
    return best.move[best.value[heirs.low] > best.value[heirs.high] ? heirs.low : heirs.high];
  }

  const EwnEndgameProbe& exact_;
  int decisions_;
  double random_moves_;
  Random random_;
  std::unique_ptr<Ewn> game_;
  std::unique_ptr<EwnSquares> squares_;
  std::unique_ptr<EwnStepSearch<EwnNetwork>> looker_;
};

}  // namespace kibitz::learning
