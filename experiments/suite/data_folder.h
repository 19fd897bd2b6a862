#pragma once

#include "experiments/suite/plan.h"
#include "lib/data/dataset.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The folder of data sets: `given` if not empty, else $HASHLAB_DATA, else "data".
std::string data_folder(const std::string& given);

/// The names of the data sets that 'hashlab make-data' can generate, the default first.
const std::vector<std::string>& embedded_datasets();

/// The path of the file that an experiment file's `dataset` denotes: `dataset` itself if it has a
/// '/', else the file of that name in `folder`; ".h5" may be left out.
/// Errors:  not_found, with a similar name from the folder, if any, and with ways to get the data;
///          those of dataset_name.
std::string find_dataset(const std::string& dataset, const std::string& folder);

/// Finds the data set of an experiment file in `folder`, reads it, and checks that it has all that
/// the experiment file needs. Its split (/split) and its query lists are read only if the
/// experiment file uses them. `room` determines whether its features are stored in memory or on
/// disk.
/// Errors:  as find_dataset and read_dataset; invalid_argument if the data set lacks labels, a
///          split or lists that the experiment file needs, if a score cannot be computed from it,
///          or if it has labels while the experiment file names no ground truth.
Dataset read_dataset_of(const Suite& suite, const std::string& folder,
                        const FeatureRoom& room = {});

/// The error message about a labelled data set for which no ground truth was named. Label-based and
/// metric ground truth differ, so neither is chosen silently. `path` is the data set's file. `key`
/// is the text by which the user names a ground truth, such as "groundtruth = ".
std::string unnamed_ground_truth(const std::string& path, const std::string& key);

/// The facts about a data set that has been read.
DatasetFacts facts_of(const Dataset& dataset);

}  // namespace hashlab::experiments
