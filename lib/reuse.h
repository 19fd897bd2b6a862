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

/// Values that were computed before, found again by what they were computed from. A key names the
/// computation and everything that its result depends on (settings, random stream, contents of its
/// inputs), so that results are the same to the bit whether a value is found or computed, and
/// whatever has been forgotten in between. Several threads may use it at once: of those that ask
/// for the same value one computes it and the others wait.
class Reuse {
 public:
  /// Keeps values of at most `most_bytes` together; forgets those that were not asked for longest.
  explicit Reuse(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// The value of `key`: kept from before, or make()'s, which takes bytes(value) bytes. A key has
  /// values of one type only. make() may ask for other values, but not, through whatever it asks
  /// for, for its own.
  /// Errors:  those of make(); nothing is kept then, and another thread that waited makes its own.
  template <typename Value>
  std::shared_ptr<const Value> get(const std::string& key, const std::function<Value()>& make,
                                   const std::function<std::size_t(const Value&)>& bytes) {
    return std::static_pointer_cast<const Value>(find_or_make(key, [&] {
      const auto value = std::make_shared<const Value>(make());
      return Made{value, bytes(*value)};
    }));
  }

  struct Counts {
    std::size_t made = 0, found = 0;
    std::size_t bytes = 0;  ///< of the values kept now
  };
  Counts counts() const;

 private:
  struct Made {
    std::shared_ptr<const void> value;
    std::size_t bytes = 0;
  };
  struct Kept {
    Made made;  // no value while somebody computes it
    std::list<std::string>::iterator place;
  };
  std::shared_ptr<const void> find_or_make(const std::string& key,
                                           const std::function<Made()>& make);
  void forget_beyond(std::size_t bytes);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable computed_;
  std::map<std::string, Kept> kept_;
  std::list<std::string> order_;  // of the values kept: asked for last at the front
  Counts counts_;
};

/// reuse->get, or what make() returns if there is nothing to reuse (null).
template <typename Value>
std::shared_ptr<const Value> reused(Reuse* reuse, const std::string& key,
                                    const std::function<Value()>& make,
                                    const std::function<std::size_t(const Value&)>& bytes) {
  if (reuse != nullptr) return reuse->get<Value>(key, make, bytes);
  return std::make_shared<const Value>(make());
}

}  // namespace hashlab
