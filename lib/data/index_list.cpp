#include "lib/data/index_list.h"

#include "lib/data/h5_place.h"
#include "lib/data/h5_table.h"
#include "lib/data/npy.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/files/text_encoding.h"
#include "lib/h5/h5.h"
#include "lib/numbers.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

constexpr std::size_t text_block_bytes = std::size_t{1} << 20;

/// Text from a file for a message.
std::string quoted_line(std::string_view text) {
  std::string shown(text.substr(0, 40));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > 40 ? "...'" : "'");
}

/// A list that grows entry by entry, each checked.
class Checked {
 public:
  Checked(const std::string& path, std::size_t n, ReadRowNames names = {})
      : path_(path), n_(n), read_names_(std::move(names)) {}

  std::string expected() const { return fmt::format("expected a row in 0 .. {}", n_ - 1); }

  void expect(std::uint64_t entries) const {
    if (entries <= 2 * std::uint64_t{n_}) return;
    fail_in(ErrorCode::invalid_argument, path_,
            fmt::format("lists {} rows of a data set that has {}: it belongs to another one",
                        entries, n_));
  }

  /// `where`: "line" or "entry", and its number.
  void add(std::int64_t row, std::string_view where, std::size_t number) {
    if (row < 0 || static_cast<std::uint64_t>(row) >= n_) {
      const bool from_one = static_cast<std::uint64_t>(row) == n_;
      fail_in(ErrorCode::invalid_argument, path_,
              fmt::format("{} {} is {}, {}{}", where, number, row, expected(),
                          from_one ? ": are these counted from 1?" : ""));
    }
    list_.rows.push_back(static_cast<std::uint32_t>(row));
  }

  /// Can rows be named?
  bool takes_names() const { return static_cast<bool>(read_names_); }
  /// The list names its rows.
  bool has_names() const { return names_.has_value(); }

  void add_name(std::string_view name, std::string_view where, std::size_t number) {
    if (!names_) {
      if (!list_.rows.empty()) {
        fail_in(ErrorCode::invalid_argument, path_,
                fmt::format("{} {} is {} after row numbers, expected either names or numbers",
                            where, number, quoted_line(name)));
      }
      try {
        names_.emplace(read_names_());
      } catch (const Error& error) {
        fail_in(error.code(), path_,
                fmt::format("{} {} is {}, {}; if it is a name: {}", where, number,
                            quoted_line(name), expected(), error.what()));
      }
    }
    const std::optional<std::uint32_t> row = names_->row_of(name);
    if (!row) {
      fail_in(ErrorCode::invalid_argument, path_,
              fmt::format("{} {} is {}, which is the name of no row of the data set", where, number,
                          quoted_line(name)));
    }
    list_.rows.push_back(*row);
  }

  IndexList finish() {
    if (list_.rows.empty()) fail_in(ErrorCode::invalid_argument, path_, "lists no rows");
    // As a list it would be of the first two rows, most of them many times.
    if (!has_names() && list_.rows.size() > 2 &&
        std::all_of(list_.rows.begin(), list_.rows.end(),
                    [](std::uint32_t row) { return row <= 1; })) {
      fail_in(ErrorCode::invalid_argument, path_,
              fmt::format("has {} entries, all of them 0 or 1, which seems to be a mask: save "
                          "np.flatnonzero(mask)",
                          list_.rows.size()));
    }
    return std::move(list_);
  }

  std::size_t size() const { return list_.rows.size(); }

 private:
  const std::string& path_;
  std::size_t n_;
  ReadRowNames read_names_;
  std::optional<RowNames> names_;
  IndexList list_;
};

void add_line(Checked& list, const std::string& path, std::string_view line, std::size_t number) {
  constexpr const char* blanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  line = line.substr(0, line.find_last_not_of(blanks) + 1);
  if (line.empty() || line.front() == '#') return;
  const auto row = list.has_names() ? std::nullopt : parse_integer(line);
  if (line.find('\0') != line.npos) {
    fail_in(ErrorCode::corrupt_file, path,
            "is no list of rows: expected text with one row a line, NumPy .npy or HDF5");
  }
  if (!row && list.takes_names() && is_utf8(line)) {
    list.add_name(name_of_line(line), "line", number);
    return list.expect(list.size());
  }
  if (!row) {
    fail_in(ErrorCode::invalid_argument, path,
            fmt::format("line {} is {}, {}", number, quoted_line(line), list.expected()));
  }
  list.add(*row, "line", number);
  list.expect(list.size());
}

IndexList read_text(const InputFile& file, std::size_t n, const ReadRowNames& names) {
  refuse_utf16(file.text(0, 2), file.path());
  Checked list(file.path(), n, names);
  std::size_t number = 0;
  std::size_t at =
      file.text(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0;
  while (at < file.size()) {
    const std::string block = file.text(at, text_block_bytes);
    std::string_view lines = block;
    if (at + block.size() < file.size()) lines = lines.substr(0, lines.rfind('\n') + 1);
    if (lines.empty()) {
      fail_in(ErrorCode::corrupt_file, file.path(),
              fmt::format("line {} is longer than {} bytes, {}", number + 1, text_block_bytes,
                          list.expected()));
    }
    at += lines.size();
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n'));
      lines.remove_prefix(std::min(lines.size(), line.size() + 1));
      add_line(list, file.path(), line, ++number);
    }
  }
  return list.finish();
}

