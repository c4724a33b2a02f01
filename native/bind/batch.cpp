#include "bind/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "base/cold.hpp"
#include "bind/bindings.hpp"
#include "bind/long_work.hpp"
#include "bind/repetition.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {

Batch::Batch(const CoreGame& game, std::size_t games, std::uint64_t seed, std::vector<Rules::StatePtr> starts,
             int most_plies, const BatchArrays& arrays)
    : game_(game),
      games_(games),
      starts_(std::move(starts)),
      most_plies_(most_plies),
      arrays_(arrays),
      planes_(rules().planes().size()),
      actions_(static_cast<std::size_t>(rules().actions())),
      repeats_(game.repetition().any()) {
  if (rules().in_python() || planes_ == 0 || actions_ == 0) throw RulesError("the core can't encode this game");
  if (starts_.empty()) throw RulesError("a batch needs a position to begin with");
  reset(seed);
}

void Batch::reset(std::uint64_t seed) {
  for (std::size_t at = 0; at < games_.size(); ++at) {
    // Random numbers of a game do not depend on the others.
    Random numbers(seed ^ (0x9e3779b97f4a7c15u * (at + 1)));
    games_[at].chance = Random(numbers.next());
    games_[at].choice = Random(numbers.next());
    begin(at);
    std::fill_n(arrays_.rewards + 2 * at, 2, 0.0f);
    arrays_.terminated[at] = arrays_.truncated[at] = 0;
  }
}

void Batch::reset_some(const std::uint8_t* chosen) {
  for (std::size_t at = 0; at < games_.size(); ++at)
    if (chosen[at] != 0) begin(at);
}

void Batch::begin(std::size_t at) {
  auto& playing = games_[at];
  const auto& start =
      starts_.size() == 1 ? starts_[0] : starts_[playing.chance.below(static_cast<std::uint32_t>(starts_.size()))];
  playing.state = rules().copy(*start);
  arrays_.plies[at] = playing.plies = 0;
  if (settle(at) != Result::ongoing) throw RulesError("a game ends before anybody has moved");
  show(at);
}

void Batch::play(std::size_t at, Move move) {
  auto& state = *games_[at].state;
  auto history = repeats_ ? history_after(rules(), state) : nullptr;
  rules().advance(state, move);
  if (repeats_) state.set_history(std::move(history));
}

// Lets chance act until a player decides, and lists the moves; or returns the result.
Result Batch::settle(std::size_t at) {
  auto& playing = games_[at];
  for (;;) {
    if (const Result result = rules().result(*playing.state); result != Result::ongoing) return result;
    if (repeats_)
      if (const Result result = result_by_repetition(rules(), game_.repetition(), *playing.state);
          result != Result::ongoing)
        return result;
    if (rules().turn(*playing.state) != Side::chance) break;
    chances_.clear();
    rules().chances(*playing.state, chances_);
    double left = playing.chance.unit();
    auto chosen = chances_.begin();
    for (; chosen + 1 != chances_.end(); ++chosen)
      if ((left -= chosen->probability) < 0) break;
    play(at, chosen->move);
  }
  list_moves(playing);
  // Every move repeats a position.
  if (playing.moves.empty()) return win_for(opponent(rules().turn(*playing.state)));
  return Result::ongoing;
}

void Batch::list_moves(Playing& playing) {
  const auto& state = *playing.state;
  listed_.clear();
  rules().moves(state, listed_);
  playing.moves.clear();
  playing.actions.clear();
  for (const Move move : listed_) {
    if (game_.repetition().forbidden && occurrences_of(rules(), state, *rules().after(state, move)) > 0) continue;
    playing.moves.push_back(move);
    playing.actions.push_back(rules().action(state, move));
  }
}

void Batch::show(std::size_t at) {
  const auto& playing = games_[at];
  encode(at, arrays_.observations);
  auto* const mask = arrays_.masks + at * actions_;
  std::fill_n(mask, actions_, std::uint8_t{0});
  for (const int action : playing.actions) mask[action] = 1;
  arrays_.turns[at] = static_cast<std::int8_t>(rules().turn(*playing.state));
}

