#include "base/pool.hpp"

#include <algorithm>
#include <utility>

namespace kibitz {

template <class Number>
void Pool<Number>::grow(std::size_t count) {
  const std::size_t room = std::max(size_ + count, 2 * room_);
  auto numbers = std::make_unique_for_overwrite<Number[]>(room);
  std::copy(begin(), end(), numbers.get());
  numbers_ = std::move(numbers);
  room_ = room;
}

template class Pool<std::uint32_t>;
template class Pool<std::uint64_t>;

}  // namespace kibitz