/// Entries of a table with one row or one column; `read` gives entries first .. first + count.
IndexList read_entries(
    Checked list, std::size_t entries,
    const std::function<void(std::size_t first, std::size_t count, std::int64_t* out)>& read) {
  list.expect(entries);
  std::vector<std::int64_t> block(std::min(entries, text_block_bytes / sizeof(std::int64_t)));
  for (std::size_t first = 0; first < entries; first += block.size()) {
    const std::size_t count = std::min(block.size(), entries - first);
    read(first, count, block.data());
    for (std::size_t i = 0; i < count; ++i) list.add(block[i], "entry", first + i);
  }
  return list.finish();
}

IndexList read_npy(const std::string& path, std::size_t n) {
  const NpyFile file(path);
  const NpyHeader& header = file.header();
  if (header.kind() == 'b') {
    fail_in(ErrorCode::corrupt_file, path, "is a mask: save np.flatnonzero(mask)");
  }
  if (header.kind() == 'f' || (header.rows() > 1 && header.columns() > 1)) {
    fail_in(ErrorCode::corrupt_file, path,
            fmt::format("is {}, expected a list of integers{}", header.text(),
                        header.kind() == 'f' ? ": save a.astype('<i8')" : ""));
  }
  if (header.columns() == 1) {
    return read_entries({path, n}, header.rows(),
                        [&](std::size_t first, std::size_t count, auto out) {
                          file.read_rows_as(first, count, out);
                        });
  }
  Checked list(path, n);
  list.expect(header.columns());
  std::vector<std::int64_t> row(header.columns());
  file.read_rows_as(0, 1, row.data());
  return read_entries(std::move(list), row.size(),
                      [&](std::size_t first, std::size_t count, auto out) {
                        std::copy_n(row.begin() + static_cast<std::ptrdiff_t>(first), count, out);
                      });
}

IndexList read_h5(const std::string& path, std::string dataset, std::size_t n,
                  const ReadRowNames& names) {
  const H5File file = H5File::open(path);
  if (dataset.empty()) {
    const std::vector<std::string> members = file.members();
    if (members.size() != 1) {
      fail_in(ErrorCode::invalid_argument, path,
              fmt::format("holds {} datasets: name one, such as '{}:{}'", members.size(), path,
                          members.empty() ? "/training" : members.front()));
    }
    dataset = members.front();
  }
  const H5Table table = open_h5_table(file, dataset);
  if (table.shape.kind == H5File::Kind::other && names) {
    const std::string where = path + ":" + dataset;
    Checked list(where, n, names);
    const std::vector<std::string> texts = file.read_texts(dataset);
    list.expect(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) list.add_name(texts[i], "entry", i);
    return list.finish();
  }
  if (table.shape.kind != H5File::Kind::integer || (table.rows > 1 && table.columns > 1)) {
    fail_in(ErrorCode::corrupt_file, path,
            fmt::format("'{}' is no list of integers: it is {}{}", dataset,
                        fmt::join(table.shape.size, " x "),
                        table.shape.kind == H5File::Kind::integer ? "" : " of another kind"));
  }
  const std::string name = path + ":" + dataset;
  const bool is_row = table.columns > 1;
  return read_entries({name, n}, table.rows * table.columns,
                      [&](std::size_t first, std::size_t count, auto out) {
                        if (is_row) {
                          file.read_columns(dataset, first, count, out);
                        } else {
                          file.read_rows(dataset, first, count, out);
                        }
                      });
}

}  // namespace

Rows IndexList::sorted() const {
  Rows ascending = rows;
  std::sort(ascending.begin(), ascending.end());
  ascending.erase(std::unique(ascending.begin(), ascending.end()), ascending.end());
  return ascending;
}

std::size_t IndexList::repeats() const {
  return rows.size() - sorted().size();
}

IndexList read_index_list(const std::string& path, std::size_t n, const ReadRowNames& names) {
  const auto [name, dataset] = h5_place(path);
  const InputFile file(name);
  if (H5File::is_h5(name)) return read_h5(name, dataset, n, names);
  if (!dataset.empty()) {
    fail_in(ErrorCode::corrupt_file, name,
            fmt::format("is no HDF5 file, so it has no '{}'", dataset));
  }
  if (NpyFile::is_npy(file.text(0, 6))) return read_npy(name, n);
  return read_text(file, n, names);
}

Rows read_ascending_rows(const std::string& path, std::size_t n) {
  Rows rows = read_index_list(path, n).rows;
  const auto last = std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>());
  if (last != rows.end()) {
    fail_in(
        ErrorCode::invalid_argument, path,
        fmt::format("entry {} is {}, after {}: rows ascend and none repeats ('sort -n -u' sees to "
                    "that)",
                    last - rows.begin() + 1, *std::next(last), *last));
  }
  return rows;
}

}  // namespace hashlab
