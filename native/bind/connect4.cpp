// The exact Connect solver as Python sees it.
#include "bind/connect4.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bind/stopped.hpp"
#include "connect4/engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

using connect4::Book;
using connect4::Engine;
using connect4::Picture;
using ReadOnlyBytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

std::shared_ptr<const Book> make_book(const ReadOnlyBytes& keys, const ReadOnlyBytes& scores) {
  const auto* first = reinterpret_cast<const std::int8_t*>(scores.data());
  return std::make_shared<const Book>(std::vector<std::uint8_t>(keys.data(), keys.data() + keys.size()),
                                      std::vector<std::int8_t>(first, first + scores.size()));
}

// Packed keys in, packed scores out: those of `scores` that are known stay.
nb::bytes fill_book(Engine& engine, const ReadOnlyBytes& packed, nb::bytes scores, int threads, Control& control) {
  const auto keys = connect4::unpack_keys({packed.data(), packed.size()});
  const auto* first = reinterpret_cast<const std::int8_t*>(scores.c_str());
  std::vector<std::int8_t> known(first, first + scores.size());
  if (known.size() != keys.size()) throw RulesError("a book needs one score for each key");
  {
    const nb::gil_scoped_release release;
    control.begin(keys.size());
    try {
      engine.fill_book(keys, known, threads, control);
    } catch (const Stopped&) {  // what is done so far is the answer
    }
  }
  return nb::bytes(reinterpret_cast<const char*>(known.data()), known.size());
}

}  // namespace

void bind_connect4(nb::module_& m) {
  nb::class_<Book>(m, "ConnectBook", "Scores of early positions.").def("__len__", &Book::size);

  nb::class_<Engine>(m, "ConnectSolver", "Solves positions of one board exactly and remembers what it learns.")
      .def(nb::new_([](int width, int height, int length, int table_bits) {
             auto engine = connect4::make_engine(width, height, length, table_bits);
             if (!engine) throw RulesError("there is no solver for this board");
             return engine;
           }),
           "width"_a, "height"_a, "length"_a, "table_bits"_a = 20)
      .def(
          "score",
          [](Engine& e, const Picture& picture, Control& control, int threads) {
            return stoppable([&] { return e.score(picture, control, threads); });
          },
          "picture"_a, "control"_a, "threads"_a = 1, "The score of a position for the side to move.")
      .def(
          "moves",
          [](Engine& e, const Picture& picture, Control& control, int threads) {
            std::vector<std::tuple<int, int, std::vector<int>>> out;
            for (auto& found : stoppable([&] { return e.moves(picture, control, threads); }))
              out.emplace_back(found.column, found.score, std::move(found.line));
            return out;
          },
          "picture"_a, "control"_a, "threads"_a = 1, "Column, score and line of every move, best first.")
      .def(
          "use", [](Engine& e, std::shared_ptr<const Book> book) { e.use(std::move(book)); }, "book"_a.none())
      .def("forget", &Engine::forget, "Clears the table.")
      .def_prop_ro("nodes", &Engine::nodes, "Positions searched since it was made.")
      .def(
          "book_keys",
          [](const Engine& e, int plies) {
            return bytes_of(stoppable([&] { return connect4::pack_keys(e.book_keys(plies)); }));
          },
          "plies"_a, "The keys of a book of so many plies, packed.")
      .def(
          "book_plies",
          [](const Engine& e, const ReadOnlyBytes& packed) {
            return bytes_of(stoppable([&] {
              std::string out;
              connect4::walk_keys({packed.data(), packed.size()}, [&](std::uint64_t key, std::size_t) {
                out.push_back(static_cast<char>(e.stones_of(key)));
              });
              return out;
            }));
          },
          "keys"_a, nb::sig("def book_plies(self, keys: bytes | memoryview) -> bytes"),
          "How many stones lie in each position of packed keys, a byte each.")
      .def("fill_book", &fill_book, "keys"_a, "scores"_a, "threads"_a, "control"_a,
           nb::sig("def fill_book(self, keys: bytes | memoryview, scores: bytes, threads: int, control: Control) -> "
                   "bytes"),
           "Scores for packed keys; 127 is one that is not known yet.");

  m.def("make_connect_book", &make_book, "keys"_a, "scores"_a,
        nb::sig("def make_connect_book(keys: bytes | memoryview, scores: bytes | memoryview) -> ConnectBook"),
        "A book of packed keys and their scores.");
  m.def(
      "pack_keys", [](const std::vector<std::uint64_t>& keys) { return bytes_of(connect4::pack_keys(keys)); },
      "keys"_a);
  m.def(
      "unpack_keys", [](const ReadOnlyBytes& packed) { return connect4::unpack_keys({packed.data(), packed.size()}); },
      "packed"_a, nb::sig("def unpack_keys(packed: bytes | memoryview) -> list[int]"));
}

}  // namespace kibitz
