// Python bindings of the exact Connect solver and its opening book.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "base/cold.hpp"
#include "bind/bytes.hpp"
#include "bind/long_work.hpp"
#include "games/connect/solver/engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

// A book with the identity of its game.
struct NamedBook {
  const Identity* identity;
  std::shared_ptr<const connect::Book> book;
};

// A solver with the identity of its game; one caller at a time.
struct NamedSolver {
  const Identity* identity;
  std::unique_ptr<connect::Engine> engine;
  std::atomic<bool> in_use{false};
};

constexpr const char* kFamily = "connect";
constexpr int kMaxPlies = 14;  // maximum depth of a book

std::unique_ptr<NamedSolver> make_solver(const CoreGame& g, int table_bits) {
  const auto* identity = g.identity();
  if (identity->family() != kFamily) throw WrongGame("this solver is for Connect games, not for " + identity->text());
  const auto size = [&](const char* name) { return option(identity->options(), name, 1, 64); };
  auto engine = connect::make_engine(size("width"), size("height"), size("length"), table_bits);
  if (!engine) throw RulesError("there is no solver for this board");
  auto out = std::make_unique<NamedSolver>();
  out->identity = identity;
  out->engine = std::move(engine);
  return out;
}

NamedBook make_book(const CoreGame& g, const ReadOnlyBytes& keys, const ReadOnlyBytes& scores) {
  if (g.identity()->family() != kFamily) throw WrongGame("there are books of Connect games only");
  const auto packed = span_of(keys);
  const auto* first = reinterpret_cast<const std::int8_t*>(scores.data());
  return {g.identity(), std::make_shared<const connect::Book>(std::vector<std::uint8_t>(packed.begin(), packed.end()),
                                                              std::vector<std::int8_t>(first, first + scores.size()))};
}

// Calls the engine without the GIL.
template <class Work>
auto with_engine(NamedSolver& solver, Work work) {
  const ExclusiveUse used(solver.in_use);
  return stoppable([&] { return work(*solver.engine); });
}

connect::Description description_of(const NamedSolver& solver, const CoreGame& g, const ErasedState& s) {
  expect_same(solver.identity, g.identity(), "game");
  return g.rules().describe(g.own(s));
}

std::vector<std::tuple<int, int, std::vector<int>>> moves_of(NamedSolver& solver, const CoreGame& g,
                                                             const ErasedState& s, Control& control, int threads) {
  const auto description = description_of(solver, g, s);
  auto found = with_engine(solver, [&](connect::Engine& e) { return e.moves(description, control, threads); });
  std::vector<std::tuple<int, int, std::vector<int>>> out;
  for (auto& move : found) out.emplace_back(move.column, move.score, std::move(move.line));
  return out;
}

// One call from Python for positions that are given by their columns. Nothing for a text that needs another reader.
std::optional<int> score_after(NamedSolver& solver, const nb::str& columns, Control& control, int threads) {
  Py_ssize_t size = 0;
  const char* const utf8 = PyUnicode_AsUTF8AndSize(columns.ptr(), &size);
  if (utf8 == nullptr) throw nb::python_error();
  const std::string_view text(utf8, static_cast<std::size_t>(size));
  return with_engine(solver, [&](connect::Engine& e) { return e.score_after(text, control, threads); });
}

std::vector<std::optional<int>> scores_after(NamedSolver& solver, const std::vector<std::string>& lines,
                                             Control& control, int threads) {
  return with_engine(solver, [&](connect::Engine& e) {
    std::vector<std::optional<int>> out;
    out.reserve(lines.size());
    for (const auto& line : lines) out.push_back(e.score_after(line, control, threads));
    return out;
  });
}

// Converts all states before releasing the GIL once.
std::vector<int> scores(NamedSolver& solver, const CoreGame& g, const nb::list& states, Control& control, int threads) {
  std::vector<connect::Description> descriptions;
  descriptions.reserve(states.size());
  for (const nb::handle state : states)
    descriptions.push_back(description_of(solver, g, nb::cast<const ErasedState&>(state)));
  return with_engine(solver, [&](connect::Engine& e) {
    std::vector<int> out;
    out.reserve(descriptions.size());
    for (const auto& description : descriptions) out.push_back(e.score(description, control, threads));
    return out;
  });
}

nb::bytes book_keys(NamedSolver& solver, int plies, Control& control) {
  if (plies < 0 || plies > kMaxPlies) throw RulesError("a book has 0 to " + std::to_string(kMaxPlies) + " plies");
  return bytes_of(
      with_engine(solver, [&](connect::Engine& e) { return connect::pack_keys(e.book_keys(plies, control)); }));
}

nb::bytes book_plies(NamedSolver& solver, const ReadOnlyBytes& packed) {
  return bytes_of(with_engine(solver, [&](connect::Engine& e) {
    std::string out;
    connect::for_each_key(span_of(packed),
                          [&](std::uint64_t key, std::size_t) { out.push_back(static_cast<char>(e.stones_of(key))); });
    return out;
  }));
}

