// The opening between the lids of one eye, by looking at skin and eye along the face's forward direction.
// It does not decide saturation, and which pieces are lids and eye is face/lid_pieces.hpp's.
#include "face/lids.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <utility>

#include "face/front_grid.hpp"

namespace doppel::face {
namespace {

/// Without an eye, what lies deeper behind the lids than this share of their height is the inside of the socket.
constexpr double kSocketDepth = 0.25;
/// Openings may widen by this share of their height (eyeWide) before they are lost sight of.
constexpr double kWidening = 0.5;
/// Columns whose opening is lower than this share of the tallest are corners, in which lids touch at rest.
constexpr double kCornerShare = 0.5;
/// To see that lids are not closed yet, each so many columns are looked at first.
constexpr std::size_t kGlance = 8;
constexpr double kNoDepth = std::numeric_limits<double>::lowest();

/// Leaves of the cells that are 1 the largest group of neighbours in rows and columns. Returns its size, 0 where no cell is 1.
std::size_t keep_largest_region(std::vector<std::uint8_t>& cells) {
  std::vector<std::size_t> largest;
  std::vector<std::uint8_t> is_left = cells;
  for (std::size_t start = 0; start < cells.size(); ++start) {
    if (is_left[start] == 0) continue;
    is_left[start] = 0;
    std::vector<std::size_t> region{start};
    for (std::size_t i = 0; i < region.size(); ++i) {
      const std::size_t cell = region[i];
      const std::size_t row = cell % kLidRows;
      const auto visit = [&](std::size_t next) {
        if (is_left[next] == 0) return;
        is_left[next] = 0;
        region.push_back(next);
      };
      if (row > 0) visit(cell - 1);
      if (row + 1 < kLidRows) visit(cell + 1);
      if (cell >= kLidRows) visit(cell - kLidRows);
      if (cell + kLidRows < cells.size()) visit(cell + kLidRows);
    }
    if (region.size() > largest.size()) largest = std::move(region);
  }
  std::fill(cells.begin(), cells.end(), std::uint8_t{0});
  for (const std::size_t cell : largest) cells[cell] = 1;
  return largest.size();
}

}  // namespace

struct Lids::Cover {
  std::vector<std::uint8_t> is_covered;  // per cell
};

glm::dvec3 Lids::turned(const glm::dvec3& vector) const {
  return {glm::dot(vector, frame_.left), glm::dot(vector, frame_.up), glm::dot(vector, frame_.forward)};
}

glm::dvec3 Lids::moved(std::uint32_t vertex, const DisplacementField& field, double scale) const {
  return rest_[vertex] + scale * turned(field.at(vertex));
}

Lids::Lids(const ChannelFields& fields, const SurfaceComponents& components, const FaceFrame& frame, Side side,
           const DisplacementField& blink)
    : surface_(fields.surface), frame_(frame) {
  if (!(blink.largest() > 0.0)) return;
  rest_.reserve(surface_.positions().size());
  for (const glm::dvec3& position : surface_.positions()) rest_.push_back(turned(position - frame_.origin));
  LidPieces pieces = find_lid_pieces(fields, components, rest_, side, blink);
  if (!pieces.found()) return;
  skin_ = std::move(pieces.skin);
  number_skin(blink);
  place_grid(pieces);
  if (pieces.eye.empty()) {
    fill_column_depths(pieces);
  } else {
    fill_eye_depths(pieces);
  }
  keep_still_cover();
  find_opening();
}

// Numbers the vertices of the skin, and puts the triangles that the blink touches before the others.
void Lids::number_skin(const DisplacementField& blink) {
  const auto still = std::stable_partition(skin_.begin(), skin_.end(), [&](const Triangle& t) {
    return blink.touches(t[0]) || blink.touches(t[1]) || blink.touches(t[2]);
  });
  moving_ = static_cast<std::size_t>(still - skin_.begin());
  constexpr std::uint32_t kUnnumbered = 0xFFFFFFFFU;
  std::vector<std::uint32_t> numbers(rest_.size(), kUnnumbered);
  for (Triangle& t : skin_) {
    for (std::uint32_t& v : t) {
      if (numbers[v] == kUnnumbered) {
        numbers[v] = static_cast<std::uint32_t>(skin_vertices_.size());
        skin_vertices_.push_back(v);
      }
      v = numbers[v];
    }
  }
  std::vector<std::uint8_t> is_still(skin_vertices_.size(), 0);
  for (std::size_t i = moving_; i < skin_.size(); ++i) {
    for (const std::uint32_t v : skin_[i]) is_still[v] = 1;
  }
  for (std::size_t v = 0; v < skin_vertices_.size(); ++v) {
    if (is_still[v] != 0) still_vertices_.push_back(skin_vertices_[v]);
  }
}

void Lids::place_grid(const LidPieces& pieces) {
  Box box = pieces.eye_box;
  depth_ = kLidDepth * box.size().y;
  if (pieces.eye.empty()) {
    box = pieces.moved;
    depth_ = kSocketDepth * box.size().y;
    box.low.y -= kHoleReach * box.size().y;
    box.high.y += kHoleReach * pieces.moved.size().y;
  }
  column_width_ = std::max(box.size().x / kLidColumns, std::numeric_limits<double>::min());
  row_height_ = std::max(box.size().y / kLidRows, std::numeric_limits<double>::min());
  left_ = box.low.x + 0.5 * column_width_;
  bottom_ = box.low.y + 0.5 * row_height_;
  eye_depths_.assign(kLidColumns * kLidRows, kNoDepth);
}

void Lids::fill_eye_depths(const LidPieces& pieces) {
  const FrontGrid grid{left_, bottom_, column_width_, row_height_};
  for (const Triangle& t : pieces.eye) {
    grid.rasterize(rest_[t[0]], rest_[t[1]], rest_[t[2]], [&](std::size_t cell, double depth, const glm::dvec3&) {
      eye_depths_[cell] = std::max(eye_depths_[cell], depth);
    });
  }
}

// Without an eye: in each column the opening is where no skin is as far in front as the lids of that column.
void Lids::fill_column_depths(const LidPieces& pieces) {
  const FrontGrid grid{left_, bottom_, column_width_, row_height_};
  std::vector<double> front(kLidColumns, kNoDepth);
  for (const Triangle& t : pieces.moved_skin) {
    grid.rasterize(rest_[t[0]], rest_[t[1]], rest_[t[2]], [&](std::size_t cell, double depth, const glm::dvec3&) {
      front[cell / kLidRows] = std::max(front[cell / kLidRows], depth);
    });
  }
  for (std::size_t cell = 0; cell < eye_depths_.size(); ++cell) eye_depths_[cell] = front[cell / kLidRows];
  // Only what has skin above and below it in its column is an opening.
  DisplacementField rest;
  rest.reset(surface_.positions().size());
  const Cover covered = cover(rest, 0.0, 1);
  for (std::size_t column = 0; column < kLidColumns; ++column) {
    const std::size_t first = column * kLidRows;
    std::size_t low = 0;
    std::size_t high = kLidRows;
    while (low < kLidRows && covered.is_covered[first + low] == 0) eye_depths_[first + low++] = kNoDepth;
    while (high > low && covered.is_covered[first + high - 1] == 0) eye_depths_[first + --high] = kNoDepth;
  }
}

void Lids::rasterize_skin(const std::vector<glm::dvec3>& points, std::size_t first, std::size_t last, std::size_t column_step,
                          Cover& cover) const {
  const FrontGrid grid{left_, bottom_, column_width_, row_height_};
  const auto put = [&](std::size_t cell, double depth, const glm::dvec3&) {
    if (depth >= eye_depths_[cell] - depth_) cover.is_covered[cell] = 1;
  };
  for (std::size_t i = first; i < last; ++i) {
    const Triangle& t = skin_[i];
    grid.rasterize(points[t[0]], points[t[1]], points[t[2]], put, static_cast<long>(column_step));
  }
}

Lids::Cover Lids::cover(const DisplacementField& field, double scale, std::size_t column_step) const {
  std::vector<glm::dvec3> points;
  points.reserve(skin_vertices_.size());
  for (const std::uint32_t v : skin_vertices_) points.push_back(moved(v, field, scale));
  // What stays where it is at rest was looked at once.
  const bool is_kept = !still_cover_.empty() && std::none_of(still_vertices_.begin(), still_vertices_.end(),
                                                             [&](std::uint32_t v) { return field.touches(v); });
  Cover result;
  if (is_kept) {
    result.is_covered = still_cover_;
  } else {
    result.is_covered.assign(kLidColumns * kLidRows, 0);
  }
  rasterize_skin(points, 0, is_kept ? moving_ : skin_.size(), column_step, result);
  return result;
}

void Lids::keep_still_cover() {
  std::vector<glm::dvec3> points;
  points.reserve(skin_vertices_.size());
  for (const std::uint32_t v : skin_vertices_) points.push_back(rest_[v]);
  Cover still;
  still.is_covered.assign(kLidColumns * kLidRows, 0);
  rasterize_skin(points, moving_, skin_.size(), 1, still);
  still_cover_ = std::move(still.is_covered);
}

void Lids::find_opening() {
  DisplacementField rest;
  rest.reset(surface_.positions().size());
  const Cover covered = cover(rest, 0.0, 1);
  const std::size_t cells = kLidColumns * kLidRows;
  const auto is_open = [&](std::size_t cell) { return eye_depths_[cell] != kNoDepth && covered.is_covered[cell] == 0; };

  // Parts of the eye that show elsewhere are none of the lids' business.
  std::vector<std::uint8_t> open(cells, 0);
  for (std::size_t cell = 0; cell < cells; ++cell) open[cell] = is_open(cell) ? 1 : 0;
  const std::size_t largest = keep_largest_region(open);
  if (largest == 0) return;

  is_eye_.assign(cells, 0);
  std::vector<std::pair<std::size_t, std::size_t>> runs(kLidColumns, {kLidRows, 0});  // first and last open row
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (open[cell] == 0) continue;
    auto& run = runs[cell / kLidRows];
    run.first = std::min(run.first, cell % kLidRows);
    run.second = std::max(run.second, cell % kLidRows);
  }
  for (const auto& run : runs) {
    if (run.first <= run.second) rest_tallest_ = std::max(rest_tallest_, run.second - run.first + 1);
  }
  const auto widening = static_cast<std::size_t>(kWidening * static_cast<double>(rest_tallest_));
  for (std::size_t column = 0; column < kLidColumns; ++column) {
    if (runs[column].first > runs[column].second) continue;
    const std::size_t low = runs[column].first - std::min(runs[column].first, widening);
    const std::size_t high = std::min(runs[column].second + widening, kLidRows - 1);
    for (std::size_t row = low; row <= high; ++row) {
      const std::size_t cell = column * kLidRows + row;
      if (eye_depths_[cell] == kNoDepth) continue;
      // What shows at rest beside the opening stays out of it.
      if (covered.is_covered[cell] == 0 && open[cell] == 0) continue;
      is_eye_[cell] = 1;
    }
  }
  rest_cells_ = largest;
  rest_gap_ = static_cast<double>(rest_tallest_) * row_height_;
  find_margins(covered);
}

