// The 1-euro filter over a performer's local transforms, for one avatar.
// It keeps no raw pose.
#include "engine/source_filter.hpp"

#include "rig/local_to_model.hpp"
#include "rig/rest_adapter.hpp"

namespace doppel::engine {
namespace {

constexpr double kMaxSourceStep = 0.25;  // seconds: a longer pause of the source starts the filters anew

}  // namespace

void SourceFilter::start(const Performer& performer) {
  local_ = performer.local();
  model_ = performer.model();
  positions_.assign(performer.skeleton().size(), {});
  rotations_.assign(performer.skeleton().size(), {});
  is_running_ = false;
}

void SourceFilter::run(const Performer& performer, const BodySettings& settings) noexcept {
  const rig::Pose& raw = performer.local();
  const double dt = performer.time() - time_;
  if (is_running_ && dt == 0.0) return;
  const bool restart = !is_running_ || !settings.filter_enabled || dt < 0.0 || dt > kMaxSourceStep;
  const math::OneEuroSettings positions{settings.filter_position_min_cutoff, settings.filter_position_beta,
                                        settings.filter_d_cutoff};
  const math::OneEuroSettings rotations{settings.filter_rotation_min_cutoff, settings.filter_rotation_beta,
                                        settings.filter_d_cutoff};
  for (std::size_t i = 0; i < raw.rotations.size(); ++i) {
    if (restart) {
      positions_[i].reset();
      rotations_[i].reset();
    }
    // Speeds are metres a second, whatever the units above a joint.
    const int parent = performer.skeleton().parents()[i];
    const double unit = parent == rig::kNoJoint ? 1.0 : performer.skeleton().rest_scale_ms(static_cast<std::size_t>(parent));
    const double metres = unit > 0.0 ? unit : 1.0;
    local_.translations[i] = positions_[i].step(raw.translations[i] * metres, dt, positions) / metres;
    local_.rotations[i] = rotations_[i].step(raw.rotations[i], dt, rotations);
  }
  rig::LocalToModel{&performer.skeleton(), &local_, 0, {}, &model_}.run();
  rig::RestAdapter::read(performer.rig(), model_, pose_);
  time_ = performer.time();
  is_running_ = true;
}

}  // namespace doppel::engine
