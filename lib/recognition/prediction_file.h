#pragma once

#include "lib/recognition/global_average_precision.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// Predictions as CSV. The first line is "query,label,confidence". Each further line has the number
/// of a query, its predicted label and the confidence; label -1 means that there is no prediction.
std::string prediction_text(const std::vector<Prediction>& predictions);

/// The predictions in such a text, for n_queries queries numbered from 0. Lines may be in any
/// order, and a query without a line has no prediction. Blank lines count as none, and a line may
/// end with "\r\n". `path` is the file of the text, for messages.
/// Errors:  corrupt_file, which names the line, for another first line, another number of fields,
///          no such query, a second line of a query, a label that is no whole number from -1 on, or
///          a confidence that is not finite.
std::vector<Prediction> parse_predictions(std::string_view text, const std::string& path,
                                          std::size_t n_queries);

}  // namespace hashlab
