#pragma once

#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// One of the experiment files that read_suites() returns, and the folder of its results.
struct Member {
  Suite suite;
  ResultsFolder folder;
};

/// Reads the experiment file at `path` and returns its members: usually only itself. If it has
/// lines
///
///   datasets = NAME NAME
///   suite = FILE
///
/// then it has several members. Each data set NAME gives one member, which is called NAME and uses
/// the profile of that name (see parse_suite). Each experiment file FILE, relative to the folder of
/// `path`, gives one member, or one for each of its data sets if it has lines 'datasets' itself.
/// The other lines of the file at `path`, except 'name', are settings that all members share. They
/// replace settings of a profile. They are put before the lines of each FILE: a key that is a list
/// gets the values of both, and any other key must not be set in both. Profiles are searched beside
/// the file that names them (see profiles_beside), then beside `path`.
///
/// `overrides` are texts KEY=VALUE that replace settings of all members; the key 'datasets'
/// replaces the data sets of the file at `path`. `out` is the folder of results. If it is empty,
/// the folder is results/runs/ followed by the value of the key 'name'. If the file at `path` names
/// members, each member has a sub-folder there, with its own name.
/// Errors:  those of read_suite and of parse_suite. invalid_argument if a name cannot be that of a
///          folder, if two members have the same name, if 'dataset' and 'datasets' are both given,
///          if a FILE has lines 'suite', or if an override of 'datasets' finds no data sets to
///          replace.
std::vector<Member> read_suites(const std::string& path, const std::vector<std::string>& overrides,
                                const std::string& out);

}  // namespace hashlab::experiments
