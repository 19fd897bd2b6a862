#include "lib/recognition/variant.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::variant_test {

using namespace testing;

namespace {

std::string canonical(const std::string& text) {
  return parse_recognition_variant(text).text();
}

std::string refused(const std::string& text) {
  return error_of([&] { parse_recognition_variant(text); });
}

}  // namespace

TEST_CASE("recognition: the paper's pipeline has no text, another what it does otherwise") {
  CHECK(RecognitionVariant{}.text() == "");
  CHECK(canonical("fit=gallery,top=3,penalty-b=5,penalty-c=10,quantiles=1000,vote=sum") == "");
  for (const std::string text :
       {"without=B", "without=quantile+C", "without=all", "fit=queries",
        "fit=others,others=queries", "classes=asked",
        "quantiles=50,penalty-b=2,penalty-c=3,top=7,vote=max,ensemble=votes"}) {
    CHECK(canonical(text) == text);
  }
}

TEST_CASE("recognition: equal pipelines have one text, however they are asked for") {
  CHECK(canonical("without=C+quantile") == "without=quantile+C");
  CHECK(canonical("fit=none") == "without=quantile");
  CHECK(canonical("top=1") == "without=votes");
  CHECK(canonical("without=length+quantile+B+votes+C") == "without=all");
  CHECK(canonical("others=own,ensemble=votes") == "ensemble=votes");
}

TEST_CASE("recognition: leaving all steps out leaves the nearest neighbour by cosine") {
  const RecognitionSettings s = parse_recognition_variant("without=all").settings;
  CHECK_FALSE(s.unit_length);
  CHECK(s.fit == QuantileFit::none);
  CHECK(s.gallery_penalty == 0);
  CHECK(s.votes == 1);
  CHECK(s.query_penalty == 0);
}

TEST_CASE("recognition: what is fitted on queries or knows which show nothing is a leak") {
  const auto leaks = [](const std::string& text) {
    const RecognitionVariant v = parse_recognition_variant(text);
    return std::string(v.fits_on_queries() ? "fit " : "") +
           (v.knows_queries_without_landmark() ? "others" : "") +
           (v.knows_asked_classes() ? "classes" : "");
  };
  CHECK(leaks("top=4") == "");
  CHECK(leaks("classes=all") == "");
  CHECK(leaks("classes=asked") == "classes");
  CHECK(leaks("fit=others") == "");
  CHECK(leaks("fit=queries") == "fit ");
  CHECK(leaks("others=queries") == "others");
  CHECK(leaks("fit=others,others=queries") == "fit others");
  CHECK(leaks("without=B+C,others=queries") == "");
  CHECK(leaks("without=B+C,fit=others,others=queries") == "fit ");
}

TEST_CASE("recognition: options that are none, or of no use, are refused by their names") {
  CHECK(refused("wihout=B") == Contains("there is no option 'wihout' of recognition, did you mean "
                                        "'without'?; there are without, fit"));
  CHECK(refused("without=D") ==
        Contains("option 'without' = 'D', expected length, quantile, B, votes, C, all"));
  CHECK(refused("without=B+") == Contains("option 'without' = '', expected length"));
  CHECK(refused("without=+B") == Contains("option 'without' = '', expected length"));
  CHECK(error_of([] {
          recognition_variant({{"without", ""}}, "--");
        }) == "option '--without' = '', expected length, quantile, B, votes, C, all");
  CHECK(refused("fit=galery") == Contains("did you mean 'gallery'?"));
  CHECK(refused("top=0") == "option 'top' = '0', must be a whole number in 1 .. 4294967295");
  CHECK(refused("quantiles=1") == Contains("must be a whole number in 2 .. "));
  CHECK(refused("penalty-b=-1") == Contains("option 'penalty-b' = '-1', must be"));
  CHECK(refused("without=B,penalty-b=3") == "option 'penalty-b' is of no use 'without B'");
  CHECK(refused("fit=none,quantiles=9") ==
        "option 'quantiles' is of no use without the quantile transform");
  CHECK(error_of([] {
          recognition_variant({{"without", "C"}, {"penalty-c", "3"}}, "--");
        }) == "option '--penalty-c' is of no use '--without C'");
}

TEST_CASE("recognition: ablations leave out each step that has an effect, then all") {
  const auto left_out = [](const RecognitionSettings& settings, bool has_others) {
    std::string names;
    for (const RecognitionAblation& each : recognition_ablations(settings, has_others)) {
      names += each.left_out + " ";
    }
    return names;
  };
  CHECK(left_out({}, true) == "none length quantile B votes C all ");
  CHECK(left_out({}, false) == "none length quantile votes all ");
  CHECK(left_out(parse_recognition_variant("without=quantile").settings, true) ==
        "none length B votes C all ");
  CHECK_FALSE(recognition_ablations({}, true)[1].settings.unit_length);
  CHECK(recognition_ablations({}, true)[2].settings.unit_length);
  CHECK(recognition_ablations({}, true).back().settings.votes == 1);
}

}  // namespace hashlab::variant_test
