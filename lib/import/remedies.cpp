#include "lib/import/remedies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

namespace hashlab {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes, text;  ///< what such a file begins with, and what to do
};

constexpr std::string_view pickle_text =
    "is a Python pickle, which may run code and is not read: save its arrays with numpy.save";
constexpr std::string_view archive_text =
    "is an archive of a kind that is not read (gzip alone is): unpack it first";
constexpr std::string_view picture_text =
    "is a single picture: name the folder whose sub-folders are the classes";
constexpr std::string_view json_text =
    "is JSON, or printed by Python: numpy.save('X.npy', numpy.array(json.load(open('FILE'))))";
constexpr std::string_view arff_text =
    "is ARFF: numpy.save('X.npy', "
    "pandas.DataFrame(scipy.io.arff.loadarff('FILE')[0]).to_numpy('float32'))";
constexpr std::string_view faiss_text =
    "is an index of Faiss: save its vectors with numpy.save('X.npy', "
    "index.reconstruct_n(0, index.ntotal)), where index = faiss.read_index('FILE')";

constexpr std::string_view utf16_text =
    "is text in UTF-16: convert it, as by iconv -f utf-16 -t utf-8";

constexpr std::array<Magic, 35> magics = {
    {{"\xff\xfe"sv, utf16_text},
     {"\xfe\xff"sv, utf16_text},
     {"PAR1"sv,
      "is Parquet, which is not read: "
      "numpy.save('X.npy', pandas.read_parquet('FILE').to_numpy('float32'))"},
     {"ARROW1"sv,
      "is Arrow (Feather), which is not read: "
      "numpy.save('X.npy', pandas.read_feather('FILE').to_numpy('float32'))"},
     {"FEA1"sv,
      "is Feather, which is not read: "
      "numpy.save('X.npy', pandas.read_feather('FILE').to_numpy('float32'))"},
     {"ORC"sv,
      "is ORC, which is not read: "
      "numpy.save('X.npy', pandas.read_orc('FILE').to_numpy('float32'))"},
     {"Obj\x01"sv, "is Avro, which is not read: save its numbers with numpy.save"},
     {"SQLite format 3"sv,
      "is an SQLite database: numpy.save('X.npy', pandas.read_sql('SELECT ...', "
      "sqlite3.connect('FILE')).to_numpy('float32'))"},
     {"RDX2\n"sv, "holds data of R: write them in R with write.csv(X, 'X.csv', row.names = FALSE)"},
     {"RDX3\n"sv, "holds data of R: write them in R with write.csv(X, 'X.csv', row.names = FALSE)"},
     {"X\n\0\0\0"sv,
      "holds data of R: write them in R with write.csv(X, 'X.csv', row.names = FALSE)"},
     {"CDF\x01"sv,
      "is NetCDF 3, which is not read: numpy.save('X.npy', scipy.io.netcdf_file('FILE').variables"
      "['NAME'][:])"},
     {"CDF\x02"sv,
      "is NetCDF 3, which is not read: numpy.save('X.npy', scipy.io.netcdf_file('FILE').variables"
      "['NAME'][:])"},
     {"\x0e\x03\x13\x01"sv, "is HDF4: convert it with h4toh5"},
     {"\x80\x02\x8a\x0al\xfc\x9c\x46\xf9 j\xa8P"sv,
      "is a file of PyTorch, which may run code and is not read: "
      "numpy.save('X.npy', torch.load('FILE').numpy())"},
     {"\x80\x02"sv, pickle_text},
     {"\x80\x03"sv, pickle_text},
     {"\x80\x04"sv, pickle_text},
     {"\x80\x05"sv, pickle_text},
     {"BZh"sv, archive_text},
     {"\xfd"
      "7zXZ"sv,
      archive_text},
     {"7z\xbc\xaf"sv, archive_text},
     {"Rar!"sv, archive_text},
     {"\x28\xb5\x2f\xfd"sv, archive_text},
     {"\x04\x22\x4d\x18"sv, archive_text},
     {"\x89PNG"sv, picture_text},
     {"\xff\xd8\xff"sv, picture_text},
     {"GIF8"sv, picture_text},
     {"II*\0"sv, picture_text},
     {"IxF"sv, faiss_text},
     {"IxM"sv, faiss_text},
     {"IwF"sv, faiss_text},
     {"IxP"sv, faiss_text},
     {"IHN"sv, faiss_text},
     {"%PDF"sv, "is a document: save its table as CSV"}}};

/// Texts that are no tables.
constexpr std::array<Magic, 5> text_magics = {
    {{"{"sv, json_text},
     {"["sv, json_text},
     {"%%MatrixMarket"sv,
      "is Matrix Market: numpy.save('X.npy', scipy.io.mmread('FILE').toarray())"},
     {"<"sv,
      "is a web page or XML, not data: a download may have ended at a page of its site; fetch the "
      "file itself"},
     {"version https://git-lfs"sv,
      "is a pointer of Git LFS, not the file: fetch it with 'git lfs pull'"}}};

/// What a text that is no table is, and what to do; empty if it may be a table.
std::string_view text_of_other_text(std::string_view head) {
  for (const std::string_view word : {"@attribute", "@ATTRIBUTE", "@Attribute"}) {
    const std::size_t at = head.find(word);
    if (at != head.npos && (at == 0 || head[at - 1] == '\n')) return arff_text;
  }
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  const auto found = std::find_if(text_magics.begin(), text_magics.end(), [&](const Magic& magic) {
    return head.starts_with(magic.bytes);
  });
  return found == text_magics.end() ? std::string_view() : found->text;
}

