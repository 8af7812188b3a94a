// Plain meshes with known shape for the probe's tests: patches, spheres, and the ways files differ without differing in shape.
// It is not an avatar; no file is read.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "face/probe.hpp"
#include "face_fixtures.hpp"

namespace doppel::test {

/// One vertex buffer with its targets, unskinned under `matrix` unless joints are given.
struct Mesh {
  std::vector<float> positions;
  std::vector<std::uint32_t> triangles;
  std::map<std::uint32_t, std::vector<float>> targets;  // by slot
  std::vector<double> matrices{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  std::uint32_t influences = 0;
  std::vector<std::int8_t> face_bones;

  std::size_t vertex_count() const { return positions.size() / 3; }
  glm::dvec3 position(std::size_t v) const { return {positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]}; }
};

using VectorField = std::function<glm::dvec3(const glm::dvec3&)>;

inline void set_target(Mesh& mesh, std::uint32_t slot, const VectorField& field) {
  std::vector<float>& deltas = mesh.targets[slot];
  deltas.clear();
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const glm::dvec3 d = field(mesh.position(v));
    for (int k = 0; k < 3; ++k) deltas.push_back(static_cast<float>(d[k]));
  }
}

/// columns x rows quads over (0..1, 0..1), placed by `place`.
inline Mesh make_patch(int columns, int rows, const std::function<glm::dvec3(double, double)>& place) {
  Mesh mesh;
  for (int j = 0; j <= rows; ++j) {
    for (int i = 0; i <= columns; ++i) {
      const glm::dvec3 p = place(static_cast<double>(i) / columns, static_cast<double>(j) / rows);
      for (int k = 0; k < 3; ++k) mesh.positions.push_back(static_cast<float>(p[k]));
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * (columns + 1) + i); };
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      for (const std::uint32_t index : {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)}) {
        mesh.triangles.push_back(index);
      }
    }
  }
  return mesh;
}

/// Sphere of latitude and longitude quads, outward faces; the seam is split as texture seams are.
inline Mesh make_sphere(const glm::dvec3& centre, double radius, int columns, int rows) {
  return make_patch(columns, rows, [&](double u, double v) {
    const double around = 2.0 * std::numbers::pi * u;
    const double down = std::numbers::pi * (1.0 - v);
    return centre + radius * glm::dvec3(std::sin(down) * std::sin(around), std::cos(down), std::sin(down) * std::cos(around));
  });
}

/// Every triangle split in four at the middles of its edges; targets follow.
inline Mesh subdivided(const Mesh& mesh) {
  Mesh fine = mesh;
  fine.triangles.clear();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [found, is_new] =
        middles.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(fine.vertex_count()));
    if (is_new) {
      const auto append = [&](std::vector<float>& values) {
        for (std::size_t k = 0; k < 3; ++k)
          values.push_back(0.5F * (values[std::size_t{3} * a + k] + values[std::size_t{3} * b + k]));
      };
      append(fine.positions);
      for (auto& [slot, deltas] : fine.targets) append(deltas);
    }
    return found->second;
  };
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    const std::uint32_t a = mesh.triangles[t];
    const std::uint32_t b = mesh.triangles[t + 1];
    const std::uint32_t c = mesh.triangles[t + 2];
    const std::uint32_t ab = middle(a, b);
    const std::uint32_t bc = middle(b, c);
    const std::uint32_t ca = middle(c, a);
    for (const std::uint32_t index : {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca}) fine.triangles.push_back(index);
  }
  return fine;
}

/// The same triangles as several meshes, triangle t in mesh t % parts; vertices are repeated as needed.
inline std::vector<Mesh> split(const Mesh& mesh, std::size_t parts) {
  std::vector<Mesh> meshes(parts);
  std::vector<std::map<std::uint32_t, std::uint32_t>> numbers(parts);
  for (Mesh& part : meshes) part.matrices = mesh.matrices;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    Mesh& part = meshes[i / 3 % parts];
    const std::uint32_t v = mesh.triangles[i];
    const auto [found, is_new] = numbers[i / 3 % parts].try_emplace(v, static_cast<std::uint32_t>(part.vertex_count()));
    if (is_new) {
      for (std::size_t k = 0; k < 3; ++k) part.positions.push_back(mesh.positions[std::size_t{3} * v + k]);
      for (const auto& [slot, deltas] : mesh.targets) {
        for (std::size_t k = 0; k < 3; ++k) part.targets[slot].push_back(deltas[std::size_t{3} * v + k]);
      }
    }
    part.triangles.push_back(found->second);
  }
  return meshes;
}

/// Stored `1 / factor` times as large under a node scaled by `factor`.
inline Mesh under_scaled_node(Mesh mesh, double factor) {
  const auto shrink = [&](std::vector<float>& values) {
    for (float& value : values) value = static_cast<float>(value / factor);
  };
  shrink(mesh.positions);
  for (auto& [slot, deltas] : mesh.targets) shrink(deltas);
  for (std::size_t k = 0; k < mesh.matrices.size(); ++k) {
    if (k % 16 < 12) mesh.matrices[k] *= factor;
  }
  return mesh;
}

/// Turned about X (the avatar nods) as a whole.
inline Mesh pitched(Mesh mesh, double degrees) {
  const double c = std::cos(degrees * std::numbers::pi / 180.0);
  const double s = std::sin(degrees * std::numbers::pi / 180.0);
  for (std::size_t k = 0; k + 3 < mesh.matrices.size(); k += 4) {
    const double y = mesh.matrices[k + 1];
    const double z = mesh.matrices[k + 2];
    mesh.matrices[k + 1] = c * y - s * z;
    mesh.matrices[k + 2] = s * y + c * z;
  }
  return mesh;
}

/// Adds a mesh to anything that takes geometry as the probe does: `face::FaceProbe`, `face::Surface`. Returns its buffer's id.
template <typename Geometry>
std::uint32_t add_mesh(Geometry& geometry, const Mesh& mesh) {
  face::VertexBuffer buffer;
  buffer.positions = mesh.positions;
  buffer.joints = mesh.joints;
  buffer.weights = mesh.weights;
  buffer.influences = mesh.influences;
  buffer.matrices = mesh.matrices;
  buffer.face_bones = mesh.face_bones;
  const std::uint32_t id = geometry.add_vertices(buffer);
  geometry.add_triangles(id, mesh.triangles);
  for (const auto& [slot, deltas] : mesh.targets) geometry.add_target(id, slot, deltas);
  return id;
}

/// Routes by which channel c drives slot c with weight 1, for the channels named.
inline face::FaceRoutes direct_routes(const std::vector<std::size_t>& channels) {
  face::FaceRoutes routes;
  routes.slot_count = kFaceChannelCount;
  for (const std::size_t channel : channels) routes.channels[channel].binds.push_back({static_cast<std::uint32_t>(channel), 1.0});
  return routes;
}

inline face::FaceMeasurement measure(const face::FaceRoutes& routes, const std::vector<Mesh>& meshes) {
  face::FaceProbe probe;
  probe.set_routes(routes);
  for (const Mesh& mesh : meshes) add_mesh(probe, mesh);
  return probe.finish();
}

}  // namespace doppel::test
