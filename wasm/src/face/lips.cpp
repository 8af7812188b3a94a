// Pairs of lip points by what jawOpen takes apart, and what other channels do to them.
// It does not decide saturation, and it drives nothing.
#include "face/lips.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "math/closest_point.hpp"

namespace doppel::face {
namespace {

/// Surface up to this far from the pairs, in face heights, is looked at for points inside a lip.
constexpr double kPatchReach = 0.15;
/// Between the two shares: what moves more belongs to the lower lip's surface.
constexpr double kPatchShare = 0.5 * (kLowerLipShare + kUpperLipShare);
/// Distances that differ by less than this, in metres, are one place of the surface seen from two triangles.
constexpr double kSamePlace = 1e-9;
/// Points of the lower lip that are looked at for the deepest place at rest.
constexpr std::size_t kRestSamples = 512;

using Edge = std::pair<std::uint32_t, std::uint32_t>;

Edge edge_of(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

}  // namespace

struct Lips::Sides {
  std::uint32_t skin = 0;            // component
  std::vector<double> down;          // per vertex of the surface: share of the most that jawOpen takes down; 0 off the skin
  std::vector<std::uint32_t> lower;  // vertices
  std::vector<std::uint32_t> upper;
  std::vector<Triangle> skin_triangles;
};

namespace {

// The largest piece of surface on which jawOpen takes something down as far as a lower lip.
bool find_skin(const Surface& surface, const SurfaceComponents& components, const DisplacementField& jaw, const glm::dvec3& up,
               std::uint32_t& skin) {
  double deepest = 0.0;
  for (const std::uint32_t v : jaw.touched()) deepest = std::max(deepest, -glm::dot(jaw.at(v), up));
  if (!(deepest > kWeldShare * surface.size())) return false;
  bool found = false;
  for (const std::uint32_t v : jaw.touched()) {
    if (-glm::dot(jaw.at(v), up) < kLowerLipShare * deepest) continue;
    const std::uint32_t component = components.of_vertex(v);
    if (!found || components.area(component) > components.area(skin)) skin = component;
    found = true;
  }
  return found;
}

}  // namespace

Lips::Lips(const Surface& surface, const SurfaceComponents& components, const FaceFrame& frame, double face_height,
           const DisplacementField& jaw)
    : surface_(surface), frame_(frame) {
  Sides sides;
  if (!(face_height > 0.0) || !find_skin(surface, components, jaw, frame.up, sides.skin)) return;
  for (const Triangle& t : surface.triangles()) {
    if (components.of_triangle(t) == sides.skin) sides.skin_triangles.push_back(t);
  }
  double deepest = 0.0;
  for (const std::uint32_t v : jaw.touched()) {
    if (components.of_vertex(v) == sides.skin) deepest = std::max(deepest, -glm::dot(jaw.at(v), frame.up));
  }
  const std::vector<glm::dvec3>& positions = surface.positions();
  sides.down.assign(positions.size(), 0.0);
  glm::dvec3 low(std::numeric_limits<double>::max());
  glm::dvec3 high(std::numeric_limits<double>::lowest());
  for (const std::uint32_t v : jaw.touched()) {
    if (components.of_vertex(v) != sides.skin) continue;
    sides.down[v] = -glm::dot(jaw.at(v), frame.up) / deepest;
    if (sides.down[v] < kLowerLipShare) continue;
    sides.lower.push_back(v);
    low = glm::min(low, positions[v]);
    high = glm::max(high, positions[v]);
  }
  const glm::dvec3 reach(kWidestRestGap * face_height);
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    if (components.of_vertex(v) != sides.skin) continue;
    if (glm::any(glm::lessThan(positions[v], low - reach)) || glm::any(glm::greaterThan(positions[v], high + reach))) continue;
    if (glm::length(jaw.at(v)) <= kUpperLipShare * deepest) sides.upper.push_back(v);
  }
  find_pairs(components, sides, face_height);
  if (pairs_.empty()) return;
  find_open_edges(components, sides);
  find_patches(sides, face_height);
  passed_through_ = kPassedThrough * face_height;
  rest_depth_ = deepest_at_rest(face_height);
}

void Lips::find_pairs(const SurfaceComponents& components, const Sides& sides, double face_height) {
  const std::vector<glm::dvec3>& positions = surface_.positions();
  // Edges that lead from one lip to the other run around the corner of the mouth: their ends do not meet.
  std::set<Edge> across;
  for (const Triangle& t : sides.skin_triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [less, more] = std::minmax(sides.down[t[k]], sides.down[t[(k + 1) % 3]]);
      if (more < kLowerLipShare || less > kUpperLipShare) continue;
      across.insert(edge_of(components.welded(t[k]), components.welded(t[(k + 1) % 3])));
    }
  }