/// The names of the members of a zip archive, as far as its beginning shows them.
std::vector<std::string_view> zip_members(std::string_view head) {
  std::vector<std::string_view> names;
  constexpr std::size_t fixed = 30;
  for (std::size_t at = head.find("PK\x03\x04"); at != head.npos;
       at = head.find("PK\x03\x04", at + 4)) {
    if (at + fixed > head.size()) break;
    std::uint16_t length = 0;
    std::memcpy(&length, head.data() + at + 26, sizeof length);
    names.push_back(head.substr(at + fixed, length));
  }
  return names;
}

std::string text_of_zip(const Sniff& file) {
  const std::vector<std::string_view> names = zip_members(file.head);
  const auto has = [&](std::string_view ending) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return name.ends_with(ending); });
  };
  if (has("data.pkl")) {
    return "is a file of PyTorch, which may run code and is not read: numpy.save('X.npy', "
           "torch.load('FILE', map_location='cpu').numpy()), of each of its tensors";
  }
  if (has("indptr.npy") || has("indices.npy") || has("format.npy")) {
    return "is a sparse matrix of SciPy, which is not read: "
           "numpy.save('X.npy', scipy.sparse.load_npz('FILE').toarray())";
  }
  if (has("[Content_Types].xml") || has("mimetype")) {
    return "is a spreadsheet or document: save its table as CSV";
  }
  if (has(".npy")) {
    const auto array = std::find_if(names.begin(), names.end(),
                                    [](std::string_view name) { return name.ends_with(".npy"); });
    const std::string_view first = array->substr(0, array->size() - 4);
    const bool is_plain =
        std::all_of(first.begin(), first.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (!is_plain || first.size() > 60) {
      return "is an .npz of NumPy (a zip archive): unpack it with unzip and import its .npy files";
    }
    return fmt::format(
        "is an .npz of NumPy (a zip archive): unpack it with unzip and import its .npy files, or "
        "numpy.save('X.npy', numpy.load('FILE')['{}'])",
        first);
  }
  return "is a zip archive (.npz files are too): unpack it and import what is inside; of .pt and "
         "other files of programs, save the arrays with numpy.save";
}

/// Length of the first record, and a file name that says so: TFRecord has no magic bytes.
bool is_tfrecord(const Sniff& file) {
  if (file.path.find(".tfrecord") != file.path.npos) return true;
  if (file.head.size() < 16) return false;
  std::uint64_t length = 0;
  std::memcpy(&length, file.head.data(), sizeof length);
  // A record is a message whose first field is a message.
  return length > 0 && length < (1U << 30) && file.head[12] == '\x0a' &&
         (file.bytes == 0 || length + 16 <= file.bytes);
}

bool is_safetensors(std::string_view head) {
  std::uint64_t length = 0;
  if (head.size() < 10) return false;
  std::memcpy(&length, head.data(), sizeof length);
  return length > 1 && length < (1U << 30) && head.substr(8, 2) == "{\"";
}

std::string text_of_folder(const std::string& path) {
  std::error_code ignored;
  const auto has = [&](const char* name) {
    return std::filesystem::exists(std::filesystem::path(path) / name, ignored);
  };
  if (has("data.mdb")) {
    return "is an LMDB database, which is not read: write its pictures into a folder for each "
           "class, or its arrays with numpy.save";
  }
  if (has(".zarray") || has(".zgroup") || has("zarr.json")) {
    return "is Zarr, which is not read: numpy.save('X.npy', zarr.open('FOLDER', 'r')['NAME'][:])";
  }
  if (has("_SUCCESS") || has("_metadata") || has("dataset_info.json")) {
    return "is a folder of Parquet or Arrow, which are not read: numpy.save('X.npy', "
           "pandas.read_parquet('FOLDER').to_numpy('float32'))";
  }
  return "is a folder, but neither of sub-folders with pictures nor NUS-WIDE's: name the files of "
         "one table, such as features.npy";
}

}  // namespace

bool is_other_text(const Sniff& file) {
  return !text_of_other_text(file.head).empty();
}

std::string remedy_for(const Sniff& file) {
  const std::string_view head = file.head;
  if (file.is_folder) return text_of_folder(file.path);
  if (head.empty()) return "is empty";
  if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06")) return text_of_zip(file);
  if (head.size() > 262 && head.substr(257, 5) == "ustar") {
    return "is a tar archive: unpack it and import what is inside";
  }
  for (const Magic& magic : magics) {
    if (head.starts_with(magic.bytes)) return std::string(magic.text);
  }
  if (const std::string_view text = text_of_other_text(head); !text.empty()) {
    return std::string(text);
  }
  if (is_safetensors(head)) {
    return "is safetensors, which is not read: numpy.save('X.npy', "
           "safetensors.numpy.load_file('FILE')['NAME'])";
  }
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(head[i]); };
  if (head.size() > 4 && byte(0) == 0 && byte(1) == 0 && (byte(2) != 0 || byte(3) != 0)) {
    return "may be vectors in big-endian order: write them in little-endian order";
  }
  if (is_tfrecord(file)) {
    return "is TFRecord, which is not read: parse it with tf.data.TFRecordDataset and "
           "tf.io.parse_single_example, and save the arrays with numpy.save";
  }
  if (file.path.ends_with(".pkl") || file.path.ends_with(".pickle") ||
      file.path.ends_with(".joblib")) {
    return std::string(pickle_text);
  }
  return "";
}

}  // namespace hashlab
