#pragma once

#include "lib/import/format.h"

/// Every format, in the order in which they are tried on a file: first those with a magic number,
/// then those recognised by the size of the file, text last. For each NAME, the file
/// NAME.cpp in this folder, in matlab/, text/ or releases/ defines `Format NAME_format()`.
// clang-format off
#define HASHLAB_FORMATS(X) \
  X(npy)                   \
  X(matlab73)              \
  X(wiki)                  \
  X(matlab)                \
  X(hdf5)                  \
  X(idx)                   \
  X(fvecs)                 \
  X(bvecs)                 \
  X(ivecs)                 \
  X(fbin)                  \
  X(u8bin)                 \
  X(i8bin)                 \
  X(ibin)                  \
  X(word2vec)              \
  X(cifar10)               \
  X(nus_wide)              \
  X(folder)                \
  X(libsvm)                \
  X(word_vectors)          \
  X(text)
// clang-format on

namespace hashlab {

#define HASHLAB_DECLARE_FORMAT(name) Format name##_format();
HASHLAB_FORMATS(HASHLAB_DECLARE_FORMAT)
#undef HASHLAB_DECLARE_FORMAT

}  // namespace hashlab
