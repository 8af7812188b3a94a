// Pools the avatar's vertex buffers in avatar space: linear blend skinning of the rest pose and of the morph targets.
// It does not know channels or routes, and it measures nothing.
#include "face/surface.hpp"

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>
#include <string>

#include "base/error.hpp"

namespace doppel::face {
namespace {

// Slots beyond this are taken for a damaged file: no avatar has so many targets.
constexpr std::uint32_t kMaximumSlots = 1U << 20U;
constexpr std::size_t kMaximumVertices = 1U << 26U;
constexpr double kSmallestDeterminant = 1e-30;  // relative to the cube of the matrix' size; below it nothing can be undone

[[noreturn]] void refuse(std::uint32_t buffer, const std::string& what) {
  throw Error(ErrorCode::kInvalidGeometry, "vertex buffer " + std::to_string(buffer) + ": " + what);
}

bool is_finite(const glm::dvec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void check_sizes(std::uint32_t id, const VertexBuffer& buffer) {
  if (buffer.positions.size() % 3 != 0) {
    refuse(id, "positions hold " + std::to_string(buffer.positions.size()) + " numbers, expected a multiple of 3");
  }
  const std::size_t count = buffer.positions.size() / 3;
  if (count > kMaximumVertices) refuse(id, std::to_string(count) + " vertices are more than can be measured");
  const std::size_t expected = count * buffer.influences;
  if (buffer.joints.size() != expected || buffer.weights.size() != expected) {
    refuse(id, "joints hold " + std::to_string(buffer.joints.size()) + " and weights " + std::to_string(buffer.weights.size()) +
                   " numbers, expected " + std::to_string(expected) + " of each");
  }
  if (buffer.matrices.empty() || buffer.matrices.size() % 16 != 0) {
    refuse(id, "matrices hold " + std::to_string(buffer.matrices.size()) + " numbers, expected a multiple of 16, at least one");
  }
  const std::size_t matrices = buffer.matrices.size() / 16;
  if (!buffer.face_bones.empty() && buffer.face_bones.size() != matrices) {
    refuse(id, "face bones hold " + std::to_string(buffer.face_bones.size()) + " entries, expected " + std::to_string(matrices));
  }
  for (std::size_t i = 0; i < buffer.face_bones.size(); ++i) {
    if (buffer.face_bones[i] < -1 || buffer.face_bones[i] >= static_cast<int>(kFaceBoneCount)) {
      refuse(id, "face bone of matrix " + std::to_string(i) + " is " + std::to_string(buffer.face_bones[i]) + ", expected -1..2");
    }
  }
}

std::vector<glm::dmat4> read_matrices(std::uint32_t id, std::span<const double> numbers) {
  std::vector<glm::dmat4> matrices(numbers.size() / 16);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i])) refuse(id, "matrix " + std::to_string(i / 16) + " is not finite");
    matrices[i / 16][static_cast<int>(i % 16 / 4)][static_cast<int>(i % 4)] = numbers[i];
  }
  return matrices;
}

// Joint weights of one vertex, normalised. A vertex without any weight follows its first joint, as viewers draw it.
class Influences {
 public:
  Influences(std::uint32_t id, const VertexBuffer& buffer, std::size_t matrices)
      : id_(id), buffer_(buffer), matrices_(matrices) {}

  template <typename Use>
  void each(std::size_t vertex, const Use& use) const {
    if (buffer_.influences == 0) {
      use(std::size_t{0}, 1.0);
      return;
    }
    const std::size_t first = vertex * buffer_.influences;
    double sum = 0.0;
    for (std::size_t k = first; k < first + buffer_.influences; ++k) {
      const double weight = buffer_.weights[k];
      if (!std::isfinite(weight)) refuse(id_, "joint weight of vertex " + std::to_string(vertex) + " is not finite");
      if (weight > 0.0) sum += weight;
    }
    if (!(sum > 0.0)) {
      use(checked(vertex, first), 1.0);
      return;
    }
    for (std::size_t k = first; k < first + buffer_.influences; ++k) {
      const double weight = buffer_.weights[k];
      if (weight > 0.0) use(checked(vertex, k), weight / sum);
    }
  }

