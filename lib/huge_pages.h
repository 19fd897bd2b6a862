#pragma once

#include <sys/mman.h>
#include <cstdlib>
#include <new>
#include <vector>

namespace hashlab {

/// Memory in pages of 2 MiB where the system grants them: random look-ups in hundreds of megabytes
/// otherwise miss the translation cache each time. Elements made without a value are left as they
/// come, so that large arrays are not written twice.
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
    madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: no need to know whether it is granted
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
