// The displacement field of one channel, through morphs and bone turns.
// It measures nothing.
#include "face/displacement.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace doppel::face {
namespace {

// Rotation by `radians` about the unit axis (Rodrigues).
glm::dmat3 rotation_about(const glm::dvec3& axis, double radians) {
  const double c = std::cos(radians);
  const double s = std::sin(radians);
  const double t = 1.0 - c;
  return {t * axis.x * axis.x + c,          t * axis.x * axis.y + s * axis.z, t * axis.x * axis.z - s * axis.y,
          t * axis.x * axis.y - s * axis.z, t * axis.y * axis.y + c,          t * axis.y * axis.z + s * axis.x,
          t * axis.x * axis.z + s * axis.y, t * axis.y * axis.z - s * axis.x, t * axis.z * axis.z + c};
}

}  // namespace

void DisplacementField::reset(std::size_t vertex_count) {
  if (values_.size() != vertex_count) {
    values_.assign(vertex_count, glm::dvec3(0.0));
    touched_flags_.assign(vertex_count, 0);
  } else {
    for (const std::uint32_t vertex : touched_) {
      values_[vertex] = glm::dvec3(0.0);
      touched_flags_[vertex] = 0;
    }
  }
  touched_.clear();
  has_triangles_ = false;
}

void DisplacementField::add(std::uint32_t vertex, const glm::dvec3& displacement) {
  if (touched_flags_[vertex] == 0) {
    touched_flags_[vertex] = 1;
    touched_.push_back(vertex);
    has_triangles_ = false;
  }
  values_[vertex] += displacement;
}

void DisplacementField::scale(double factor) {
  for (const std::uint32_t vertex : touched_) values_[vertex] *= factor;
}

const std::vector<std::uint32_t>& DisplacementField::touched_triangles(const Surface& surface) const {
  if (has_triangles_) return triangles_;
  constexpr std::uint32_t kBits = 64;
  triangle_bits_.resize(surface.triangles().size() / kBits + 1, 0);
  for (const std::uint32_t vertex : touched_) {
    for (const std::uint32_t t : surface.triangles_at(vertex)) triangle_bits_[t / kBits] |= std::uint64_t{1} << (t % kBits);
  }
  triangles_.clear();
  for (std::uint32_t word = 0; word < triangle_bits_.size(); ++word) {
    for (std::uint64_t left = triangle_bits_[word]; left != 0; left &= left - 1) {
      triangles_.push_back(word * kBits + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    triangle_bits_[word] = 0;
  }
  has_triangles_ = true;
  return triangles_;
}

double DisplacementField::largest() const {
  double squared = 0.0;
  for (const std::uint32_t vertex : touched_) squared = std::max(squared, glm::dot(values_[vertex], values_[vertex]));
  return std::sqrt(squared);
}

BoneRotations bone_rotations(const RouteWeights& weights) {
  BoneRotations rotations{glm::dmat3(1.0), glm::dmat3(1.0), glm::dmat3(1.0)};
  for (const TurnAngle& turn : weights.turns) {
    glm::dmat3& rotation = rotations[static_cast<std::size_t>(turn.bone)];
    rotation = rotation_about({turn.axis[0], turn.axis[1], turn.axis[2]}, turn.radians) * rotation;
  }
  return rotations;
}

void evaluate_displacement(const Surface& surface, const BonePivots& pivots, const RouteWeights& weights,
                           DisplacementField& field) {
  field.reset(surface.positions().size());
  for (const SlotWeight& entry : weights.slots) {
    if (entry.weight == 0.0) continue;
    for (const MorphDelta& moved : surface.morph(entry.slot)) {
      field.add(moved.vertex, entry.weight * glm::dvec3(moved.delta_ws));
    }
  }
  const BoneRotations rotations = bone_rotations(weights);
  // A bone turns its share of the morphed vertex about the pivot: (R - I)(share x (position - pivot)). Shares of several bones
  // add up, but each must see the morph alone, so all are collected before any is added.
  std::vector<std::pair<std::uint32_t, glm::dvec3>> turned;
  for (std::size_t bone = 0; bone < kFaceBoneCount; ++bone) {
    const glm::dmat3 change = rotations[bone] - glm::dmat3(1.0);
    if (change == glm::dmat3(0.0)) continue;
    for (const CarriedVertex& carrier : surface.carried(static_cast<FaceBone>(bone))) {
      const glm::dvec3 arm = carrier.position + carrier.morph_part * field.at(carrier.vertex) - carrier.share * pivots[bone];
      turned.emplace_back(carrier.vertex, change * arm);
    }
  }
  for (const auto& [vertex, displacement] : turned) field.add(vertex, displacement);
}

}  // namespace doppel::face
