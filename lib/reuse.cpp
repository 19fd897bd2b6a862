#include "lib/reuse.h"

namespace hashlab {

std::shared_ptr<const void> Reuse::find_or_make(const std::string& key,
                                                const std::function<Made()>& make) {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto known = kept_.find(key);
    if (known == kept_.end()) break;
    if (known->second.made.value) {
      ++counts_.found;
      order_.splice(order_.begin(), order_, known->second.place);
      return known->second.made.value;
    }
    computed_.wait(lock);
  }
  kept_[key];  // without a value: others wait
  lock.unlock();
  Made made;
  try {
    made = make();
  } catch (...) {
    lock.lock();
    kept_.erase(key);
    computed_.notify_all();
    throw;
  }
  lock.lock();
  ++counts_.made;
  if (made.bytes > max_bytes_) {
    kept_.erase(key);
  } else {
    forget_beyond(max_bytes_ - made.bytes);
    counts_.bytes += made.bytes;
    kept_[key] = {made, order_.insert(order_.begin(), key)};
  }
  computed_.notify_all();
  return made.value;
}

void Reuse::forget_beyond(std::size_t bytes) {
  while (counts_.bytes > bytes) {
    const auto last = kept_.find(order_.back());
    counts_.bytes -= last->second.made.bytes;
    kept_.erase(last);
    order_.pop_back();
  }
}

Reuse::Counts Reuse::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace hashlab