 private:
  std::size_t checked(std::size_t vertex, std::size_t k) const {
    const std::size_t joint = buffer_.joints[k];
    if (joint >= matrices_) {
      refuse(id_, "joint of vertex " + std::to_string(vertex) + " is " + std::to_string(joint) + ", expected below " +
                      std::to_string(matrices_));
    }
    return joint;
  }

  std::uint32_t id_;
  const VertexBuffer& buffer_;
  std::size_t matrices_;
};

glm::dmat3 inverse_or_zero(const glm::dmat3& matrix) {
  const double size = glm::length(matrix[0]) + glm::length(matrix[1]) + glm::length(matrix[2]);
  const double determinant = glm::determinant(matrix);
  if (!(std::abs(determinant) > kSmallestDeterminant * size * size * size)) return glm::dmat3(0.0);
  return glm::inverse(matrix);
}

}  // namespace

const Surface::Buffer& Surface::buffer_at(std::uint32_t id, const char* what) const {
  if (id >= buffers_.size()) refuse(id, std::string(what) + " were given, but there is no such buffer");
  return buffers_[id];
}

std::uint32_t Surface::add_vertices(const VertexBuffer& buffer) {
  const auto id = static_cast<std::uint32_t>(buffers_.size());
  check_sizes(id, buffer);
  const std::vector<glm::dmat4> matrices = read_matrices(id, buffer.matrices);
  const std::size_t count = buffer.positions.size() / 3;
  const Influences influences(id, buffer, matrices.size());

  // Everything is made aside first: a refused buffer leaves nothing behind.
  std::vector<glm::dvec3> positions(count);
  std::vector<glm::mat3> linear(count);
  std::array<std::vector<CarriedVertex>, kFaceBoneCount> carried;
  const auto first = static_cast<std::uint32_t>(positions_.size());
  for (std::size_t v = 0; v < count; ++v) {
    const glm::dvec3 local(buffer.positions[3 * v], buffer.positions[3 * v + 1], buffer.positions[3 * v + 2]);
    glm::dmat3 blended(0.0);
    glm::dvec3 position(0.0);
    std::array<CarriedVertex, kFaceBoneCount> parts{};
    influences.each(v, [&](std::size_t joint, double weight) {
      const glm::dmat3 part = weight * glm::dmat3(matrices[joint]);
      const glm::dvec3 point = part * local + weight * glm::dvec3(matrices[joint][3]);
      blended += part;
      position += point;
      const int bone = buffer.face_bones.empty() ? -1 : buffer.face_bones[joint];
      if (bone < 0) return;
      CarriedVertex& carrier = parts[static_cast<std::size_t>(bone)];
      carrier.share += weight;
      carrier.position += point;
      carrier.morph_part += part;
    });
    if (!is_finite(position)) refuse(id, "position of vertex " + std::to_string(v) + " is not finite");
    positions[v] = position;
    linear[v] = glm::mat3(blended);
    for (std::size_t bone = 0; bone < kFaceBoneCount; ++bone) {
      if (!(parts[bone].share > 0.0)) continue;
      parts[bone].vertex = first + static_cast<std::uint32_t>(v);
      parts[bone].morph_part = parts[bone].morph_part * inverse_or_zero(blended);
      carried[bone].push_back(parts[bone]);
    }
  }

  for (const glm::dvec3& position : positions) {
    const bool is_first = positions_.empty();
    box_low_ = is_first ? position : glm::min(box_low_, position);
    box_high_ = is_first ? position : glm::max(box_high_, position);
    positions_.push_back(position);
  }
  linear_.insert(linear_.end(), linear.begin(), linear.end());
  for (std::size_t bone = 0; bone < kFaceBoneCount; ++bone) {
    carried_[bone].insert(carried_[bone].end(), carried[bone].begin(), carried[bone].end());
  }
  buffers_.push_back({first, static_cast<std::uint32_t>(count)});
  first_triangle_.clear();
  return id;
}

