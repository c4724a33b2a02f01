// The positions of a game in Python that a search or solver has met, each once.
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

// Counts references without atomic operations: the GIL is held wherever positions are.
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

// The author's position, and what is known of it so far.
class PythonPosition {
 public:
  PythonPosition(nanobind::object s, Py_hash_t h, Side who, std::uint64_t number, std::size_t at)
      : state(std::move(s)), hash(h), id(number), place(at), side(who) {}

  nanobind::object state;
  Py_hash_t hash;     // Python's
  std::uint64_t id;   // never given again
  std::size_t place;  // in the list of those that are remembered
  Side side;          // whose turn it is if the position does not say
  bool evaluated = false;
  bool is_canonical = false;
  bool removed = false;
  std::uint32_t label = 0;
  int turn = -1, mover = -1, result = -1, count = -1;
  int points = 0;
  double evaluation = 0;
  nanobind::object moves;  // a list, once they are asked for
  std::vector<double> probabilities;
  std::vector<PythonPositionPtr> children;  // those that were asked for
  PythonPositionPtr canonical;              // null until it is asked for, and if it is this position
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

// A hash table with linear probing. Python's hash of each position is kept, as it is slow to compute for tuples.
class PythonPositions {
 public:
  PythonPositions() = default;
  PythonPositions(const PythonPositions&) = delete;
  PythonPositions& operator=(const PythonPositions&) = delete;
  ~PythonPositions() { clear(); }

  std::size_t size() const { return count_; }

  // The position equal to a state; null if there is none. Throws what comparing them throws.
  PythonPositionPtr find(nanobind::handle state, Py_hash_t hash, Side side) const {
    if (slots_.empty()) return {};
    for (auto slot = home(hash, side);; slot = next(slot)) {
      const auto place = slots_[slot];
      if (place == 0) return {};
      const auto& known = nodes_[place - 1];
      if (known->hash != hash || known->side != side) continue;
      if (known->state.is(state)) return known;
      const auto held = known;  // comparing may run anything
      const int same = PyObject_RichCompareBool(held->state.ptr(), state.ptr(), Py_EQ);
      if (same < 0) throw nanobind::python_error();
      if (same == 1) return held;
    }
  }

  // Adds a position that is not there.
  PythonPositionPtr add(nanobind::object state, Py_hash_t hash, Side side) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    const auto place = free_.empty() ? nodes_.size() : free_.back();
    PythonPositionPtr made(new PythonPosition(std::move(state), hash, side, ++made_, place));
    if (free_.empty()) {
      nodes_.push_back(made);
    } else {
      free_.pop_back();
      nodes_[place] = made;
    }
    insert(place);
    ++count_;
    return made;
  }

  void remove(const PythonPositionPtr& position) {
    if (position->place >= nodes_.size() || nodes_[position->place] != position) return;
    auto hole = home(position->hash, position->side);
    while (slots_[hole] != position->place + 1) hole = next(hole);
    // Close the gap, so that no search ends too soon.
    for (auto slot = next(hole); slots_[slot] != 0; slot = next(slot)) {
      const auto& moved = nodes_[slots_[slot] - 1];
      const auto wanted = home(moved->hash, moved->side);
      if (((slot - wanted) & (slots_.size() - 1)) >= ((slot - hole) & (slots_.size() - 1))) {
        slots_[hole] = slots_[slot];
        hole = slot;
      }
    }
    slots_[hole] = 0;
    free_.push_back(position->place);
    --count_;
    position->removed = true;
    nodes_[position->place] = {};  // last, as it may hold the one we were given
  }

  // Positions that come back hold each other, so their links are cut. Those that somebody holds stay as they are.
  void clear() {
    for (auto& node : nodes_) {
      if (!node) continue;
      node->children.clear();
      node->canonical = {};
      node->is_canonical = false;
    }
    nodes_.clear();
    slots_.clear();
    free_.clear();
    count_ = 0;
  }

 private:
  std::size_t home(Py_hash_t hash, Side side) const {
    const auto mixed = (static_cast<std::uint64_t>(hash) + static_cast<std::uint64_t>(side)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(mixed >> 32) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  void insert(std::size_t place) {
    auto slot = home(nodes_[place]->hash, nodes_[place]->side);
    while (slots_[slot] != 0) slot = next(slot);
    slots_[slot] = static_cast<std::uint32_t>(place + 1);
  }

  void grow() {
    slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
    for (std::size_t place = 0; place < nodes_.size(); ++place)
      if (nodes_[place]) insert(place);
  }

  std::vector<PythonPositionPtr> nodes_;  // null where one was removed
  std::vector<std::uint32_t> slots_;      // places in `nodes_`, plus one; a power of two of them
  std::vector<std::size_t> free_;         // places in `nodes_`
  std::size_t count_ = 0;
  std::uint64_t made_ = 0;
};

}  // namespace kibitz