// Solves packed keys. Known scores are kept.
nb::bytes fill_book(NamedSolver& solver, const ReadOnlyBytes& packed, nb::bytes scores, int threads, Control& control) {
  const auto keys = connect::unpack_keys(span_of(packed));
  const auto* first = reinterpret_cast<const std::int8_t*>(scores.c_str());
  std::vector<std::int8_t> known(first, first + scores.size());
  if (known.size() != keys.size()) throw RulesError("a book needs one score for each key");
  const ExclusiveUse used(solver.in_use);
  {
    const ReleasedGil release;
    control.begin(keys.size());
    try {
      solver.engine->fill_book(keys, known, threads, control);
    } catch (const Stopped&) {  // partial results are returned
    }
  }
  return nb::bytes(reinterpret_cast<const char*>(known.data()), known.size());
}

}  // namespace

KIBITZ_COLD void bind_connect(nb::module_& m) {
  nb::class_<NamedBook>(m, "ConnectBook", "Exact scores of early positions.")
      .def_prop_ro(
          "identity", [](const NamedBook& b) { return b.identity->text(); }, "The identity of its rules.")
      .def("__len__", [](const NamedBook& b) { return b.book->size(); });

  nb::class_<NamedSolver>(m, "ConnectSolver",
                          "Exact solver of one game with a transposition table; one thread at a time.")
      .def(nb::new_(&make_solver), "rules"_a, "table_bits"_a = 20)
      .def_prop_ro(
          "identity", [](const NamedSolver& s) { return s.identity->text(); }, "The identity of its rules.")
      .def(
          "score",
          [](NamedSolver& solver, const CoreGame& g, const ErasedState& s, Control& control, int threads) {
            const auto description = description_of(solver, g, s);
            return with_engine(solver, [&](connect::Engine& e) { return e.score(description, control, threads); });
          },
          "rules"_a, "state"_a, "control"_a, "threads"_a = 1, "The exact score of a position for the side to move.")
      .def("scores", &scores, "rules"_a, "states"_a, "control"_a, "threads"_a = 1,
           nb::sig(
               "def scores(self, rules: Rules, states: list[State], control: Control, threads: int = 1) -> list[int]"),
           "The exact scores of several positions.")
      .def("score_after", &score_after, "columns"_a, "control"_a, "threads"_a = 1,
           "The exact score after these columns, a digit from 1 each; None if the game ends or they are no moves.")
      .def("scores_after", &scores_after, "lines"_a, "control"_a, "threads"_a = 1, "The same for several lines.")
      .def("moves", &moves_of, "rules"_a, "state"_a, "control"_a, "threads"_a = 1,
           "Column, score and principal variation of every move, best first.")
      .def(
          "set_book",
          [](NamedSolver& solver, const NamedBook* book) {
            if (book != nullptr) expect_same(solver.identity, book->identity, "book");
            const ExclusiveUse used(solver.in_use);
            solver.engine->set_book(book != nullptr ? book->book : nullptr);
          },
          "book"_a.none())
      .def(
          "clear",
          [](NamedSolver& solver) {
            const ExclusiveUse used(solver.in_use);
            solver.engine->clear();
          },
          "Clear the table.")
      .def_prop_ro(
          "nodes", [](const NamedSolver& s) { return s.engine->nodes(); }, "Nodes searched in total.")
      .def("book_keys", &book_keys, "plies"_a, "control"_a, "The packed keys of a book with `plies` plies.")
      .def("book_plies", &book_plies, "keys"_a, nb::sig("def book_plies(self, keys: bytes | memoryview) -> bytes"),
           "Number of stones of each position of packed keys, one byte each.")
      .def("fill_book", &fill_book, "keys"_a, "scores"_a, "threads"_a, "control"_a,
           nb::sig("def fill_book(self, keys: bytes | memoryview, scores: bytes, threads: int, control: Control) -> "
                   "bytes"),
           "Solve packed keys; 127 marks a missing score.");

  m.def("make_connect_book", &make_book, "rules"_a, "keys"_a, "scores"_a,
        nb::sig("def make_connect_book(rules: Rules, keys: bytes | memoryview, scores: bytes | memoryview) -> "
                "ConnectBook"),
        "A book of packed keys and their scores.");
  m.def(
      "pack_keys", [](const std::vector<std::uint64_t>& keys) { return bytes_of(connect::pack_keys(keys)); }, "keys"_a);
  m.def(
      "unpack_keys", [](const ReadOnlyBytes& packed) { return connect::unpack_keys(span_of(packed)); }, "packed"_a,
      nb::sig("def unpack_keys(packed: bytes | memoryview) -> list[int]"));
}

}  // namespace kibitz
