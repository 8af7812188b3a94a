// The line where the lips meet: pairs of points of the lower and the upper lip, found from what jawOpen takes apart.
// It does not decide saturation, and it drives nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "face/channel_fields.hpp"
#include "face/components.hpp"
#include "face/face_frame.hpp"

namespace doppel::face {

/// A point moves with the lower lip when jawOpen takes it down by at least this share of the most that it takes anything down,
inline constexpr double kLowerLipShare = 0.5;
/// and stays with the upper lip when it moves by at most this share.
inline constexpr double kUpperLipShare = 0.15;
/// Lips that are open at rest are found up to this gap, in face heights.
inline constexpr double kWidestRestGap = 0.10;
/// Pairs up to this much further apart than the closest are lips too, in face heights.
inline constexpr double kPairSpread = 0.03;
/// One pair is kept for each strip of the mouth of this width, in face heights.
inline constexpr double kLipStrip = 0.01;

/// Lips with thickness are in each other as deep as they are along at least this share of the mouth's width.
inline constexpr double kCrossingWidth = 0.25;
/// Lips are soft: of two that are in each other each gives way by this share, and the rest of the depth is what passes through.
inline constexpr double kLipYield = 0.5;
/// Lips that overlap along `up` by more than this, in face heights (about the height of a lip), have passed through each other
/// even where no point is inside any more.
inline constexpr double kPassedThrough = 0.05;

struct LipPair {
  std::uint32_t lower = 0;  // vertices
  std::uint32_t upper = 0;
  bool is_open_edge = false;  // one of them is on an open edge of the surface: lips without thickness
};

class Lips {
 public:
  /// `jaw` is jawOpen's displacement at weight 1. Without one, or where nothing comes apart, no pairs are found.
  Lips(const Surface& surface, const SurfaceComponents& components, const FaceFrame& frame, double face_height,
       const DisplacementField& jaw);

  bool found() const { return !pairs_.empty(); }
  const std::vector<LipPair>& pairs() const { return pairs_; }
  /// mouthClose weight per jawOpen weight that brings the gap along `up` back to rest, by least squares over the pairs; 0 where
  /// mouthClose does not act on it.
  double coupling(const DisplacementField& jaw, const DisplacementField& close) const;
  /// How deep the lips are in each other with `scale` x `field`, metres, beyond the deepest place at rest: 0 where they are not.
  /// For lips with thickness the depth of points inside the other lip, at most their overlap along `up`; for open edges the
  /// overlap. Depths up to `at_least` are not looked into and count as 0.
  double crossing(const DisplacementField& field, double scale, double at_least) const;

 private:
  struct Sides;  // which vertices go with which lip
  class MovedLip;
  class MovedLips;
  void find_pairs(const SurfaceComponents& components, const Sides& sides, double face_height);
  void find_open_edges(const SurfaceComponents& components, const Sides& sides);
  void find_patches(const Sides& sides, double face_height);
  double deepest_at_rest(double face_height) const;
  double pair_depth(const LipPair& pair, MovedLips& moved, double at_least) const;
  double gap_change(const LipPair& pair, const DisplacementField& field) const;

  const Surface& surface_;
  FaceFrame frame_;
  std::vector<LipPair> pairs_;
  double rest_depth_ = 0.0;          // deepest place of one lip in the other, metres
  double passed_through_ = 0.0;      // kPassedThrough, metres
  std::vector<Triangle> lower_lip_;  // surface around the pairs
  std::vector<Triangle> upper_lip_;
};

}  // namespace doppel::face
