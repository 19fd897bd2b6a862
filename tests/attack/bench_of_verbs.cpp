#include "tests/attack/bench_of_verbs.h"

#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace hashlab::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t n = 260, side = 8;

constexpr const char* narrow_suite =
    "name = narrow\n"
    "dataset = small\n"
    "groundtruth = epsilon:neighbours=20,samples=50\n"
    "hasher = lsh+sbq\n"
    "split = improved\n"
    "bits = 8\n"
    "runs = 2\n"
    "metric = map\n"
    "test-queries = 20\n"
    "validation-queries = 10\n"
    "validation-database = 20\n"
    "training = 100\n";

std::string wide_suite() {
  std::string text = narrow_suite;
  text.replace(text.find("split"), 16, "split = literature\nsplit = improved");
  return text + "hasher = pca+sbq\nhash-tables = K:4 L:1/2 radius:0\n";
}

void write_pictured(const std::string& path) {
  const Dataset dataset = small_dataset(n, 16);
  H5File file = H5File::create("pictured");
  file.write("/features", dataset.features.memptr(), {n, 16});
  file.write("/labels", dataset.labels.single.data(), {n});
  std::vector<std::uint8_t> pixels(n * side * side * 3);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = static_cast<std::uint8_t>(i / (side * side * 3) + i % 3);
  }
  file.write("/images", pixels.data(), {n, side, side, 3});
  write_file(path, file.image());
}

std::string rows_text(std::size_t count) {
  std::string text;
  for (std::size_t row = 0; row < count; ++row) text += fmt::format("{}\n", row);
  return text;
}

const std::vector<std::string> sources = {
    "plain.csv",    "plain_f4_C.npy", "plain.fvecs", "plain.bvecs",   "plain.ivecs",
    "plain-f4.idx", "labels.idx.gz",  "hdf5/ann.h5", "hdf5/named.h5", "plain.fbin",
    "plain.libsvm", "plain.glove",    "plain.w2v"};

/// A search by estimates with exact distances of some items, without its output.
const VerbCase estimating_search = {
    "search, estimates",
    "search --database scalars.h5 --query small.h5 --model estimating.h5 --k 3 --rerank bound:1.9 "
    "--features small.h5 --threads 1",
    {"scalars.h5", "small.h5", "estimating.h5"},
    {}};

}  // namespace

const Workbench& Workbench::get() {
  static const Workbench bench;
  return bench;
}

Workbench::Workbench() {
  const auto run = [&](const std::string& arguments) {
    const Outcome ran = run_watched(folder_.path(), arguments);
    if (ran.status != 0) throw std::runtime_error(arguments + ": " + ran.error);
  };
  write_dataset(folder_ / "small.h5", small_dataset(n, 16));
  write_pictured(folder_ / "pictured.h5");
  write_file(folder_ / "narrow.ini", narrow_suite);
  write_file(folder_ / "wide.ini", wide_suite());
  write_file(folder_ / "rows.txt", rows_text(10));
  write_file(folder_ / "predicted.csv", "query,label,confidence\n0,1,0.5\n7,2,0.25\n");
  run("run narrow.ini --data . --out narrow");
  run("run wide.ini --data . --out wide");
  run("run narrow.ini --data . --out shown --keep-codes --set dataset=pictured");
  run("train --data small.h5 --hasher itq+sbq --bits 16 --out model.h5");
  run("encode --model model.h5 --data small.h5 --out codes.h5");
  run("encode --model model.h5 --data small.h5 --rows rows.txt --out queries.h5");
  run("train --data small.h5 --hasher haar+rabitq:query=4 --bits 48 --out estimating.h5");
  run("encode --model estimating.h5 --data small.h5 --out scalars.h5");
  run("splits export narrow.ini --data . --out splits.h5");
  run("search --database codes.h5 --query queries.h5 --k 5 --format ivecs --out near.ivecs");
  const std::string data = HASHLAB_SOURCE_DIR "/tests/data/";
  for (const std::string& source : sources) {
    fs::copy(data + source, folder_ / fs::path(source).filename().string());
  }
  fs::copy(data + "matlab", folder_ / "matlab", fs::copy_options::recursive);
  std::string pictures(3 * 3073, '\7');
  for (std::size_t i = 0; i < 3; ++i) pictures[i * 3073] = static_cast<char>(i);
  write_file(folder_ / "data_batch_1.bin", pictures);
  fs::create_directory(folder_ / "photos");
  for (const char* picture : {"grey.jpg", "grey.png", "grey.pgm"}) {
    fs::copy(data + "images/" + picture, folder_ / ("photos/" + std::string(picture)));
  }
  for (const auto& entry : fs::directory_iterator(folder_ / "shown/cells")) {
    fs::copy(entry.path(), folder_ / "cell.h5");
    break;
  }
}

