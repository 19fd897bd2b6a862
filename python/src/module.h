#pragma once

#include <pybind11/pybind11.h>

// What the parts of the module _core add to it. hashlab's public interface is the Python code above
// it, which checks and converts what users give.
namespace hashlab::python {

void add_codes(pybind11::module_& module);       ///< Codes
void add_comparison(pybind11::module_& module);  ///< codes compared with real values
void add_learn(pybind11::module_& module);       ///< Dataset, Model, methods
void add_ranking(pybind11::module_& module);     ///< Relevance, RankCounts, searches, metrics
void add_results(pybind11::module_& module);     ///< tables of results folders
void add_splits(pybind11::module_& module);      ///< splits and audits

}  // namespace hashlab::python
