#include "hashers/networks/losses.h"

#include <algorithm>
#include <stdexcept>

namespace hashlab::hashers {

const std::vector<LossEntry>& losses() {
  static const std::vector<LossEntry> entries = {
      {.name = "nca",
       .version = 2,
       .source = "Goldberger, Roweis, Hinton & Salakhutdinov, NIPS 2004",
       .summary = "exact neighbourhood components analysis: every step uses all training samples",
       .cost = "O(epochs n^2 K)",
       .options =
           {{.name = "unit", .help = "scale outputs to length 1", .choices = {"yes", "no"}},
            {"sharpness",
             "t of exp(-t |z_i - z_j|^2); with outputs of length 1, t is 1 / (2 sigma) of snca", 10,
             1e-6, 1e6}},
       .one_class = true,
       .all_at_once = true},
      {.name = "snca",
       .version = 1,
       .source = "Wu, Efros & Yu, ECCV 2018, equations 4 to 7",
       .summary = "scalable NCA: neighbours are searched in a memory of earlier outputs",
       .cost = "O(epochs n^2 K)",
       .options =
           // Below, exp(-2 / sigma) is no number in single precision, and samples would be lost.
       {{"sigma", "temperature of the softmax over neighbours", .05, .025, 1e4},
        {"memory",
         "weight m of the earlier output of a sample when the memory is updated; the new output "
         "has 1 - m",
         .5, 0, 1},
        {.name = "memory-schedule",
         .help = "rising: m is at least 0.8 after 0.4 of training and 0.9 after 0.6, as published; "
                 "constant: m stays the same",
         .choices = {"rising", "constant"}},
        {"margin", "margin: the sum over a sample's own class is divided by exp(margin / sigma)", 0,
         0, 10}},
       .one_class = true},
      {.name = "triplet",
       .version = 1,
       .source = "Schroff, Kalenichenko & Philbin, CVPR 2015, equation 2",
       .summary = "triplets with semi-hard negatives",
       .cost = "O(epochs n (batch K + batch^2))",
       .options =
           {{.name = "mining",
             .help =
                 "choice of triplets; facenet: every triplet whose negative is farther than the "
                 "positive, but by less than the margin; nearest: for each pair of a class, the "
                 "nearest negative that is farther than the positive, or the farthest negative if "
                 "there is none; close: as facenet, but by Euclidean distances, with negatives "
                 "that are farther by at most 0.2",
             .choices = {"facenet", "nearest", "close"}},
            {"margin", "margin between squared distances; with mining=close, between distances", .2,
             0, 4}},
       .one_class = true,
       .per_class = 4,
       .printed = "Triplet"},
      {.name = "n-pair",
       .version = 1,
       .source = "Sohn, NIPS 2016, equation 7",
       .summary = "one pair per class, separated from the positives of all other classes",
       .cost = "O(epochs n batch K)",
       .options = {{.name = "unit", .help = "scale outputs to length 1", .choices = {"no", "yes"}},
                   {"length",
                    "weight of the mean squared length of outputs, which is added to the loss",
                    .002, 0, 10}},
       .one_class = true,
       .per_class = 2,
       .printed = "N-pair"},
      {.name = "softmax",
       .version = 1,
       .source = "Zhai & Wu, BMVC 2019, section 3",
       .summary = "a linear classifier on the outputs",
       .cost = "O(epochs n C K)",
       .options = {{.name = "unit",
                    .help = "scale outputs and class vectors to length 1, and omit offsets",
                    .choices = {"yes", "no"}},
                   {"sigma", "temperature of the softmax, used with unit=yes", .05, 1e-4, 1e4}},
       .one_class = true,
       .printed = "Softmax"},
      {.name = "arcface",
       .version = 1,
       .source = "Deng, Guo, Xue & Zafeiriou, CVPR 2019, equation 3",
       .summary =
           "the softmax loss with a margin added to the angle between a sample and its class",
       .cost = "O(epochs n C K)",
       .options = {{"scale", "scale s of the cosines", 64, 1e-3, 1e4},
                   {"margin", "margin m, added to the angle, in radians", .5, 0, 1.5}},
       .one_class = true,
       .printed = "ArcFace"},
      {.name = "dpsh",
       .version = 1,
       .source = "Li, Wang & Kang, IJCAI 2016, equation 8",
       .summary = "likelihood of pairwise similarities, with outputs pulled towards their signs",
       .cost = "O(epochs n^2 K)",
       .options = {{.name = "pairs",
                    .help = "samples with which each sample of a batch is paired; all: all "
                            "samples, by their latest outputs, as in the authors' code; batch: the "
                            "samples of the batch",
                    .choices = {"all", "batch"}},
                   {.name = "reduction",
                    .help = "whether the terms of the loss are averaged or summed over pairs and "
                            "over outputs",
                    .choices = {"mean", "sum"}},
                   {"eta", "weight of the outputs' squared distance from their signs", .1, 0,
                    1e4}}},
      {.name = "hashnet",
       .version = 1,
       .source = "Cao, Long, Wang & Yu, ICCV 2017, equations 4 and 6",
       .summary =
           "weighted likelihood of pairwise similarities, with a tanh that approaches the sign",
       .cost = "O(epochs n batch K)",
       .options =
           {{"sharpness", "alpha, the factor of inner products, in units of 1 / K", 10, 1e-3, 1e4},
            {"growth", "g of the slope beta = sqrt(1 + g step) of tanh, updated every 200 steps",
             .005, 0, 100},
            {"positives", "weight of similar pairs; 0: determined by their rarity, as in the paper",
             0, 0, 1e6}},
       .printed = "HashNet"},
      {.name = "greedyhash",
       .version = 1,
       .source = "Su, Zhang, Han & Tian, NeurIPS 2018, equations 5 and 8",
       .summary = "a linear classifier on the signs of outputs; gradients pass through the signs "
                  "unchanged",
       .cost = "O(epochs n C K)",
       .options = {{"penalty", "alpha, weight of | |u| - 1 |^3", .1, 0, 1e4}},
       .one_class = true,
       .printed = "GreedyHash"},
      {.name = "csq",
       .version = 1,
       .source = "Yuan et al., CVPR 2020, equations 4 and 5",
       .summary = "outputs pulled towards the binary centre of their class, which comes from a "
                  "Hadamard matrix if possible",
       .cost = "O(epochs n K)",
       .options = {{"penalty", "lambda, weight of (|tanh u| - 1)^2", 1e-4, 0, 1e4}}},
      {.name = "orthohash",
       .version = 1,
       .source = "Hoe et al., NeurIPS 2021, equation 6",
       .summary = "cosine to orthogonal centres of the classes, with a margin",
       .cost = "O(epochs n C K)",
       .options = {{"scale", "scale s of the cosines", 8, 1e-3, 1e4},
                   {"margin", "margin m, subtracted from the cosine", .2, 0, 1}},
       .normalises_output = true,
       .printed = "OrthoHash"},
  };
  return entries;
}

const LossEntry& loss_entry(std::string_view name) {
  const auto found = std::find_if(losses().begin(), losses().end(),
                                  [&](const LossEntry& entry) { return entry.name == name; });
  if (found == losses().end()) throw std::logic_error("no such loss");
  return *found;
}

LossSettings default_loss(std::string_view name) {
  LossSettings settings{std::string(name)};
  for (const LossOption& option : loss_entry(name).options) {
    if (option.choices.empty()) {
      settings.numbers[option.name] = option.value;
    } else {
      settings.words[option.name] = option.choices.front();
    }
  }
  return settings;
}

void describe_loss(LossSettings& settings, Options& options) {
  for (const LossOption& option : loss_entry(settings.name).options) {
    if (option.choices.empty()) {
      options.real(option.name, settings.numbers.at(option.name), option.least, option.most,
                   option.help);
    } else {
      options.choice(option.name, settings.words.at(option.name), option.choices, option.help);
    }
  }
}

}  // namespace hashlab::hashers