  const double strip_width = kLipStrip * face_height;
  // A face without height has strips without width: their numbers stay whole, and the conversion is defined.
  constexpr double kLastStrip = 1e9;
  const auto strip_of = [&](std::uint32_t v) {
    return static_cast<long>(std::clamp(std::floor(glm::dot(positions[v], frame_.left) / strip_width), -kLastStrip, kLastStrip));
  };
  std::map<long, std::vector<std::uint32_t>> upper_strips;
  for (const std::uint32_t v : sides.upper) upper_strips[strip_of(v)].push_back(v);
  struct Candidate {
    double squared = std::numeric_limits<double>::max();
    LipPair pair;
  };
  std::map<long, Candidate> best;
  for (const std::uint32_t lower : sides.lower) {
    const long strip = strip_of(lower);
    Candidate& candidate = best[strip];
    for (long near = strip - 1; near <= strip + 1; ++near) {
      const auto found = upper_strips.find(near);
      if (found == upper_strips.end()) continue;
      for (const std::uint32_t upper : found->second) {
        const glm::dvec3 apart = positions[upper] - positions[lower];
        const double squared = glm::dot(apart, apart);
        if (squared >= candidate.squared || across.contains(edge_of(components.welded(lower), components.welded(upper))))
          continue;
        candidate = {squared, {lower, upper, false}};
      }
    }
  }
  double closest = std::numeric_limits<double>::max();
  for (const auto& [strip, candidate] : best) closest = std::min(closest, std::sqrt(candidate.squared));
  const double limit = std::min(kWidestRestGap * face_height, closest + kPairSpread * face_height);
  for (const auto& [strip, candidate] : best) {
    if (std::sqrt(candidate.squared) <= limit) pairs_.push_back(candidate.pair);
  }
}

// An edge that belongs to one triangle only is open.
void Lips::find_open_edges(const SurfaceComponents& components, const Sides& sides) {
  std::set<std::uint32_t> ends;
  for (const LipPair& pair : pairs_) ends.insert({components.welded(pair.lower), components.welded(pair.upper)});
  std::map<Edge, int> uses;
  for (const Triangle& t : sides.skin_triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Edge edge = edge_of(components.welded(t[k]), components.welded(t[(k + 1) % 3]));
      if (ends.contains(edge.first) || ends.contains(edge.second)) ++uses[edge];
    }
  }
  std::set<std::uint32_t> open;
  for (const auto& [edge, count] : uses) {
    if (count == 1) open.insert({edge.first, edge.second});
  }
  for (LipPair& pair : pairs_) {
    pair.is_open_edge = open.contains(components.welded(pair.lower)) || open.contains(components.welded(pair.upper));
  }
}

