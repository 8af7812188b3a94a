// The probe: measures what every face channel does to the avatar's skinned surface. Runs once at load, never per frame.
// It is not a file reader: geometry, skinning matrices and routes come in as plain arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "face/measurement.hpp"
#include "face/routes.hpp"

namespace doppel::face {

/// One vertex buffer in rest pose. Spans are read during the call only.
struct VertexBuffer {
  std::span<const float> positions;       // n x 3, in the mesh's own space as stored (dequantized by the accessor's rules)
  std::span<const std::uint16_t> joints;  // n x influences, empty for an unskinned mesh; indices into `joint_matrices`
  std::span<const float> weights;         // n x influences; need not sum to 1 (they are normalised)
  std::uint32_t influences = 0;           // joint influences a vertex: 0, 4, 8, ...
  /// Column-major 4x4 each, avatar space (Y up, facing +Z, metres). Skinned: jointWorld * inverseBind. Unskinned: one, the node's
  /// world matrix.
  std::span<const double> matrices;
  /// For each of the matrices the face bone that carries it (the bone or a descendant), or -1. Empty: none.
  std::span<const std::int8_t> face_bones;
};

/// Result: `FaceMeasurement`. Call order: set_routes, add_vertices / add_triangles / add_target in any number, set_*, then
/// `measure_channel` for each channel (so that a worker can report progress), then `finish`.
class FaceProbe {
 public:
  FaceProbe();
  ~FaceProbe();
  FaceProbe(const FaceProbe&) = delete;
  FaceProbe& operator=(const FaceProbe&) = delete;

  /// What both sides of a pair drive (one expression, one morph) is measured with the weight of both, as the face shows it when
  /// both sides move: see `with_other_sides`.
  void set_routes(const FaceRoutes& routes);
  /// Rest direction of the head bone's up axis in avatar space, for faces on which `up` cannot be measured. Default 0, 1, 0.
  void set_head_up(double x, double y, double z);
  /// Rest position of the head bone in avatar space: the origin of every `low`, `high` and `lateral`. Default 0, 0, 0.
  void set_head_origin(double x, double y, double z);
  /// Rest position of a face bone's pivot in avatar space. Throws kInvalidArgument on a bone out of range.
  void set_bone_pivot(FaceBone bone, double x, double y, double z);
  /// Returns the id of the buffer. Throws kInvalidGeometry where sizes do not fit or an index is out of range.
  std::uint32_t add_vertices(const VertexBuffer& buffer);
  /// Triangles of a buffer (3 indices each); may be called again for more primitives on the same buffer.
  void add_triangles(std::uint32_t buffer, std::span<const std::uint32_t> indices);
  /// Morph deltas (n x 3, mesh space) of a slot on a buffer. Two calls for one pair add up.
  void add_target(std::uint32_t buffer, std::uint32_t slot, std::span<const float> deltas);

  /// Measures one channel (0..51) at all probe weights, its other side at the same weight in what they share.
  void measure_channel(std::size_t channel);
  /// Everything that needs several channels at once: up, extents, face height, gaze, lids, lips, saturation, coupling.
  FaceMeasurement finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace doppel::face
