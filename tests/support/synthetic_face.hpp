// Parts of a face with known measures: an eye behind a hole with lids, and lips with thickness, each one welded skin.
// It is not an avatar; see synthetic_mesh.hpp for the plain meshes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "face/face_frame.hpp"
#include "face/surface.hpp"
#include "synthetic_mesh.hpp"

namespace doppel::test {

/// A plate of skin at z = 13 mm with a rectangular hole, and a ball behind it; all on the left side of the face.
struct EyeShape {
  glm::dvec3 centre{0.03, 0.06, 0.0};
  double ball_radius = 0.012;
  double half_width = 0.008;  // of the hole
  double hole_height = 0.008;
  double plate_depth = 0.013;
};

inline Mesh make_eye_ball(const EyeShape& eye = {}) { return make_sphere(eye.centre, eye.ball_radius, 24, 16); }

/// Plate of 60 x 60 mm around the eye in squares of `cell` (a divisor of the hole's sizes), without the squares of the hole.
inline Mesh make_lid_plate(const EyeShape& eye = {}, double cell = 0.002) {
  const int n = static_cast<int>(std::lround(0.06 / cell));
  Mesh plate = make_patch(n, n, [&](double u, double v) {
    return glm::dvec3(eye.centre.x + 0.06 * (u - 0.5), eye.centre.y + 0.06 * (v - 0.5), eye.plate_depth);
  });
  std::vector<std::uint32_t> kept;
  for (std::size_t t = 0; t < plate.triangles.size(); t += 3) {
    const glm::dvec3 middle =
        (plate.position(plate.triangles[t]) + plate.position(plate.triangles[t + 1]) + plate.position(plate.triangles[t + 2])) /
        3.0;
    const bool is_hole =
        std::abs(middle.x - eye.centre.x) < eye.half_width && std::abs(middle.y - eye.centre.y) < 0.5 * eye.hole_height;
    if (!is_hole)
      kept.insert(kept.end(), plate.triangles.begin() + static_cast<std::ptrdiff_t>(t),
                  plate.triangles.begin() + static_cast<std::ptrdiff_t>(t) + 3);
  }
  plate.triangles = kept;
  return plate;
}

/// Lid motion on the plate: the upper margin comes down by `upper`, the lower one up by `lower`, metres; both fade over 20 mm
/// away from the hole and to nothing within `fade` beside it.
inline VectorField lid_motion(double upper, double lower, const EyeShape& eye = {}, double fade = 0.002) {
  return [=](const glm::dvec3& p) {
    const double beside = std::max(0.0, std::abs(p.x - eye.centre.x) - eye.half_width);
    const double across = std::max(0.0, 1.0 - beside / fade);
    const double above = p.y - (eye.centre.y + 0.5 * eye.hole_height) + 1e-6;
    const double below = (eye.centre.y - 0.5 * eye.hole_height) - p.y + 1e-6;
    if (above >= 0.0) return glm::dvec3(0.0, -upper * across * std::max(0.0, 1.0 - above / 0.02), 0.0);
    if (below >= 0.0) return glm::dvec3(0.0, lower * across * std::max(0.0, 1.0 - below / 0.02), 0.0);
    return glm::dvec3(0.0);
  };
}

/// Lips as one sheet of skin: front of the chin, edge, lower lip's top inwards, back of the mouth, upper lip's bottom outwards,
/// edge, front up. The tops bulge towards each other in the middle of their 20 mm depth, where the gap is `gap`.
inline Mesh make_lips(double gap = 0.0006, int columns = 20) {
  struct Corner {
    double y;
    double z;
  };
  const double half = 0.5 * gap;
  const std::array<Corner, 14> profile{{{-0.05, 0.0},
                                        {-0.03, 0.0},
                                        {-0.01, 0.0},
                                        {-half - 0.0004, 0.0},
                                        {-half - 0.0002, -0.005},
                                        {-half, -0.01},
                                        {-half - 0.0006, -0.02},
                                        {half + 0.0006, -0.02},
                                        {half, -0.01},
                                        {half + 0.0002, -0.005},
                                        {half + 0.0004, 0.0},
                                        {0.01, 0.0},
                                        {0.03, 0.0},
                                        {0.05, 0.0}}};
  const int rows = static_cast<int>(profile.size()) - 1;
  return make_patch(columns, rows, [&](double u, double v) {
    const Corner& corner = profile[static_cast<std::size_t>(std::lround(v * rows))];
    return glm::dvec3(0.04 * (u - 0.5), corner.y, corner.z);
  });
}

/// The lower lip, all that lies below the line of the lips, moves by `up` along Y.
inline VectorField lower_lip_motion(double up) {
  return [=](const glm::dvec3& p) { return glm::dvec3(0.0, p.y < 0.0 ? up : 0.0, 0.0); };
}

/// Surface of some meshes, for tests of the probe's parts.
inline face::Surface make_surface(const std::vector<Mesh>& meshes) {
  face::Surface surface;
  for (const Mesh& mesh : meshes) add_mesh(surface, mesh);
  return surface;
}

}  // namespace doppel::test
