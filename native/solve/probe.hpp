// A table, ready to be asked: by Python, by search at its leaves, by anything
// that holds a state. Finding costs about a microsecond and allocates nothing.
#pragma once

#include <optional>

#include "base/concepts.hpp"
#include "search/score.hpp"
#include "solve/dense_table.hpp"
#include "solve/keyed_table.hpp"

namespace kibitz {

class Probe {
 public:
  virtual ~Probe() = default;
};

template <Game G>
class ProbeOf : public Probe {
 public:
  // What a state is worth to its mover, if the table knows.
  virtual std::optional<Value> find(const typename G::State&) const = 0;
  // Whether it may know a position that so many decisions from here can reach.
  virtual bool may_know_within(const typename G::State&, int /*decisions*/) const { return true; }
};

template <Game G>
class KeyedProbe final : public ProbeOf<G> {
 public:
  KeyedProbe(const G& game, ByteSpan keys, ByteSpan values) : game_(game), table_{keys, values} {}

  std::optional<Value> find(const typename G::State& state) const override {
    return table_.template find<CodeOf<G>>(game_.key(canonical(game_, state)));
  }

 private:
  const G& game_;
  KeyedTable table_;
};

template <Indexable G>
class DenseProbe final : public ProbeOf<G> {
 public:
  DenseProbe(const G& game, ByteSpan palettes, const Payload& payload, std::uint64_t begin, std::uint64_t length)
      : game_(game), table_(game, palettes, payload, begin, length) {}

  std::optional<Value> find(const typename G::State& state) const override {
    const int rank = table_.rank(game_.tier(state), game_.index(state));
    if (rank == Rank::absent) return std::nullopt;
    return Rank::value(rank);
  }

 private:
  const G& game_;
  DenseTable table_;
};

}  // namespace kibitz
