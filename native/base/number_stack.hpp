// A stack of numbers, for the moves of all plies of a tree search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace kibitz {

// Like a vector, but new elements are uninitialized, and reallocation is not inlined.
template <class Number>
class NumberStack {
 public:
  NumberStack() = default;
  NumberStack(NumberStack&&) = delete;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Number* begin() { return numbers_.get(); }
  Number* end() { return numbers_.get() + size_; }
  const Number* begin() const { return numbers_.get(); }
  const Number* end() const { return numbers_.get() + size_; }
  Number& operator[](std::size_t i) { return numbers_[i]; }
  const Number& operator[](std::size_t i) const { return numbers_[i]; }

  void push_back(Number number) {
    if (size_ == capacity_) grow(1);
    numbers_[size_++] = number;
  }
  // Appends `count` uninitialized elements and returns the first.
  Number* extend(std::size_t count) {
    if (count > capacity_ - size_) grow(count);
    size_ += count;
    return end() - count;
  }
  // Keeps the first `size` elements.
  void truncate(std::size_t size) { size_ = size; }
  void clear() { truncate(0); }

 private:
  void grow(std::size_t count);

  std::unique_ptr<Number[]> numbers_;
  std::size_t size_ = 0, capacity_ = 0;
};

extern template class NumberStack<std::uint32_t>;
extern template class NumberStack<std::uint64_t>;

}  // namespace kibitz
