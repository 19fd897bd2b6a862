// CIFAR-10's binary version (cs.toronto.edu/~kriz/cifar.html): records of a label, 0 .. 9, and the
// 1024 red, green and blue bytes of a picture of 32 x 32.
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/import/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t side = 32, pixels = side * side, picture_record_bytes = 1 + 3 * pixels;
constexpr unsigned char classes = 10;

/// An open batch.
class Batch {
 public:
  explicit Batch(const std::string& path) : file_(path) {
    if (file_.size() > 0 && file_.size() % picture_record_bytes == 0) return;
    const bool is_100 = file_.size() > 0 && file_.size() % (picture_record_bytes + 1) == 0;
    throw Error(
        ErrorCode::corrupt_file,
        fmt::format("{}: has {} bytes, expected a multiple of the {} of a picture of CIFAR-10: "
                    "it is {}",
                    path, file_.size(), picture_record_bytes,
                    is_100 ? "CIFAR-100's binary version, which is not read"
                           : "truncated or not the binary version"));
  }
  std::size_t rows() const { return file_.size() / picture_record_bytes; }
  const std::string& path() const { return file_.path(); }

  unsigned char label(std::size_t i) const {
    unsigned char label = 0;
    file_.read(i * picture_record_bytes, &label, 1);
    if (label < classes) return label;
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: picture {} has label {}, expected 0 .. 9: no batch of CIFAR-10",
                            path(), i, label));
  }
  /// The picture's planes.
  void read_planes(std::size_t i, unsigned char* out) const {
    file_.read(i * picture_record_bytes + 1, out, 3 * pixels);
  }

 private:
  InputFile file_;
};

/// A table made of a batch row by row.
class BatchTable : public ForeignTable {
 public:
  explicit BatchTable(const std::string& path) : batch_(path) {}
  std::size_t columns() const override { return 1; }
  std::optional<std::size_t> rows() const override { return batch_.rows(); }
  const std::string& source() const override { return batch_.path(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, batch_.rows() - next_);
    for (std::size_t i = 0; i < count; ++i) read_row(batch_, next_ + i, out + i * columns());
    next_ += count;
    return count;
  }

 protected:
  virtual void read_row(const Batch& batch, std::size_t i, double* out) = 0;

 private:
  Batch batch_;
  std::size_t next_ = 0;
};

class BatchPictures final : public BatchTable {
 public:
  using BatchTable::BatchTable;
  std::size_t columns() const override { return 3 * pixels; }
  Element element() const override { return Element::uint8; }

 private:
  void read_row(const Batch& batch, std::size_t i, double* out) override {
    planes_.resize(3 * pixels);
    batch.read_planes(i, planes_.data());
    for (std::size_t p = 0; p < pixels; ++p) {
      for (std::size_t c = 0; c < 3; ++c) *out++ = planes_[c * pixels + p];
    }
  }
  std::vector<unsigned char> planes_;
};

class BatchLabels final : public BatchTable {
 public:
  using BatchTable::BatchTable;
  Element element() const override { return Element::int32; }

 private:
  void read_row(const Batch& batch, std::size_t i, double* out) override { *out = batch.label(i); }
};

/// 0 for pictures to train with, 1 for those to test with.
class BatchSplit final : public BatchTable {
 public:
  using BatchTable::BatchTable;
  Element element() const override { return Element::uint8; }

 private:
  void read_row(const Batch& batch, std::size_t, double* out) override {
    const std::string name = std::filesystem::path(batch.path()).filename().string();
    *out = name.starts_with("test_batch") ? 1 : 0;
  }
};

bool recognises(const Sniff& file) {
  if (file.is_folder || file.bytes == 0 || file.bytes % picture_record_bytes != 0) return false;
  for (std::size_t at = 0; at < file.head.size(); at += picture_record_bytes) {
    if (static_cast<unsigned char>(file.head[at]) >= classes) return false;
  }
  return true;
}

template <typename Table>
std::unique_ptr<ForeignTable> stack_of(const std::vector<std::string>& paths) {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  for (const std::string& path : paths) tables.push_back(std::make_unique<Table>(path));
  return stack(std::move(tables));
}

ForeignData open(const std::vector<std::string>& paths, const ImportOptions&) {
  ForeignData data;
  data.parts.push_back({"/images", stack_of<BatchPictures>(paths), {side, side, 3}});
  data.parts.push_back({"/labels", stack_of<BatchLabels>(paths), {}});
  data.parts.push_back({"/split", stack_of<BatchSplit>(paths), {}});
  data.class_names = {"airplane", "automobile", "bird",  "cat",  "deer",
                      "dog",      "frog",       "horse", "ship", "truck"};
  return data;
}

}  // namespace

Format cifar10_format() {
  return {"cifar10", "CIFAR-10's binary version: data_batch_*.bin and test_batch.bin", recognises,
          open};
}

}  // namespace hashlab
