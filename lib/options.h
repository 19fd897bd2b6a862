#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {

/// One named setting of a method: where its value lives, what it may be, what it means, and with
/// which values of other settings it is used at all.
struct Option {
  struct Condition {
    std::string option, value;
    bool equal = true;  ///< false: any other value of that option
  };
  std::string name, help, default_value;
  std::string allowed;               ///< ">= 1", "exact | evolution", as printed in help and errors
  std::vector<std::string> choices;  ///< the words it may be; none of a number or a place
  std::function<std::string()> get;
  std::function<bool(const std::string&)> set;  ///< false: the text is not an allowed value
  bool is_place = false;              ///< says where something is, not what: no part of recipes
  std::vector<Condition> conditions;  ///< used only where all hold, and those they name are used

  /// `population` is used only_if("solver", "evolution").
  Option& only_if(std::string option, std::string value);
  /// `placements` is used unless("alpha", "1").
  Option& unless(std::string option, std::string value);
  /// "with solver=exact, not with alpha=1"; empty if it is always used.
  std::string used_when() const;
};

/// A number, or so many times a unit that a method finds in the data: a bandwidth, a variance.
struct Scaled {
  double number = 1;
  bool relative = true;  ///< in such units

  /// The value, where `unit()` finds the unit; called only if it is needed.
  template <typename Unit>
  double in(const Unit& unit) const {
    return relative ? number * unit() : number;
  }
  /// "0.5", "auto", "4*auto": as Options::scaled reads it.
  std::string text(const std::string& unit) const;
};

/// The settings of one method. Help, parsing, checking and recording all come from this one list.
/// The bound variables must outlive the list. Each function that adds an option returns it, for
/// conditions, until the next is added.
class Options {
 public:
  Option& count(std::string name, std::size_t& value, std::size_t min, std::size_t max,
                std::string help);
  Option& real(std::string name, double& value, double min, double max, std::string help);
  /// A real number in [min, max], or the word "auto" for none.
  Option& real_or_auto(std::string name, std::optional<double>& value, double min, double max,
                       std::string help);
  /// A number in [min, max], the word `unit`, or a multiple of it in [1e-9, 1e9]: "4*auto".
  Option& scaled(std::string name, Scaled& value, std::string unit, double min, double max,
                 std::string help);
  Option& choice(std::string name, std::string& value, std::vector<std::string> choices,
                 std::string help);
  /// "yes" or "no".
  Option& flag(std::string name, bool& value, std::string help);
  /// Where something is: a path, or any text. It cannot hold a ',' (see parse_spec).
  Option& place(std::string name, std::string& value, std::string help);

  bool has(std::string_view name) const;
  /// Errors: invalid_argument for an unknown name.
  std::string get(std::string_view name) const { return find(name).get(); }
  /// Errors: invalid_argument naming the option, the value and what is allowed.
  void set(std::string_view name, const std::string& value);
  /// Why the option has no effect with the settings as they are, naming the setting to blame:
  /// "option 'population' is not used with solver=exact". Empty if it is used.
  /// Errors: invalid_argument for an unknown name.
  std::string why_unused(std::string_view name) const;
  const std::vector<Option>& all() const { return options_; }

 private:
  Option& add(Option option);
  const Option& find(std::string_view name) const;
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

/// The known names nearest to `name` by edit distance, nearest first, at most `count`.
std::vector<std::string> nearest_names(std::string_view name, std::vector<std::string> known,
                                       std::size_t count);

/// The known name that `name` was probably meant to be, by spelling or by meaning (see synonym), as
/// ", did you mean 'x'?"; nothing if there is none.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

}  // namespace hashlab
