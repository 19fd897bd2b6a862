#include "lib/import/zip_archive.h"

#include "lib/error.h"
#include "lib/import/words.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <string_view>

namespace hashlab {
namespace {

constexpr std::uint32_t in_zip64 = 0xffffffff;  // the number is in the extra field
constexpr std::size_t deflate_factor = 1032;    // one byte becomes at most so many

/// A little-endian number at a place of a record; the caller has checked that it is there.
std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

/// Takes the numbers that do not fit 32 bits out of the extra field, in their fixed order.
bool take_zip64(std::string_view extra, ZipMember& member) {
  while (extra.size() >= 4) {
    const std::uint64_t id = number_at(extra, 0, 2), length = number_at(extra, 2, 2);
    if (length > extra.size() - 4) return false;
    std::string_view field = extra.substr(4, length);
    extra.remove_prefix(4 + length);
    if (id != 1) continue;
    for (std::size_t* value : {&member.bytes, &member.packed_bytes, &member.header}) {
      if (*value != in_zip64) continue;
      if (field.size() < 8) return false;
      *value = number_at(field, 0, 8);
      field.remove_prefix(8);
    }
  }
  return true;
}

/// Where the list of members lies.
struct ZipDirectory {
  std::size_t offset = 0, bytes = 0, count = 0;
};

/// Fills `content` with what `packed_bytes` deflated bytes of a file become; false if they are
/// damaged or become another number of bytes.
bool inflate_into(std::string& content, const InputFile& file, std::size_t begin,
                  std::size_t packed_bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
    throw Error(ErrorCode::io_error, fmt::format("{}: zlib cannot be started", file.path()));
  }
  constexpr std::size_t piece = std::size_t{1} << 18;
  std::size_t taken = 0, made = 0;
  int status = Z_OK;
  while (status == Z_OK && taken < packed_bytes) {
    std::string packed = file.text(begin + taken, std::min(piece, packed_bytes - taken));
    taken += packed.size();
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    while (status == Z_OK && stream.avail_in > 0) {
      constexpr std::size_t most = std::numeric_limits<uInt>::max();
      const auto room = static_cast<uInt>(std::min(most, content.size() - made));
      stream.next_out = reinterpret_cast<Bytef*>(content.data() + made);
      stream.avail_out = room;
      status = inflate(&stream, Z_NO_FLUSH);
      made += room - stream.avail_out;
    }
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && made == content.size();
}

}  // namespace

void ZipArchive::fail(const std::string& what) const {
  fail_corrupt(file_.path(), "is a zip archive that " + what);
}

ZipArchive::ZipArchive(const std::string& path) : file_(path) {
  constexpr std::size_t end_bytes = 22, longest_comment = 65535, locator_bytes = 20;
  const std::size_t tail_bytes = std::min(file_.size(), end_bytes + longest_comment);
  const std::size_t tail_at = file_.size() - tail_bytes;
  const std::string tail = file_.text(tail_at, tail_bytes);
  const std::size_t end = tail.rfind("PK\x05\x06");
  if (end == tail.npos || tail.size() - end < end_bytes) {
    fail("has no list of its members at its end: it is truncated");
  }
  ZipDirectory list{number_at(tail, end + 16, 4), number_at(tail, end + 12, 4),
                    number_at(tail, end + 10, 2)};
  if (end >= locator_bytes && tail.compare(end - locator_bytes, 4, "PK\x06\x07") == 0) {
    const std::size_t at = number_at(tail, end - locator_bytes + 8, 8);
    const std::string record = at < file_.size() ? file_.text(at, 56) : "";
    if (record.size() < 56 || !record.starts_with("PK\x06\x06")) fail("is damaged at its end");
    list = {number_at(record, 48, 8), number_at(record, 40, 8), number_at(record, 32, 8)};
  }
  constexpr std::size_t longest_list = std::size_t{1} << 26;
  if (list.offset > file_.size() || list.bytes > file_.size() - list.offset ||
      list.bytes > longest_list) {
    fail("has a list of members that lies outside of it: it is damaged");
  }
  const std::string records = file_.text(list.offset, list.bytes);
  constexpr std::size_t record_bytes = 46;
  for (std::size_t at = 0; members_.size() < list.count;) {
    const std::string_view rest = std::string_view(records).substr(at);
    if (rest.size() < record_bytes || !rest.starts_with("PK\x01\x02")) {
      fail("has a damaged list of members");
    }
    const std::size_t name = number_at(rest, 28, 2), extra = number_at(rest, 30, 2),
                      comment = number_at(rest, 32, 2);
    if (rest.size() < record_bytes + name + extra + comment) fail("has a damaged list of members");
    ZipMember member{std::string(rest.substr(record_bytes, name)),
                     number_at(rest, 42, 4),
                     number_at(rest, 20, 4),
                     number_at(rest, 24, 4),
                     static_cast<unsigned>(number_at(rest, 10, 2)),
                     static_cast<std::uint32_t>(number_at(rest, 16, 4))};
    if (!take_zip64(rest.substr(record_bytes + name, extra), member)) {
      fail("has a damaged list of members");
    }
    constexpr std::size_t encrypted = 1;
    if ((number_at(rest, 8, 2) & encrypted) != 0) {
      fail(fmt::format("is encrypted at {}: unpack it first", in_quotes(member.name)));
    }
    members_.push_back(std::move(member));
    at += record_bytes + name + extra + comment;
  }
}

std::string ZipArchive::read(const ZipMember& member) const {
  const std::string name = in_quotes(member.name);
  constexpr std::size_t local_bytes = 30;
  const std::string local =
      member.header < file_.size() ? file_.text(member.header, local_bytes) : "";
  if (local.size() < local_bytes || !local.starts_with("PK\x03\x04")) {
    fail(fmt::format("has no {} where its list says: it is damaged", name));
  }
  const std::size_t begin =
      member.header + local_bytes + number_at(local, 26, 2) + number_at(local, 28, 2);
  if (begin > file_.size() || member.packed_bytes > file_.size() - begin) {
    fail(fmt::format("is truncated within {}", name));
  }
  if (member.method != 0 && member.method != Z_DEFLATED) {
    fail(fmt::format("packs {} by method {}, expected deflate: use numpy.savez_compressed", name,
                     member.method));
  }
  // The sizes are checked before memory is taken: a small file can't ask for much.
  const bool can_be = member.method == 0 ? member.bytes == member.packed_bytes
                                         : member.bytes / deflate_factor <= member.packed_bytes;
  if (!can_be) fail(fmt::format("states a wrong size of {}: it is damaged", name));
  std::string content(member.bytes, '\0');
  if (member.method == 0) {
    if (!content.empty()) file_.read(begin, content.data(), content.size());
  } else {
    if (!inflate_into(content, file_, begin, member.packed_bytes)) {
      fail(fmt::format("has damaged data of {}", name));
    }
  }
  if (crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()) != member.sum) {
    fail(fmt::format("has data of {} that its checksum contradicts", name));
  }
  return content;
}

}  // namespace hashlab
