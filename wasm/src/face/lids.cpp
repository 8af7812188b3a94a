// The opening between the lids of one eye, by looking at skin and eye along the face's forward direction.
// It does not decide saturation, and it knows no rig.
#include "face/lids.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <string>
#include <utility>

#include "face/front_grid.hpp"
#include "face/moved_surface.hpp"

namespace doppel::face {
namespace {

/// A piece belongs to the lids when some of it moves at least this share of the blink's largest displacement.
constexpr double kLidShare = 0.5;
/// The lids are part of a face when their piece is more than this much larger than what the blink moves; then other moved pieces
/// (lashes, liner) are not lids.
constexpr double kFaceToLids = 3.0;
/// A piece is the eye when a look channel moves at least this share of its area.
constexpr double kEyeShare = 0.5;
/// Without look channels the eye is among the pieces whose centre is no further from the moved lids than this many of their
/// sizes,
constexpr double kEyeDistance = 1.0;
/// and that are no larger than this many of their sizes: hair and clothes are.
constexpr double kEyeSize = 3.0;
/// Without an eye the opening is looked for this far above and below the moved lids, in their heights.
constexpr double kHoleReach = 1.0;
/// Without an eye, what lies deeper behind the lids than this share of their height is the inside of the socket.
constexpr double kSocketDepth = 0.25;
/// Openings may widen by this share of their height (eyeWide) before they are lost sight of.
constexpr double kWidening = 0.5;
/// Columns whose opening is lower than this share of the tallest are corners, in which lids touch at rest.
constexpr double kCornerShare = 0.5;
/// To see that lids are not closed yet, each so many columns are looked at first.
constexpr std::size_t kGlance = 8;
constexpr double kNoDepth = std::numeric_limits<double>::lowest();

struct Box {
  glm::dvec3 low{std::numeric_limits<double>::max()};
  glm::dvec3 high{std::numeric_limits<double>::lowest()};
  bool is_empty() const { return low.x > high.x; }
  void include(const glm::dvec3& point) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  glm::dvec3 size() const { return high - low; }
  glm::dvec3 centre() const { return 0.5 * (low + high); }
  /// Larger of the extents across and along the face.
  double extent() const { return std::max(size().x, size().y); }
  bool contains(const glm::dvec3& point) const {
    return glm::all(glm::lessThanEqual(low, point)) && glm::all(glm::greaterThanEqual(high, point));
  }
  Box grown(double by) const {
    Box box = *this;
    box.low -= glm::dvec3(by);
    box.high += glm::dvec3(by);
    return box;
  }
};

double triangle_area(const Surface& surface, const Triangle& t) {
  const std::vector<glm::dvec3>& p = surface.positions();
  return 0.5 * glm::length(glm::cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]));
}

/// One flag a component.
using Pieces = std::vector<std::uint8_t>;

// Components of which the side's look channels, or its eye bone, move the most.
Pieces moved_by_looking(const ChannelFields& fields, const SurfaceComponents& components, Side side) {
  Pieces eyes(components.count(), 0);
  const Surface& surface = fields.surface;
  const std::string end = side == Side::kLeft ? "Left" : "Right";
  DisplacementField field;
  std::vector<double> touched(components.count(), 0.0);
  const auto collect = [&] {
    for (std::uint32_t c = 0; c < components.count(); ++c) {
      if (touched[c] > kEyeShare * components.area(c)) eyes[c] = 1;
    }
    std::fill(touched.begin(), touched.end(), 0.0);
  };
  for (const char* stem : {"eyeLookDown", "eyeLookIn", "eyeLookOut", "eyeLookUp"}) {
    const std::size_t channel = face_channel_index(stem + end).value_or(0);
    if (!fields.has_route(channel)) continue;
    fields.evaluate(channel, 1.0, field);
    for (const std::uint32_t number : field.touched_triangles(surface)) {
      const Triangle& t = surface.triangles()[number];
      touched[components.of_triangle(t)] += triangle_area(surface, t);
    }
    collect();
  }
  const std::vector<CarriedVertex>& carried = surface.carried(side == Side::kLeft ? FaceBone::kLeftEye : FaceBone::kRightEye);
  if (carried.empty()) return eyes;
  std::vector<std::uint8_t> is_carried(surface.positions().size(), 0);
  for (const CarriedVertex& carrier : carried) {
    is_carried[carrier.vertex] = carrier.share > kEyeShare ? 1 : 0;
  }
  for (const Triangle& t : surface.triangles()) {
    if (is_carried[t[0]] != 0) touched[components.of_triangle(t)] += triangle_area(surface, t);
  }
  collect();
  return eyes;
}

}  // namespace

