// Solves a game whose every move leads to the next tier (one more stone on the
// board): marks what can be reached, first tier to last, then works out values
// from the last tier to the first. Each step needs one neighbouring tier only,
// so its positions can be shared among threads, two tiers of values are all
// that memory holds unpacked, and a finished tier can be kept on disk. Of
// positions alike by symmetry one is worked on and the others get its value.
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

// An index of the game's own may already put all images in one place.
template <class G>
inline constexpr bool kIndexIsSymmetric = requires { G::index_is_symmetric; };

template <Indexable G>
class TierSolver final : public TierRun {
 public:
  using State = typename G::State;

  TierSolver(const Identity* identity, const G& game, int threads) : TierRun(identity), game_(game), threads_(threads) {
    if (index_size(game_) > kMostPlaces) throw RulesError("this game has far too many positions for a table");
    for (int tier = 0; tier < game_.tiers(); ++tier)
      if (marks_.emplace_back(words(tier) * sizeof(Word)).data() == nullptr) throw std::bad_alloc();
    mark_state(game_.start());
  }

  int tiers() const override { return game_.tiers(); }
  std::uint64_t tier_size(int tier) const override { return game_.tier_size(tier); }
  bool needs_marks() const override { return true; }

  void mark(int tier, Control& control) override { mark_block(tier, 0, game_.tier_size(tier), control); }

