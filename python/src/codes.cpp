#include "arrays.h"
#include "module.h"
#include "without_gil.h"

#include "lib/codes/code_file.h"
#include "lib/codes/code_use.h"
#include "lib/codes/comparable.h"
#include "lib/codes/packing.h"
#include "lib/error.h"
#include "lib/import/codes/open_codes.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using SharedCodes = std::shared_ptr<Codes>;
using Bytes = py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast>;

static_assert(std::endian::native == std::endian::little, "views of words are views of bytes");

/// `scalar_bytes` of codes of whole vectors; none for other codes.
CodeFormat format_of(std::size_t bits, std::size_t digit_bits,
                     const std::vector<std::uint8_t>& widths,
                     const std::optional<std::size_t>& scalar_bytes) {
  CodeFormat format{bits, digit_bits, {}};
  if (!widths.empty()) format = format_of_digits(widths);
  format.by_estimate = scalar_bytes.has_value();
  format.scalar_bytes = scalar_bytes.value_or(0);
  if (format.by_estimate) {
    check_estimated_format(format, "codes");
  } else {
    check_format(format, "codes");
  }
  if (format.bits != bits) {
    refuse(fmt::format("widths add up to {} bits, codes have {}", format.bits, bits));
  }
  if (format.digit_bits != 0 && bits % format.digit_bits != 0) {
    refuse(
        fmt::format("{} bits are no whole number of digits of {} bits", bits, format.digit_bits));
  }
  return format;
}

/// `scalars` is a row of bytes for each code of whole vectors, and None for other codes.
SharedCodes from_packed(const Bytes& bytes, std::size_t bits, std::size_t digit_bits,
                        const std::vector<std::uint8_t>& widths, bool is_big,
                        const std::optional<Bytes>& scalars) {
  if (scalars && (scalars->ndim() != 2 || scalars->shape(0) != bytes.shape(0))) {
    refuse("scalars: expected a row of bytes for each code");
  }
  const CodeFormat format = format_of(
      bits, digit_bits, widths,
      scalars ? std::optional(static_cast<std::size_t>(scalars->shape(1))) : std::nullopt);
  if (bytes.ndim() != 2 || static_cast<std::size_t>(bytes.shape(1)) != packed_bytes(format)) {
    refuse(
        fmt::format("rows of packed codes of {} bits have {} bytes", bits, packed_bytes(format)));
  }
  const auto n = static_cast<std::size_t>(bytes.shape(0));
  return without_gil([&] {
    auto codes = std::make_shared<Codes>(format, n);
    unpack(bytes.data(), n, is_big ? BitOrder::big : BitOrder::little, *codes, 0);
    if (scalars) std::copy_n(scalars->data(), codes->scalars.size(), codes->scalars.begin());
    const std::size_t row = first_row_with_padding(*codes);
    if (row < n) {
      refuse(
          fmt::format("row {} has a bit set after its {} bits, expected zeros: give the number of "
                      "bits, or the other order",
                      row, bits));
    }
    return codes;
  });
}

py::array words_of(const py::object& self) {
  const Codes& codes = *self.cast<SharedCodes>();
  const auto n = static_cast<py::ssize_t>(codes.n),
             words = static_cast<py::ssize_t>(codes.n_words());
  return view_of(codes.words.data(), {n, words}, {8 * words, 8}, self);
}

py::array packed_of(const py::object& self) {
  const Codes& codes = *self.cast<SharedCodes>();
  const auto n = static_cast<py::ssize_t>(codes.n),
             words = static_cast<py::ssize_t>(codes.n_words()),
             bytes = static_cast<py::ssize_t>(packed_bytes(codes.format));
  return view_of(reinterpret_cast<const std::uint8_t*>(codes.words.data()), {n, bytes},
                 {8 * words, 1}, self);
}

/// Of codes of whole vectors; None for other codes.
py::object scalars_of(const py::object& self) {
  const Codes& codes = *self.cast<SharedCodes>();
  if (!codes.format.by_estimate) return py::none();
  const auto n = static_cast<py::ssize_t>(codes.n),
             bytes = static_cast<py::ssize_t>(codes.format.scalar_bytes);
  return view_of(codes.scalars.data(), {n, bytes}, {bytes, 1}, self);
}