struct Lids::Setup {
  std::vector<double> shares;  // per vertex: how far the blink moves it, of the largest; 0 on the other side of the face
  Pieces lid_pieces;           // of which the blink really moves something
  std::uint32_t primary = 0;   // the largest of them
  bool is_face = false;        // it is the skin of a face, not just lids
  Pieces skin;
  Pieces eyes;             // none: the opening is looked for in the skin alone
  std::vector<Box> boxes;  // of all components, in the frame
  Box moved;               // of the lids
  Box eye_box;
  std::vector<Triangle> eye;
  std::vector<Triangle> moved_skin;

  bool moves(std::uint32_t vertex, double share) const { return shares[vertex] >= share; }
  bool moves_any(const Triangle& t, double share) const { return moves(t[0], share) || moves(t[1], share) || moves(t[2], share); }
};

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
  const double largest = blink.largest();
  if (!(largest > 0.0)) return;
  const double sign = side == Side::kLeft ? 1.0 : -1.0;
  rest_.reserve(surface_.positions().size());
  for (const glm::dvec3& position : surface_.positions()) rest_.push_back(turned(position - frame_.origin));
  Setup setup;
  setup.shares.assign(rest_.size(), 0.0);
  for (const std::uint32_t v : blink.touched()) {
    if (sign * rest_[v].x > 0.0) setup.shares[v] = glm::length(blink.at(v)) / largest;
  }
  find_lids(components, blink, setup);
  if (setup.moved.is_empty()) return;
  setup.eyes = moved_by_looking(fields, components, side);
  for (std::size_t piece = 0; piece < setup.eyes.size(); ++piece) {
    if (setup.lid_pieces[piece] != 0) setup.eyes[piece] = 0;
  }
  sort_pieces(setup);
  collect_triangles(components, setup);
  number_skin(blink);
  place_grid(setup);
  if (setup.eye.empty()) {
    fill_column_depths(setup);
  } else {
    fill_eye_depths(setup);
  }
  keep_still_cover();
  find_opening();
}

void Lids::find_lids(const SurfaceComponents& components, const DisplacementField& blink, Setup& setup) const {
  double primary_area = -1.0;
  setup.lid_pieces.assign(components.count(), 0);
  for (const std::uint32_t v : blink.touched()) {
    if (!setup.moves(v, kLidShare)) continue;
    const std::uint32_t piece = components.of_vertex(v);
    setup.lid_pieces[piece] = 1;
    if (components.area(piece) <= primary_area) continue;
    setup.primary = piece;
    primary_area = components.area(piece);
  }
  double moved_area = 0.0;
  setup.boxes.resize(components.count());
  for (const Triangle& t : surface_.triangles()) {
    const std::uint32_t piece = components.of_triangle(t);
    for (const std::uint32_t v : t) setup.boxes[piece].include(rest_[v]);
    if (setup.lid_pieces[piece] == 0 || !setup.moves_any(t, kMovedShare)) continue;
    moved_area += triangle_area(surface_, t);
    for (const std::uint32_t v : t) setup.moved.include(rest_[v]);
  }
  setup.is_face = primary_area > kFaceToLids * moved_area;
}

// Which pieces are eye and which are skin. On a face the lids are part of one skin; else every lid may be a piece of its own.
void Lids::sort_pieces(Setup& setup) const {
  if (setup.is_face) {
    setup.skin.assign(setup.lid_pieces.size(), 0);
  } else {
    setup.skin = setup.lid_pieces;
  }
  setup.skin[setup.primary] = 1;
  const bool is_eye_known = std::any_of(setup.eyes.begin(), setup.eyes.end(), [](std::uint8_t is_eye) { return is_eye != 0; });
  const Box around = setup.moved.grown(kEyeDistance * setup.moved.extent());
  for (std::uint32_t piece = 0; piece < setup.boxes.size(); ++piece) {
    const Box& box = setup.boxes[piece];
    if (setup.lid_pieces[piece] != 0 || setup.eyes[piece] != 0 || box.is_empty()) continue;
    if (!around.contains(box.centre()) || box.extent() > kEyeSize * setup.moved.extent()) continue;
    // A lid that does not move is as far in front as the one that does; the eye is behind them.
    if (!setup.is_face && (is_eye_known || box.high.z >= setup.moved.high.z)) {
      setup.skin[piece] = 1;
    } else if (!is_eye_known) {
      setup.eyes[piece] = 1;
    }
  }
}