  void mark_block(int tier, std::uint64_t begin, std::uint64_t end, Control& control) override {
    each_position(tier, begin, end, control, [this](State& state, MoveList& moves, std::uint64_t) {
      each_child(state, moves, [this](const State& child) {
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
    if (tier + 1 < game_.tiers() && valued_ != tier + 1) throw RulesError("the next tier has no values yet");
    positions_ = 0;
    if constexpr (kImages) {
      ranks_.assign(game_.tier_size(tier), Rank::absent);
      each_position(tier, 0, game_.tier_size(tier), control, [this](State& state, MoveList& moves, std::uint64_t) {
        const auto next = [this](const State& child) { return int{next_[game_.index(child)]}; };
        const auto rank = static_cast<std::int8_t>(rank_of(state, moves, next));
        each_image(state, [&](std::uint64_t place) { ranks_[place] = rank; });
      });
    } else {
      rank_block(tier, 0, game_.tier_size(tier), control);
    }
    finish(tier);
    return PackedTier::pack(next_);
  }

  PackedTier value_block(int tier, std::uint64_t begin, std::uint64_t end, Control& control) override {
    if (tier + 1 < game_.tiers() && valued_ != tier + 1) throw RulesError("the next tier has no values yet");
    rank_block(tier, begin, end, control);
    return PackedTier::pack(ranks_);
  }

  void set_block(int tier, std::uint64_t begin, std::uint64_t end, const PackedTier& packed) override {
    check_block(tier, begin, end);
    if (valued_ != tier) {
      next_.assign(game_.tier_size(tier), Rank::absent);
      valued_ = tier;
    }
    const auto ranks = packed.unpack(end - begin);
    std::copy(ranks.begin(), ranks.end(), next_.begin() + static_cast<std::ptrdiff_t>(begin));
  }

  PackedTier join_blocks(int tier, Control& control) override {
    if (valued_ != tier) throw RulesError("the blocks of this tier have no values yet");
    ranks_ = next_;
    positions_ = 0;
    Team(control, threads_).share(next_.size(), [&](std::uint64_t begin, std::uint64_t end) {
      for (auto place = begin; place < end; ++place) {
        if (next_[place] == Rank::absent) continue;
        ++positions_;
        if constexpr (kImages)
          each_image(game_.at(tier, place), [&](std::uint64_t image) { ranks_[image] = next_[place]; });
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
  static constexpr bool kImages = Symmetric<G> && !kIndexIsSymmetric<G>;

  using Word = std::atomic<std::uint64_t>;
  // A bit each, of which only what is marked takes memory.
  static constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 40;

  std::size_t words(int tier) const { return static_cast<std::size_t>((game_.tier_size(tier) + 63) / 64); }
  Word& mark_word(int tier, std::uint64_t number) const {
    return static_cast<Word*>(marks_[static_cast<std::size_t>(tier)].data())[number];
  }

  void finish(int tier) {
    next_.swap(ranks_);
    valued_ = tier;
    ranks_.clear();
  }

  void check_block(int tier, std::uint64_t begin, std::uint64_t end) const {
    if (begin % 64 != 0 || begin > end || end > game_.tier_size(tier)) throw RulesError("this is no block of the tier");
  }

  // One of each class of positions; a whole tier is such a block where the index puts all images in one place.
  void rank_block(int tier, std::uint64_t begin, std::uint64_t end, Control& control) {
    check_block(tier, begin, end);
    ranks_.assign(end - begin, Rank::absent);
    // By its place: that of another image, which only marks from elsewhere can have marked, may be in another block.
    each_position(tier, begin, end, control, [&](State& state, MoveList& moves, std::uint64_t place) {
      const auto next = [this](const State& child) { return int{next_[first_image(child)]}; };
      ranks_[place - begin] = static_cast<std::int8_t>(rank_of(state, moves, next));
    });
  }

  template <class Visit>
  void each_image(const State& state, const Visit& visit) const {
    visit(game_.index(state));
    if constexpr (kImages)
      for (int symmetry = 1; symmetry < game_.symmetries(); ++symmetry)
        visit(game_.index(game_.transform(state, symmetry)));
  }

  // The image in the first place stands for all, whichever thread comes first.
  std::uint64_t first_image(const State& state) const {
    if constexpr (kImages)
      return first_of_images(state);
    else
      return game_.index(state);
  }
  KIBITZ_NOINLINE std::uint64_t first_of_images(const State& state) const {
    auto first = std::numeric_limits<std::uint64_t>::max();
    each_image(state, [&](std::uint64_t image) { first = std::min(first, image); });
    return first;
  }

  void mark_state(const State& state) {
    const auto first = first_image(state);
    auto& word = mark_word(game_.tier(state), first / 64);
    const auto bit = std::uint64_t{1} << (first % 64);
    if (!(word.load(std::memory_order_relaxed) & bit)) word.fetch_or(bit, std::memory_order_relaxed);
  }

  bool marked(int tier, std::uint64_t place) const {
    return (mark_word(tier, place / 64).load(std::memory_order_relaxed) >> (place % 64)) & 1u;
  }

  // Visits one of each class of positions of a block that can be reached, and its place.
  template <class Visit>
  void each_position(int tier, std::uint64_t first, std::uint64_t last, Control& control, const Visit& visit) {
    check_block(tier, first, last);
    Team(control, threads_).share(last - first, [&](std::uint64_t begin, std::uint64_t end) {
      MoveList moves;
      std::uint64_t found = 0;
      for (auto place = first + begin; place < first + end; ++place) {
        if (!marked(tier, place)) continue;
        State state = game_.at(tier, place);
        visit(state, moves, place);
        ++found;
      }
      positions_ += found;
    });
  }

  // `next` gives the rank of a position of the next tier.
  template <class Next>
  int rank_of(State& state, MoveList& moves, const Next& next) const {
    const Side mover = game_.mover(state);
    if (const Result result = game_.result(state); result != Result::ongoing) return ended(result, mover);
    // Nothing is better than to win at once, and that is seen without the index.
    bool wins = false;
    each_child(state, moves, [&](const State& child) {
      wins = game_.result(child) == win_for(mover);
      return !wins;
    });
    if (wins) return Rank::win(1);
    int best = Rank::absent;
    each_child(state, moves, [&](const State& child) {
      const Result result = game_.result(child);
      int rank = result == Result::ongoing ? next(child) : ended(result, game_.mover(child));
      if (game_.mover(child) != mover) rank = Rank::other_side(rank);
      best = std::max(best, Rank::ply_before(rank));
      return true;
    });
    return best;
  }

  static int ended(Result result, Side mover) {
    const int outcome = outcome_for(result, mover);
    return outcome > 0 ? Rank::win(0) : outcome < 0 ? Rank::loss(0) : Rank::draw(0);
  }

  // Visits the positions after each move while `visit` says to go on.
  template <class Visit>
  void each_child(State& state, MoveList& moves, const Visit& visit) const {
    if (game_.result(state) != Result::ongoing) return;
    const int tier = game_.tier(state);
    moves.clear();
    game_.moves(state, moves);
    if (moves.empty()) throw RulesError("a position that has not ended has no moves");
    for (const Move move : moves) {
      const auto undo = game_.play(state, move);
      if (game_.tier(state) != tier + 1) throw RulesError("a move of this game does not lead to the next tier");
      const bool more = visit(state);
      game_.undo(state, move, undo);
      if (!more) return;
    }
  }

  const G& game_;
  int threads_;
  std::deque<ZeroedMemory> marks_;  // a bit for each place of each tier
  std::vector<std::int8_t> ranks_;  // of the tier at work
  std::vector<std::int8_t> next_;   // of the tier after it
  int valued_ = -1;
  std::atomic<std::uint64_t> positions_{0};
};

}  // namespace kibitz
