#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {

/// One named setting of a method: its variable, its allowed values, its meaning, and the conditions
/// on other settings under which it has an effect.
struct Option {
  struct Condition {
    std::string option, value;
    bool equal = true;  ///< true: `option` must have `value`; false: it must have any other value
  };
  std::string name, help, default_value;
  std::string allowed;               ///< "1 .. 9", "exact | evolution", as shown in help and errors
  std::vector<std::string> choices;  ///< the allowed words of an option that allows only words
  std::function<std::string()> get;  ///< the current value as text
  std::function<bool(const std::string&)> set;  ///< returns false if the text is not an allowed
                                                ///< value
  bool is_place = false;              ///< a location, such as a path, which is not part of
                                      ///< configurations
  bool is_added_later = false;        ///< see added_later()
  std::vector<Condition> conditions;  ///< the option is used only if all hold and the options that
                                      ///< they name are used

  /// Leaves the option out of configurations while it has its default. For an option that a method
  /// gets after results of it were recorded: with the default it is the same method as before.
  Option& added_later();

  /// Adds a condition: this option is used only if `option` has `value`.
  Option& only_if(std::string option, std::string value);
  /// Adds a condition: this option is not used if `option` has `value`.
  Option& unless(std::string option, std::string value);
  /// The conditions as text, "with solver=exact, not with alpha=1"; empty if the option is always
  /// used.
  std::string used_when() const;
};

/// A number, or a multiple of a unit that a method estimates from the data, such as a bandwidth or
/// a variance.
struct Scaled {
  double number = 1;
  bool relative = true;  ///< true if the value is `number` times the unit

  /// The value: `number`, or `number` times the result of unit(), which is called only if needed.
  template <typename Unit>
  double in(const Unit& unit) const {
    return relative ? number * unit() : number;
  }
  /// The value as text, in the form that an option of Options::scaled() allows: "0.5", or, if
  /// relative and `unit` is "auto", "auto" or "4*auto".
  std::string text(const std::string& unit) const;
};

/// The settings of one method. Help, parsing, checking and recording all use this one list. The
/// bound variables must outlive the list. Each function that adds an option returns a reference to
/// it, for adding conditions; the reference is valid until the next option is added.
class Options {
 public:
  /// A whole number in [min, max].
  Option& count(std::string name, std::size_t& value, std::size_t min, std::size_t max,
                std::string help);
  /// A real number in [min, max].
  Option& real(std::string name, double& value, double min, double max, std::string help);
  /// A real number in [min, max], or the word "auto", which leaves `value` empty.
  Option& real_or_auto(std::string name, std::optional<double>& value, double min, double max,
                       std::string help);
  /// A number in [min, max], the word `unit`, or a multiple of the unit with a factor in
  /// [1e-9, 1e9], such as "4*auto" if the unit is "auto".
  Option& scaled(std::string name, Scaled& value, std::string unit, double min, double max,
                 std::string help);
  /// One of the words in `choices`.
  Option& choice(std::string name, std::string& value, std::vector<std::string> choices,
                 std::string help);
  /// One of the words in `choices`, each of which stands for a value, such as an enumerator.
  /// Requires that one of the words stands for the current `value`.
  template <typename Value>
  Option& one_of(const std::string& name, Value& value,
                 std::vector<std::pair<std::string, Value>> choices, const std::string& help);
  /// "yes" or "no".
  Option& flag(const std::string& name, bool& value, const std::string& help);
  /// A path or any other non-empty text. In a Spec the text cannot hold a ',' (see parse_spec).
  Option& place(std::string name, std::string& value, std::string help);

  bool has(std::string_view name) const;
  /// The current value of an option as text.
  /// Errors: invalid_argument for an unknown name.
  std::string get(std::string_view name) const { return find(name).get(); }
  /// Sets an option from text.
  /// Errors: invalid_argument for an unknown name, or for a value that is not allowed; the message
  ///         then names the option, the value and the allowed values.
  void set(std::string_view name, const std::string& value);
  /// The reason why the option has no effect with the current settings, naming the responsible
  /// setting: "option 'population' is not used with solver=exact". Empty if the option is used.
  /// Errors: invalid_argument for an unknown name.
  std::string why_unused(std::string_view name) const;
  const std::vector<Option>& all() const { return options_; }

 private:
  Option& add(Option option);
  /// An option that allows the words `choices`: `get` returns the current word, and `choose` takes
  /// the index of the word to set.
  Option& add_words(std::string name, std::vector<std::string> choices, std::string help,
                    std::function<std::string()> get, std::function<void(std::size_t)> choose);
  const Option& find(std::string_view name) const;
  std::vector<Option> options_;
};

template <typename Value>
Option& Options::one_of(const std::string& name, Value& value,
                        std::vector<std::pair<std::string, Value>> choices,
                        const std::string& help) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : choices) words.push_back(word);
  const auto get = [&value, choices] {
    return std::find_if(choices.begin(), choices.end(),
                        [&](const auto& choice) { return choice.second == value; })
        ->first;
  };
  const auto choose = [&value, choices](std::size_t index) { value = choices[index].second; };
  return add_words(name, std::move(words), help, get, choose);
}

/// The shortest text that reads back as the same double.
std::string number_text(double value);

/// The parts of "NAME:key=value,key=value".
struct Spec {
  std::string name;
  std::vector<std::pair<std::string, std::string>> settings;  ///< in the order written
};
/// Parses "NAME" or "NAME:key=value,key=value".
/// Errors: invalid_argument if the name, a key or a value is empty, a setting has no '=', a key is
///         repeated, or there are more than 64 settings.
Spec parse_spec(std::string_view text);

/// The known names nearest to `name` by edit distance without regard to case, nearest first, at
/// most `count`.
std::vector<std::string> nearest_names(std::string_view name, std::vector<std::string> known,
                                       std::size_t count);

/// The known name that `name` probably means, by spelling or by meaning (see synonym), as ", did
/// you mean 'x'?"; empty if there is none.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

}  // namespace hashlab
