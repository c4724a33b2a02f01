// The interned positions of a game in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/types.hpp"

namespace kibitz {

class PythonPosition;

// Reference counting without atomic operations, as the GIL is held wherever positions are used.
class PythonPositionPtr {
 public:
  PythonPositionPtr() = default;
  explicit PythonPositionPtr(PythonPosition* to) : to_(to) { retain(); }
  PythonPositionPtr(const PythonPositionPtr& other) : PythonPositionPtr(other.to_) {}
  PythonPositionPtr(PythonPositionPtr&& other) noexcept : to_(std::exchange(other.to_, nullptr)) {}
  PythonPositionPtr& operator=(PythonPositionPtr other) noexcept {
    std::swap(to_, other.to_);
    return *this;
  }
  ~PythonPositionPtr() { release(); }

  PythonPosition& operator*() const { return *to_; }
  PythonPosition* operator->() const { return to_; }
  explicit operator bool() const { return to_ != nullptr; }
  friend bool operator==(const PythonPositionPtr&, const PythonPositionPtr&) = default;

 private:
  void retain() const;
  void release() const;

  PythonPosition* to_ = nullptr;
};

// The author's position with its cached properties.
class PythonPosition {
 public:
  PythonPosition(nanobind::object s, Py_hash_t h, Side who, std::uint64_t number, std::size_t at)
      : state(std::move(s)), hash(h), id(number), index(at), side(who) {}

  nanobind::object state;
  Py_hash_t hash;     // Python's
  std::uint64_t id;   // unique
  std::size_t index;  // in the list of cached positions
  Side side;          // the side to move, if the position does not contain it
  bool evaluated = false;
  bool is_canonical = false;
  bool removed = false;
  std::uint32_t label = 0;
  int turn = -1, mover = -1, result = -1, count = -1;
  int points = 0;
  double evaluation = 0;
  nanobind::object moves;  // a list, lazily made
  std::vector<double> probabilities;
  std::vector<PythonPositionPtr> children;  // lazily made
  PythonPositionPtr canonical;              // null until computed, and if it is this position
  std::optional<std::uint64_t> stable_key;

 private:
  friend class PythonPositionPtr;
  std::size_t references_ = 0;
};

inline void PythonPositionPtr::retain() const {
  if (to_ != nullptr) ++to_->references_;
}
inline void PythonPositionPtr::release() const {
  if (to_ != nullptr && --to_->references_ == 0) delete to_;
}

// A hash table with linear probing. It stores Python's hash of each position, which is slow to compute for tuples.
class PythonPositions {
 public:
  PythonPositions() = default;
  PythonPositions(const PythonPositions&) = delete;
  PythonPositions& operator=(const PythonPositions&) = delete;
  ~PythonPositions() { clear(); }

  std::size_t size() const { return count_; }

  // The position equal to a state; null if there is none. Passes on exceptions of the comparison.
  PythonPositionPtr find(nanobind::handle state, Py_hash_t hash, Side side) const {
    if (slots_.empty()) return {};
    for (auto slot = home(hash, side);; slot = next(slot)) {
      const auto index = slots_[slot];
      if (index == 0) return {};
      const auto& known = nodes_[index - 1];
      if (known->hash != hash || known->side != side) continue;
      if (known->state.is(state)) return known;
      const auto held = known;  // a comparison may run any code
      const int same = PyObject_RichCompareBool(held->state.ptr(), state.ptr(), Py_EQ);
      if (same < 0) throw nanobind::python_error();
      if (same == 1) return held;
    }
  }

  // Adds a new position.
  PythonPositionPtr add(nanobind::object state, Py_hash_t hash, Side side) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    const auto index = free_indexes_.empty() ? nodes_.size() : free_indexes_.back();
    PythonPositionPtr added(new PythonPosition(std::move(state), hash, side, ++next_id_, index));
    if (free_indexes_.empty()) {
      nodes_.push_back(added);
    } else {
      free_indexes_.pop_back();
      nodes_[index] = added;
    }
    insert(index);
    ++count_;
    return added;
  }

  void remove(const PythonPositionPtr& position) {
    if (position->index >= nodes_.size() || nodes_[position->index] != position) return;
    auto hole = home(position->hash, position->side);
    while (slots_[hole] != position->index + 1) hole = next(hole);
    // Backward-shift deletion, so that no probe ends too soon.
    for (auto slot = next(hole); slots_[slot] != 0; slot = next(slot)) {
      const auto& moved = nodes_[slots_[slot] - 1];
      const auto wanted = home(moved->hash, moved->side);
      if (((slot - wanted) & (slots_.size() - 1)) >= ((slot - hole) & (slots_.size() - 1))) {
        slots_[hole] = slots_[slot];
        hole = slot;
      }
    }
    slots_[hole] = 0;
    free_indexes_.push_back(position->index);
    --count_;
    position->removed = true;
    nodes_[position->index] = {};  // last, as it may own `position`
  }

  // Cuts the links of positions, which may form reference cycles. Positions in use stay valid.
  void clear() {
    for (auto& node : nodes_) {
      if (!node) continue;
      node->children.clear();
      node->canonical = {};
      node->is_canonical = false;
    }
    nodes_.clear();
    slots_.clear();
    free_indexes_.clear();
    count_ = 0;
  }

 private:
  std::size_t home(Py_hash_t hash, Side side) const {
    const auto mixed = (static_cast<std::uint64_t>(hash) + static_cast<std::uint64_t>(side)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(mixed >> 32) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  void insert(std::size_t index) {
    auto slot = home(nodes_[index]->hash, nodes_[index]->side);
    while (slots_[slot] != 0) slot = next(slot);
    slots_[slot] = static_cast<std::uint32_t>(index + 1);
  }

  void grow() {
    slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
    for (std::size_t index = 0; index < nodes_.size(); ++index)
      if (nodes_[index]) insert(index);
  }

  std::vector<PythonPositionPtr> nodes_;   // null if removed
  std::vector<std::uint32_t> slots_;       // indexes in `nodes_`, plus one; the size is a power of two
  std::vector<std::size_t> free_indexes_;  // free indexes in `nodes_`
  std::size_t count_ = 0;
  std::uint64_t next_id_ = 0;
};

}  // namespace kibitz