// The points of the skin just above and just below the opening of every column that is not a corner.
void Lids::find_margins(const Cover& rest) {
  const FrontGrid grid{left_, bottom_, column_width_, row_height_};
  struct Found {
    MaterialPoint point;
    double depth = kNoDepth;
  };
  std::vector<std::size_t> low(kLidColumns, kLidRows);
  std::vector<std::size_t> high(kLidColumns, 0);
  for (std::size_t cell = 0; cell < is_eye_.size(); ++cell) {
    if (is_eye_[cell] == 0 || rest.is_covered[cell] != 0) continue;
    low[cell / kLidRows] = std::min(low[cell / kLidRows], cell % kLidRows);
    high[cell / kLidRows] = std::max(high[cell / kLidRows], cell % kLidRows);
  }
  std::vector<Found> above(kLidColumns);
  std::vector<Found> below(kLidColumns);
  for (const Triangle& numbered : skin_) {
    const Triangle t{skin_vertices_[numbered[0]], skin_vertices_[numbered[1]], skin_vertices_[numbered[2]]};
    grid.rasterize(rest_[t[0]], rest_[t[1]], rest_[t[2]], [&](std::size_t cell, double depth, const glm::dvec3& weights) {
      const std::size_t column = cell / kLidRows;
      const std::size_t row = cell % kLidRows;
      if (low[column] > high[column]) return;
      Found* found = row == high[column] + 1 ? &above[column] : (row + 1 == low[column] ? &below[column] : nullptr);
      if (found == nullptr || depth <= found->depth) return;
      *found = {{t, weights}, depth};
    });
  }
  for (std::size_t column = 0; column < kLidColumns; ++column) {
    if (low[column] > high[column] || above[column].depth == kNoDepth || below[column].depth == kNoDepth) continue;
    if (static_cast<double>(high[column] - low[column] + 1) < kCornerShare * static_cast<double>(rest_tallest_)) continue;
    margins_.push_back({above[column].point, below[column].point});
  }
}

