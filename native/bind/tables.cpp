// Python bindings of solving and tables.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "base/cold.hpp"
#include "bind/bindings.hpp"
#include "bind/bytes.hpp"
#include "bind/core_game.hpp"
#include "bind/long_work.hpp"
#include "bind/table_rows.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

nb::tuple tuple_of(const PackedTier& tier) { return nb::make_tuple(bytes_of(tier.palette), bytes_of(tier.bytes)); }

// Exclusive use of a run, with a check of the tier or unit.
class TierLock : public ExclusiveUse {
 public:
  TierLock(TierRun& run, int tier) : ExclusiveUse(run.in_use) {
    if (tier < 0 || tier >= run.tiers()) throw RulesError("there is no such tier");
  }
};
class UnitLock : public ExclusiveUse {
 public:
  UnitLock(EndgameRun& run, int unit) : ExclusiveUse(run.in_use) {
    if (unit < 0 || unit >= run.units()) throw RulesError("there is no such unit");
  }
};

class IndexLock : public ExclusiveUse {
 public:
  IndexLock(IndexRun& run, int tier) : ExclusiveUse(run.in_use) {
    if (tier < 0 || tier >= run.tiers()) throw RulesError("there is no such tier");
  }
};

KIBITZ_COLD void bind_index_run(nb::module_& m) {
  nb::class_<IndexRun>(m, "IndexRun", "Solves a game in Python by its dense index, tier by tier; one thread at a time.")
      .def_prop_ro(
          "identity", [](const IndexRun& run) { return run.identity()->text(); }, "The identity of its rules.")
      .def_prop_ro("tiers", &IndexRun::tiers)
      .def_prop_ro("positions", &IndexRun::positions, "Positions of the last solved tier.")
      .def_prop_ro("error", &IndexRun::error, "The largest error of its chances.")
      .def(
          "tier_size",
          [](IndexRun& run, int tier) {
            const IndexLock used(run, tier);
            return run.tier_size(tier);
          },
          "tier"_a)
      .def(
          "solve",
          [](IndexRun& run, int tier, Control& control) {
            const IndexLock used(run, tier);
            return bytes_of(stoppable([&] { return run.solve(tier, control); }));
          },
          "tier"_a, "control"_a, "Solve a tier, given the later tiers that its moves lead to.")
      .def(
          "restore",
          [](IndexRun& run, int tier, const ReadOnlyBytes& bytes, double error) {
            const IndexLock used(run, tier);
            run.restore(tier, text_of(bytes), error);
          },
          "tier"_a, "stored"_a, "error"_a,
          nb::sig("def restore(self, tier: int, stored: bytes | memoryview, error: float) -> None"));
  m.def(
      "index_run", [](const CoreGame& g, int threads) { return index_run(g.rules(), threads); }, "rules"_a, "threads"_a,
      nb::keep_alive<0, 1>());
  m.def(
      "open_indexed",
      [](const CoreGame& g, const Payload& payload, std::uint64_t begin, std::uint64_t length) {
        return open_indexed(g.rules(), payload, begin, length);
      },
      "rules"_a, "payload"_a, "begin"_a, "length"_a, nb::keep_alive<0, 1>(), nb::keep_alive<0, 2>());
}