void Lips::find_patches(const Sides& sides, double face_height) {
  const std::vector<glm::dvec3>& positions = surface_.positions();
  const double reach = kPatchReach * face_height;
  const auto is_near = [&](const glm::dvec3& point) {
    return std::any_of(pairs_.begin(), pairs_.end(), [&](const LipPair& pair) {
      const glm::dvec3 apart = point - positions[pair.lower];
      return glm::dot(apart, apart) <= reach * reach;
    });
  };
  for (const Triangle& t : sides.skin_triangles) {
    const int lower = (sides.down[t[0]] >= kPatchShare ? 1 : 0) + (sides.down[t[1]] >= kPatchShare ? 1 : 0) +
                      (sides.down[t[2]] >= kPatchShare ? 1 : 0);
    if (lower != 0 && lower != 3) continue;
    if (!is_near((positions[t[0]] + positions[t[1]] + positions[t[2]]) / 3.0)) continue;
    (lower == 3 ? lower_lip_ : upper_lip_).push_back(t);
  }
}

double Lips::gap_change(const LipPair& pair, const DisplacementField& field) const {
  return glm::dot(field.at(pair.upper) - field.at(pair.lower), frame_.up);
}

double Lips::coupling(const DisplacementField& jaw, const DisplacementField& close) const {
  double product = 0.0;
  double square = 0.0;
  double jaw_square = 0.0;
  for (const LipPair& pair : pairs_) {
    const double opens = gap_change(pair, jaw);
    const double closes = gap_change(pair, close);
    product -= opens * closes;
    square += closes * closes;
    jaw_square += opens * opens;
  }
  // A mouthClose that moves the gap by less than a hundredth of what jawOpen does closes nothing.
  constexpr double kSmallestClosing = 0.01;
  if (!(square > kSmallestClosing * kSmallestClosing * jaw_square) || !(product > 0.0)) return 0.0;
  return product / square;
}

/// A lip's surface where a displacement takes it.
class Lips::MovedLip {
 public:
  MovedLip(const std::vector<glm::dvec3>& positions, const std::vector<Triangle>& lip, const DisplacementField& field,
           double scale) {
    const auto moved = [&](std::uint32_t v) { return positions[v] + scale * field.at(v); };
    pieces_.reserve(lip.size());
    for (const Triangle& t : lip) {
      const glm::dvec3 a = moved(t[0]);
      const glm::dvec3 b = moved(t[1]);
      const glm::dvec3 c = moved(t[2]);
      const glm::dvec3 normal = glm::cross(b - a, c - a);
      const double length = glm::length(normal);
      if (!(length > 0.0)) continue;
      const glm::dvec3 centre = (a + b + c) / 3.0;
      const double radius = std::max({glm::length(a - centre), glm::length(b - centre), glm::length(c - centre)});
      pieces_.push_back({a, b, c, normal / length, centre, radius});
    }
  }

  /// Distance to the nearest place of the surface where the point is behind it, else 0.
  double depth_of(const glm::dvec3& point) const {
    double nearest = std::numeric_limits<double>::max();
    double side = 0.0;
    for (const Piece& piece : pieces_) {
      // A triangle is no nearer than the ball around it.
      const glm::dvec3 from_centre = point - piece.centre;
      const double reach = nearest + kSamePlace + piece.radius;
      if (glm::dot(from_centre, from_centre) > reach * reach) continue;
      const glm::dvec3 away = point - math::closest_on_triangle(point, piece.a, piece.b, piece.c);
      const double distance = glm::length(away);
      const double above = glm::dot(away, piece.normal);
      // At an edge or a corner several triangles are equally near; the one that sees the point most from its face knows the side.
      const bool is_nearer = distance < nearest - kSamePlace;
      const bool is_same = distance < nearest + kSamePlace && std::abs(above) > std::abs(side);
      if (!is_nearer && !is_same) continue;
      nearest = std::min(nearest, distance);
      side = above;
    }
    return side < 0.0 ? nearest : 0.0;
  }

 private:
  struct Piece {
    glm::dvec3 a;
    glm::dvec3 b;
    glm::dvec3 c;
    glm::dvec3 normal;  // unit
    glm::dvec3 centre;
    double radius = 0.0;  // of the ball around the centre that holds the triangle
  };
  std::vector<Piece> pieces_;
};

/// Both lips under one displacement; each is made when it is first asked for.
class Lips::MovedLips {
 public:
  MovedLips(const Lips& lips, const DisplacementField& field, double scale) : lips_(lips), field_(field), scale_(scale) {}

