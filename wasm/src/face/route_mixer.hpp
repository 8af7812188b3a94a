// Takes 52 channel values along their routes into one buffer of morph weights and bone turns: one writer per morph (F5).
// It is not a calibration: values come in calibrated, or raw for comparison.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "face/routes.hpp"

namespace doppel::face {

/// Floats a face bone takes in a row: rotation vector x, y, z.
inline constexpr std::size_t kFaceBoneFloats = 3;

/// Routes compiled once into flat lists; `mix` only walks them. Keeps the on/off state of binary expressions between frames.
class RouteMixer {
 public:
  /// Throws kInvalidArgument where a bind names a slot or expression that does not exist, or a number is not finite.
  explicit RouteMixer(const FaceRoutes& routes);

  std::uint32_t slot_count() const { return slot_count_; }
  /// True where a value on the channel reaches anything.
  bool has_route(std::size_t channel) const { return has_route_[channel]; }

  /// `morphs` at least slot_count floats; those beyond it are not touched. Each weight is limited to 1, and to the most negative
  /// weight that one of its binds asks for. `bones`: rotation vectors (axis x angle, radians, avatar space), summed per bone.
  void mix(std::span<const double, kFaceChannelCount> values, std::span<float> morphs,
           std::span<float, kFaceBoneCount * kFaceBoneFloats> bones) noexcept;

 private:
  struct ChannelToSlot {
    std::uint32_t channel;
    std::uint32_t slot;
    double weight;
  };
  struct ChannelToExpression {
    std::uint32_t channel;
    std::uint32_t expression;
    double weight;
  };
  struct ExpressionToSlot {
    std::uint32_t expression;
    std::uint32_t slot;
    double weight;
  };
  struct ChannelToBone {
    std::uint32_t channel;
    std::uint32_t bone;
    std::array<double, 3> turn;  // radians at value 1
  };
  struct ExpressionState {
    bool is_binary = false;
    bool on = false;  // binary only
    ExpressionFamily family = ExpressionFamily::kOther;
    Override blink = Override::kNone;
    Override look_at = Override::kNone;
    Override mouth = Override::kNone;
    double value = 0.0;
  };
  /// Share that is left of each family after all overrides.
  struct FamilyShares {
    double blink = 1.0;
    double look_at = 1.0;
    double mouth = 1.0;
  };

  void add_channel(const FaceRoutes& routes, std::uint32_t channel);
  void drive_expressions(std::span<const double, kFaceChannelCount> values) noexcept;
  FamilyShares apply_overrides() noexcept;

  std::uint32_t slot_count_;
  std::array<bool, kFaceChannelCount> has_route_{};
  std::vector<ExpressionState> expressions_;
  std::vector<ChannelToSlot> to_slots_;
  std::vector<ChannelToExpression> to_expressions_;
  std::vector<ExpressionToSlot> expression_slots_;
  std::vector<ChannelToBone> to_bones_;
  std::vector<double> slot_low_;   // 0, or the most negative weight a bind asks for, not below -1
  std::vector<double> slot_sums_;  // scratch of one frame
};

}  // namespace doppel::face
