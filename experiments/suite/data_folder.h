#pragma once

#include "experiments/suite/plan.h"
#include "lib/data/dataset.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The folder of data sets: `given` if not empty, else $HASHLAB_DATA, else "data".
std::string data_folder(const std::string& given);

/// The data sets that 'hashlab make-data' can make, the default first.
const std::vector<std::string>& embedded_datasets();

/// The file named by an experiment file's `dataset`: a path if it has a '/', else a file in the
/// folder; ".h5" may be left out. Errors: not_found, listing the folder's data sets and how to get
/// the data; those of dataset_name.
std::string find_dataset(const std::string& dataset, const std::string& folder);

/// Finds the data set of an experiment file in `folder`, reads it, and checks it against the ground
/// truth. Its split (/split) and its query lists are read only if the experiment file uses them.
/// Its features are stored in memory or on disk according to `room`.
/// Errors:  as find_dataset and read_dataset; invalid_argument if it lacks the required labels,
///          split or lists, or has labels while the experiment file names no ground truth.
Dataset read_dataset_of(const Suite& suite, const std::string& folder,
                        const FeatureRoom& room = {});

/// The error message about a labelled data set for which no ground truth was named. Label-based and
/// metric ground truth differ, so neither is chosen silently. `key` is the text by which the user
/// names one, such as "groundtruth = ".
std::string unnamed_ground_truth(const std::string& path, const std::string& key);

DatasetFacts facts_of(const Dataset& dataset);

}  // namespace hashlab::experiments
