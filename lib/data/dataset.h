#pragma once

#include "lib/files/sha256.h"
#include "lib/types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// Where the features of a data set are kept: in memory, or, if `folder` is not empty and they take
/// more than `max_bytes` as float32, as ScratchMemory in that folder.
struct FeatureRoom {
  std::string folder = {};
  std::size_t max_bytes = 0;
  std::size_t max_resident = 0;  ///< about how many bytes of features on disk stay in memory
};

/// For read_dataset() and read_views(): whether /split and /query are read.
enum class GivenMarks { ignored, read };
enum class GivenLists { ignored, read };

/// Reads a data set file (HDF5):
///
///   /features   N x D   float32, or uint8 (converted to float32)
///   /labels     N whole numbers >= 0, or N x C of 0/1 (multi-label); may be absent
///   /split      N integers, see RowMark; may be absent; read only on request (`marks`)
///   /query      lists, see read_query_lists; may be absent; read only on request (`lists`)
///
/// A file may hold several descriptions of its samples, called views. The features of a view are
/// the dataset /VIEW/features, and `view` selects the view that is read. The data set is named
/// after the file, without folder and extension: NAME, or NAME:VIEW with a view. Its checksum
/// covers these features and the labels. All values are checked.
/// Errors:  not_found, unreadable, or corrupt_file naming the file, the object in it and, for a bad
///          value, its row: wrong rank or type, NaN or infinity, labels that are out of range or
///          not as many as the features, a bad /split or /query, an incomplete file, more data than
///          fit into memory; those of features_table; those of ScratchMemory.
/// Memory:  the labels, marks and lists, and the float32 matrix or, if it is in ScratchMemory, a
///          block of about 4 MiB. In addition, while they are read: 8 bytes per sample for marks; 8
///          bytes per sample for class numbers, or 16 if they are stored as real numbers; about
///          4 MiB for multi-label data; for lists see read_query_lists.
Dataset read_dataset(const std::string& path, const std::string& view = "",
                     GivenMarks marks = GivenMarks::ignored, GivenLists lists = GivenLists::ignored,
                     const FeatureRoom& room = {});

/// Reads several views of a data set file into one matrix: the features of one view follow those of
/// the previous one (see Dataset::views). `views` must not contain a name twice. The data set is
/// named after the file alone. The checksum also covers the views' names and sizes, so it depends
/// on their order.
/// Errors:  those of read_dataset; corrupt_file also if the views have different numbers of
///          samples.
Dataset read_views(const std::string& path, const std::vector<std::string>& views,
                   GivenMarks marks = GivenMarks::ignored, GivenLists lists = GivenLists::ignored,
                   const FeatureRoom& room = {});

/// The name of a data set: the name of its file without folder and extension; for a view,
/// "NAME:VIEW".
/// Errors:  invalid_argument if the name is not fit for tables and spreadsheets (see
///          require_plain_name).
std::string dataset_name(const std::string& path, const std::string& view = "");

/// SHA-256 of the content of the data set: shapes, feature values, labels, and names and sizes of
/// its views.
std::string content_checksum(const Dataset& dataset);

class DatasetFile;
/// The content_checksum of the data set in a file, which is read in blocks. Errors: as DatasetFile.
std::string content_checksum(const DatasetFile& file);

/// Computes the content_checksum of a data set of n samples with d features that arrives in blocks,
/// all samples in order. `labels` must outlive the object. hex() ends the computation: call it
/// once.
class ContentChecksum {
 public:
  ContentChecksum(std::size_t n, std::size_t d, const Labels& labels,
                  const std::vector<View>& views = {});
  void add(const Features& samples);
  std::string hex();

 private:
  const Labels& labels_;
  Sha256 sum_;
};

/// Writes name, features and labels to a data set file that read_dataset can read, atomically (see
/// write_file).
void write_dataset(const std::string& path, const Dataset& dataset);

}  // namespace hashlab
