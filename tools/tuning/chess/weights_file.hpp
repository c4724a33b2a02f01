// Weights of the classical evaluation in a file: the header that the core is
// compiled with, which is read back by its pairs of numbers.
#pragma once

#include <cstdio>
#include <optional>
#include <string>

#include "games/chess/classical/terms.hpp"

namespace kibitz::chess {

inline void write_weights(const Weights& weights, const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) return;
  std::fprintf(file,
               "// Made by tools/tuning/chess/tune.cpp from positions of self-play; see docs/games/chess.md.\n"
               "#pragma once\n\n#include \"games/chess/classical/terms.hpp\"\n\n"
               "namespace kibitz::chess {\n\n// clang-format off\ninline constexpr Weights kTunedWeights{{\n");
  for (std::size_t i = 0; i < weights.size(); ++i)
    std::fprintf(file, "%s{%d, %d},%s", i % 8 == 0 ? "    " : " ", weights[i].mg, weights[i].eg,
                 i % 8 == 7 || i + 1 == weights.size() ? "\n" : "");
  std::fprintf(file, "}};\n// clang-format on\n\n}  // namespace kibitz::chess\n");
  std::fclose(file);
}

inline std::optional<Weights> read_weights(const char* path) {
  std::FILE* file = std::fopen(path, "r");
  if (file == nullptr) return std::nullopt;
  Weights out{};
  std::size_t found = 0;
  for (int c; (c = std::fgetc(file)) != EOF;) {
    int middle = 0, end = 0;
    if (c != '{' || std::fscanf(file, "%d, %d}", &middle, &end) != 2) continue;
    if (found < out.size()) out[found] = {static_cast<std::int16_t>(middle), static_cast<std::int16_t>(end)};
    ++found;
  }
  std::fclose(file);
  if (found != out.size()) return std::nullopt;
  return out;
}

}  // namespace kibitz::chess