void Surface::add_triangles(std::uint32_t buffer, std::span<const std::uint32_t> indices) {
  const Buffer& range = buffer_at(buffer, "triangles");
  if (indices.size() % 3 != 0) {
    refuse(buffer, "a triangle list holds " + std::to_string(indices.size()) + " indices, expected a multiple of 3");
  }
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= range.count) {
      refuse(buffer, "index " + std::to_string(i) + " of the triangle list is " + std::to_string(indices[i]) +
                         ", expected below " + std::to_string(range.count));
    }
  }
  first_triangle_.clear();
  triangles_.reserve(triangles_.size() + indices.size() / 3);
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    triangles_.push_back({range.first + indices[i], range.first + indices[i + 1], range.first + indices[i + 2]});
  }
}

void Surface::add_target(std::uint32_t buffer, std::uint32_t slot, std::span<const float> deltas) {
  const Buffer& range = buffer_at(buffer, "target deltas");
  if (slot >= kMaximumSlots) refuse(buffer, "a target has slot " + std::to_string(slot) + ", more than can be measured");
  if (deltas.size() != std::size_t{3} * range.count) {
    refuse(buffer, "the target of slot " + std::to_string(slot) + " holds " + std::to_string(deltas.size()) +
                       " numbers, expected " + std::to_string(std::size_t{3} * range.count));
  }
  std::vector<MorphDelta> moved;
  for (std::uint32_t v = 0; v < range.count; ++v) {
    const glm::dvec3 local(deltas[std::size_t{3} * v], deltas[std::size_t{3} * v + 1], deltas[std::size_t{3} * v + 2]);
    if (!is_finite(local)) {
      refuse(buffer, "the target of slot " + std::to_string(slot) + " is not finite at vertex " + std::to_string(v));
    }
    if (local == glm::dvec3(0.0)) continue;
    const glm::vec3 delta(glm::dmat3(linear_[range.first + v]) * local);
    if (!is_finite(glm::dvec3(delta))) {
      refuse(buffer, "the target of slot " + std::to_string(slot) + " is too large at vertex " + std::to_string(v));
    }
    moved.push_back({range.first + v, delta});
  }
  if (slot >= morphs_.size()) morphs_.resize(std::size_t{slot} + 1);
  morphs_[slot].insert(morphs_[slot].end(), moved.begin(), moved.end());
}

const std::vector<MorphDelta>& Surface::morph(std::uint32_t slot) const {
  static const std::vector<MorphDelta> kNone;
  return slot < morphs_.size() ? morphs_[slot] : kNone;
}

// A count of each vertex' corners, then every triangle into the parts of its corners.
void Surface::index_triangles() const {
  first_triangle_.assign(positions_.size() + 1, 0);
  for (const Triangle& t : triangles_) {
    for (const std::uint32_t v : t) ++first_triangle_[v + 1];
  }
  for (std::size_t v = 1; v < first_triangle_.size(); ++v) first_triangle_[v] += first_triangle_[v - 1];
  vertex_triangles_.resize(first_triangle_.back());
  std::vector<std::uint32_t> next = first_triangle_;
  for (std::uint32_t number = 0; number < triangles_.size(); ++number) {
    for (const std::uint32_t v : triangles_[number]) vertex_triangles_[next[v]++] = number;
  }
}

std::span<const std::uint32_t> Surface::triangles_at(std::uint32_t vertex) const {
  if (first_triangle_.empty()) index_triangles();
  return std::span(vertex_triangles_).subspan(first_triangle_[vertex], first_triangle_[vertex + 1] - first_triangle_[vertex]);
}

double Surface::triangle_area(const Triangle& t) const {
  const glm::dvec3& origin = positions_[t[0]];
  return 0.5 * glm::length(glm::cross(positions_[t[1]] - origin, positions_[t[2]] - origin));
}

double Surface::size() const { return glm::length(box_high_ - box_low_); }

}  // namespace doppel::face
