#pragma once

#include "lib/import/format.h"

/// Every format, in the order in which they are tried on a file: first those with a magic number,
/// then other binary formats and folders, which are recognised by sizes or by more of the content,
/// and text last. For each NAME, a file in this folder, in matlab/, text/ or releases/ defines
/// `Format NAME_format()`: vecs.cpp for fvecs, bvecs and ivecs, bins.cpp for fbin, u8bin, i8bin and
/// ibin, and NAME.cpp for the others.
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
