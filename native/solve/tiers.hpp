// Strong solution of a game whose every move leads to the next tier (one more stone
// on the board): marks the reachable positions from the first tier to the last,
// then evaluates from the last tier to the first. Each step needs only the
// neighbouring tier, so positions are divided among threads, memory holds two
// unpacked tiers of values, and finished tiers can go to disk. One position of each
// symmetry class is evaluated; its images get the same value.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "base/concepts.hpp"
#include "base/noinline.hpp"
#include "base/zeroed_memory.hpp"
#include "solve/thread_team.hpp"
#include "solve/tier_run.hpp"

namespace kibitz {

// Whether the game's index already maps all symmetric images to one number.
template <class G>
inline constexpr bool kIndexIsSymmetric = requires { G::index_is_symmetric; };

template <Indexable G>
class TierSolver final : public TierRun {
 public:
  using State = typename G::State;

  TierSolver(const Identity* identity, const G& game, int threads) : TierRun(identity), game_(game), threads_(threads) {
    if (index_size(game_) > kMaxIndices) throw RulesError("this game has too many positions for a table");
    for (int tier = 0; tier < game_.tiers(); ++tier)
      if (marks_.emplace_back(words(tier) * sizeof(Word)).data() == nullptr) throw std::bad_alloc();
    mark_state(game_.start());
  }

  int tiers() const override { return game_.tiers(); }
  std::uint64_t tier_size(int tier) const override { return game_.tier_size(tier); }
  bool needs_marks() const override { return true; }

  void mark(int tier, Control& control) override { mark_block(tier, 0, game_.tier_size(tier), control); }

  void mark_block(int tier, std::uint64_t begin, std::uint64_t end, Control& control) override {
    for_each_reachable(tier, begin, end, control, [this](State& state, MoveList& moves, std::uint64_t) {
      for_each_child(state, moves, [this](const State& child) {
        mark_state(child);
        return true;
      });
    });
  }

  std::string marks(int tier) const override {
    std::string out(words(tier) * 8, '\0');
    for (std::size_t i = 0; i < words(tier); ++i)
      for (std::size_t byte = 0; byte < 8; ++byte)
        out[i * 8 + byte] = static_cast<char>(mark_word(tier, i).load(std::memory_order_relaxed) >> (8 * byte));
    return out;
  }

  void set_marks(int tier, const std::string& bytes) override {
    if (bytes.size() != words(tier) * 8) throw RulesError("the marks of a tier have the wrong length");
    for (std::size_t i = 0; i < words(tier); ++i) mark_word(tier, i).store(0, std::memory_order_relaxed);
    add_marks(tier, 0, bytes);
  }

  void add_marks(int tier, std::uint64_t begin, const std::string& bytes) override {
    check_block(tier, begin, begin);
    if (bytes.size() % 8 != 0 || begin / 64 + bytes.size() / 8 > words(tier))
      throw RulesError("the marks of a block have the wrong length");
    for (std::size_t i = 0; i < bytes.size() / 8; ++i) {
      std::uint64_t word = 0;
      for (std::size_t byte = 0; byte < 8; ++byte)
        word |= std::uint64_t{static_cast<std::uint8_t>(bytes[i * 8 + byte])} << (8 * byte);
      mark_word(tier, begin / 64 + i).fetch_or(word, std::memory_order_relaxed);
    }
  }

  PackedTier value(int tier, Control& control) override {
    if (tier + 1 < game_.tiers() && evaluated_tier_ != tier + 1) throw RulesError("the next tier has no values yet");
    positions_ = 0;
    if constexpr (kHasImages) {
      ranks_.assign(game_.tier_size(tier), Rank::absent);
      for_each_reachable(tier, 0, game_.tier_size(tier), control, [this](State& state, MoveList& moves, std::uint64_t) {
        const auto next = [this](const State& child) { return int{next_ranks_[game_.index(child)]}; };
        const auto rank = static_cast<std::int8_t>(rank_of(state, moves, next));
        for_each_image(state, [&](std::uint64_t index) { ranks_[index] = rank; });
      });
    } else {
      evaluate_block(tier, 0, game_.tier_size(tier), control);
    }
    finish(tier);
    return PackedTier::pack(next_ranks_);
  }