void Workbench::lay_out(const VerbCase& verb, const std::string& folder) const {
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const std::string& input : verb.inputs) {
    if (input.find('/') != std::string::npos) {
      fs::create_directories(fs::path(folder + "/" + input).parent_path());
    }
    fs::copy(folder_ / input, folder + "/" + input, fs::copy_options::recursive);
  }
  for (const std::string& path : verb.earlier) {
    fs::create_directories(fs::path(folder + "/" + path).parent_path());
    write_file(folder + "/" + path, "of an earlier time\n");
  }
}

std::vector<VerbCase> writing_cases() {
  const std::string search = "search --database codes.h5 --query queries.h5 --k 3 ";
  std::vector<VerbCase> cases = {
      {"run", "run narrow.ini --data . --out new/results --jobs 1", {"small.h5", "narrow.ini"}, {}},
      {"run, one more run",
       "run narrow.ini --data . --out narrow --jobs 1 --set runs=3",
       {"small.h5", "narrow.ini", "narrow"},
       {}},
      {"run, shared",
       "run narrow.ini --data . --out narrow --jobs 1 --set runs=3 --shared --lease 1",
       {"small.h5", "narrow.ini", "narrow"},
       {}},
      {"submit",
       "submit narrow.ini --slurm --dry-run --data . --out narrow --set runs=3",
       {"small.h5", "narrow.ini", "narrow"},
       {}},
      {"table", "table wide --out t.tex", {"wide"}, {"t.tex"}},
      {"table, all formats",
       "table wide --out tables --all-formats",
       {"wide"},
       {"tables/tables.txt", "tables/long.csv"}},
      {"report", "report wide --out report.html", {"wide"}, {"report.html"}},
      {"site", "site wide --out site", {"wide"}, {}},
      {"show",
       "show shown --data . --queries 2 --top 3 --out grid.png",
       {"shown", "pictured.h5"},
       {"grid.png"}},
      {"make-data", "make-data synthetic --samples 50 made/new/synthetic.h5", {}, {}},
      {"make-data, pictures", "make-data pictures --samples 5 p.h5 --threads 1", {}, {"p.h5"}},
      {"import, text", "import plain.csv --out new.h5", {"plain.csv"}, {"new.h5"}},
      {"import, HDF5", "import small.h5 --out new.h5", {"small.h5"}, {}},
      {"import, pictures",
       "import photos --side 32 --threads 1 --out new.h5",
       {"photos"},
       {"new.h5"}},
      {"train",
       "train --data small.h5 --hasher itq+npq --bits 16 --groundtruth epsilon --out m.h5",
       {"small.h5"},
       {"m.h5"}},
      {"encode",
       "encode --model model.h5 --data small.h5 --out c.h5",
       {"model.h5", "small.h5"},
       {"c.h5"}},
      {"recognise",
       "recognise --queries small.h5 --gallery small.h5 --labels small.h5 --others pictured.h5 "
       "--truth small.h5 --out p.csv --threads 1",
       {"small.h5", "pictured.h5"},
       {"p.csv"}},
      {"evaluate, charts and values",
       "evaluate --database codes.h5 --query queries.h5 --relevant near.ivecs --threads 1 "
       "--curve c.svg --per-query q.csv",
       {"codes.h5", "queries.h5", "near.ivecs"},
       {"c.svg", "q.csv"}},
      {"evaluate, numbers of curves",
       "evaluate --database codes.h5 --query queries.h5 --relevant near.ivecs --threads 1 "
       "--curve c.csv",
       {"codes.h5", "queries.h5", "near.ivecs"},
       {"c.csv"}},
      {"evaluate, page",
       "evaluate --database codes.h5 --query queries.h5 --relevant near.ivecs --threads 1 "
       "--curve c.html",
       {"codes.h5", "queries.h5", "near.ivecs"},
       {"c.html"}}};
  for (const char* format : {"h5", "text", "npy"}) {
    const bool one_file = std::string(format) == "h5";
    const std::string out = one_file ? "s.h5" : "lists";
    cases.push_back(
        {fmt::format("splits export, {}", format),
         fmt::format("splits export narrow.ini --data . --out {} --format {}", out, format),
         {"small.h5", "narrow.ini"},
         one_file ? std::vector<std::string>{"s.h5"} : std::vector<std::string>{}});
  }
  for (const char* format : {"text", "json", "ivecs", "h5"}) {
    cases.push_back({fmt::format("search, {}", format),
                     search + fmt::format("--format {} --out near --threads 1", format),
                     {"codes.h5", "queries.h5"},
                     {"near"}});
  }
  VerbCase estimating = estimating_search;
  estimating.arguments += " --format h5 --out near";
  estimating.earlier = {"near"};
  cases.push_back(estimating);
  // What is there of an earlier time is no output of hashlab's.
  for (VerbCase& verb : cases) {
    if (!verb.earlier.empty()) verb.arguments += " --force";
  }
  return cases;
}

