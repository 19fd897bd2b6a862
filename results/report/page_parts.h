#pragma once

#include "results/report/assets.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// The text of an embedded file.
/// Errors:  not_found if the list does not have it.
std::string_view asset_text(const std::vector<Asset>& assets, std::string_view name);

/// The text with the characters of markup escaped, for use between tags and in quoted attributes.
std::string html_text(std::string_view text);

/// Vega's modules as one script, which defines requireModule() for the others.
std::string vega_script();

/// The scripts among `assets` except modules.js, in their order, as one script of its own scope.
std::string own_script(const std::vector<Asset>& assets);

/// SHA-256 of a script in base 64, the form in which a Content-Security-Policy lists the scripts
/// that may run.
std::string policy_hash(const std::string& text);

/// Replaces each {{NAME}} in the frame. Names in the inserted text are not replaced.
std::string filled(std::string_view frame, const std::map<std::string, std::string>& parts);

}  // namespace hashlab::results