KIBITZ_COLD void bind_runs(nb::module_& m) {
  nb::class_<TierRun>(m, "TierRun", "Solves a game tier by tier; one thread at a time.")
      .def_prop_ro(
          "identity", [](const TierRun& run) { return run.identity()->text(); }, "The identity of its rules.")
      .def_prop_ro("tiers", &TierRun::tiers)
      .def_prop_ro("needs_marks", &TierRun::needs_marks)
      .def_prop_ro("positions", &TierRun::positions, "Positions of the last evaluated tier, up to symmetry.")
      .def(
          "tier_size",
          [](TierRun& run, int tier) {
            const TierLock used(run, tier);
            return run.tier_size(tier);
          },
          "tier"_a)
      .def(
          "mark",
          [](TierRun& run, int tier, Control& control) {
            const TierLock used(run, tier);
            stoppable([&] { run.mark(tier, control); });
          },
          "tier"_a, "control"_a, "Mark the children of a tier's marked positions.")
      .def(
          "marks",
          [](TierRun& run, int tier) {
            const TierLock used(run, tier);
            return bytes_of(run.marks(tier));
          },
          "tier"_a)
      .def(
          "set_marks",
          [](TierRun& run, int tier, const ReadOnlyBytes& bytes) {
            const TierLock used(run, tier);
            run.set_marks(tier, text_of(bytes));
          },
          "tier"_a, "marks"_a, nb::sig("def set_marks(self, tier: int, marks: bytes | memoryview) -> None"))
      .def(
          "value",
          [](TierRun& run, int tier, Control& control) {
            const TierLock used(run, tier);
            return tuple_of(stoppable([&] { return run.value(tier, control); }));
          },
          "tier"_a, "control"_a, nb::sig("def value(self, tier: int, control: Control) -> tuple[bytes, bytes]"),
          "Evaluate a tier, given the next one: palette and packed values.")
      .def(
          "set_values",
          [](TierRun& run, int tier, const ReadOnlyBytes& palette, const ReadOnlyBytes& bytes) {
            const TierLock used(run, tier);
            run.set_values(tier, {text_of(palette), text_of(bytes)});
          },
          "tier"_a, "palette"_a, "values"_a,
          nb::sig("def set_values(self, tier: int, palette: bytes | memoryview, values: bytes | memoryview) -> None"))
      .def(
          "add_marks",
          [](TierRun& run, int tier, std::uint64_t begin, const ReadOnlyBytes& bytes) {
            const TierLock used(run, tier);
            run.add_marks(tier, begin, text_of(bytes));
          },
          "tier"_a, "begin"_a, "marks"_a,
          nb::sig("def add_marks(self, tier: int, begin: int, marks: bytes | memoryview) -> None"))
      .def(
          "mark_block",
          [](TierRun& run, int tier, std::uint64_t begin, std::uint64_t end, Control& control) {
            const TierLock used(run, tier);
            stoppable([&] { run.mark_block(tier, begin, end, control); });
          },
          "tier"_a, "begin"_a, "end"_a, "control"_a, "Mark the children of a block's marked positions.")
      .def(
          "value_block",
          [](TierRun& run, int tier, std::uint64_t begin, std::uint64_t end, Control& control) {
            const TierLock used(run, tier);
            return tuple_of(stoppable([&] { return run.value_block(tier, begin, end, control); }));
          },
          "tier"_a, "begin"_a, "end"_a, "control"_a,
          nb::sig("def value_block(self, tier: int, begin: int, end: int, control: Control) -> tuple[bytes, bytes]"),
          "Evaluate a block, given the next tier: one position of each symmetry class.")
      .def(
          "set_block",
          [](TierRun& run, int tier, std::uint64_t begin, std::uint64_t end, const ReadOnlyBytes& palette,
             const ReadOnlyBytes& bytes) {
            const TierLock used(run, tier);
            run.set_block(tier, begin, end, {text_of(palette), text_of(bytes)});
          },
          "tier"_a, "begin"_a, "end"_a, "palette"_a, "values"_a,
          nb::sig("def set_block(self, tier: int, begin: int, end: int, palette: bytes | memoryview, values: bytes | "
                  "memoryview) -> None"))
      .def(
          "join_blocks",
          [](TierRun& run, int tier, Control& control) {
            const TierLock used(run, tier);
            return tuple_of(stoppable([&] { return run.join_blocks(tier, control); }));
          },
          "tier"_a, "control"_a, nb::sig("def join_blocks(self, tier: int, control: Control) -> tuple[bytes, bytes]"),
          "The whole tier, once all its blocks are evaluated.");

  nb::class_<EndgameRun>(m, "EndgameRun", "Builds an endgame tablebase unit by unit; one thread at a time.")
      .def_prop_ro(
          "identity", [](const EndgameRun& run) { return run.identity()->text(); }, "The identity of its rules.")
      .def_prop_ro("places", &EndgameRun::places)
      .def_prop_ro("units", &EndgameRun::units)
      .def(
          "steps",
          [](EndgameRun& run, int unit) {
            const UnitLock used(run, unit);
            return run.steps(unit);
          },
          "unit"_a)
      .def(
          "level",
          [](EndgameRun& run, int unit) {
            const UnitLock used(run, unit);
            return run.level(unit);
          },
          "unit"_a, "A unit depends on all units of lower levels.")
      .def(
          "solve",
          [](EndgameRun& run, int unit, Control& control) {
            const UnitLock used(run, unit);
            return bytes_of(stoppable([&] { return run.solve(unit, control); }));
          },
          "unit"_a, "control"_a)
      .def(
          "restore",
          [](EndgameRun& run, int unit, const ReadOnlyBytes& bytes) {
            const UnitLock used(run, unit);
            run.restore(unit, text_of(bytes));
          },
          "unit"_a, "stored"_a, nb::sig("def restore(self, unit: int, stored: bytes | memoryview) -> None"));

  m.def(
      "tier_run",
      [](const CoreGame& g, int threads, bool one_by_one) { return g.require_tiers().run(threads, one_by_one); },
      "rules"_a, "threads"_a, "one_by_one"_a = false, nb::keep_alive<0, 1>(),
      "A solver by tiers: the game's fastest one, or one position at a time.");
  m.def(
      "endgame_run",
      [](const CoreGame& g, int most, int width, int threads) {
        return g.require_endgames().run(most, width, threads);
      },
      "rules"_a, "most_pieces"_a, "width"_a, "threads"_a, nb::keep_alive<0, 1>());
}

