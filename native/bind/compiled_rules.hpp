// The rules of a game compiled from Python: functions in machine code over a state
// of plain bytes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// A call of a compiled method that failed. The author's own code, which is Python,
// says what is wrong: the binding asks it (see kibitz.games.python_game.compiled_faults).
struct CompiledFault : std::runtime_error {
  CompiledFault(const std::string& identity_text, std::string called, int reason, Numbers numbers, std::int64_t value)
      : std::runtime_error("a compiled method failed: " + called),
        identity(identity_text),
        method(std::move(called)),
        status(reason),
        state(std::move(numbers)),
        argument(value) {}
  std::string identity;
  std::string method;
  int status;  // above 0 a place in the source, else one of these
  Numbers state;
  std::int64_t argument;

  static constexpr int kNonsense = -1;  // an answer that means nothing
  static constexpr int kTooMany = -2;   // too many moves
};

// The functions by the names of the author's methods; null where there is none.
// Each returns 0, or else the number of the place where it failed.
struct CompiledFunctions {
  using Bytes = unsigned char;
  std::int32_t (*moves)(const Bytes*, std::int32_t* out, std::int32_t room, std::int32_t* count) = nullptr;
  std::int32_t (*play)(Bytes*, std::int32_t move) = nullptr;
  std::int32_t (*outcome)(const Bytes*, std::int64_t*) = nullptr;
  std::int32_t (*turn)(const Bytes*, std::int64_t*) = nullptr;
  std::int32_t (*chances)(const Bytes*, std::int32_t* out, double* probabilities, std::int32_t room,
                          std::int32_t* count) = nullptr;
  std::int32_t (*roller)(const Bytes*, std::int64_t*) = nullptr;
  std::int32_t (*evaluate)(const Bytes*, double*) = nullptr;
  std::int32_t (*canonical)(Bytes*) = nullptr;
  std::int32_t (*tier)(const Bytes*, std::int64_t*) = nullptr;
  std::int32_t (*index)(const Bytes*, std::int64_t*) = nullptr;
  std::int32_t (*from_index)(std::int64_t tier, std::int64_t index, Bytes* out, std::int64_t* exists) = nullptr;
};

// A field: so many numbers of so many bytes each, one after the other.
struct CompiledField {
  std::size_t offset, size, count;
};

struct CompiledLayout {
  std::vector<CompiledField> fields;
  std::size_t bytes = 0;
  // Where the side to move is, if no field says it.
  std::size_t side_offset = 0;
  bool hides_side = false;
  // The range of outcomes that are points; empty if outcomes are not points.
  int least = 0, most = 0;
  Numbers start;
  // The number of indices of each tier; empty if there is no index.
  std::vector<std::uint64_t> index_sizes;
};

std::unique_ptr<const Rules> make_compiled_rules(const std::map<std::string, std::uint64_t>& addresses,
                                                 CompiledLayout layout, const std::string& identity);

// A key of bytes that is the same in every process.
std::uint64_t key_of_bytes(const unsigned char* bytes, std::size_t count);

}  // namespace kibitz
