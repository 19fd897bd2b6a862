#include "lib/files/files.h"
#include "lib/import/byte_stream.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace hashlab::import_format_test {

using namespace testing;

namespace {

/// The format that a file's bytes are told to be, or why none is.
std::string told(const std::string& bytes) {
  const TemporaryFolder folder;
  const std::string path = folder / "a";
  write_file(path, bytes);
  std::string name;
  const std::string message = error_of([&] { name = format_of(sniff(path)).name; });
  if (!name.empty()) return name;
  CHECK(message.starts_with(path + ": "));
  CHECK(message.find('\n') == std::string::npos);
  return message.substr(path.size() + 2);
}

}  // namespace

TEST_CASE("import_format: plain formats are told by content, whatever the file is called") {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"plain.fvecs", "fvecs"},  {"plain.bvecs", "bvecs"},     {"plain.ivecs", "ivecs"},
      {"plain.csv", "text"},     {"plain_blanks.txt", "text"}, {"plain_f4_F.npy", "npy"},
      {"pictures_C.npy", "npy"}, {"plain-u1.idx", "idx"},      {"pictures-grey.idx.gz", "idx"},
      {"labels.idx.gz", "idx"},  {"plain.libsvm", "libsvm"},   {"plain.glove", "word-vectors"},
      {"plain.w2v", "word2vec"}};
  for (const auto& file : files) {
    const std::string& name = file.first;
    CAPTURE(name);
    const std::string bytes = read_file(golden(name));
    CHECK(told(bytes) == file.second);
    if (!name.ends_with(".gz")) CHECK(told(gzipped(bytes)) == file.second);
  }
  CHECK(told(read_file(golden("plain.fbin"))) == "fbin");
  CHECK(told(read_file(golden("plain.ibin"))) == "ibin");
  CHECK(told(read_file(golden("plain.u8bin"))) == "u8bin");
  CHECK(told(std::string(3073, '\0')) == "cifar10");
  CHECK(told("one\ntwo\n") == "text");
  CHECK(told("\xef\xbb\xbf"
             "1;2\r\n") == "text");
}

TEST_CASE("import_format: exactly one format recognises each golden file") {
  for (const char* name : {"plain.fvecs", "plain.bvecs", "plain.ivecs", "plain.fbin", "plain.ibin",
                           "plain.u8bin", "plain.i8bin", "plain.w2v", "plain.csv", "plain_i4_C.npy",
                           "plain-f4.idx", "pictures.idx"}) {
    CAPTURE(name);
    const Sniff file = sniff(golden(name));
    int count = 0;
    for (const Format& format : all_formats()) count += format.recognises(file) ? 1 : 0;
    CHECK(count == 1);
  }
}

TEST_CASE("import_format: archives, pickles and pictures are named with what to do") {
  CHECK(told("") == "is empty");
  CHECK(told(std::string("PK\x03\x04\x14\0\0\0", 8)) ==
        Contains("is a zip archive (.npz files are too)"));
  const auto zip = [](const std::string& name) {
    std::string bytes = std::string("PK\x03\x04", 4) + std::string(26, '\0') + name;
    bytes[26] = static_cast<char>(name.size());
    return bytes;
  };
  CHECK(told(zip("a/data.pkl")) == Contains("torch.load('FILE', map_location='cpu').numpy())"));
  CHECK(told(zip("indices.npy")) == Contains("scipy.sparse.load_npz('FILE').toarray())"));
  CHECK(told(zip("X_train.npy")) == Contains("numpy.load('FILE')['X_train'])"));
  CHECK(told(zip("\x01.npy")) == Contains("unpack it with unzip"));
  CHECK(told(zip("[Content_Types].xml")) == Contains("spreadsheet"));
  CHECK(told(zip("photo.jpg")) == Contains("unpack it and import what is inside"));
  CHECK(told(std::string("PK\x05\x06\0\0\0\0", 8)) == Contains("is a zip archive"));
  std::string tar(512, '\0');
  tar.replace(0, 19, "cifar-10-batches-py");
  tar.replace(257, 5, "ustar");
  CHECK(told(tar) == "is a tar archive: unpack it and import what is inside");
  CHECK(told(gzipped(tar)) == "is a tar archive: unpack it and import what is inside");
  const std::string archive =
      "is an archive of a kind that is not read (gzip alone is): unpack it first";
  CHECK(told("BZh91AY&SY\x01\x02") == archive);
  CHECK(told(std::string("\xfd"
                         "7zXZ\0",
                         6)) == archive);
  CHECK(told("7z\xbc\xaf\x27\x1c") == archive);
  CHECK(told("Rar!\x1a\x07") == archive);
  CHECK(told("\x28\xb5\x2f\xfd\x24\x05\x29") == archive);
  CHECK(told("\x80\x04\x95\x10") == Contains("is a Python pickle"));
  CHECK(told("\x80\x02}q\x01(U\x04") == Contains("is a Python pickle"));
  CHECK(told(std::string("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9 j\xa8P\x19.\x80\x02", 18)) ==
        Contains("is a file of PyTorch"));
  for (const char* text : {"{\"a\": 1}\n", "[1, 2]\n", "\n  [[0 1]\n"}) {
    CHECK(told(text) == Contains("json.load(open('FILE'))"));
  }
  CHECK(told("% a\n@relation a\n@attribute x numeric\n@data\n1\n") ==
        Contains("scipy.io.arff.loadarff"));
  CHECK(told("%%MatrixMarket matrix\n") == Contains("scipy.io.mmread"));
  CHECK(told("<!DOCTYPE html>\n") == Contains("is a web page"));
  CHECK(told("version https://git-lfs.github.com/spec/v1\n") == Contains("'git lfs pull'"));
  CHECK(told("PAR1\x15\x04") == Contains("pandas.read_parquet('FILE')"));
  CHECK(told("ARROW1\x01\x02") == Contains("pandas.read_feather('FILE')"));
  CHECK(told(std::string("SQLite format 3\0\x10", 17)) == Contains("sqlite3.connect"));
  CHECK(told("RDX3\nX\n\x01") == Contains("write.csv"));
  CHECK(told("IxFI\x08\x01") == Contains("is an index of Faiss"));
  CHECK(told(std::string("\x20\0\0\0\0\0\0\0{\"a\"", 12)) == Contains("is safetensors"));
  CHECK(told(std::string("\x12\0\0\0\0\0\0\0crc.\x0a\x10", 14) + std::string(24, '\x01')) ==
        Contains("is TFRecord"));
  CHECK(told("\x89PNG\r\n\x1a\n") == Contains("is a single picture"));
  CHECK(told(std::string("\xff\xd8\xff\xe0\0\x10JFIF", 10)) == Contains("is a single picture"));
  CHECK(told(std::string("\0\0\0\x80\x3f\0\0\0", 8)) ==
        Contains("may be vectors in big-endian order"));
  CHECK(
      told("\x01\x02\x03\x04\x05") ==
      Contains(
          "is of no format known by its content; if you know better, give --format, one of npy, "));
}

