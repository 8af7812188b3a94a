// The best rigid motion between two sets of points, by Horn's quaternion method.
// It does not scale and does not mirror.
#include "math/rigid_fit.hpp"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace doppel::math {
namespace {

using Matrix4 = std::array<std::array<double, 4>, 4>;

constexpr int kMaximumSweeps = 32;      // Jacobi converges quadratically; five or six are usual
constexpr double kOffDiagonal = 1e-30;  // relative to the squared norm: beyond double precision

struct Eigenvectors {
  std::array<double, 4> values{};
  Matrix4 columns{};
};

void rotate(Matrix4& a, Matrix4& v, std::size_t p, std::size_t q) {
  if (a[p][q] == 0.0) return;
  const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
  const double t = (theta >= 0.0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
  const double c = 1.0 / std::sqrt(t * t + 1.0);
  const double s = t * c;
  for (std::size_t k = 0; k < 4; ++k) {
    const double akp = a[k][p];
    const double akq = a[k][q];
    a[k][p] = c * akp - s * akq;
    a[k][q] = s * akp + c * akq;
  }
  for (std::size_t k = 0; k < 4; ++k) {
    const double apk = a[p][k];
    const double aqk = a[q][k];
    a[p][k] = c * apk - s * aqk;
    a[q][k] = s * apk + c * aqk;
    const double vkp = v[k][p];
    const double vkq = v[k][q];
    v[k][p] = c * vkp - s * vkq;
    v[k][q] = s * vkp + c * vkq;
  }
}

// Cyclic Jacobi method for a symmetric matrix.
Eigenvectors eigenvectors_of(Matrix4 a) {
  Eigenvectors result;
  for (std::size_t k = 0; k < 4; ++k) result.columns[k][k] = 1.0;
  for (int sweep = 0; sweep < kMaximumSweeps; ++sweep) {
    double off = 0.0;
    double on = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
      on += a[i][i] * a[i][i];
      for (std::size_t j = i + 1; j < 4; ++j) off += a[i][j] * a[i][j];
    }
    if (off <= kOffDiagonal * (on + off)) break;
    for (std::size_t p = 0; p < 4; ++p) {
      for (std::size_t q = p + 1; q < 4; ++q) rotate(a, result.columns, p, q);
    }
  }
  for (std::size_t k = 0; k < 4; ++k) result.values[k] = a[k][k];
  return result;
}

glm::dmat3 matrix_of(double w, double x, double y, double z) {
  return {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z),       2.0 * (x * z - w * y),
          2.0 * (x * y - w * z),       1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x),
          2.0 * (x * z + w * y),       2.0 * (y * z - w * x),       1.0 - 2.0 * (x * x + y * y)};
}

}  // namespace

RigidFit fit_rigid_motion(std::span<const WeightedMotion> motions) {
  RigidFit fit;
  double weight = 0.0;
  glm::dvec3 from(0.0);
  glm::dvec3 to(0.0);
  for (const WeightedMotion& motion : motions) {
    weight += motion.weight;
    from += motion.weight * motion.from;
    to += motion.weight * motion.to;
  }
  if (!(weight > 0.0)) return fit;
  from /= weight;
  to /= weight;

  glm::dmat3 s(0.0);  // s[j][i] = sum of from_i to_j about the centroids
  for (const WeightedMotion& motion : motions) {
    s += glm::outerProduct(motion.from - from, motion.weight * (motion.to - to));
  }
  const auto at = [&](int i, int j) { return s[j][i]; };
  const Matrix4 n{{{at(0, 0) + at(1, 1) + at(2, 2), at(1, 2) - at(2, 1), at(2, 0) - at(0, 2), at(0, 1) - at(1, 0)},
                   {at(1, 2) - at(2, 1), at(0, 0) - at(1, 1) - at(2, 2), at(0, 1) + at(1, 0), at(2, 0) + at(0, 2)},
                   {at(2, 0) - at(0, 2), at(0, 1) + at(1, 0), at(1, 1) - at(0, 0) - at(2, 2), at(1, 2) + at(2, 1)},
                   {at(0, 1) - at(1, 0), at(2, 0) + at(0, 2), at(1, 2) + at(2, 1), at(2, 2) - at(0, 0) - at(1, 1)}}};
  const Eigenvectors eigen = eigenvectors_of(n);
  std::size_t largest = 0;
  for (std::size_t k = 1; k < 4; ++k) {
    if (eigen.values[k] > eigen.values[largest]) largest = k;
  }
  const std::array<double, 4> q{eigen.columns[0][largest], eigen.columns[1][largest], eigen.columns[2][largest],
                                eigen.columns[3][largest]};
  fit.rotation = matrix_of(q[0], q[1], q[2], q[3]);
  fit.radians = 2.0 * std::atan2(std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), std::abs(q[0]));

  for (const WeightedMotion& motion : motions) {
    const glm::dvec3 arm = motion.from - from;
    const glm::dvec3 moved = motion.to - motion.from;
    const glm::dvec3 turned = fit.rotation * arm - arm;
    const glm::dvec3 left = motion.to - to - fit.rotation * arm;
    fit.moved_squares += motion.weight * glm::dot(moved, moved);
    fit.turned_squares += motion.weight * glm::dot(turned, turned);
    fit.residual_squares += motion.weight * glm::dot(left, left);
  }
  fit.moved_squares /= weight;
  fit.turned_squares /= weight;
  fit.residual_squares /= weight;
  return fit;
}

}  // namespace doppel::math