  PackedTier value_block(int tier, std::uint64_t begin, std::uint64_t end, Control& control) override {
    if (tier + 1 < game_.tiers() && evaluated_tier_ != tier + 1) throw RulesError("the next tier has no values yet");
    evaluate_block(tier, begin, end, control);
    return PackedTier::pack(ranks_);
  }

  void set_block(int tier, std::uint64_t begin, std::uint64_t end, const PackedTier& packed) override {
    check_block(tier, begin, end);
    if (evaluated_tier_ != tier) {
      next_ranks_.assign(game_.tier_size(tier), Rank::absent);
      evaluated_tier_ = tier;
    }
    const auto ranks = packed.unpack(end - begin);
    std::copy(ranks.begin(), ranks.end(), next_ranks_.begin() + static_cast<std::ptrdiff_t>(begin));
  }

  PackedTier join_blocks(int tier, Control& control) override {
    if (evaluated_tier_ != tier) throw RulesError("the blocks of this tier have no values yet");
    ranks_ = next_ranks_;
    positions_ = 0;
    ThreadTeam(control, threads_).parallel_for(next_ranks_.size(), [&](std::uint64_t begin, std::uint64_t end) {
      for (auto index = begin; index < end; ++index) {
        if (next_ranks_[index] == Rank::absent) continue;
        ++positions_;
        if constexpr (kHasImages)
          for_each_image(game_.at(tier, index), [&](std::uint64_t image) { ranks_[image] = next_ranks_[index]; });
      }
    });
    return PackedTier::pack(ranks_);
  }

  void set_values(int tier, const PackedTier& packed) override {
    ranks_ = packed.unpack(game_.tier_size(tier));
    finish(tier);
  }

  std::uint64_t positions() const override { return positions_; }

 private:
  static constexpr bool kHasImages = Symmetric<G> && !kIndexIsSymmetric<G>;

  using Word = std::atomic<std::uint64_t>;
  // One bit each; untouched pages take no memory.
  static constexpr std::uint64_t kMaxIndices = std::uint64_t{1} << 40;

  std::size_t words(int tier) const { return static_cast<std::size_t>((game_.tier_size(tier) + 63) / 64); }
  Word& mark_word(int tier, std::uint64_t number) const {
    return static_cast<Word*>(marks_[static_cast<std::size_t>(tier)].data())[number];
  }

  void finish(int tier) {
    next_ranks_.swap(ranks_);
    evaluated_tier_ = tier;
    ranks_.clear();
  }

  void check_block(int tier, std::uint64_t begin, std::uint64_t end) const {
    if (begin % 64 != 0 || begin > end || end > game_.tier_size(tier)) throw RulesError("invalid block of the tier");
  }

  // Evaluates one position of each class in a block (a whole tier if the index is symmetric).
  void evaluate_block(int tier, std::uint64_t begin, std::uint64_t end, Control& control) {
    check_block(tier, begin, end);
    ranks_.assign(end - begin, Rank::absent);
    // By its own index: another image, marked by another process, may lie in another block.
    for_each_reachable(tier, begin, end, control, [&](State& state, MoveList& moves, std::uint64_t index) {
      const auto next = [this](const State& child) { return int{next_ranks_[class_index(child)]}; };
      ranks_[index - begin] = static_cast<std::int8_t>(rank_of(state, moves, next));
    });
  }

  template <class Visit>
  void for_each_image(const State& state, const Visit& visit) const {
    visit(game_.index(state));
    if constexpr (kHasImages)
      for (int symmetry = 1; symmetry < game_.symmetries(); ++symmetry)
        visit(game_.index(game_.transform(state, symmetry)));
  }

