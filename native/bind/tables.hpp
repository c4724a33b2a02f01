// What Python sees of solving and of tables.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bind/long_work.hpp"
#include "bind/rules.hpp"

namespace kibitz {

namespace nb = nanobind;
using namespace nb::literals;

using ReadOnlyBytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline ByteSpan span_of(const ReadOnlyBytes& bytes) { return {bytes.data(), bytes.size()}; }
inline nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }
inline std::string text_of(const ReadOnlyBytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline nb::tuple tuple_of(const PackedTier& tier) {
  return nb::make_tuple(bytes_of(tier.palette), bytes_of(tier.bytes));
}

inline void bind_runs(nb::module_& m) {
  nb::class_<TierRun>(m, "TierRun", "Solves a game tier by tier.")
      .def_prop_ro("tiers", &TierRun::tiers)
      .def_prop_ro("needs_marks", &TierRun::needs_marks)
      .def_prop_ro("positions", &TierRun::positions, "Positions of the tier valued last, up to symmetry.")
      .def("tier_size", &TierRun::tier_size, "tier"_a)
      .def(
          "mark", [](TierRun& run, int tier, Control& control) { stoppable([&] { run.mark(tier, control); }); },
          "tier"_a, "control"_a, "Marks what moves from a tier lead to.")
      .def(
          "marks", [](const TierRun& run, int tier) { return bytes_of(run.marks(tier)); }, "tier"_a)
      .def(
          "set_marks", [](TierRun& run, int tier, const ReadOnlyBytes& bytes) { run.set_marks(tier, text_of(bytes)); },
          "tier"_a, "marks"_a, nb::sig("def set_marks(self, tier: int, marks: bytes | memoryview) -> None"))
      .def(
          "value",
          [](TierRun& run, int tier, Control& control) {
            return tuple_of(stoppable([&] { return run.value(tier, control); }));
          },
          "tier"_a, "control"_a, nb::sig("def value(self, tier: int, control: Control) -> tuple[bytes, bytes]"),
          "Values a tier, once the next one has its values: its palette and packed values.")
      .def(
          "set_values",
          [](TierRun& run, int tier, const ReadOnlyBytes& palette, const ReadOnlyBytes& bytes) {
            run.set_values(tier, {text_of(palette), text_of(bytes)});
          },
          "tier"_a, "palette"_a, "values"_a,
          nb::sig("def set_values(self, tier: int, palette: bytes | memoryview, values: bytes | memoryview) -> None"));

  nb::class_<EndgameRun>(m, "EndgameRun", "Solves all positions with few pieces, unit by unit.")
      .def_prop_ro("places", &EndgameRun::places)
      .def_prop_ro("units", &EndgameRun::units)
      .def("steps", &EndgameRun::steps, "unit"_a)
      .def(
          "solve",
          [](EndgameRun& run, int unit, Control& control) {
            return bytes_of(stoppable([&] { return run.solve(unit, control); }));
          },
          "unit"_a, "control"_a)
      .def(
          "restore", [](EndgameRun& run, int unit, const ReadOnlyBytes& bytes) { run.restore(unit, text_of(bytes)); },
          "unit"_a, "stored"_a, nb::sig("def restore(self, unit: int, stored: bytes | memoryview) -> None"));
}

inline void bind_probes(nb::module_& m) {
  nb::class_<Payload>(m, "Payload", "The bytes of a table; blocks are checked when first touched.")
      .def(
          "__init__",
          [](Payload* self, const ReadOnlyBytes& bytes, const ReadOnlyBytes& sums, std::size_t block) {
            new (self) Payload(span_of(bytes), span_of(sums), block);
          },
          "bytes"_a, "sums"_a, "block"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
          nb::sig("def __init__(self, bytes: bytes | memoryview, sums: bytes | memoryview, block: int) -> None"));

  nb::class_<Probe>(m, "Probe", "A table, ready to be asked.");

  m.def(
      "tier_run", [](const Rules& r, int threads, bool one_by_one) { return r.tier_run(threads, one_by_one); },
      "rules"_a, "threads"_a, "one_by_one"_a = false, nb::keep_alive<0, 1>(),
      "Solves by tiers: by the quickest way the game has, or one position at a time.");
  m.def(
      "endgame_run",
      [](const Rules& r, int most, bool wide, int threads) { return r.endgame_run(most, wide, threads); }, "rules"_a,
      "most_pieces"_a, "wide"_a, "threads"_a, nb::keep_alive<0, 1>());
  m.def(
      "open_keyed",
      [](const Rules& r, const ReadOnlyBytes& keys, const ReadOnlyBytes& values) {
        return r.open_keyed(span_of(keys), span_of(values));
      },
      "rules"_a, "keys"_a, "values"_a, nb::keep_alive<0, 1>(), nb::keep_alive<0, 2>(), nb::keep_alive<0, 3>(),
      nb::sig("def open_keyed(rules: Rules, keys: bytes | memoryview, values: bytes | memoryview) -> Probe"));
  m.def(
      "open_dense",
      [](const Rules& r, const ReadOnlyBytes& palettes, const Payload& payload, std::uint64_t begin,
         std::uint64_t length) { return r.open_dense(span_of(palettes), payload, begin, length); },
      "rules"_a, "palettes"_a, "payload"_a, "begin"_a, "length"_a, nb::keep_alive<0, 1>(), nb::keep_alive<0, 3>(),
      nb::sig("def open_dense(rules: Rules, palettes: bytes | memoryview, payload: Payload, begin: int, length: int) "
              "-> Probe"));
  m.def(
      "open_endgame",
      [](const Rules& r, int most, const Payload& payload, std::uint64_t begin, std::uint64_t length) {
        return r.open_endgame(most, payload, begin, length);
      },
      "rules"_a, "most_pieces"_a, "payload"_a, "begin"_a, "length"_a, nb::keep_alive<0, 1>(), nb::keep_alive<0, 3>());
  m.def(
      "find", [](const Rules& r, const Probe& probe, const StateBox& s) { return r.find(probe, s); }, "rules"_a,
      "probe"_a, "state"_a, "What a state is worth to its mover, if the table knows.");
  m.def(
      "against_random",
      [](const Rules& r, const Probe& probe, const StateBox& s, Control& control) {
        const auto found = run_or_raise(r, [&] { return r.against_random(probe, s, control); });
        std::vector<std::tuple<Move, double, double, double>> out;
        for (const auto& [move, odds] : found) out.emplace_back(move, odds.win, odds.draw, odds.loss);
        return out;
      },
      "rules"_a, "probe"_a, "state"_a, "control"_a,
      "Each move's chances to win, draw and lose against an opponent who moves at random.");
}

inline void bind_census(nb::module_& m) {
  nb::class_<Census>(m, "Census", "What a table holds of one tier.")
      .def_ro("positions", &Census::positions, "Different positions.")
      .def_ro("classes", &Census::classes, "Positions up to symmetry.")
      .def_prop_ro(
          "ended", [](const Census& c) { return std::tuple(c.ended[0], c.ended[1], c.ended[2]); },
          "Ended ones: won by the first player, by the second, drawn.")
      .def_prop_ro(
          "results", [](const Census& c) { return std::tuple(c.results[0], c.results[1], c.results[2]); },
          "Lost, drawn and won for the mover with best play.");
  m.def(
      "census",
      [](const Rules& r, const Probe& probe, Control& control) {
        return run_or_raise(r, [&] { return r.census(probe, control); });
      },
      "rules"_a, "probe"_a, "control"_a, "Counts a dense table, tier by tier.");
}

inline void bind_tables(nb::module_& m) {
  bind_runs(m);
  bind_probes(m);
  bind_census(m);
}

}  // namespace kibitz
