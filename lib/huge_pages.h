#pragma once

#include <sys/mman.h>
#include <cstdlib>
#include <new>
#include <vector>

namespace hashlab {

/// An allocator that asks for huge pages of 2 MiB: random look-ups in hundreds of megabytes would
/// otherwise miss the TLB nearly every time. Elements constructed without a value are not
/// initialised, so that large arrays are not written twice.
template <typename T>
struct HugePages {
  using value_type = T;
  static constexpr std::size_t page = std::size_t{1} << 21;

  HugePages() = default;
  template <typename Other>
  HugePages(const HugePages<Other>&) {}

  T* allocate(std::size_t n) {
    const std::size_t bytes = (n * sizeof(T) + page - 1) / page * page;
    void* memory = bytes < n * sizeof(T) ? nullptr : std::aligned_alloc(page, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);  // only a hint: the result does not matter
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }

  template <typename Element>
  void construct(Element* at) {
    ::new (static_cast<void*>(at)) Element;
  }
  template <typename Element, typename... Arguments>
  void construct(Element* at, Arguments&&... arguments) {
    ::new (static_cast<void*>(at)) Element(static_cast<Arguments&&>(arguments)...);
  }
  bool operator==(const HugePages&) const { return true; }
};

template <typename T>
using HugeVector = std::vector<T, HugePages<T>>;

}  // namespace hashlab
