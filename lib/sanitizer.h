#pragma once

namespace hashlab {

#if defined(__has_feature)
#define HASHLAB_HAS_FEATURE(feature) __has_feature(feature)
#else
#define HASHLAB_HAS_FEATURE(feature) 0
#endif

/// True if this program was built with AddressSanitizer or ThreadSanitizer. They map terabytes of
/// addresses and open files of their own, so limits on address space and open files cannot be used.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    HASHLAB_HAS_FEATURE(address_sanitizer) || HASHLAB_HAS_FEATURE(thread_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

#undef HASHLAB_HAS_FEATURE

}  // namespace hashlab
