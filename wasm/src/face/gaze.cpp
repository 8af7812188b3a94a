// How far a look channel turns the eye: bone angle, or Horn's fit of a moved eyeball.
// It does not match avatars.
#include "face/gaze.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "math/rigid_fit.hpp"
#include "math/triangle_integral.hpp"

namespace doppel::face {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

// Angle of a rotation matrix, radians; well conditioned at small angles too.
double angle_of(const glm::dmat3& r) {
  const glm::dvec3 twice_sine(r[1][2] - r[2][1], r[2][0] - r[0][2], r[0][1] - r[1][0]);
  return std::atan2(glm::length(twice_sine), r[0][0] + r[1][1] + r[2][2] - 1.0);
}

double bone_degrees(const ChannelFields& fields, std::size_t channel) {
  const RouteWeights weights = route_weights(fields.routes, fields.routes.channels[channel], 1.0);
  const BoneRotations rotations = bone_rotations(weights);
  double largest = 0.0;
  for (const FaceBone eye : {FaceBone::kLeftEye, FaceBone::kRightEye}) {
    largest = std::max(largest, angle_of(rotations[static_cast<std::size_t>(eye)]));
  }
  return largest * kDegrees;
}

struct Piece {
  double energy = 0.0;
  double touched_area = 0.0;
  std::vector<std::uint32_t> triangles;
};

std::map<std::uint32_t, Piece> moved_pieces(const Surface& surface, const SurfaceComponents& components,
                                            const DisplacementField& field) {
  std::map<std::uint32_t, Piece> pieces;
  const std::vector<glm::dvec3>& positions = surface.positions();
  for (const std::uint32_t number : field.touched_triangles(surface)) {
    const Triangle& t = surface.triangles()[number];
    Piece& piece = pieces[components.of_triangle(t)];
    piece.touched_area += surface.triangle_area(t);
    piece.energy +=
        math::integrate_field(positions[t[0]], positions[t[1]], positions[t[2]], field.at(t[0]), field.at(t[1]), field.at(t[2]))
            .i2;
    piece.triangles.push_back(number);
  }
  return pieces;
}

// Each vertex of the piece counts with a third of the triangles around it.
math::RigidFit fit_piece(const Surface& surface, const DisplacementField& field, const Piece& piece) {
  std::vector<std::pair<std::uint32_t, double>> shares;
  shares.reserve(3 * piece.triangles.size());
  for (const std::uint32_t number : piece.triangles) {
    const Triangle& t = surface.triangles()[number];
    const double third = surface.triangle_area(t) / 3.0;
    for (const std::uint32_t vertex : t) shares.emplace_back(vertex, third);
  }
  std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<math::WeightedMotion> motions;
  for (std::size_t i = 0; i < shares.size();) {
    const std::uint32_t vertex = shares[i].first;
    double area = 0.0;
    for (; i < shares.size() && shares[i].first == vertex; ++i) area += shares[i].second;
    const glm::dvec3& rest = surface.positions()[vertex];
    motions.push_back({rest, rest + field.at(vertex), area});
  }
  return math::fit_rigid_motion(motions);
}

}  // namespace

Gaze measure_gaze(const ChannelFields& fields, const SurfaceComponents& components, std::size_t channel,
                  const DisplacementField& field) {
  const double by_bone = bone_degrees(fields, channel);
  if (by_bone > 0.0) return {by_bone, GazeSource::kBone};

  const std::map<std::uint32_t, Piece> pieces = moved_pieces(fields.surface, components, field);
  double total = 0.0;
  for (const auto& [component, piece] : pieces) total += piece.energy;
  Gaze gaze;
  double best_energy = 0.0;
  for (const auto& [component, piece] : pieces) {
    if (!(piece.energy > best_energy) || piece.energy < kBallEnergy * total) continue;
    if (piece.touched_area < kBallShare * components.area(component)) continue;
    const math::RigidFit fit = fit_piece(fields.surface, field, piece);
    if (fit.residual_squares > kGazeResidual * kGazeResidual * fit.moved_squares) continue;
    if (fit.turned_squares < kTurnedShare * fit.moved_squares) continue;
    best_energy = piece.energy;
    gaze = {fit.radians * kDegrees, GazeSource::kEyeball};
  }
  return gaze;
}

}  // namespace doppel::face