// Buffer protocol of mapped files.
int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  if (!nb::inst_ready(self)) {
    PyErr_SetString(PyExc_BufferError, "there is no file");
    return -1;
  }
  const auto bytes = nb::inst_ptr<MappedFile>(self)->bytes();
  return PyBuffer_FillInfo(view, self, const_cast<std::uint8_t*>(bytes.data()), static_cast<Py_ssize_t>(bytes.size()),
                           1, flags);
}

KIBITZ_COLD void bind_files(nb::module_& m) {
  static PyType_Slot slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&get_buffer)}, {0, nullptr}};
  nb::class_<MappedFile>(m, "MappedFile", nb::type_slots(slots),
                         "A memory-mapped file, for memoryview. Truncated parts read as zeros.")
      .def(nb::init<int>(), "descriptor"_a)
      .def_prop_ro("is_truncated", &MappedFile::is_truncated, "Whether truncated bytes were read.");

  nb::class_<Payload>(m, "Payload", "The bytes of a table; checksums are verified on first access.")
      .def(
          "__init__",
          [](Payload* self, const ReadOnlyBytes& bytes, const ReadOnlyBytes& checksums, std::size_t block) {
            new (self) Payload(span_of(bytes), span_of(checksums), block);
          },
          "bytes"_a, "sums"_a, "block"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
          nb::sig("def __init__(self, bytes: bytes | memoryview, sums: bytes | memoryview, block: int) -> None"));
}

KIBITZ_COLD void bind_probes(nb::module_& m) {
  m.def(
      "open_keyed",
      [](const CoreGame& g, const ReadOnlyBytes& keys, const ReadOnlyBytes& values) {
        return open_keyed(g.rules(), span_of(keys), span_of(values));
      },
      "rules"_a, "keys"_a, "values"_a, nb::keep_alive<0, 1>(), nb::keep_alive<0, 2>(), nb::keep_alive<0, 3>(),
      nb::sig("def open_keyed(rules: Rules, keys: bytes | memoryview, values: bytes | memoryview) -> Tablebase"));
  m.def(
      "open_dense",
      [](const CoreGame& g, const ReadOnlyBytes& palettes, const Payload& payload, std::uint64_t begin,
         std::uint64_t length) {
        auto table = g.require_tiers().open(span_of(palettes), payload, begin, length);
        TruncationCheck(span_of(palettes)).check();
        return table;
      },
      "rules"_a, "palettes"_a, "payload"_a, "begin"_a, "length"_a, nb::keep_alive<0, 1>(), nb::keep_alive<0, 3>(),
      nb::sig("def open_dense(rules: Rules, palettes: bytes | memoryview, payload: Payload, begin: int, length: int) "
              "-> Tablebase"));
  m.def(
      "open_endgame",
      [](const CoreGame& g, int most, const Payload& payload, std::uint64_t begin, std::uint64_t length) {
        return g.require_endgames().open(most, payload, begin, length);
      },
      "rules"_a, "most_pieces"_a, "payload"_a, "begin"_a, "length"_a, nb::keep_alive<0, 1>(), nb::keep_alive<0, 3>());
  m.def(
      "probe",
      [](const CoreGame& g, const Tablebase& table, const ErasedState& s) { return g.own(table).probe(g.own(s)); },
      "rules"_a, "table"_a, "state"_a, "The value of a state for its mover, if the table has it.");
  m.def(
      "against_random",
      [](const CoreGame& g, const Tablebase& table, const ErasedState& s, Control& control) {
        g.own(table);
        g.own(s);
        const auto found = run_or_raise(g, [&] { return against_random(g.rules(), table, s, control); });
        std::vector<std::tuple<Move, double, double, double>> out;
        for (const auto& [move, odds] : found) out.emplace_back(move, odds.win, odds.draw, odds.loss);
        return out;
      },
      "rules"_a, "table"_a, "state"_a, "control"_a,
      "Probabilities of win, draw and loss of each move against a random opponent.");
}

