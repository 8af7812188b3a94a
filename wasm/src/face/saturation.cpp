// The weight from which a channel spoils the geometry, and the weight at which a blink closes the lids.
// It reads no response curve.
#include "face/saturation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "face/folding.hpp"

namespace doppel::face {
namespace {

// A channel at many weights: evaluated once and scaled where that is exact, else evaluated each time.
class Weighted {
 public:
  Weighted(const ChannelFields& fields, std::size_t channel, DisplacementField& field)
      : fields_(fields), channel_(channel), field_(field), is_proportional_(fields.is_proportional_route(channel)) {
    fields_.evaluate(channel_, 1.0, field_);
  }
  bool is_proportional() const { return is_proportional_; }
  const DisplacementField& field() const { return field_; }
  /// Makes `scale() x field()` the displacement at `weight`.
  void set(double weight) {
    if (is_proportional_) {
      scale_ = weight;
    } else {
      fields_.evaluate(channel_, weight, field_);
    }
  }
  double scale() const { return scale_; }

 private:
  const ChannelFields& fields_;
  std::size_t channel_;
  DisplacementField& field_;
  bool is_proportional_;
  double scale_ = 1.0;
};

std::vector<double> weights_from(double first) {
  std::vector<double> weights;
  const auto steps = static_cast<int>(std::lround(1.0 / kWeightStep));
  for (int k = 1; k <= steps; ++k) {
    const double weight = k == steps ? 1.0 : k * kWeightStep;
    if (weight >= first - 1e-9) weights.push_back(weight);
  }
  return weights;
}

bool is_closed(const Lids& lids, const Weighted& blink) {
  return lids.closes(blink.field(), blink.scale(), {kClosedArea, kClosedHeight});
}

}  // namespace

GeometricLimit find_geometric_limit(const ChannelFields& fields, std::size_t channel, double first, double face_height,
                                    const std::array<const Lids*, 2>& lids, const Lips* lips, DisplacementField& field) {
  Weighted weighted(fields, channel, field);
  const std::vector<double> weights = weights_from(first);
  std::vector<double> folded;
  if (weighted.is_proportional()) folded = folded_shares(fields.surface, weighted.field(), weights);
  const double deep = kCrossingShare * face_height;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    weighted.set(weights[k]);
    for (const Lids* side : lids) {
      if (side != nullptr && side->crossing(weighted.field(), weighted.scale()) > deep)
        return {weights[k], SaturationSource::kLids};
    }
    if (lips != nullptr && lips->crossing(weighted.field(), weighted.scale(), deep) > deep) {
      return {weights[k], SaturationSource::kLips};
    }
    constexpr std::array<double, 1> kWhole{1.0};
    const double share = weighted.is_proportional() ? folded[k] : folded_shares(fields.surface, weighted.field(), kWhole).front();
    if (share > kFoldedShare) return {weights[k], SaturationSource::kFold};
  }
  return {};
}

GeometricLimit find_closing(const ChannelFields& fields, std::size_t channel, const Lids& lids, DisplacementField& field) {
  Weighted blink(fields, channel, field);
  double open = 0.0;
  double closed = -1.0;
  for (const double weight : weights_from(0.0)) {
    blink.set(weight);
    if (is_closed(lids, blink)) {
      closed = weight;
      break;
    }
    open = weight;
  }
  if (closed < 0.0) return {};
  while (closed - open > kClosingTolerance) {
    const double middle = 0.5 * (open + closed);
    blink.set(middle);
    (is_closed(lids, blink) ? closed : open) = middle;
  }
  return {closed, SaturationSource::kLids};
}

}  // namespace doppel::face
