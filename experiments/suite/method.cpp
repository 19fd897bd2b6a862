#include "experiments/suite/method.h"

#include "lib/method_name.h"

#include <utility>

namespace hashlab {

Method::Method(Hasher hash_function)
    : name_(hash_function.name), kind_(std::make_shared<const Hasher>(std::move(hash_function))) {}

Method::Method(Grid grid)
    : name_(grid.name()), kind_(std::make_shared<const Grid>(std::move(grid))) {}

Method::Method(const ReferenceRanking& reference) : name_(reference.name), kind_(&reference) {}

const Hasher* Method::hash_function() const {
  const auto* held = std::get_if<std::shared_ptr<const Hasher>>(&kind_);
  return held == nullptr ? nullptr : held->get();
}

const Grid* Method::grid() const {
  const auto* held = std::get_if<std::shared_ptr<const Grid>>(&kind_);
  return held == nullptr ? nullptr : held->get();
}

const ReferenceRanking* Method::reference() const {
  const auto* held = std::get_if<const ReferenceRanking*>(&kind_);
  return held == nullptr ? nullptr : *held;
}

const Hasher* Method::base() const {
  return grid() != nullptr ? grid()->base.get() : hash_function();
}

std::vector<const Hasher*> Method::candidates() const {
  std::vector<const Hasher*> all;
  if (hash_function() != nullptr) all.push_back(hash_function());
  if (grid() == nullptr) return all;
  for (const Grid::Point& point : grid()->points) all.push_back(point.hasher.get());
  return all;
}

std::string canonical_name(std::string_view name) {
  MethodName written = parse_method_name(name);
  if (!std::exchange(written.tuned, false)) return make_hasher(name).name;
  MethodName canonical = parse_method_name(make_hasher(written.text()).name);
  canonical.tuned = true;
  return canonical.text();
}

std::string canonical_baseline(std::string_view baseline) {
  if (baseline.empty()) return "";
  MethodName name = parse_method_name(baseline);
  if (!name.any_projection()) return canonical_name(baseline);
  name.projection = projections::all().front()->info().name;  // any will do
  name = parse_method_name(canonical_name(name.text()));
  name.projection.clear();
  return name.text();
}

}  // namespace hashlab
