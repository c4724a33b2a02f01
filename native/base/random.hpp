// Random numbers and Zobrist numbers, equal on every machine. Generators are passed explicitly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kibitz {

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // From 0 to below `count`, by multiplication instead of division (Lemire 2019). The bias is below count / 2^32.
  constexpr std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32);
  }

  // From 0 to below 1.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t left = items.size(); left > 1; --left)
      std::swap(items[left - 1], items[below(static_cast<std::uint32_t>(left))]);
  }

 private:
  std::uint64_t state_;
};

// Zobrist hashing (Zobrist 1970): one random number for each piece and place. A key is the exclusive or of the numbers
// present, so a move updates it in constant time.
class Zobrist {
 public:
  Zobrist(std::size_t things, std::size_t places, std::uint64_t seed) : places_(places), numbers_(things * places) {
    Random random(seed);
    for (auto& number : numbers_) number = random.next();
  }

  std::uint64_t operator()(std::size_t thing, std::size_t place) const { return numbers_[thing * places_ + place]; }

 private:
  std::size_t places_;
  std::vector<std::uint64_t> numbers_;
};

}  // namespace kibitz