std::vector<VerbCase> reading_cases() {
  return {
      {"plan", "plan narrow.ini --data . --out narrow", {"small.h5", "narrow.ini", "narrow"}, {}},
      {"status", "status narrow", {"narrow"}, {}},
      {"hash-tables", "hash-tables wide", {"wide"}, {}},
      {"compare", "compare wide --by split", {"wide"}, {}},
      {"list", "list projections", {}, {}},
      {"inspect", "inspect small.h5", {"small.h5"}, {}},
      {"audit", "audit wide --data .", {"wide", "small.h5"}, {}},
      {"rerun", "rerun cell.h5 --data .", {"cell.h5", "pictured.h5"}, {}},
      {"evaluate",
       "evaluate --database codes.h5 --query queries.h5 --relevant near.ivecs",
       {"codes.h5", "queries.h5", "near.ivecs"},
       {}}};
}

std::vector<VerbCase> file_reading_cases() {
  std::vector<VerbCase> cases = {
      {"table", "table narrow", {"narrow"}, {}},
      {"search",
       "search --database codes.h5 --query queries.h5 --k 3 --threads 1",
       {"codes.h5", "queries.h5"},
       {}},
      {"splits verify", "splits verify splits.h5 --data .", {"splits.h5", "small.h5"}, {}},
      {"encode",
       "encode --model model.h5 --data small.h5 --out c.h5",
       {"model.h5", "small.h5"},
       {}},
      {"recognise",
       "recognise --queries small.h5 --gallery small.h5 --labels small.h5 --others-rows rows.txt "
       "--threads 1",
       {"small.h5", "rows.txt"},
       {}},
      {"recognise, predictions",
       "recognise --predictions predicted.csv --truth small.h5",
       {"predicted.csv", "small.h5"},
       {}}};
  cases.push_back(estimating_search);
  for (const char* file : {"small.h5", "cell.h5", "model.h5", "codes.h5", "estimating.h5",
                           "scalars.h5", "splits.h5", "ann.h5"}) {
    cases.push_back({fmt::format("inspect {}", file), fmt::format("inspect {}", file), {file}, {}});
  }
  for (const char* source :
       {"plain.csv", "plain_f4_C.npy", "plain.fvecs", "plain.bvecs", "plain.ivecs", "plain.fbin",
        "plain.libsvm", "plain.glove", "plain.w2v", "plain-f4.idx", "ann.h5", "named.h5",
        "small.h5", "photos", "data_batch_1.bin", "matlab/plain.mat", "matlab/packed.mat",
        "matlab/sparse.mat", "matlab/plain73.mat"}) {
    const std::string more = std::string(source) == "photos"     ? " --side 32"
                             : std::string(source) == "named.h5" ? " --features-variable /deep/fc7"
                                                                 : "";
    cases.push_back({fmt::format("import {}", source),
                     fmt::format("import {} --out new.h5 --threads 1{}", source, more),
                     {source},
                     {}});
  }
  return cases;
}

}  // namespace hashlab::testing
