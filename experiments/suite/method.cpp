#include "experiments/suite/method.h"

#include "lib/method_name.h"

#include <utility>

namespace hashlab::experiments {

Method::Method(hashers::Hasher hash_function)
    : name_(hash_function.name),
      kind_(std::make_shared<const hashers::Hasher>(std::move(hash_function))) {}

Method::Method(Grid grid)
    : name_(grid.name()), kind_(std::make_shared<const Grid>(std::move(grid))) {}

Method::Method(Embedding embedding)
    : name_(embedding.name), kind_(std::make_shared<const Embedding>(std::move(embedding))) {}

Method::Method(ForeignCodes codes)
    : name_(codes.name), kind_(std::make_shared<const ForeignCodes>(std::move(codes))) {}

Method Method::automatic() {
  Method method;
  method.name_ = auto_name;
  method.kind_ = &auto_method();
  return method;
}

const hashers::Hasher* Method::hash_function() const {
  const auto* held = std::get_if<std::shared_ptr<const hashers::Hasher>>(&kind_);
  return held == nullptr ? nullptr : held->get();
}

const Grid* Method::grid() const {
  const auto* held = std::get_if<std::shared_ptr<const Grid>>(&kind_);
  return held == nullptr ? nullptr : held->get();
}

const Embedding* Method::embedding() const {
  const auto* held = std::get_if<std::shared_ptr<const Embedding>>(&kind_);
  return held == nullptr ? nullptr : held->get();
}

const ForeignCodes* Method::foreign_codes() const {
  const auto* held = std::get_if<std::shared_ptr<const ForeignCodes>>(&kind_);
  return held == nullptr ? nullptr : held->get();
}

bool Method::is_meant_by(const std::string& baseline) const {
  const std::size_t plus = name_.find('+');
  if (name_ == baseline || plus == name_.npos) return name_ == baseline;
  const std::string quantiser = name_.substr(plus);
  return quantiser == baseline || quantiser.substr(0, quantiser.find(':')) == baseline;
}

const hashers::Hasher* Method::base() const {
  if (embedding() != nullptr) return embedding()->projected_by.get();
  return grid() != nullptr ? grid()->base.get() : hash_function();
}

std::vector<const hashers::Hasher*> Method::candidates() const {
  std::vector<const hashers::Hasher*> all;
  if (is_auto()) {
    for (const auto& head : auto_method().heads) all.push_back(head.get());
    return all;
  }
  if (grid() == nullptr) {
    if (base() != nullptr) all.push_back(base());
    return all;
  }
  for (const Grid::Point& point : grid()->points) all.push_back(point.hasher.get());
  return all;
}

std::string canonical_name(std::string_view name) {
  if (name == auto_name || means_foreign_codes(name)) return std::string(name);
  MethodName written = parse_method_name(name);
  if (written.real_queries) return make_embedding(name).name;
  if (!std::exchange(written.tuned, false)) return hashers::make_hasher(name).name;
  MethodName canonical = parse_method_name(hashers::make_hasher(written.text()).name);
  canonical.tuned = true;
  return canonical.text();
}

std::string canonical_baseline(std::string_view baseline) {
  if (baseline.empty()) return "";
  MethodName name = parse_method_name(baseline);
  if (!name.any_projection()) return canonical_name(baseline);
  name.projection = hashers::projections::all().front()->info().name;  // any will do
  name = parse_method_name(canonical_name(name.text()));
  name.projection.clear();
  return name.text();
}

}  // namespace hashlab::experiments
