#include "lib/files/lease_folder.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sealed_text.h"
#include "lib/files/temporary_file.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

namespace hashlab {
namespace {

namespace fs = std::filesystem;

const std::string held = "held", finished = "finished", given_back = "given back";

/// Empty fields of a file that is damaged.
Lease parsed(const std::string& name, const std::string& text) {
  const std::map<std::string, std::string> fields = sealed_fields(text);
  return {name, field_of(fields, "state"), process_of(fields)};
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

LeaseFolder::LeaseFolder(std::string path, Settings settings)
    : path_(std::move(path)), settings_(std::move(settings)) {}

std::string LeaseFolder::file(const std::string& name, std::int64_t number) const {
  return fmt::format("{}/{}.{}", path_, name, number);
}

void LeaseFolder::look(const std::string& name, Seen& seen) const {
  const auto note = [&](std::int64_t number, std::string text) {
    if (number == seen.number && text == seen.text) return;
    seen.number = number;
    seen.text = std::move(text);
    seen.since = settings_.clock();
  };
  if (seen.number >= 0) {
    std::optional<std::string> text = small_file_text(file(name, seen.number));
    // Whoever cleans up removes all of them.
    note(text ? seen.number : -1, text.value_or(""));
  }
  while (std::optional<std::string> text = small_file_text(file(name, seen.number + 1))) {
    note(seen.number + 1, *text);
  }
}

std::string LeaseFolder::text_of_ours(const std::string& state, std::uint64_t renewals) const {
  return sealed_text(
      fmt::format("state\t{}\n{}renewals\t{}\n", state, process_lines(settings_.holder), renewals));
}

void LeaseFolder::rewrite(const std::string& name, const Held& lease,
                          const std::string& state) const {
  write_into_folder(
      path_, [&] { rewrite_file(file(name, lease.number), text_of_ours(state, lease.renewals)); });
}

LeaseFolder::Answer LeaseFolder::answer(const std::string& name, Seen& seen) const {
  if (ours_.contains(name)) return Answer::held;
  look(name, seen);
  if (seen.number < 0) return Answer::taken;
  const std::string state = parsed(name, seen.text).state;
  if (state == finished) {
    return seen.number > seen.finished_before ? Answer::finished : Answer::taken;
  }
  return state == given_back || has_run_out(seen) ? Answer::taken : Answer::held;
}

bool LeaseFolder::has_run_out(const Seen& seen) const {
  return settings_.clock() - seen.since >= settings_.seconds;
}

LeaseFolder::Answer LeaseFolder::ask(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return answer(name, seen_[name]);
}

LeaseFolder::Answer LeaseFolder::take(const std::string& name) {
  const std::lock_guard lock(mutex_);
  Seen& seen = seen_[name];
  if (const Answer found = answer(name, seen); found != Answer::taken) return found;
  const std::int64_t next = seen.number + 1;
  bool is_ours = false;
  write_into_folder(path_, [&] {
    TemporaryFile made(file(name, next), TemporaryFile::Use::own);
    made.write(text_of_ours(held, 0));
    is_ours = made.publish_if_absent();
  });
  if (!is_ours) return Answer::held;
  ours_[name] = {next, 0};
  const Lease before = parsed(name, seen.text);
  const bool took_over = seen.number >= 0 && before.state != finished && before.state != given_back;
  if (took_over && settings_.on_expiry) settings_.on_expiry(before.holder);
  return Answer::taken;
}

void LeaseFolder::reopen(const std::string& name) {
  const std::lock_guard lock(mutex_);
  Seen& seen = seen_[name];
  look(name, seen);
  if (parsed(name, seen.text).state == finished) seen.finished_before = seen.number;
}

bool LeaseFolder::holds(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return ours_.contains(name);
}

void LeaseFolder::renew() {
  const std::lock_guard lock(mutex_);
  for (auto at = ours_.begin(); at != ours_.end();) {
    auto& [name, lease] = *at;
    if (small_file_text(file(name, lease.number + 1))) {
      at = ours_.erase(at);
      continue;
    }
    try {
      ++lease.renewals;
      rewrite(name, lease, held);
    } catch (const Error&) {  // the next time, or it runs out
    }
    ++at;
  }
}

void LeaseFolder::finish(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto at = ours_.find(name);
  if (at == ours_.end()) return;
  rewrite(name, at->second, finished);
  ours_.erase(at);
}

void LeaseFolder::give_back_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, lease] : ours_) {
    try {
      rewrite(name, lease, given_back);
    } catch (const Error&) {
    }
  }
  ours_.clear();
}

std::vector<Lease> leases_in(const std::string& path) {
  std::map<std::string, std::uint64_t> latest;
  std::error_code ignored;
  for (fs::directory_iterator at(path, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    const fs::path name = at->path().filename();
    std::string extension = name.extension().string();
    std::string_view digits = std::string_view(extension).substr(extension.empty() ? 0 : 1);
    const auto number = take_whole(digits);
    if (!number || !digits.empty() || name.string().starts_with('.')) continue;
    std::uint64_t& known = latest[name.stem().string()];
    known = std::max<std::uint64_t>(known, *number);
  }
  std::vector<Lease> leases;
  for (const auto& [name, number] : latest) {
    const std::optional<std::string> text =
        small_file_text(fmt::format("{}/{}.{}", path, name, number));
    if (text) leases.push_back(parsed(name, *text));
  }
  return leases;
}

}  // namespace hashlab