void Batch::encode(std::size_t at, float* to) const {
  float* const observation = to + at * planes_;
  std::fill_n(observation, planes_, 0.0f);
  rules().encode(*games_[at].state, observation);
}

void Batch::reward(std::size_t at, Result result) {
  auto first = result == Result::ongoing ? 0.0f : static_cast<float>(outcome_for(result, Side::first));
  const auto& state = *games_[at].state;
  if (rules().span() > 0 && rules().result(state) != Result::ongoing)
    first = static_cast<float>(rules().points(state) / rules().span());
  arrays_.rewards[2 * at] = first;
  arrays_.rewards[2 * at + 1] = 0 - first;  // never -0
}

Move Batch::move_of(std::size_t at, std::int64_t action) const {
  const auto& playing = games_[at];
  const auto found = std::find(playing.actions.begin(), playing.actions.end(), action);
  if (found == playing.actions.end())
    throw RulesError("action " + std::to_string(action) + " is not legal in game " + std::to_string(at));
  return playing.moves[static_cast<std::size_t>(found - playing.actions.begin())];
}

void Batch::step(const std::int64_t* actions) {
  // By the games themselves: callers may write into the arrays, of the actions too.
  chosen_.clear();
  for (std::size_t at = 0; at < games_.size(); ++at) chosen_.push_back(move_of(at, actions[at]));
  for (std::size_t at = 0; at < games_.size(); ++at) {
    auto& playing = games_[at];
    play(at, chosen_[at]);
    arrays_.plies[at] = ++playing.plies;
    const Result result = settle(at);
    const bool over = result != Result::ongoing;
    const bool late = !over && most_plies_ > 0 && playing.plies >= most_plies_;
    reward(at, result);
    arrays_.terminated[at] = over;
    arrays_.truncated[at] = late;
    if (over || late) {
      encode(at, arrays_.last_observations);
      begin(at);
    } else {
      show(at);
    }
  }
}

void Batch::sample(std::int64_t* actions) {
  for (std::size_t at = 0; at < games_.size(); ++at) {
    auto& playing = games_[at];
    actions[at] = playing.actions[playing.choice.below(static_cast<std::uint32_t>(playing.actions.size()))];
  }
}

Rules::StatePtr Batch::state(std::size_t game) const {
  if (game >= games_.size()) throw RulesError("there are " + std::to_string(games_.size()) + " games");
  const auto& state = *games_[game].state;
  auto out = rules().copy(state);
  out->set_history(state.shared_history());
  return out;
}

namespace {

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// A batch with the arrays that it writes to.
class HeldBatch {
 public:
  HeldBatch(std::shared_ptr<const CoreGame> game, std::size_t games, std::uint64_t seed,
            const std::vector<const ErasedState*>& starts, int most_plies, Array<float> observations,
            Array<std::uint8_t> masks, Array<std::int8_t> turns, Array<std::int32_t> plies, Array<float> rewards,
            Array<std::uint8_t> terminated, Array<std::uint8_t> truncated, Array<float> last_observations)
      : game_(std::move(game)),
        observations_(std::move(observations)),
        masks_(std::move(masks)),
        turns_(std::move(turns)),
        plies_(std::move(plies)),
        rewards_(std::move(rewards)),
        terminated_(std::move(terminated)),
        truncated_(std::move(truncated)),
        last_observations_(std::move(last_observations)),
        batch_(*game_, checked(games), seed, copied(starts), most_plies,
               {observations_.data(), masks_.data(), turns_.data(), plies_.data(), rewards_.data(), terminated_.data(),
                truncated_.data(), last_observations_.data()}) {}