/// The codes of all parts, which have one format, one after the other.
SharedCodes joined(const std::vector<SharedCodes>& parts) {
  return without_gil([&] {
    auto all = std::make_shared<Codes>(parts.at(0)->format, 0);
    for (const SharedCodes& part : parts) append_codes(*all, *part);
    return all;
  });
}

py::array digits_of(const Codes& codes) {
  const std::size_t digits = codes.format.digits();
  std::vector<std::uint8_t> values = without_gil([&] {
    std::vector<std::size_t> first(digits), width(digits);
    for (std::size_t k = 0, bit = 0; k < digits; ++k) {
      first[k] = bit;
      width[k] = codes.format.width(k);
      bit += width[k];
    }
    std::vector<std::uint8_t> all(codes.n * digits);
    std::uint8_t* next = all.data();
    for (std::size_t i = 0; i < codes.n; ++i) {
      for (std::size_t k = 0; k < digits; ++k) {
        *next++ = static_cast<std::uint8_t>(codes.get(i, first[k], width[k]));
      }
    }
    return all;
  });
  return array_of(std::move(values),
                  {static_cast<py::ssize_t>(codes.n), static_cast<py::ssize_t>(digits)});
}

SharedCodes codes_of_rows(const Codes& codes, const py::object& positions) {
  const Rows rows = rows_of(positions);
  for (const std::uint32_t row : rows) {
    if (row >= codes.n) refuse(fmt::format("row {} was asked for, codes are {}", row, codes.n));
  }
  return without_gil([&] { return std::make_shared<Codes>(codes_at(codes, rows)); });
}

SharedCodes read_codes(const std::string& path) {
  return interruptible<SharedCodes>([path](const Observer&) {
    const std::unique_ptr<const CodeSource> source = open_codes(path, {});
    return std::make_shared<Codes>(source->read(0, source->size()));
  });
}

void write_codes(const SharedCodes& codes, const std::string& path) {
  run_interruptibly([codes, path](const Observer&) {
    CodeWriter writer(path, codes->format);
    writer.append(*codes);
    writer.finish();
  });
}

}  // namespace

void add_codes(py::module_& module) {
  py::class_<Codes, SharedCodes>(module, "Codes")
      .def_static("from_packed", from_packed)
      .def_readonly("n", &Codes::n)
      .def_property_readonly("bits", [](const Codes& codes) { return codes.format.bits; })
      .def_property_readonly("digit_bits", [](const Codes& c) { return c.format.digit_bits; })
      .def_property_readonly("widths",
                             [](const Codes& codes) {
                               py::list widths;
                               for (std::size_t k = 0; k < codes.format.digits(); ++k) {
                                 widths.append(codes.format.width(k));
                               }
                               return widths;
                             })
      .def_property_readonly("hamming", [](const Codes& codes) { return codes.format.hamming(); })
      .def_property_readonly("by_estimate",
                             [](const Codes& codes) { return codes.format.by_estimate; })
      .def_property_readonly("max_distance",
                             [](const Codes& codes) { return codes.format.max_distance(); })
      .def_static("joined", joined)
      .def("scalars", scalars_of)
      .def("words", words_of)
      .def("packed", packed_of)
      .def("digits", digits_of)
      .def("at", codes_of_rows)
      .def("thermometer",
           [](const Codes& codes) {
             return without_gil([&] { return std::make_shared<Codes>(thermometer(codes)); });
           })
      .def("use",
           [](const Codes& codes) {
             if (codes.n == 0) refuse("no codes, at least one is needed");
             const CodeUse use = without_gil([&] { return code_use(codes); });
             return py::make_tuple(use.distinct, use.largest_share, use.bit_entropy);
           })
      .def("equals",
           [](const Codes& a, const Codes& b) {
             return a.format == b.format && a.n == b.n && a.words == b.words &&
                    a.scalars == b.scalars;
           })
      .def("write",
           [](const SharedCodes& codes, const std::string& path) { write_codes(codes, path); });
  module.def("read_codes", read_codes);
}

}  // namespace hashlab::python
