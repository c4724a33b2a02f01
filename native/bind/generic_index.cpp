// Solving and probing by the dense index of a game in Python.
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "bind/generic.hpp"
#include "bind/generic_game.hpp"
#include "solve/index_solver.hpp"

namespace kibitz {
namespace {

using Index = IndexSolver<GenericGame<true>>;

class IndexTablebase final : public Tablebase {
 public:
  IndexTablebase(const Rules& rules, const Payload& payload, std::uint64_t begin, std::uint64_t length)
      : Tablebase(rules.identity()), rules_(rules), payload_(payload), sizes_(rules.index_sizes()) {
    if (sizes_.empty()) throw RulesError("this game has no index of its positions");
    if (!payload.has(begin, length)) throw RulesError("its values are truncated");
    width_ = rules.has_chance() ? sizeof(IndexedProbability::Stored)
             : rules.span() > 0 ? sizeof(IndexedPoints::Stored)
                                : sizeof(IndexedWin::Stored);
    for (const auto size : sizes_) {
      begins_.push_back(begin);
      begin += size * width_;
      size_ += size;
    }
    if (length != size_ * width_) throw RulesError("it does not have one value for each index of the game");
  }

  std::optional<Value> probe(const ErasedState& s) const override {
    auto out = value(s, 0);
    // Probabilities are scaled to points.
    if (out && out->kind == Value::Kind::expect && rules_.span() > 0)
      out = Value{Value::Kind::points, (2 * out->number - 1) * rules_.span(), true};
    return out;
  }
  std::uint64_t size() const override { return size_; }
  std::unique_ptr<ErasedState> at(std::uint64_t index) const override {
    std::size_t tier = 0;
    while (index >= sizes_[tier]) index -= sizes_[tier++];
    auto out = rules_.start();
    if (!rules_.place(static_cast<int>(tier), static_cast<std::int64_t>(index), *out)) return nullptr;
    return out;
  }

 private:
  std::optional<Value> value(const ErasedState& s, int depth) const {
    if (const Result result = rules_.result(s); result != Result::ongoing) return end(s, result);
    if (const auto index = rules_.index(s); index >= 0) return stored(rules_.tier_of(s), index);
    if (depth == kMostUnindexed) return std::nullopt;
    return derived(s, depth);
  }

  Value end(const ErasedState& s, Result result) const {
    const Side mover = rules_.mover(s);
    const int outcome = outcome_for(result, mover);
    if (rules_.span() > 0) {
      const double points = mover == Side::first ? rules_.points(s) : -rules_.points(s);
      if (!rules_.has_chance()) return {Value::Kind::points, points, true};
      return {Value::Kind::expect, (1 + points / rules_.span()) / 2, true};
    }
    if (rules_.has_chance()) return {Value::Kind::expect, (1 + outcome) / 2.0, true};
    return {outcome > 0 ? Value::Kind::win : outcome < 0 ? Value::Kind::loss : Value::Kind::draw, 0, true};
  }

  // A position without an index follows from its moves.
  std::optional<Value> derived(const ErasedState& s, int depth) const {
    const Side mover = rules_.mover(s);
    const bool rolling = rules_.turn(s) == Side::chance;
    ChanceList choices;
    if (rolling) {
      rules_.chances(s, choices);
    } else {
      MoveList moves;
      rules_.moves(s, moves);
      for (const Move move : moves) choices.push_back({move, 1});
    }
    std::optional<Value> best;
    double total = 0;
    const auto next = rules_.copy(s);
    for (const auto& [move, probability] : choices) {
      const auto undo = rules_.play(*next, move);
      auto each = value(*next, depth + 1);
      if (each && rules_.mover(*next) != mover) each = negate(*each);
      rules_.undo(*next, move, undo);
      if (!each) return std::nullopt;
      if (each->kind <= Value::Kind::win && each->number >= 0) ++each->number;
      total += probability * each->number;
      if (!best || order(*each) > order(*best)) best = each;
    }
    return rolling ? Value{Value::Kind::expect, std::min(total, 1.0), true} : best;
  }

  std::optional<Value> stored(long tier, std::int64_t index) const {
    const auto at = static_cast<std::size_t>(tier);
    if (tier < 0 || at >= sizes_.size() || static_cast<std::uint64_t>(index) >= sizes_[at]) return std::nullopt;
    const auto place = static_cast<std::size_t>(begins_[at] + static_cast<std::uint64_t>(index) * width_);
    if (rules_.has_chance()) {
      const auto found = payload_.read<IndexedProbability::Stored>(place);
      if (found == IndexedProbability::absent()) return std::nullopt;
      return Value{Value::Kind::expect, checked_probability(found), true};
    }
    if (rules_.span() > 0) {
      const auto found = payload_.read<IndexedPoints::Stored>(place);
      if (found == IndexedPoints::absent()) return std::nullopt;
      return Value{Value::Kind::points, static_cast<double>(found), true};
    }
    const auto found = payload_.read<IndexedWin::Stored>(place);
    if (found == IndexedWin::absent()) return std::nullopt;
    return WinCode::decode(found);
  }

  const Rules& rules_;
  const Payload& payload_;
  std::vector<std::uint64_t> sizes_, begins_;
  std::uint64_t size_ = 0, width_ = 0;
};

}  // namespace

std::unique_ptr<IndexRun> index_run(const Rules& rules, int threads) {
  if (rules.index_sizes().empty()) throw RulesError("this game has no index of its positions");
  return std::make_unique<Index>(rules.identity(), GenericGame<true>(rules), threads);
}

std::unique_ptr<Tablebase> open_indexed(const Rules& rules, const Payload& payload, std::uint64_t begin,
                                        std::uint64_t length) {
  return std::make_unique<IndexTablebase>(rules, payload, begin, length);
}

}  // namespace kibitz
