#include "search/double_hashing.hpp"

#include <algorithm>

namespace kibitz {

// An odd number of places, so that strides seldom come back to where they began.
DoubleHashing::DoubleHashing(std::uint64_t bytes)
    : places_((bytes / sizeof(TTSlot) - 1) | 1u), memory_(static_cast<std::size_t>(places_ * sizeof(TTSlot))) {}

// Keys of games in Python may be poor, so they are stirred first.
DoubleHashing::Probes::Probes(const DoubleHashing& table, std::uint64_t key)
    : entries_(static_cast<TTSlot*>(table.memory_.data())), places_(table.places_) {
  const auto mixed = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
  place_ = mixed % places_;
  stride_ = 1 + (mixed >> 20) % (places_ - 1);
}

std::optional<TTEntry> DoubleHashing::find(std::uint64_t key) const {
  Probes probes(*this, key);
  for (int i = 0; i < kProbes; ++i, probes.next()) {
    const auto data = probes.here().data.load(std::memory_order_relaxed);
    if (data == 0) return std::nullopt;
    if (probes.here().belongs_to(key, data)) return TTEntry::unpacked(data);
  }
  return std::nullopt;
}

void DoubleHashing::store(std::uint64_t key, TTEntry seen) {
  Probes probes(*this, key);
  TTSlot* place = nullptr;
  int least = TTEntry::deepest + 1;
  for (int i = 0; i < kProbes; ++i, probes.next()) {
    auto& entry = probes.here();
    const auto data = entry.data.load(std::memory_order_relaxed);
    const auto old = TTEntry::unpacked(data);
    if (data == 0 || entry.belongs_to(key, data)) {
      if (data != 0 && seen.move == TTEntry::no_move) seen.move = old.move;
      place = &entry;
      break;
    }
    if (old.depth < least) {
      least = old.depth;
      place = &entry;
    }
  }
  place->put(key, seen.packed());
}

}  // namespace kibitz