  const DisplacementField& field() const { return field_; }
  double scale() const { return scale_; }
  double depth_in_upper(std::uint32_t vertex) { return depth_in(upper_, lips_.upper_lip_, vertex); }
  double depth_in_lower(std::uint32_t vertex) { return depth_in(lower_, lips_.lower_lip_, vertex); }

 private:
  double depth_in(std::optional<MovedLip>& lip, const std::vector<Triangle>& triangles, std::uint32_t vertex) {
    const std::vector<glm::dvec3>& positions = lips_.surface_.positions();
    if (!lip) lip.emplace(positions, triangles, field_, scale_);
    return lip->depth_of(positions[vertex] + scale_ * field_.at(vertex));
  }

  const Lips& lips_;
  const DisplacementField& field_;
  double scale_;
  std::optional<MovedLip> upper_;
  std::optional<MovedLip> lower_;
};

// Lips overlap a little at rest, most at the corners of the mouth.
double Lips::deepest_at_rest(double face_height) const {
  const std::vector<glm::dvec3>& positions = surface_.positions();
  const double reach = kPairSpread * face_height;
  std::set<std::uint32_t> near;
  for (const Triangle& t : lower_lip_) {
    for (const std::uint32_t v : t) {
      const bool is_near = std::any_of(pairs_.begin(), pairs_.end(), [&](const LipPair& pair) {
        return glm::length(positions[v] - positions[pair.lower]) <= reach;
      });
      if (is_near) near.insert(v);
    }
  }
  DisplacementField rest;
  rest.reset(positions.size());
  MovedLips at_rest(*this, rest, 0.0);
  const std::size_t step = near.size() / kRestSamples + 1;
  double deepest = 0.0;
  std::size_t number = 0;
  for (const std::uint32_t v : near) {
    if (number++ % step == 0) deepest = std::max(deepest, at_rest.depth_in_upper(v));
  }
  return deepest;
}

double Lips::pair_depth(const LipPair& pair, MovedLips& moved, double at_least) const {
  const std::vector<glm::dvec3>& positions = surface_.positions();
  const glm::dvec3 rest = positions[pair.upper] - positions[pair.lower];
  const glm::dvec3 now = rest + moved.scale() * (moved.field().at(pair.upper) - moved.field().at(pair.lower));
  const double overlap = std::max(0.0, -glm::dot(now, frame_.up)) - std::max(0.0, -glm::dot(rest, frame_.up));
  if (overlap <= at_least) return 0.0;
  // Sheets without thickness, and lips that are through, are at the same place where they are no further apart than they overlap.
  const bool is_same_place = std::abs(glm::dot(now, frame_.forward)) <= overlap;
  if (pair.is_open_edge) return is_same_place ? overlap : 0.0;
  if (overlap > passed_through_ && is_same_place) return overlap;
  const auto beyond_rest = [&](double inside) { return (1.0 - kLipYield) * std::max(0.0, inside - rest_depth_); };
  const double lower_depth = beyond_rest(moved.depth_in_upper(pair.lower));
  if (lower_depth <= at_least) return 0.0;
  return std::min({overlap, lower_depth, beyond_rest(moved.depth_in_lower(pair.upper))});
}

double Lips::crossing(const DisplacementField& field, double scale, double at_least) const {
  if (!found()) return 0.0;
  MovedLips moved(*this, field, scale);
  std::vector<double> depths;
  depths.reserve(pairs_.size());
  for (const LipPair& pair : pairs_) depths.push_back(pair_depth(pair, moved, at_least));
  const auto rank = static_cast<std::ptrdiff_t>(kCrossingWidth * static_cast<double>(depths.size()));
  std::nth_element(depths.begin(), depths.begin() + rank, depths.end(), std::greater<>());
  const double depth = depths[static_cast<std::size_t>(rank)];
  return depth > at_least ? depth : 0.0;
}

}  // namespace doppel::face
