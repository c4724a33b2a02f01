// Stable sorting of large elements by index, compiled once for all types.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace kibitz {

// The numbers from 0 below `count`, sorted by `before`.
std::vector<std::size_t> stable_order(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& before);

template <class T>
void sort_stably(std::span<T> all, bool (*before)(const T&, const T&)) {
  std::vector<T> sorted;
  sorted.reserve(all.size());
  for (const auto i : stable_order(all.size(), [&](std::size_t a, std::size_t b) { return before(all[a], all[b]); }))
    sorted.push_back(std::move(all[i]));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::move(sorted[i]);
}

}  // namespace kibitz
