#include "experiments/suite/embedding.h"

#include "lib/error.h"
#include "lib/method_name.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab::experiments {
namespace {

// Raise this if the same values would give other rank counts.
constexpr int version = 1;

std::string recipe_of(Similarity similarity) {
  return fmt::format("{}/{}", name_of(similarity), version);
}

/// The ranking of a hash function's codes by the values of queries.
Embedding quantised_embedding(const MethodName& hash_function) {
  Embedding embedding;
  embedding.quantised = true;
  auto hasher = std::make_shared<hashers::Hasher>(hashers::make_hasher(hash_function.text()));
  MethodName canonical = parse_method_name(hasher->name);
  canonical.real_queries = true;
  embedding.name = canonical.text();
  embedding.recipe = fmt::format("levels/{}", version);
  embedding.projected_by = std::move(hasher);
  return embedding;
}

}  // namespace

Embedding make_reference(std::string_view text) {
  const Spec spec = parse_spec(text);
  Embedding embedding;
  try {
    embedding.similarity = similarity_named(spec.name);
    const bool by_mean = subtracts_mean(embedding.similarity);
    std::string origin = by_mean ? "mean" : "zero";
    Options options;
    if (embedding.similarity != Similarity::euclidean) {
      options.choice("origin", origin, {"mean", "zero"},
                     "what is subtracted from samples: the mean of the learnable rows, or nothing");
    }
    for (const auto& [key, value] : spec.settings) options.set(key, value);
    embedding.centred = origin == "mean";
    embedding.name = spec.name;
    embedding.recipe = recipe_of(embedding.similarity);
    if (embedding.centred != by_mean) {
      embedding.name += ":origin=" + origin;
      embedding.recipe += " origin=" + origin;
    }
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("reference '{}': {}", text, error.what()));
  }
  return embedding;
}

Embedding make_embedding(std::string_view text) {
  MethodName name = parse_method_name(text);
  if (name.quantiser.empty()) {
    refuse(
        fmt::format("embedding '{}' lacks its projection, expected PROJECTION+SIMILARITY such as "
                    "'itq+cosine'; for features as they are use 'reference = {}'",
                    text, text));
  }
  Embedding embedding;
  if (std::exchange(name.real_queries, false)) return quantised_embedding(name);
  embedding.asymmetric = name.quantiser == asymmetric_name;
  try {
    embedding.similarity =
        embedding.asymmetric ? Similarity::cosine : similarity_named(name.quantiser);
  } catch (const Error& error) {
    throw Error(error.code(),
                fmt::format("embedding '{}': {}, {}", text, error.what(), asymmetric_name));
  }
  const std::string similarity = std::exchange(name.quantiser, "sbq");  // one value for each bit
  auto hasher = std::make_shared<hashers::Hasher>(hashers::make_hasher(name.text()));
  MethodName canonical = parse_method_name(hasher->name);
  canonical.quantiser = similarity;
  embedding.name = canonical.text();
  embedding.recipe = fmt::format("{}/{}", similarity, version);
  embedding.projected_by = std::move(hasher);
  return embedding;
}

}  // namespace hashlab::experiments