void Lids::collect_triangles(const SurfaceComponents& components, Setup& setup) {
  for (const Triangle& t : surface_.triangles()) {
    const std::uint32_t piece = components.of_triangle(t);
    if (setup.eyes[piece] != 0) {
      setup.eye.push_back(t);
      for (const std::uint32_t v : t) setup.eye_box.include(rest_[v]);
    } else if (setup.skin[piece] != 0 && setup.moves_any(t, kMovedShare)) {
      setup.moved_skin.push_back(t);
    }
  }
  Box around = setup.moved.grown(kHoleReach * setup.moved.extent());
  if (!setup.eye.empty()) {
    around.include(setup.eye_box.low);
    around.include(setup.eye_box.high);
  }
  for (const Triangle& t : surface_.triangles()) {
    if (setup.skin[components.of_triangle(t)] == 0) continue;
    Box box;
    for (const std::uint32_t v : t) box.include(rest_[v]);
    if (glm::all(glm::lessThanEqual(box.low, around.high)) && glm::all(glm::greaterThanEqual(box.high, around.low))) {
      skin_.push_back(t);
    }
  }
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

void Lids::place_grid(const Setup& setup) {
  Box box = setup.eye_box;
  depth_ = kLidDepth * box.size().y;
  if (setup.eye.empty()) {
    box = setup.moved;
    depth_ = kSocketDepth * box.size().y;
    box.low.y -= kHoleReach * box.size().y;
    box.high.y += kHoleReach * setup.moved.size().y;
  }
  column_width_ = std::max(box.size().x / kLidColumns, std::numeric_limits<double>::min());
  row_height_ = std::max(box.size().y / kLidRows, std::numeric_limits<double>::min());
  left_ = box.low.x + 0.5 * column_width_;
  bottom_ = box.low.y + 0.5 * row_height_;
  eye_depths_.assign(kLidColumns * kLidRows, kNoDepth);
}

void Lids::fill_eye_depths(const Setup& setup) {
  const FrontGrid grid{left_, bottom_, column_width_, row_height_};
  for (const Triangle& t : setup.eye) {
    grid.rasterize(rest_[t[0]], rest_[t[1]], rest_[t[2]], [&](std::size_t cell, double depth, const glm::dvec3&) {
      eye_depths_[cell] = std::max(eye_depths_[cell], depth);
    });
  }
}

// Without an eye: in each column the opening is where no skin is as far in front as the lids of that column.
void Lids::fill_column_depths(const Setup& setup) {
  const FrontGrid grid{left_, bottom_, column_width_, row_height_};
  std::vector<double> front(kLidColumns, kNoDepth);
  for (const Triangle& t : setup.moved_skin) {
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

  // The largest connected opening; parts of the eye that show elsewhere are none of the lids' business.
  std::vector<std::uint32_t> labels(cells, 0);
  std::vector<std::size_t> stack;
  std::uint32_t label = 0;
  std::uint32_t largest_label = 0;
  std::size_t largest = 0;
  for (std::size_t start = 0; start < cells; ++start) {
    if (!is_open(start) || labels[start] != 0) continue;
    labels[start] = ++label;
    stack.push_back(start);
    std::size_t size = 0;
    while (!stack.empty()) {
      const std::size_t cell = stack.back();
      stack.pop_back();
      ++size;
      const std::size_t row = cell % kLidRows;
      const auto visit = [&](std::size_t next) {
        if (!is_open(next) || labels[next] != 0) return;
        labels[next] = label;
        stack.push_back(next);
      };
      if (row > 0) visit(cell - 1);
      if (row + 1 < kLidRows) visit(cell + 1);
      if (cell >= kLidRows) visit(cell - kLidRows);
      if (cell + kLidRows < cells) visit(cell + kLidRows);
    }
    if (size <= largest) continue;
    largest = size;
    largest_label = label;
  }
  if (largest == 0) return;

  is_eye_.assign(cells, 0);
  std::vector<std::pair<std::size_t, std::size_t>> runs(kLidColumns, {kLidRows, 0});  // first and last open row
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (labels[cell] != largest_label) continue;
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
      if (covered.is_covered[cell] == 0 && labels[cell] != largest_label) continue;
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
