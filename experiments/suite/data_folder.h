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
/// truth. Its marks and lists are read if they are used; its features are stored according to
/// `room`.
/// Errors:  as find_dataset and read_dataset; invalid_argument if it lacks the required labels,
///          split or lists, or has labels while the experiment file names no ground truth.
Dataset read_dataset_of(const Suite& suite, const std::string& folder,
                        const FeatureRoom& room = {});

/// The reason why a labelled data set is rejected if no ground truth was named: label-based and
/// metric ground truth differ, so neither is chosen silently. `key`: how to name it, such as
/// "groundtruth = ".
std::string unnamed_ground_truth(const std::string& path, const std::string& key);

DatasetFacts facts_of(const Dataset& dataset);

}  // namespace hashlab::experiments