  void reset(std::uint64_t seed) {
    const ExclusiveUse use(busy_);
    const ReleasedGil release;
    batch_.reset(seed);
  }
  void reset_some(const Array<const std::uint8_t>& chosen) {
    expect_size(chosen.size(), batch_.size());
    const ExclusiveUse use(busy_);
    const ReleasedGil release;
    batch_.reset_some(chosen.data());
  }
  void step(const Array<const std::int64_t>& actions) {
    expect_size(actions.size(), batch_.size());
    const ExclusiveUse use(busy_);
    const ReleasedGil release;
    batch_.step(actions.data());
  }
  void sample(const Array<std::int64_t>& actions) {
    expect_size(actions.size(), batch_.size());
    const ExclusiveUse use(busy_);
    const ReleasedGil release;
    batch_.sample(actions.data());
  }
  Rules::StatePtr state(std::size_t game) {
    const ExclusiveUse use(busy_);
    return batch_.state(game);
  }

 private:
  static void expect_size(std::size_t size, std::size_t wanted) {
    if (size != wanted)
      throw RulesError("an array has " + std::to_string(size) + " entries, not " + std::to_string(wanted));
  }

  std::size_t checked(std::size_t games) const {
    const auto& rules = game_->rules();
    expect_size(observations_.size(), games * rules.planes().size());
    expect_size(last_observations_.size(), observations_.size());
    expect_size(masks_.size(), games * static_cast<std::size_t>(rules.actions()));
    expect_size(rewards_.size(), 2 * games);
    for (const auto size : {turns_.size(), plies_.size(), terminated_.size(), truncated_.size()})
      expect_size(size, games);
    return games;
  }

  std::vector<Rules::StatePtr> copied(const std::vector<const ErasedState*>& states) const {
    std::vector<Rules::StatePtr> out;
    for (const auto* state : states) {
      if (state == nullptr) throw RulesError("that is no position");
      out.push_back(game_->rules().copy(game_->own(*state)));
    }
    return out;
  }

  std::shared_ptr<const CoreGame> game_;
  Array<float> observations_;
  Array<std::uint8_t> masks_;
  Array<std::int8_t> turns_;
  Array<std::int32_t> plies_;
  Array<float> rewards_;
  Array<std::uint8_t> terminated_, truncated_;
  Array<float> last_observations_;
  std::atomic<bool> busy_ = false;
  Batch batch_;
};

}  // namespace

KIBITZ_COLD void bind_batch(nb::module_& m) {
  nb::class_<HeldBatch>(m, "Batch", "Many games of one kind stepped at once, with arrays that belong to the caller.")
      .def(
          nb::init<std::shared_ptr<const CoreGame>, std::size_t, std::uint64_t, const std::vector<const ErasedState*>&,
                   int, Array<float>, Array<std::uint8_t>, Array<std::int8_t>, Array<std::int32_t>, Array<float>,
                   Array<std::uint8_t>, Array<std::uint8_t>, Array<float>>(),
          "rules"_a, "games"_a, "seed"_a, "starts"_a, "most_plies"_a, "observations"_a, "masks"_a, "turns"_a, "plies"_a,
          "rewards"_a, "terminated"_a, "truncated"_a, "last_observations"_a,
          nb::sig(
              "def __init__(self, rules: Rules, games: int, seed: int, starts: Sequence[State], most_plies: int, "
              "observations: typing.Any, masks: typing.Any, turns: typing.Any, plies: typing.Any, rewards: typing.Any, "
              "terminated: typing.Any, truncated: typing.Any, last_observations: typing.Any) -> None"))
      .def("reset", &HeldBatch::reset, "seed"_a, "Begins all games again.")
      .def("reset_some", &HeldBatch::reset_some, "chosen"_a,
           nb::sig("def reset_some(self, chosen: typing.Any) -> None"), "Begins those games again that are marked.")
      .def("step", &HeldBatch::step, "actions"_a, nb::sig("def step(self, actions: typing.Any) -> None"),
           "Plays an action in each game.")
      .def("sample", &HeldBatch::sample, "actions"_a, nb::sig("def sample(self, actions: typing.Any) -> None"),
           "Fills an array with legal actions, drawn by lot.")
      .def("state", &HeldBatch::state, "game"_a, "A game's present position.");
}

}  // namespace kibitz
