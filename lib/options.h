#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {

/// One named setting of a method: where its value lives, what it may be, what it means.
struct Option {
  std::string name, help, default_value;
  std::string allowed;  ///< ">= 1", "exact | evolution", as printed in help and errors
  std::function<std::string()> get;
  std::function<bool(const std::string&)> set;  ///< false: the text is not an allowed value
  bool is_place = false;  ///< says where something is, not what: no part of recipes
};

/// The settings of one method. Help, parsing, checking and recording all come from this one list.
/// The bound variables must outlive the list.
class Options {
 public:
  void count(std::string name, std::size_t& value, std::size_t min, std::size_t max,
             std::string help);
  void real(std::string name, double& value, double min, double max, std::string help);
  void choice(std::string name, std::string& value, std::vector<std::string> choices,
              std::string help);
  /// Where something is: a path, or any text. It cannot hold a ',' (see parse_spec).
  void place(std::string name, std::string& value, std::string help);
  /// A real number in [min, max] or the word "auto", which leaves `value` at `automatic`.
  void real_or_auto(std::string name, double& value, double automatic, double min, double max,
                    std::string help);

  bool has(std::string_view name) const;
  /// Errors: invalid_argument naming the option, the value and what is allowed.
  void set(std::string_view name, const std::string& value);
  const std::vector<Option>& all() const { return options_; }

 private:
  void add(Option option);
  std::vector<Option> options_;
};

/// A number as text that reads back as the same double: the shortest such text.
std::string number_text(double value);

/// "NAME:key=value,key=value" taken apart.
struct Spec {
  std::string name;
  std::vector<std::pair<std::string, std::string>> settings;  ///< in the order written
};
/// Errors: invalid_argument if a part is empty, lacks its '=' or repeats a key.
Spec parse_spec(std::string_view text);

/// The known name nearest to `name` by edit distance, as ", did you mean 'x'?", or nothing if none
/// is near.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

}  // namespace hashlab
