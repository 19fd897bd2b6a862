#include "lib/import/byte_stream.h"

#include "lib/error.h"
#include "lib/files/input_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <vector>

namespace hashlab {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 16;

}  // namespace

struct ByteStream::State {
  explicit State(const std::string& path) : file(path), gzip(file.text(0, 2) == "\x1f\x8b") {
    // 16: the gzip format and no other, with its checksum tested.
    if (gzip && inflateInit2(&inflater, 16 + MAX_WBITS) != Z_OK) {
      throw Error(ErrorCode::io_error, fmt::format("{}: zlib cannot be started", path));
    }
  }
  ~State() {
    if (gzip) inflateEnd(&inflater);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  [[noreturn]] void fail(const char* what) const {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: gzip data {} after {} unpacked bytes; fetch the file again",
                            file.path(), what, position));
  }

  std::size_t read_plain(unsigned char* out, std::size_t bytes) {
    const std::size_t count = std::min(bytes, file.size() - taken);
    if (count > 0) file.read(taken, out, count);
    taken += count;
    return count;
  }

  std::size_t read_gzip(unsigned char* out, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
      if (inflater.avail_in == 0 && taken < file.size()) {
        packed.resize(std::min(piece_bytes, file.size() - taken));
        file.read(taken, packed.data(), packed.size());
        taken += packed.size();
        inflater.next_in = packed.data();
        inflater.avail_in = static_cast<uInt>(packed.size());
      }
      if (member_ended) {
        if (inflater.avail_in == 0) break;
        // Several members one after the other are one file; zeros are padding.
        if (*inflater.next_in == 0) {
          inflater.avail_in = 0;
          taken = file.size();
          break;
        }
        inflateReset(&inflater);
        member_ended = false;
      }
      const std::size_t step = std::min(bytes - done, piece_bytes);
      inflater.next_out = out + done;
      inflater.avail_out = static_cast<uInt>(step);
      const int status = inflate(&inflater, Z_NO_FLUSH);
      const std::size_t made = step - inflater.avail_out;
      done += made;
      if (status == Z_STREAM_END) {
        member_ended = true;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        fail("are damaged");
      } else if (made == 0 && inflater.avail_in == 0 && taken == file.size()) {
        fail("are cut off");
      }
    }
    return done;
  }

  InputFile file;
  bool gzip;
  bool member_ended = false;
  std::size_t taken = 0;     // bytes of the file
  std::size_t position = 0;  // bytes handed out
  z_stream inflater{};
  std::vector<unsigned char> packed;
};

ByteStream::ByteStream(const std::string& path) : state_(new State(path)) {}
ByteStream::~ByteStream() = default;
ByteStream::ByteStream(ByteStream&&) noexcept = default;

const std::string& ByteStream::path() const {
  return state_->file.path();
}

bool ByteStream::is_gzip() const {
  return state_->gzip;
}

std::size_t ByteStream::position() const {
  return state_->position;
}

std::size_t ByteStream::read(void* out, std::size_t bytes) {
  State& s = *state_;
  auto* bytes_out = static_cast<unsigned char*>(out);
  const std::size_t done = s.gzip ? s.read_gzip(bytes_out, bytes) : s.read_plain(bytes_out, bytes);
  s.position += done;
  return done;
}

}  // namespace hashlab
