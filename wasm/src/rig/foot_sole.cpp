// The sole of a foot from its skin.
// It reads no file.
#include "rig/foot_sole.hpp"

#include <algorithm>
#include <limits>

namespace doppel::rig {
namespace {

constexpr double kQuarter = 0.25;   // of the foot's length: what counts as its heel and as its tip
constexpr double kAboutBall = 0.1;  // the same to both sides of the toes' joint
constexpr double kBall = 0.7;       // of the way from heel to tip, without toes
constexpr double kLowBand = 0.15;   // of the ankle's height: skin within this of a part's lowest lies as low

/// The skin between two places along Z.
class FootPart {
 public:
  FootPart(const FootSkin& skin, double from, double to) : skin_(skin), from_(from), to_(to) {
    for (const FootVertex& vertex : skin.vertices) {
      if (holds(vertex)) low_ = std::min(low_, vertex.position.y);
    }
  }
  static bool is_foot(const FootSkin& skin, const FootVertex& vertex) {
    return vertex.foot + vertex.toes >= kFootWeight && vertex.position.y < skin.foot.y;
  }
  bool is_empty() const { return low_ == kNone; }
  /// How far along `sign` of Z it lies low, and there in the middle from side to side; from the joint.
  Vec3 end(double sign) const {
    const double band = low_ + kLowBand * (skin_.foot.y - low_);
    double left = -kNone;
    double right = kNone;
    double far = -kNone;
    for (const FootVertex& vertex : skin_.vertices) {
      if (!holds(vertex) || vertex.position.y > band) continue;
      left = std::max(left, vertex.position.x);
      right = std::min(right, vertex.position.x);
      far = std::max(far, sign * vertex.position.z);
    }
    return Vec3(0.5 * (left + right), low_, sign * far) - skin_.foot;
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  bool holds(const FootVertex& vertex) const {
    return is_foot(skin_, vertex) && vertex.position.z >= from_ && vertex.position.z <= to_;
  }

  const FootSkin& skin_;
  double from_;
  double to_;
  double low_ = kNone;
};

}  // namespace

std::optional<FootSole> foot_sole(const FootSkin& skin) {
  double back = std::numeric_limits<double>::infinity();
  double front = -back;
  for (const FootVertex& vertex : skin.vertices) {
    if (!math::is_finite(vertex.position)) return std::nullopt;
    if (!FootPart::is_foot(skin, vertex)) continue;
    back = std::min(back, vertex.position.z);
    front = std::max(front, vertex.position.z);
  }
  const double length = front - back;
  if (!(length > 1e-6) || !math::is_finite(skin.foot)) return std::nullopt;
  const double at_ball = skin.toes ? std::clamp(skin.toes->z, back, front) : back + kBall * length;
  const FootPart heel(skin, back, back + kQuarter * length);
  const FootPart toe(skin, front - kQuarter * length, front);
  const FootPart ball(skin, at_ball - kAboutBall * length, at_ball + kAboutBall * length);
  FootSole sole{heel.end(-1.0), Vec3(0.0), toe.end(1.0)};
  // Between rows of vertices far apart the ball lies on the line from heel to tip.
  const double share = (at_ball - skin.foot.z - sole.heel.z) / (sole.toe.z - sole.heel.z);
  sole.ball = ball.is_empty() ? glm::mix(sole.heel, sole.toe, share) : ball.end(1.0);
  sole.ball.z = at_ball - skin.foot.z;
  return sole;
}

}  // namespace doppel::rig
