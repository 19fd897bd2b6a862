// Help pages in lines that a terminal of 80 columns shows whole.

#include "experiments/program/help_layout.h"

#include <doctest/doctest.h>

namespace hashlab::help_layout_test {

using hashlab::experiments::laid_out;

TEST_CASE("help layout: what fits stays as it is") {
  const std::string text =
      "usage: hashlab run SUITE.ini\n\nShort lines.\nAnother.\n\n  --jobs N  how many\n";
  CHECK(laid_out(text, 40) == text);
  CHECK(laid_out("", 40).empty());
}

TEST_CASE("help layout: a paragraph with a long line is filled anew, its neighbours are not") {
  CHECK(laid_out("one two three four five six seven eight nine\nten\n\nShort.\nLines.\n", 40) ==
        "one two three four five six seven eight\nnine ten\n\nShort.\nLines.\n");
}

TEST_CASE("help layout: an entry goes on below its text, with the lines that continued it") {
  CHECK(laid_out("  --data D    the folder in which data sets are\n"
                 "              looked up\n"
                 "  --jobs N    how many\n",
                 40) ==
        "  --data D    the folder in which data\n"
        "              sets are looked up\n"
        "  --jobs N    how many\n");
}

TEST_CASE("help layout: a command is broken as a shell takes it") {
  CHECK(laid_out("  hashlab audit --data mine.h5 --training a.txt --queries b.txt\n"
                 "  hashlab audit suite.ini\n",
                 40) ==
        "  hashlab audit --data mine.h5 \\\n"
        "      --training a.txt --queries b.txt\n"
        "  hashlab audit suite.ini\n");
}

TEST_CASE("help layout: a word that is too long has a line of its own") {
  CHECK(laid_out("see https://example.org/a/very/long/address/indeed here\n", 40) ==
        "see\nhttps://example.org/a/very/long/address/indeed\nhere\n");
}

}  // namespace hashlab::help_layout_test
