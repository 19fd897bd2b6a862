#include "experiments/choose/grid_scratch.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sealed_text.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <sstream>

namespace hashlab::experiments {
namespace {

/// The text after `head` in a line that begins with it; empty for other lines.
std::string after(const std::string& head, const std::string& line) {
  return line.starts_with(head) ? line.substr(head.size()) : std::string();
}

}  // namespace

std::string grid_scratch_path(const std::string& cell_path) {
  return cell_path + ".scores";
}

GridScores read_grid_scratch(const std::string& path, const std::string& key) {
  std::string text;
  try {
    text = read_file(path);
  } catch (const Error&) {
    return {};
  }
  std::istringstream lines(body_of_sealed_text(text).value_or(""));
  std::string line;
  if (!std::getline(lines, line) || after("key\t", line) != key) return {};
  GridScores scores;
  while (std::getline(lines, line)) {
    std::string_view rest = line;
    const auto score = take_real(rest);
    if (!score || !rest.starts_with('\t') || !std::isfinite(*score)) return {};
    scores[std::string(rest.substr(1))] = *score;
  }
  return scores;
}

bool may_be_grid_scratch(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) return true;
  try {
    return read_file(path).starts_with("key\t");
  } catch (const Error&) {
    return false;
  }
}

void write_grid_scratch(const std::string& path, const std::string& key, const GridScores& scores) {
  std::string text = fmt::format("key\t{}\n", key);
  for (const auto& [hasher, score] : scores) text += fmt::format("{}\t{}\n", score, hasher);
  rewrite_file(path, sealed_text(text));
}

void remove_grid_scratch(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

}  // namespace hashlab::experiments