// A column as bytes, for NumPy.
template <class T>
nb::bytes column(const std::vector<T>& values) {
  return nb::bytes(values.data(), values.size() * sizeof(T));
}

KIBITZ_COLD void bind_rows(nb::module_& m) {
  nb::class_<Rows>(m, "Rows", "Columns with one entry for each position.")
      .def("__len__", &Rows::size)
      .def_prop_ro(
          "numbers", [](const Rows& r) { return column(r.numbers); }, "int64: positions as numbers, concatenated.")
      .def_ro("texts", &Rows::texts, "Positions of games in Python.")
      .def_prop_ro(
          "ends", [](const Rows& r) { return column(r.ends); }, "uint32: end of each position in numbers.")
      .def_prop_ro(
          "turns", [](const Rows& r) { return column(r.turns); }, "uint8")
      .def_prop_ro(
          "movers", [](const Rows& r) { return column(r.movers); }, "uint8")
      .def_prop_ro(
          "kinds", [](const Rows& r) { return column(r.kinds); }, "uint8: loss, draw, win, expect, estimate, points.")
      .def_prop_ro(
          "values", [](const Rows& r) { return column(r.values); }, "float64: plies, probability or points.")
      .def_prop_ro(
          "best", [](const Rows& r) { return column(r.best); }, "uint32: the best moves, concatenated.")
      .def_prop_ro(
          "best_ends", [](const Rows& r) { return column(r.best_ends); }, "uint32: end of each position in best.")
      .def_prop_ro(
          "states", [](const Rows& r) { return r.states.value_or(nb::list()); },
          nb::sig("def states(self) -> list[State]"), "The positions, if requested.");
  nb::class_<TableRows>(m, "TableRows", "Enumeration of a table in batches.")
      .def(
          "next",
          [](TableRows& rows, std::size_t most, Control& control, bool with_states) {
            try {
              return rows.next(most, with_states, control);
            } catch (const Stopped&) {
              throw StoppedError();
            }
          },
          "most"_a, "control"_a, "with_states"_a = false, "The next positions; empty at the end.");
  m.def(
      "table_rows",
      [](const CoreGame& g, const Tablebase& table, bool dense, Control& control) {
        g.own(table);
        return run_or_raise(g, [&] { return table_rows(g, table, dense, control); });
      },
      "rules"_a, "table"_a, "dense"_a, "control"_a, nb::keep_alive<0, 1>(), nb::keep_alive<0, 2>());
  m.def(
      "probe_many",
      [](const CoreGame& g, const Tablebase& table, const std::vector<const ErasedState*>& states) {
        g.own(table);
        std::vector<std::optional<Value>> out;
        out.reserve(states.size());
        for (const auto* state : states) {
          if (state == nullptr) throw RulesError("a state is missing");
          out.push_back(table.probe(g.own(*state)));
        }
        return out;
      },
      "rules"_a, "table"_a, "states"_a, "The value of each state for its mover, if the table has it.");
}

KIBITZ_COLD void bind_tier_counts(nb::module_& m) {
  nb::class_<TierCounts>(m, "TierCounts", "Statistics of one tier of a table.")
      .def_ro("positions", &TierCounts::positions, "Number of positions.")
      .def_ro("classes", &TierCounts::classes, "Positions up to symmetry.")
      .def_prop_ro(
          "ended", [](const TierCounts& c) { return std::tuple(c.ended[0], c.ended[1], c.ended[2]); },
          "Finished games: first player won, second player won, drawn.")
      .def_prop_ro(
          "results", [](const TierCounts& c) { return std::tuple(c.results[0], c.results[1], c.results[2]); },
          "Losses, draws and wins for the mover with best play.");
  m.def(
      "count_tiers",
      [](const CoreGame& g, const Tablebase& table, Control& control) {
        const auto& tiers = g.require_tiers();
        g.own(table);
        return run_or_raise(g, [&] { return tiers.count_tiers(table, control); });
      },
      "rules"_a, "table"_a, "control"_a, "Statistics of a dense table by tier.");
}

}  // namespace

KIBITZ_COLD void bind_tables(nb::module_& m) {
  bind_runs(m);
  bind_index_run(m);
  bind_files(m);
  bind_probes(m);
  bind_tier_counts(m);
  bind_rows(m);
}

}  // namespace kibitz
