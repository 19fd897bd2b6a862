#include "experiments/suite/foreign_claims.h"

#include "experiments/gather/notes/registry.h"

namespace hashlab::experiments {
namespace {

/// Reports what other programs cannot have trained their codes on (see doubtful_training).
class ForeignClaims : public Note {
 public:
  explicit ForeignClaims(const NotedStudy& study) : cells_(study.manifest.cells) {}

  void add(const Cell&, const results::CellRecord&) override {}  // the suite makes the claims
  std::vector<std::string> lines() const override { return doubtful_training(cells_); }

 private:
  const std::vector<Cell>& cells_;
};

}  // namespace

std::unique_ptr<Note> notes::foreign_claims(const NotedStudy& study) {
  return std::make_unique<ForeignClaims>(study);
}

}  // namespace hashlab::experiments