TEST_CASE("import_format: where content tells nothing, the format of the name says what is wrong") {
  const TemporaryFolder folder;
  const std::string absurd = std::string("\xff\xff\xff\x7f", 4) + std::string(400, 'x');
  write_file(folder / "a.fvecs", absurd);
  CHECK(format_of(sniff(folder / "a.fvecs")).name == "fvecs");
  // Content goes first.
  write_file(folder / "text.fvecs", "1,2\n3,4\n");
  CHECK(format_of(sniff(folder / "text.fvecs")).name == "text");
  write_file(folder / "archive.fvecs", "Rar!\x1a\x07");
  CHECK(error_of([&] { format_of(sniff(folder / "archive.fvecs")); }) == Contains("is an archive"));
}

TEST_CASE("import_format: what cannot be read is an error of its own") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { sniff(folder / "none"); }) == folder / "none" + ": there is no such file");
  write_file(folder / "cut.gz", gzipped("1,2\n3,4\n").substr(0, 12));
  CHECK(error_of([&] { sniff(folder / "cut.gz"); }) == Contains("gzip data are cut off"));
  CHECK(error_of([&] { format_of(sniff(folder.path())); }) == Contains("is a folder, but neither"));
  CHECK(error_of([] { format_named("fvec"); }) ==
        Contains("--format fvec: there is no such format, did you mean 'fvecs'?"));
  for (const Format& format : all_formats()) {
    CAPTURE(format.name);
    CHECK(&format_named(format.name) == &format);
    CHECK(!format.description.empty());
    CHECK(error_of([&] { format.open({folder / "none"}, {}); }) == Contains(folder / "none"));
  }
}

TEST_CASE("import_format: no prefix of a golden file makes a format throw while it is told") {
  for (const char* name :
       {"plain.fvecs", "plain_f4_F.npy", "pictures.idx", "plain.csv", "pictures-grey.idx.gz",
        "plain.fbin", "plain.libsvm", "plain.glove", "plain.w2v"}) {
    const std::string bytes = read_file(golden(name));
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      Sniff file;
      file.path = name;
      file.head = bytes.substr(0, cut);
      file.bytes = cut;
      for (const bool is_gzip : {false, true}) {
        file.is_gzip = is_gzip;
        if (is_gzip) file.bytes = 0;
        for (const Format& format : all_formats()) CHECK_NOTHROW(format.recognises(file));
      }
    }
  }
}

TEST_CASE("byte_stream: gzip members one after the other are one file, zeros behind are padding") {
  const TemporaryFolder folder;
  write_file(folder / "a.gz",
             gzipped("one ") + gzipped("") + gzipped("two") + std::string(700, '\0'));
  ByteStream stream(folder / "a.gz");
  CHECK(stream.is_gzip());
  std::string text(100, '?');
  text.resize(stream.read(text.data(), 3));
  CHECK(text == "one");
  CHECK(stream.position() == 3);
  text.resize(100);
  text.resize(stream.read(text.data(), 100));
  CHECK(text == " two");
  CHECK(stream.read(text.data(), 1) == 0);
}

TEST_CASE("byte_stream: damaged gzip data are named") {
  const TemporaryFolder folder;
  std::string bytes = gzipped(std::string(1000, 'x') + "yz");
  bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 1);  // of the checksum
  write_file(folder / "a.gz", bytes);
  ByteStream stream(folder / "a.gz");
  std::string text(2000, '?');
  CHECK(error_of([&] { stream.read(text.data(), text.size()); }) ==
        Contains("gzip data are damaged after"));
}

}  // namespace hashlab::import_format_test
