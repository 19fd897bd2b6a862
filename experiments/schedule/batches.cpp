#include "experiments/schedule/batches.h"

#include "experiments/learn/hash_function.h"

#include <map>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The keys of the trained projections that a method needs at a number of bits. If code lengths
/// share a projection, the key does not contain the number of bits.
std::set<std::string> projection_keys(const Method& method, results::CodeBits bits) {
  std::set<std::string> keys;
  if (method.is_auto()) return keys;  // its projections are trained on inner splits
  for (const hashers::Hasher* hasher : method.candidates()) {
    keys.insert(hasher->learner().fewer_are_first()
                    ? hasher->projection_recipe
                    : projection_key({*hasher, hasher->dimensions(bits.value())}));
  }
  return keys;
}

/// Groups cells into batches. A cell that needs the projections of several batches merges them,
/// and a cell that needs no projection is a batch by itself.
class Batches {
 public:
  void add(const Cell& cell, const std::set<std::string>& projections) {
    std::set<std::size_t> sharing;
    for (const std::string& key : projections) {
      if (batch_of_.contains(key)) sharing.insert(batch_of_.at(key));
    }
    if (sharing.empty()) {
      sharing.insert(batches_.size());
      batches_.emplace_back();
    }
    const std::size_t target = *sharing.begin();
    Batch& batch = batches_[target];
    for (const std::size_t other : sharing) {
      if (other == target) continue;
      batch.insert(batch.end(), batches_[other].begin(), batches_[other].end());
      batches_[other].clear();
    }
    for (auto& [key, at] : batch_of_) {
      if (sharing.contains(at)) at = target;
    }
    for (const std::string& key : projections) batch_of_[key] = target;
    batch.push_back(&cell);
  }

  std::vector<Batch> result() const {
    std::vector<Batch> all;
    for (const Batch& batch : batches_) {
      if (!batch.empty()) all.push_back(batch);
    }
    return all;
  }

 private:
  std::vector<Batch> batches_;
  std::map<std::string, std::size_t> batch_of_;
};

}  // namespace

std::vector<CellGroup> group_cells(const std::vector<Cell>& cells) {
  std::vector<CellGroup> groups;
  std::map<std::pair<std::size_t, std::string>, std::size_t> group_of;
  std::vector<Batches> batches;
  std::map<std::pair<std::string, results::CodeBits>, std::set<std::string>> keys_of;
  for (const Cell& cell : cells) {
    const auto [group, is_new] = group_of.try_emplace({cell.run, cell.split}, groups.size());
    if (is_new) {
      groups.push_back({cell.split, cell.run, {}});
      batches.emplace_back();
    }
    const auto [keys, is_unknown] = keys_of.try_emplace({cell.method.name(), cell.bits});
    if (is_unknown) keys->second = projection_keys(cell.method, cell.bits);
    batches[group->second].add(cell, keys->second);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) groups[g].batches = batches[g].result();
  return groups;
}

}  // namespace hashlab::experiments
