#include "hashers/networks/losses.h"

#include <algorithm>
#include <stdexcept>

namespace hashlab {

const std::vector<LossEntry>& losses() {
  static const std::vector<LossEntry> entries = {
      {"nca",
       1,
       "Goldberger, Roweis, Hinton & Salakhutdinov, NIPS 2004",
       "exact neighbourhood components analysis, log p, of all samples at each step",
       "O(epochs n^2 K)",
       true,
       false,
       true,
       0,
       {{"unit", "outputs of length 1", 0, 0, 0, {"yes", "no"}},
        {"sharpness",
         "t of exp(-t |z_i - z_j|^2); with unit length 1 / (2 sigma) of snca",
         10,
         1e-6,
         1e6,
         {}}}},
      {"snca",
       1,
       "Wu, Efros & Yu, ECCV 2018, equations 4 to 7",
       "scalable NCA: neighbours are looked for among a memory of earlier outputs",
       "O(epochs n^2 K)",
       true,
       false,
       false,
       0,
       {{"sigma", "temperature", .05, 1e-4, 1e4, {}},
        {"memory", "share m of the earlier output that the memory keeps at a step", .5, 0, 1, {}},
        {"memory-schedule",
         "m as it is, or at least .8 after .4 and .9 after .6 of training, as published",
         0,
         0,
         0,
         {"rising", "constant"}},
        {"margin",
         "own classes' share of the sums is divided by exp(margin / sigma)",
         0,
         0,
         10,
         {}}}},
      {"triplet",
       1,
       "Schroff, Kalenichenko & Philbin, CVPR 2015, equation 2",
       "triplets with semi-hard negatives",
       "O(epochs n (batch K + batch^2))",
       true,
       false,
       false,
       4,
       {{"mining",
         "facenet: all triplets with the negative farther than the positive, but by less than the "
         "margin; nearest: of each pair the nearest negative farther than the positive, else the "
         "farthest of all; close: Euclidean distances, negatives farther by at most .2",
         0,
         0,
         0,
         {"facenet", "nearest", "close"}},
        {"margin", "of squared distances, of close: of distances", .2, 0, 4, {}}}},
      {"n-pair",
       1,
       "Sohn, NIPS 2016, equation 7",
       "one pair a class, told apart from the positives of all other classes",
       "O(epochs n batch K)",
       true,
       false,
       false,
       2,
       {{"unit", "outputs of length 1", 0, 0, 0, {"no", "yes"}},
        {"length", "times the mean squared length is added", .002, 0, 10, {}}}},
      {"softmax",
       1,
       "Zhai & Wu, BMVC 2019, section 3",
       "a linear classifier on the outputs",
       "O(epochs n C K)",
       true,
       false,
       false,
       0,
       {{"unit", "outputs and classes of length 1, no offsets", 0, 0, 0, {"yes", "no"}},
        {"sigma", "temperature of the softmax, with unit length", .05, 1e-4, 1e4, {}}}},
      {"arcface",
       1,
       "Deng, Guo, Xue & Zafeiriou, CVPR 2019, equation 3",
       "the same with an angle added to that of the own class",
       "O(epochs n C K)",
       true,
       false,
       false,
       0,
       {{"scale", "s", 64, 1e-3, 1e4, {}}, {"margin", "m, of the angle", .5, 0, 1.5, {}}}},
      {"dpsh",
       1,
       "Li, Wang & Kang, IJCAI 2016, equation 8",
       "likelihood of pairs, outputs near their signs",
       "O(epochs n^2 K)",
       false,
       false,
       false,
       0,
       {{"pairs",
         "with the last outputs of all samples, as its authors do, or within the batch",
         0,
         0,
         0,
         {"all", "batch"}},
        {"reduction", "over pairs and over outputs", 0, 0, 0, {"mean", "sum"}},
        {"eta", "weight of the outputs' squared distance from their signs", .1, 0, 1e4, {}}}},
      {"hashnet",
       1,
       "Cao, Long, Wang & Yu, ICCV 2017, equations 4 and 6",
       "weighted likelihood of pairs, tanh that becomes the sign",
       "O(epochs n batch K)",
       false,
       false,
       false,
       0,
       {{"sharpness", "alpha, times inner products, in units of 1 / K", 10, 1e-3, 1e4, {}},
        {"growth", "g of beta = sqrt(1 + g step), looked at every 200 steps", .005, 0, 100, {}},
        {"positives",
         "weight of similar pairs; 0: by how rare they are, as in the paper",
         0,
         0,
         1e6,
         {}}}},
      {"greedyhash",
       1,
       "Su, Zhang, Han & Tian, NeurIPS 2018, equations 5 and 8",
       "a classifier on signs, through which gradients pass as they are",
       "O(epochs n C K)",
       true,
       false,
       false,
       0,
       {{"penalty", "alpha, weight of | |u| - 1 |^3", .1, 0, 1e4, {}}}},
      {"csq",
       1,
       "Yuan et al., CVPR 2020, equations 4 and 5",
       "outputs near the Hadamard centre of the class",
       "O(epochs n K)",
       false,
       false,
       false,
       0,
       {{"penalty", "lambda, weight of (|tanh u| - 1)^2", 1e-4, 0, 1e4, {}}}},
      {"orthohash",
       1,
       "Hoe et al., NeurIPS 2021, equation 6",
       "cosine to orthogonal centres of the classes, with a margin",
       "O(epochs n C K)",
       false,
       true,
       false,
       0,
       {{"scale", "s", 8, 1e-3, 1e4, {}}, {"margin", "m, of the cosine", .2, 0, 1, {}}}},
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

}  // namespace hashlab
