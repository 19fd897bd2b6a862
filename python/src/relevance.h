#pragma once

#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <pybind11/pybind11.h>

#include <cstddef>

namespace hashlab::python {

/// Which items are relevant to which queries, and the labels that say so if they do.
struct Judged {
  Relevance relevance;
  Labels queries = {}, database = {};  ///< empty if relevance is not by classes

  /// The largest number of labels that a query can share with an item; 0 without labels.
  std::size_t most_shared() const;
  /// An item is relevant only if it shares at least `least` labels with the query.
  Relevance sharing(std::size_t least) const;
};

/// Adds the class Relevance.
void add_relevance(pybind11::module_& module);

}  // namespace hashlab::python