  // The smallest index of its class, which does not depend on thread timing.
  std::uint64_t class_index(const State& state) const {
    if constexpr (kHasImages)
      return smallest_index(state);
    else
      return game_.index(state);
  }
  KIBITZ_NOINLINE std::uint64_t smallest_index(const State& state) const {
    auto first = std::numeric_limits<std::uint64_t>::max();
    for_each_image(state, [&](std::uint64_t image) { first = std::min(first, image); });
    return first;
  }

  void mark_state(const State& state) {
    const auto first = class_index(state);
    auto& word = mark_word(game_.tier(state), first / 64);
    const auto bit = std::uint64_t{1} << (first % 64);
    if (!(word.load(std::memory_order_relaxed) & bit)) word.fetch_or(bit, std::memory_order_relaxed);
  }

  bool marked(int tier, std::uint64_t index) const {
    return (mark_word(tier, index / 64).load(std::memory_order_relaxed) >> (index % 64)) & 1u;
  }

  // Visits one reachable position of each class of a block, with its index.
  template <class Visit>
  void for_each_reachable(int tier, std::uint64_t first, std::uint64_t last, Control& control, const Visit& visit) {
    check_block(tier, first, last);
    ThreadTeam(control, threads_).parallel_for(last - first, [&](std::uint64_t begin, std::uint64_t end) {
      MoveList moves;
      std::uint64_t found = 0;
      for (auto index = first + begin; index < first + end; ++index) {
        if (!marked(tier, index)) continue;
        State state = game_.at(tier, index);
        visit(state, moves, index);
        ++found;
      }
      positions_ += found;
    });
  }

  // `next` returns the rank of a position of the next tier.
  template <class Next>
  int rank_of(State& state, MoveList& moves, const Next& next) const {
    const Side mover = game_.mover(state);
    if (const Result result = game_.result(state); result != Result::ongoing) return terminal_rank(result, mover);
    // Immediate wins are best and found without the index.
    bool wins = false;
    for_each_child(state, moves, [&](const State& child) {
      wins = game_.result(child) == win_for(mover);
      return !wins;
    });
    if (wins) return Rank::win(1);
    int best = Rank::absent;
    for_each_child(state, moves, [&](const State& child) {
      const Result result = game_.result(child);
      int rank = result == Result::ongoing ? next(child) : terminal_rank(result, game_.mover(child));
      if (game_.mover(child) != mover) rank = Rank::negate(rank);
      best = std::max(best, Rank::one_ply_earlier(rank));
      return true;
    });
    return best;
  }

  static int terminal_rank(Result result, Side mover) {
    const int outcome = outcome_for(result, mover);
    return outcome > 0 ? Rank::win(0) : outcome < 0 ? Rank::loss(0) : Rank::draw(0);
  }

  // Visits the children while `visit` returns true.
  template <class Visit>
  void for_each_child(State& state, MoveList& moves, const Visit& visit) const {
    if (game_.result(state) != Result::ongoing) return;
    const int tier = game_.tier(state);
    moves.clear();
    game_.moves(state, moves);
    if (moves.empty()) throw RulesError("an unfinished position has no moves");
    for (const Move move : moves) {
      const auto undo = game_.play(state, move);
      if (game_.tier(state) != tier + 1) throw RulesError("a move does not lead to the next tier");
      const bool more = visit(state);
      game_.undo(state, move, undo);
      if (!more) return;
    }
  }

  const G& game_;
  int threads_;
  std::deque<ZeroedMemory> marks_;       // reachable: one bit for each index of each tier
  std::vector<std::int8_t> ranks_;       // of the current tier
  std::vector<std::int8_t> next_ranks_;  // of the next tier
  int evaluated_tier_ = -1;
  std::atomic<std::uint64_t> positions_{0};
};

}  // namespace kibitz
