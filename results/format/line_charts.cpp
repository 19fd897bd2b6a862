#include "results/format/line_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace hashlab::results {
namespace {

constexpr double chart_width = 340, chart_height = 270;  // of a chart, including its margins
constexpr double room_left = 48, room_above = 30, room_right = 14,
                 room_below = 42;  // the margins around its axes
constexpr std::size_t charts_in_a_row = 3;
// Okabe and Ito's colours can be told apart with most kinds of colour vision.
constexpr std::array<const char*, 4> line_colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};

std::string xml_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

/// Converts values to positions in a chart.
class ChartAxes {
 public:
  explicit ChartAxes(const Chart& chart) : logarithmic_(chart.logarithmic) {
    for (const ChartLine& line : chart.lines) {
      for (const double x : line.x) most_ = std::max(most_, x);
    }
    if (logarithmic_) most_ = std::max(most_, 2.0);
  }
  double x(double value) const {
    const double share = logarithmic_ ? std::log(value) / std::log(most_) : value / most_;
    return room_left + share * (chart_width - room_left - room_right);
  }
  double y(double value) const {
    return room_above + (1.0 - value) * (chart_height - room_above - room_below);
  }
  /// The values at which the x axis is labelled.
  std::vector<double> ticks() const {
    std::vector<double> ticks;
    if (logarithmic_) {
      for (double tick = 1.0; tick <= most_; tick *= 10.0) ticks.push_back(tick);
      return ticks;
    }
    double step = std::pow(10.0, std::floor(std::log10(most_)));
    if (most_ / step < 2.0) step /= 5.0;
    if (most_ / step < 5.0) step /= 2.0;
    for (int i = 0; i * step <= most_ * 1.0001; ++i) ticks.push_back(i * step);
    return ticks;
  }

 private:
  bool logarithmic_;
  double most_ = 1e-9;
};

std::string axes_svg(const Chart& chart, const ChartAxes& axes) {
  std::string svg = fmt::format("<text x=\"{}\" y=\"18\" class=\"title\">{}</text>\n", room_left,
                                xml_text(chart.title));
  for (int i = 0; i <= 5; ++i) {
    const double y = axes.y(i / 5.0);
    svg += fmt::format(
        "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" class=\"grid\"/><text x=\"{}\" "
        "y=\"{:.1f}\" class=\"end\">{:.1f}</text>\n",
        room_left, chart_width - room_right, y, y, room_left - 6, y + 4, i / 5.0);
  }
  for (const double tick : axes.ticks()) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" class=\"middle\">{:g}</text>\n", axes.x(tick),
                       chart_height - room_below + 16, tick);
  }
  svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" class=\"middle\">{}</text>\n",
                     (room_left + chart_width - room_right) / 2, chart_height - room_below + 32,
                     xml_text(chart.x));
  svg += fmt::format(
      "<text transform=\"translate(12 {:.1f}) rotate(-90)\" class=\"middle\">{}</text>\n",
      (room_above + chart_height - room_below) / 2, xml_text(chart.y));
  return svg;
}

std::string line_svg(const ChartLine& line, const ChartAxes& axes, const char* colour) {
  std::string points;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (!std::isfinite(line.x[i]) || !std::isfinite(line.y[i])) continue;
    points += fmt::format("{:.1f},{:.1f} ", axes.x(line.x[i]), axes.y(line.y[i]));
  }
  return fmt::format("<polyline points=\"{}\" stroke=\"{}\" class=\"line\"/>\n", points, colour);
}

}  // namespace

std::string svg_of(const std::vector<Chart>& charts) {
  const std::size_t rows = (charts.size() + charts_in_a_row - 1) / charts_in_a_row;
  const double whole_width = chart_width * charts_in_a_row,
               whole_height = chart_height * static_cast<double>(rows);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" role=\"img\">\n<title>Curves of binary codes, drawn by hashlab</title>\n<style>text "
      "{{ font: 11px sans-serif; fill: #222 }} .title {{ font-weight: bold }} .end {{ text-anchor: "
      "end }} .middle {{ text-anchor: middle }} .grid {{ stroke: #ddd }} .line {{ fill: none; "
      "stroke-width: 1.8 }}</style>\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      whole_width, whole_height);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const ChartAxes axes(charts[i]);
    const std::size_t column = i % charts_in_a_row, row = i / charts_in_a_row;
    svg += fmt::format("<g transform=\"translate({} {})\">\n",
                       chart_width * static_cast<double>(column),
                       chart_height * static_cast<double>(row));
    svg += axes_svg(charts[i], axes);
    for (std::size_t k = 0; k < charts[i].lines.size(); ++k) {
      svg += line_svg(charts[i].lines[k], axes, line_colours[k % line_colours.size()]);
    }
    svg += "</g>\n";
  }
  for (std::size_t k = 0; !charts.empty() && k < charts.front().lines.size(); ++k) {
    const double x = whole_width - chart_width + room_left,
                 y = whole_height - chart_height + room_above + 20.0 * static_cast<double>(k);
    svg += fmt::format(
        "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "class=\"line\"/><text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
        x, x + 24, y, y, line_colours[k % line_colours.size()], x + 30, y + 4,
        xml_text(charts.front().lines[k].name));
  }
  return svg + "</svg>\n";
}

std::string page_of(const std::string& svg) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
         "name=\"generator\" content=\"hashlab\">\n<title>Curves of binary codes</title>\n</head>\n"
         "<body>\n" +
         svg + "</body>\n</html>\n";
}

}  // namespace hashlab::results
