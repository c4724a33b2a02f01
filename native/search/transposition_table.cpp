#include "search/transposition_table.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/types.hpp"

namespace kibitz {

TranspositionTable::TranspositionTable(std::uint64_t bytes, bool double_hashing, int threads, const Control& control)
    : control_(control),
      most_bytes_(static_cast<std::size_t>(checked(bytes) * sizeof(Cluster))),
      threads_(static_cast<std::uint64_t>(threads)),
      clusters_(most_bytes_ / sizeof(Cluster)),
      // A large table is allocated at once, so that too large a size is refused.
      memory_(double_hashing                          ? 0
              : threads == 1 && most_bytes_ <= kLarge ? std::min(most_bytes_, ZeroedMemory::kLittle)
                                                      : most_bytes_) {
  if (double_hashing) other_.emplace(most_bytes_);
  if (other_ ? !other_->holds_memory() : memory_.data() == nullptr)
    throw RulesError("there is not enough memory for a table of " + std::to_string(bytes) + " bytes");
  for (; clusters_ >= 2 * kFewestClusters; clusters_ = clusters_ / 2) ++doublings_;
}

std::uint64_t TranspositionTable::checked(std::uint64_t bytes) {
  const auto clusters = bytes / sizeof(Cluster);
  if (clusters == 0 || clusters > kMostClusters) throw RulesError("a table has from 64 bytes to 256 GiB");
  return clusters;
}

// Twice as many clusters. What was in cluster i belongs to 2i or 2i + 1 now,
// which are empty already when the last ones go first.
void TranspositionTable::grow() {
  ZeroedMemory all(2 * clusters_ * sizeof(Cluster) <= memory_.size() ? 0 : most_bytes_);
  if (all.size() != 0) {
    if (all.data() == nullptr) {
      doublings_ = 0;  // there is no more memory, so it stays as it is
      return;
    }
    all.swap(memory_);
  }
  auto* before = static_cast<Cluster*>(all.size() != 0 ? all.data() : memory_.data());
  const std::uint64_t few = clusters_;
  claim(all.size() != 0 ? 0 : few, 2 * few);
  clusters_ = 2 * few;
  --doublings_;
  for (auto i = few; i-- > 0 && !ended(i);) {
    std::array<std::array<std::uint64_t, 2>, 4> held;
    for (std::size_t j = 0; j < held.size(); ++j) {
      auto& [check, data] = before[i].entries[j];
      held[j] = {check.exchange(0, std::memory_order_relaxed), data.exchange(0, std::memory_order_relaxed)};
    }
    for (const auto& [check, data] : held) {
      if (data == 0) continue;
      for (auto& place : cluster(check ^ data).entries) {
        if (place.data.load(std::memory_order_relaxed) != 0) continue;
        place.check.store(check, std::memory_order_relaxed);
        place.data.store(data, std::memory_order_relaxed);
        break;
      }
    }
  }
}

// Touches each page with a write, so that the system maps it once. A page that is read first is mapped twice, and
// the second time all threads wait.
void TranspositionTable::claim(std::uint64_t from, std::uint64_t to) {
  constexpr std::uint64_t clusters_a_page = 4096 / sizeof(Cluster);
  auto* all = static_cast<Cluster*>(memory_.data());
  for (auto i = from; i < to && !ended(i); i += clusters_a_page)
    all[i].entries[0].data.fetch_or(0, std::memory_order_relaxed);
}

// Whether to stop growing. A table that has not grown completely has lost entries but stays valid.
bool TranspositionTable::ended(std::uint64_t i) const { return i % 65536 == 0 && control_.should_stop(); }

}  // namespace kibitz
