// BLAKE2b (RFC 7693) without a key.
#pragma once

#include <cstdint>
#include <string_view>

namespace kibitz {

// The hash of eight bytes, the first one lowest.
std::uint64_t blake2b_64(std::string_view text);

}  // namespace kibitz
