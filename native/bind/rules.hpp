// One face for all games, so that Python meets a single class whatever the
// template behind it. Everything that loops runs on the far side of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/control.hpp"
#include "base/types.hpp"
#include "search/report.hpp"
#include "search/trace.hpp"
#include "solve/against_random.hpp"
#include "solve/census.hpp"
#include "solve/count.hpp"
#include "solve/endgame.hpp"
#include "solve/payload.hpp"
#include "solve/probe.hpp"
#include "solve/tiers.hpp"

namespace kibitz {

// A state of some game, as Python holds it. Never changes.
class StateBox {
 public:
  virtual ~StateBox() = default;
};

class Rules {
 public:
  using Box = std::unique_ptr<StateBox>;
  using Numbers = std::vector<std::int64_t>;

  virtual ~Rules() = default;

  // Whether the game's own code is Python, so that the GIL must be held.
  virtual bool in_python() const = 0;
  virtual bool has_chance() const = 0;
  virtual bool has_evaluation() const = 0;
  virtual int symmetries() const = 0;

  virtual Box start() const = 0;
  virtual Side turn(const StateBox&) const = 0;
  virtual Side mover(const StateBox&) const = 0;
  virtual Result result(const StateBox&) const = 0;
  virtual MoveList moves(const StateBox&) const = 0;
  virtual ChanceList chances(const StateBox&) const = 0;
  virtual bool is_legal(const StateBox&, Move) const = 0;
  // Checked: throws RulesError unless the move is allowed.
  virtual Box play(const StateBox&, Move) const = 0;
  // Plays the move, takes it back, and returns what is there then.
  virtual Box play_and_undo(const StateBox&, Move) const = 0;
  virtual std::uint64_t key(const StateBox&) const = 0;
  virtual bool same(const StateBox&, const StateBox&) const = 0;
  virtual Numbers parts(Move) const = 0;
  virtual Move pack(const Numbers&) const = 0;
  virtual Numbers describe(const StateBox&) const = 0;
  virtual Box assemble(const Numbers&) const = 0;
  virtual Box transform(const StateBox&, int symmetry) const = 0;
  virtual Move transform_move(Move, int symmetry) const = 0;
  virtual Box canonical(const StateBox&) const = 0;
  // A guess at who stands better, as the first player sees it; `tuning` as in a SearchRequest.
  virtual double evaluate(const StateBox&, const Tuning& tuning) const = 0;
  // How many lines a player has begun that it may still fill, in games won by lines.
  virtual std::optional<int> ways(const StateBox&, Side) const = 0;

  virtual std::uint64_t perft(const StateBox&, int depth, Control&) const = 0;
  virtual std::uint64_t count_games(const StateBox&, Control&) const = 0;
  virtual std::vector<std::uint64_t> count_positions(const StateBox&, int most_plies, bool up_to_symmetry,
                                                     Control&) const = 0;
  virtual PlayoutTally play_out(const StateBox&, std::uint64_t games, std::uint64_t seed, Control&) const = 0;

  virtual SearchReport search(const StateBox&, const SearchRequest&, Control&) const = 0;
  // The tree that such a search visits; refused beyond so many nodes.
  virtual std::vector<TraceNode> search_tree(const StateBox&, const SearchRequest&, Control&,
                                             std::size_t most_nodes) const = 0;

  // The keys and the values of a keyed table, as bytes.
  virtual std::pair<std::string, std::string> solve_graph(Control&, std::uint64_t most_positions) const = 0;

  // How many places the game's index has; 0 if it has none that tiers can use.
  virtual std::uint64_t index_size() const = 0;
  // `one_by_one`: not by a quicker way that the game may have of its own.
  virtual std::unique_ptr<TierRun> tier_run(int threads, bool one_by_one) const = 0;

  // Whether all positions with few pieces can be solved without the others.
  virtual bool has_endgame() const = 0;
  virtual std::unique_ptr<EndgameRun> endgame_run(int most_pieces, bool wide, int threads) const = 0;

  // Tables to ask; they refer to these rules and to the bytes given.
  virtual std::unique_ptr<Probe> open_keyed(ByteSpan keys, ByteSpan values) const = 0;
  virtual std::unique_ptr<Probe> open_dense(ByteSpan palettes, const Payload&, std::uint64_t begin,
                                            std::uint64_t length) const = 0;
  virtual std::unique_ptr<Probe> open_endgame(int most_pieces, const Payload&, std::uint64_t begin,
                                              std::uint64_t length) const = 0;
  virtual std::optional<Value> find(const Probe&, const StateBox&) const = 0;

  // What a dense table holds, tier by tier.
  virtual std::vector<Census> census(const Probe&, Control&) const = 0;

  // The odds of each move against an opponent who moves at random.
  virtual std::vector<std::pair<Move, Odds>> against_random(const Probe&, const StateBox&, Control&) const = 0;
};

}  // namespace kibitz
