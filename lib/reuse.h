#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace hashlab {

/// A cache of computed values. A key names the computation and everything that its result depends
/// on (settings, random stream, contents of its inputs). Results are therefore bit-identical
/// whether a value is found or computed, and whatever has been removed from the cache. Several
/// threads may use it at once: if several need the same value, one computes it and the others wait.
class Reuse {
 public:
  /// Keeps values of at most `max_bytes` in total; removes the least recently used values first.
  explicit Reuse(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  /// The value of `key`: the cached one if there is one, else the result of make(), which is then
  /// cached if it fits. bytes(value) is the memory that a value takes. All calls with one
  /// key must use the same type Value. make() may request the values of other keys, but must not
  /// request that of `key`, directly or indirectly.
  /// Errors:  those of make(); nothing is cached then, and another thread that waited calls its own
  ///          make().
  template <typename Value>
  std::shared_ptr<const Value> get(const std::string& key, const std::function<Value()>& make,
                                   const std::function<std::size_t(const Value&)>& bytes) {
    return std::static_pointer_cast<const Value>(find_or_make(key, [&] {
      const auto value = std::make_shared<const Value>(make());
      return Made{value, bytes(*value)};
    }));
  }

  struct Counts {
    std::size_t made = 0, found = 0;  ///< requests answered by make(), and from the cache
    std::size_t bytes = 0;            ///< memory of the values in the cache now
  };
  Counts counts() const;

 private:
  struct Made {
    std::shared_ptr<const void> value;
    std::size_t bytes = 0;
  };
  struct Kept {
    Made made;  // no value while a thread computes it
    std::list<std::string>::iterator place;
  };
  std::shared_ptr<const void> find_or_make(const std::string& key,
                                           const std::function<Made()>& make);
  void forget_beyond(std::size_t bytes);

  const std::size_t max_bytes_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable computed_;
  std::map<std::string, Kept> kept_;
  std::list<std::string> order_;  // of the cached values, most recently used first
  Counts counts_;
};

/// The result of reuse->get(key, make, bytes), or of make() if `reuse` is null.
template <typename Value>
std::shared_ptr<const Value> reused(Reuse* reuse, const std::string& key,
                                    const std::function<Value()>& make,
                                    const std::function<std::size_t(const Value&)>& bytes) {
  if (reuse != nullptr) return reuse->get<Value>(key, make, bytes);
  return std::make_shared<const Value>(make());
}

}  // namespace hashlab
