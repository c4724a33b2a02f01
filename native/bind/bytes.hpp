// Conversion of bytes from and to Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>

#include "solve/payload.hpp"

namespace kibitz {

using ReadOnlyBytes =
    nanobind::ndarray<const std::uint8_t, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

inline ByteSpan span_of(const ReadOnlyBytes& bytes) { return {bytes.data(), bytes.size()}; }
// A copy, after a truncation check.
inline std::string text_of(const ReadOnlyBytes& bytes) {
  std::string out(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  TruncationCheck(span_of(bytes)).check();
  return out;
}
inline nanobind::bytes bytes_of(const std::string& text) { return nanobind::bytes(text.data(), text.size()); }

}  // namespace kibitz
