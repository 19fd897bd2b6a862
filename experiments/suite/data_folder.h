#pragma once

#include "experiments/suite/plan.h"
#include "lib/data/dataset.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Where data sets are looked up: `given` if not empty, else $HASHLAB_DATA, else "data".
std::string data_folder(const std::string& given);

/// The data sets that 'hashlab make-data' can make, the default first.
const std::vector<std::string>& embedded_datasets();

/// The file a suite's `dataset` names: a path if it has a '/', else a file of the folder; ".h5" may
/// be left out. Errors: not_found, saying what the folder holds and how to get the data;
/// those of dataset_name.
std::string find_dataset(const std::string& dataset, const std::string& folder);

/// The data set of a suite, found in `folder`, read, and fit for the suite's ground truth. Its
/// marks and lists are read if the suite uses them; its features go where `room` says.
/// Errors:  as find_dataset and read_dataset; invalid_argument if it lacks the labels, the split or
///          the lists asked for, or has labels while the suite names no ground truth.
Dataset read_dataset_of(const Suite& suite, const std::string& folder,
                        const FeatureRoom& room = {});

/// Why a labelled data set is refused where no ground truth was named: both choices differ, and
/// neither is taken in silence. `key`: what names it, such as "groundtruth = ".
std::string unnamed_ground_truth(const std::string& path, const std::string& key);

DatasetFacts facts_of(const Dataset& dataset);

}  // namespace hashlab::experiments