// The opening in each `column_step`-th column: no more than there is in all of them.
Lids::Opening Lids::look(const DisplacementField& field, double scale, std::size_t column_step) const {
  const Cover covered = cover(field, scale, column_step);
  std::size_t open = 0;
  std::size_t tallest = 0;
  for (std::size_t column = 0; column < kLidColumns; column += column_step) {
    std::size_t height = 0;
    for (std::size_t row = 0; row < kLidRows; ++row) {
      const std::size_t cell = column * kLidRows + row;
      if (is_eye_[cell] != 0 && covered.is_covered[cell] == 0) ++height;
    }
    open += height;
    tallest = std::max(tallest, height);
  }
  return {static_cast<double>(open) / static_cast<double>(rest_cells_),
          static_cast<double>(tallest) / static_cast<double>(rest_tallest_)};
}

Lids::Opening Lids::opening(const DisplacementField& field, double scale) const {
  return found() ? look(field, scale, 1) : Opening{};
}

bool Lids::closes(const DisplacementField& field, double scale, const Opening& left) const {
  if (!found()) return false;
  const auto is_within = [&](const Opening& seen) {
    return seen.area_share <= left.area_share && seen.height_share <= left.height_share;
  };
  return is_within(look(field, scale, kGlance)) && is_within(look(field, scale, 1));
}

double Lids::margin_gap(const Margin& margin, const DisplacementField& field, double scale) const {
  const auto height = [&](const MaterialPoint& point) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) sum += point.weights[k] * moved(point.triangle[static_cast<std::size_t>(k)], field, scale).y;
    return sum;
  };
  return height(margin.upper) - height(margin.lower);
}

double Lids::closure(const DisplacementField& field, double scale) const {
  double rest = 0.0;
  double now = 0.0;
  for (const Margin& margin : margins_) {
    rest += margin_gap(margin, field, 0.0);
    now += margin_gap(margin, field, scale);
  }
  return rest > 0.0 ? 1.0 - now / rest : 1.0 - opening(field, scale).area_share;
}

double Lids::crossing(const DisplacementField& field, double scale) const {
  double deepest = 0.0;
  for (const Margin& margin : margins_) deepest = std::max(deepest, -margin_gap(margin, field, scale));
  return deepest;
}

}  // namespace doppel::face
