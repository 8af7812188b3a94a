// Columns and rows in front of an eye, and what of them a triangle covers.
// It keeps no image: what covers a cell is told to the caller, in any order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/vec3.hpp>
#include <limits>
#include <utility>

namespace doppel::face {

/// The opening between the lids is looked at in this many columns across the eye and rows along `up`.
inline constexpr std::size_t kLidColumns = 48;
inline constexpr std::size_t kLidRows = 384;

/// Cell centres in the face's frame: x along `left`, y along `up`, z along `forward`. Cells are numbered column by column, from
/// the bottom up.
struct FrontGrid {
  double left = 0.0;    // of the first column's centre, metres
  double bottom = 0.0;  // of the first row's centre
  double width = 0.0;   // of a column
  double height = 0.0;  // of a row

  /// Calls `use(cell, depth, weights of the corners)` for every cell centre that the triangle covers, its edges included, in each
  /// `column_step`-th column from the first.
  template <typename Use>
  void rasterize(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const Use& use, long column_step = 1) const {
    const double twice = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (!(std::abs(twice) > 0.0)) return;
    const auto [first, last] = range(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), left, width, kLidColumns);
    const long start = (first + column_step - 1) / column_step * column_step;
    if (start > last) return;
    const glm::dvec3 slope = glm::dvec3(c.x - b.x, a.x - c.x, b.x - a.x) / twice;
    for (long column = start; column <= last; column += column_step) {
      const double x = left + static_cast<double>(column) * width;
      // In a column the weights are linear in y: those of b and c are at_zero + slope * (y - a.y), and a has the rest.
      const glm::dvec3 at_zero(1.0 + (x - a.x) * (b.y - c.y) / twice, (x - a.x) * (c.y - a.y) / twice,
                               -(x - a.x) * (b.y - a.y) / twice);
      double low = std::numeric_limits<double>::lowest();
      double high = std::numeric_limits<double>::max();
      for (int k = 0; k < 3; ++k) {
        if (slope[k] > 0.0) {
          low = std::max(low, -at_zero[k] / slope[k]);
        } else if (slope[k] < 0.0) {
          high = std::min(high, -at_zero[k] / slope[k]);
        } else if (at_zero[k] < -kOverlap) {
          high = std::numeric_limits<double>::lowest();
        }
      }
      const auto [bottom_row, top_row] = range(a.y + low, a.y + high, bottom, height, kLidRows);
      for (long row = bottom_row; row <= top_row; ++row) {
        const double y = bottom + static_cast<double>(row) * height - a.y;
        const glm::dvec3 weights = at_zero + y * slope;
        const double depth = weights.x * a.z + weights.y * b.z + weights.z * c.z;
        use(static_cast<std::size_t>(column) * kLidRows + static_cast<std::size_t>(row), depth, weights);
      }
    }
  }

 private:
  static constexpr double kOverlap = 1e-6;  // cells

  // First and last cell whose centre lies in low..high; a little more, so that no centre falls between two triangles.
  static std::pair<long, long> range(double low, double high, double start, double step, std::size_t count) {
    const double from = std::ceil((low - start) / step - kOverlap);
    const double to = std::floor((high - start) / step + kOverlap);
    const auto end = static_cast<double>(count - 1);
    if (!(from <= to) || !(from <= end) || !(to >= 0.0)) return {0, -1};
    return {static_cast<long>(std::max(from, 0.0)), static_cast<long>(std::min(to, end))};
  }
};

}  // namespace doppel::face
