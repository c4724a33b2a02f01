// Reading networks, and the loops over their weights.
#include "games/chess/network/network.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "base/types.hpp"

namespace kibitz::chess {
namespace {

constexpr char kMark[8] = {'k', 'i', 'b', 'n', 'e', 't', '0', '1'};

#if defined(__GNUC__)
#define KIBITZ_INLINE inline __attribute__((always_inline))
#else
#define KIBITZ_INLINE inline
#endif

KIBITZ_INLINE void update_by(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added, int adds,
                             const std::int16_t* const* removed, int removes) {
  const std::int16_t *a = added[0], *r = removed[0];
  if (adds == 1 && removes == 1) {
    for (std::size_t i = 0; i < kHidden; ++i) to[i] = static_cast<std::int16_t>(from[i] + a[i] - r[i]);
  } else if (adds == 1 && removes == 2) {
    const auto* s = removed[1];
    for (std::size_t i = 0; i < kHidden; ++i) to[i] = static_cast<std::int16_t>(from[i] + a[i] - r[i] - s[i]);
  } else if (adds == 2 && removes == 2) {
    const auto *b = added[1], *s = removed[1];
    for (std::size_t i = 0; i < kHidden; ++i) to[i] = static_cast<std::int16_t>(from[i] + a[i] + b[i] - r[i] - s[i]);
  } else {  // a piece put on an empty board
    for (std::size_t i = 0; i < kHidden; ++i) to[i] = static_cast<std::int16_t>(from[i] + a[i]);
  }
}

// Between 0 and 255 a value counts by its square. The product with a weight, at
// most 127, fits 16 bits, and so does nothing else: the last step needs 32.
KIBITZ_INLINE std::int32_t output_half(const std::int16_t* hidden, const std::int16_t* weights) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < kHidden; ++i) {
    const auto value = std::min<std::int16_t>(std::max<std::int16_t>(hidden[i], 0), kOneHidden);
    const auto weighed = static_cast<std::int16_t>(value * weights[i]);
    sum += static_cast<std::int32_t>(weighed) * value;
  }
  return sum;
}
KIBITZ_INLINE std::int64_t output_by(const std::int16_t* own, const std::int16_t* other, const std::int16_t* weights) {
  return static_cast<std::int64_t>(output_half(own, weights)) + output_half(other, weights + kHidden);
}

void update_plain(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added, int adds,
                  const std::int16_t* const* removed, int removes) {
  update_by(to, from, added, adds, removed, removes);
}
std::int64_t output_plain(const std::int16_t* own, const std::int16_t* other, const std::int16_t* weights) {
  return output_by(own, other, weights);
}

#if defined(__x86_64__) && defined(__GNUC__)
#define KIBITZ_HAS_AVX2
__attribute__((target("avx2"))) void update_avx2(std::int16_t* to, const std::int16_t* from,
                                                 const std::int16_t* const* added, int adds,
                                                 const std::int16_t* const* removed, int removes) {
  update_by(to, from, added, adds, removed, removes);
}
__attribute__((target("avx2"))) std::int64_t output_avx2(const std::int16_t* own, const std::int16_t* other,
                                                         const std::int16_t* weights) {
  return output_by(own, other, weights);
}
#endif

Kernels choose_kernels() {
#if defined(KIBITZ_HAS_AVX2)
  if (__builtin_cpu_supports("avx2")) return {&update_avx2, &output_avx2};
#endif
  return {&update_plain, &output_plain};
}

template <class T>
const std::uint8_t* take(T& into, const std::uint8_t* from) {
  std::memcpy(&into, from, sizeof into);
  return from + sizeof into;
}

std::mutex guard;
std::shared_ptr<const Network> current;

}  // namespace

const Kernels& kernels() {
  static const Kernels chosen = choose_kernels();
  return chosen;
}

std::shared_ptr<const Network> Network::read(std::span<const std::uint8_t> bytes) {
  auto network = std::make_shared<Network>();
  const auto size = sizeof kMark + sizeof network->inputs + sizeof network->bias + sizeof network->outputs +
                    sizeof network->output_bias;
  if (bytes.size() != size || std::memcmp(bytes.data(), kMark, sizeof kMark) != 0)
    throw RulesError("this is no network of the right size");
  const auto* at = bytes.data() + sizeof kMark;
  at = take(network->inputs, at);
  at = take(network->bias, at);
  at = take(network->outputs, at);
  take(network->output_bias, at);
  for (const auto& output : network->outputs)
    for (const auto& half : output)
      for (const auto weight : half)
        if (weight < -127 || weight > 127) throw RulesError("a weight of this network is too large");
  return network;
}

std::shared_ptr<const Network> current_network() {
  const std::lock_guard lock(guard);
  return current;
}
void use_network(std::shared_ptr<const Network> network) {
  const std::lock_guard lock(guard);
  current = std::move(network);
}

}  // namespace kibitz::chess
