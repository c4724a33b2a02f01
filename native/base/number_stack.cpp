#include "base/number_stack.hpp"

#include <algorithm>
#include <utility>

namespace kibitz {

template <class Number>
void NumberStack<Number>::grow(std::size_t count) {
  const std::size_t capacity = std::max(size_ + count, 2 * capacity_);
  auto numbers = std::make_unique_for_overwrite<Number[]>(capacity);
  std::copy(begin(), end(), numbers.get());
  numbers_ = std::move(numbers);
  capacity_ = capacity;
}

template class NumberStack<std::uint32_t>;
template class NumberStack<std::uint64_t>;

}  // namespace kibitz
