#include "experiments/schedule/run_register.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sealed_text.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".run";

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with('.') && name.ends_with(ending)) files.push_back(at->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<SharingRun> parsed(const std::string& text) {
  const std::map<std::string, std::string> fields = sealed_fields(text);
  if (fields.empty()) return std::nullopt;
  const auto number = [&](const char* key) {
    return parse_whole(field_of(fields, key)).value_or(0);
  };
  return SharingRun{process_of(fields), field_of(fields, "plan"),
                    number("jobs"),     number("done"),
                    number("failed"),   parse_real(field_of(fields, "seconds")).value_or(0)};
}

}  // namespace

RunRegister::RunRegister(std::string folder, SharingRun self, Settings settings)
    : folder_(std::move(folder)),
      settings_(std::move(settings)),
      begin_(settings_.clock()),
      self_(std::move(self)) {
  write();
  try {
    wait_for_others();
  } catch (...) {
    std::error_code ignored;
    fs::remove(file(), ignored);
    throw;
  }
}

RunRegister::~RunRegister() {
  std::error_code ignored;
  fs::remove(file(), ignored);
}

bool RunRegister::has_ended(const std::string& path, const std::string& text) {
  const double now = settings_.clock();
  Seen& seen = seen_.try_emplace(path, Seen{text, now}).first->second;
  if (seen.text != text) seen = {text, now};
  return now - seen.since >= settings_.seconds;
}

void RunRegister::remove(const std::string& path, const ProcessName& process) {
  std::error_code ignored;
  fs::remove(path, ignored);
  seen_.erase(path);
  settings_.on_ended(process);
}

void RunRegister::wait_for_others() {
  for (const std::string& path : files_in(folder_)) {
    const std::string text = small_file_text(path).value_or("");
    const std::optional<SharingRun> other = parsed(text);
    if (!other || other->plan == self_.plan) continue;
    if (settings_.on_waiting) {
      settings_.on_waiting(fmt::format(
          "{} has computed something else in this folder: is it still at work? (up to {:.0f} s)",
          text_of(other->process), settings_.seconds));
    }
    std::string now = text;
    while (now == text && !has_ended(path, now)) {
      settings_.wait();
      write();
      now = small_file_text(path).value_or("");
    }
    if (!now.empty() && now != text) {
      refuse(
          fmt::format("{}: {} is at work here on another suite, or with another version: wait "
                      "for its end, or name another folder by --out",
                      folder_, text_of(other->process)));
    }
    remove(path, other->process);
  }
}

void RunRegister::look_after_others() {
  for (const std::string& path : files_in(folder_)) {
    if (path == file()) continue;
    const std::string text = small_file_text(path).value_or("");
    if (!has_ended(path, text)) continue;
    remove(path, parsed(text).value_or(SharingRun{}).process);
  }
}

std::string RunRegister::file() const {
  return fmt::format("{}/{}-{}{}", folder_, self_.process.host, self_.process.token, ending);
}

void RunRegister::write() {
  const std::string text = sealed_text(
      fmt::format("{}plan\t{}\njobs\t{}\ndone\t{}\nfailed\t{}\nseconds\t{:.3f}\nrenewals\t{}\n",
                  process_lines(self_.process), self_.plan, self_.jobs, self_.done, self_.failed,
                  settings_.clock() - begin_, renewals_++));
  write_into_folder(folder_, [&] { rewrite_file(file(), text); });
}

void RunRegister::renew(std::size_t done, std::size_t failed) {
  self_.done = done;
  self_.failed = failed;
  try {
    write();
  } catch (const Error&) {  // the next renewal tries again
  }
}

std::vector<SharingRun> sharing_runs_in(const std::string& folder) {
  std::vector<SharingRun> runs;
  for (const std::string& path : files_in(folder)) {
    if (const std::optional<SharingRun> run = parsed(small_file_text(path).value_or("")))
      runs.push_back(*run);
  }
  return runs;
}

}  // namespace hashlab::experiments
