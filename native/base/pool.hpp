// A list of numbers that grows and is cut short all the time, as in a search that
// goes down and up a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace kibitz {

// Like a vector, but new places hold anything until they are filled, and growing,
// which is rare, is compiled once and not wherever something is added.
template <class Number>
class Pool {
 public:
  Pool() = default;
  Pool(Pool&&) = delete;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Number* begin() { return numbers_.get(); }
  Number* end() { return numbers_.get() + size_; }
  const Number* begin() const { return numbers_.get(); }
  const Number* end() const { return numbers_.get() + size_; }
  Number& operator[](std::size_t i) { return numbers_[i]; }
  const Number& operator[](std::size_t i) const { return numbers_[i]; }

  void push_back(Number number) {
    if (size_ == room_) grow(1);
    numbers_[size_++] = number;
  }
  // So many places more, to be filled by the caller.
  Number* add(std::size_t count) {
    if (count > room_ - size_) grow(count);
    size_ += count;
    return end() - count;
  }
  // The first `size` stay.
  void cut(std::size_t size) { size_ = size; }
  void clear() { cut(0); }

 private:
  void grow(std::size_t count);

  std::unique_ptr<Number[]> numbers_;
  std::size_t size_ = 0, room_ = 0;
};

extern template class Pool<std::uint32_t>;
extern template class Pool<std::uint64_t>;

}  // namespace kibitz
