// The bodies of the engine and their one step a frame.
// It is part of the engine, which owns it.
#include "engine/bodies.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace doppel::engine {

Bodies::Bodies(std::size_t capacity)
    : performers_(capacity),
      left_out_(capacity),
      bodies_(capacity),
      performer_input_(capacity * kMaxPerformerJoints * kJointFloats),
      performer_time_(capacity),
      rows_(capacity * kBodyRow),
      poses_(capacity * kPoseRow),
      meters_(capacity * kMeterRow),
      limbs_(capacity * kLimbRow),
      status_(capacity),
      prop_poses_(solve::kMaxProps * kPropRow),
      hands_(2 * capacity) {}

void Bodies::set_performer(std::size_t slot, std::unique_ptr<Performer> performer) {
  clear_performer(slot);
  const auto row = performer_input_.begin() + static_cast<std::ptrdiff_t>(slot * kMaxPerformerJoints * kJointFloats);
  std::fill_n(row, kMaxPerformerJoints * kJointFloats, 0.0F);
  // Until a frame comes, the time stands for "none": no source counts from it.
  performer_time_[slot] = std::numeric_limits<double>::quiet_NaN();
  performers_[slot] = std::move(performer);
}

void Bodies::clear_performer(std::size_t slot) {
  for (Slot& body : bodies_) {
    if (body.performer != slot) continue;
    body.performer = kNone;
    if (body.solver) body.solver->follow(nullptr);
  }
  performers_[slot].reset();
}

void Bodies::set_body(std::size_t slot, std::unique_ptr<BodySolver> body) {
  clear_body(slot);
  bodies_[slot].solver = std::move(body);
  bodies_[slot].solver->write(std::span(rows_).subspan(slot * kBodyRow, kBodyRow));
  write_pose(slot);
}

void Bodies::clear_body(std::size_t slot) {
  for (Slot& body : bodies_) {
    if (body.leader != slot) continue;
    body.leader = kNone;
    body.offsets.reset();
  }
  bodies_[slot] = Slot();
  std::fill_n(rows_.begin() + static_cast<std::ptrdiff_t>(slot * kBodyRow), kBodyRow, 0.0F);
  std::fill_n(poses_.begin() + static_cast<std::ptrdiff_t>(slot * kPoseRow), kPoseRow, 0.0F);
  std::fill_n(meters_.begin() + static_cast<std::ptrdiff_t>(slot * kMeterRow), kMeterRow, 0.0F);
  std::fill_n(limbs_.begin() + static_cast<std::ptrdiff_t>(slot * kLimbRow), kLimbRow, 0.0F);
  status_[slot] = 0;
}

void Bodies::follow_performer(std::size_t slot, std::size_t performer) {
  Slot& body = bodies_[slot];
  body.leader = kNone;
  body.offsets.reset();
  body.performer = performer;
  body.solver->follow(performer == kNone ? nullptr : performers_[performer].get());
}

bool Bodies::set_leader(std::size_t slot, std::size_t leader) {
  for (std::size_t at = leader; at != kNone; at = bodies_[at].leader) {
    if (at == slot) return false;
  }
  if (bodies_[slot].performer != kNone) follow_performer(slot, kNone);
  bodies_[slot].leader = leader;
  bodies_[slot].offsets.reset();
  return true;
}

bool Bodies::follow_body(std::size_t slot, std::size_t leader, const TransferSettings& settings) {
  if (!set_leader(slot, leader)) return false;
  Slot& body = bodies_[slot];
  body.transfer = settings;
  const BodySolver& leading = *bodies_[leader].solver;
  const bool is_active = (status_[leader] & kBodyActive) != 0;
  body.at_init = {is_active ? leading.scale() : leading.settings.avatar_scale, body.solver->settings.avatar_scale};
  return true;
}

bool Bodies::follow_offset(std::size_t slot, std::size_t leader) {
  if (!set_leader(slot, leader)) return false;
  Slot& body = bodies_[slot];
  body.offsets = std::make_unique<solve::OffsetTransfer>();
  body.offsets->init(bodies_[leader].solver->joint_rotations(), body.solver->joint_rotations());
  return true;
}

std::uint32_t Bodies::step(double dt) noexcept {
  std::fill(status_.begin(), status_.end(), 0U);
  read_performers();
  collect_props();
  for (std::size_t slot = 0; slot < bodies_.size(); ++slot) {
    Slot& body = bodies_[slot];
    body.is_placed = false;
    if (!body.solver || body.leader != kNone) continue;
    if (body.performer != kNone) solve_body(slot, dt);
    if (status_[slot] == 0) body.solver->stand();
    body.is_placed = true;
  }
  transfer_poses();
  std::uint32_t all = 0;
  for (std::size_t slot = 0; slot < bodies_.size(); ++slot) {
    const Slot& body = bodies_[slot];
    if (!body.solver) continue;
    all |= status_[slot];
    props.follow(static_cast<std::uint32_t>(slot + 1), body.solver->slots());
    body.solver->write(std::span(rows_).subspan(slot * kBodyRow, kBodyRow));
    write_pose(slot);
    write_meters(slot);
    write_limbs(slot);
  }
  write_props();
  return all;
}

void Bodies::read_performers() noexcept {
  constexpr std::size_t kRow = kMaxPerformerJoints * kJointFloats;
  for (std::size_t slot = 0; slot < performers_.size(); ++slot) {
    left_out_[slot] = 0;
    if (!performers_[slot]) continue;
    left_out_[slot] =
        performers_[slot]->read(std::span<const float>(performer_input_).subspan(slot * kRow, kRow), performer_time_[slot]);
  }
}

void Bodies::collect_props() noexcept {
  prop_count_ = 0;
  for (const solve::PropSet::Prop& prop : props.all()) {
    if (prop.id == 0) continue;
    const math::Vec3 seat = prop.pose.position + prop.pose.rotation * prop.seat;
    prop_points_[prop_count_++] = {seat, prop.type, prop.avatar, static_cast<std::size_t>(prop.slot)};
  }
}

std::span<const math::Vec3> Bodies::collect_hands(std::size_t without) noexcept {
  std::size_t count = 0;
  for (std::size_t slot = 0; slot < performers_.size(); ++slot) {
    if (slot == without || !performers_[slot] || !performers_[slot]->has_frame()) continue;
    for (const std::size_t hand : {17U, 18U}) {
      if (performers_[slot]->rig().has(hand)) hands_[count++] = performers_[slot]->pose().positions[hand];
    }
  }
  return std::span<const math::Vec3>(hands_).first(count);
}

void Bodies::solve_body(std::size_t slot, double dt) noexcept {
  const Slot& body = bodies_[slot];
  const BodyFrame frame{std::span<const solve::PropPoint>(prop_points_).first(prop_count_), collect_hands(body.performer), dt,
                        static_cast<std::uint32_t>(slot + 1)};
  status_[slot] = body.solver->solve(frame);
  if (status_[slot] != 0 && left_out_[body.performer] > 0) status_[slot] |= kBodyNonFinite;
}

void Bodies::transfer_poses() noexcept {
  // A follower may lead another: as many rounds as there are links at most, each body once.
  for (std::size_t round = 0; round < bodies_.size(); ++round) {
    bool took_any = false;
    for (std::size_t slot = 0; slot < bodies_.size(); ++slot) {
      Slot& body = bodies_[slot];
      if (!body.solver || body.is_placed || !bodies_[body.leader].is_placed) continue;
      const BodySolver& leader = *bodies_[body.leader].solver;
      if (body.offsets) {
        body.solver->take(leader, *body.offsets);
      } else {
        body.solver->take(leader, body.transfer, body.at_init);
      }
      // Whoever follows one that stands has its pose too, but nothing moves it.
      status_[slot] = status_[body.leader] & kBodyActive;
      body.is_placed = true;
      took_any = true;
    }
    if (!took_any) return;
  }
}

void Bodies::write_pose(std::size_t slot) noexcept {
  const rig::HumanPose& pose = bodies_[slot].solver->pose();
  const std::span<float> row = std::span(poses_).subspan(slot * kPoseRow, kPoseRow);
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    const math::Quat& turn = pose.rotations[bone];
    const math::Vec3& at = pose.positions[bone];
    const std::array<double, 4> turned{turn.x, turn.y, turn.z, turn.w};
    for (std::size_t i = 0; i < 4; ++i) row[4 * bone + i] = static_cast<float>(turned[i]);
    for (std::size_t i = 0; i < 3; ++i) {
      row[kPosePositions + 3 * bone + i] = static_cast<float>(at[static_cast<math::Vec3::length_type>(i)]);
    }
  }
}

void Bodies::write_meters(std::size_t slot) noexcept {
  const BodySolver& body = *bodies_[slot].solver;
  const solve::QualityMeters& m = body.meters();
  const solve::LimbWeights& w = body.weights();
  const auto layer = [](const solve::LayeredWeight& weight) { return static_cast<double>(weight.layer); };
  const std::array<double, kMeterRow> values{
      m.foot_slide[0],  m.foot_slide[1],  m.penetration[0], m.penetration[1], m.floating[0],    m.floating[1],
      m.limb_stretch,   m.hand_error[0],  m.hand_error[1],  m.knee_jump,      m.elbow_jump,     m.pelvis_drop,
      w.hips.value,     w.arms[0].value,  w.arms[1].value,  w.legs[0].value,  w.legs[1].value,  layer(w.hips),
      layer(w.arms[0]), layer(w.arms[1]), layer(w.legs[0]), layer(w.legs[1]), w.chair_nearness, body.head_scale()};
  for (std::size_t i = 0; i < kMeterRow; ++i) meters_[slot * kMeterRow + i] = static_cast<float>(values[i]);
}

void Bodies::write_limbs(std::size_t slot) noexcept {
  auto to = limbs_.begin() + static_cast<std::ptrdiff_t>(slot * kLimbRow);
  for (const BodySolver::LimbGoal& limb : bodies_[slot].solver->limb_goals()) {
    const auto& [target, bend, weight] = limb;
    for (const double value : {target.x, target.y, target.z, bend.x, bend.y, bend.z, weight}) *to++ = static_cast<float>(value);
  }
}

void Bodies::write_props() noexcept {
  const std::span<const solve::PropSet::Prop> all = props.all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const math::Vec3& at = all[i].pose.position;
    const math::Quat& turn = all[i].pose.rotation;
    const std::array<double, kPropRow> row{static_cast<double>(all[i].id), at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w};
    std::transform(row.begin(), row.end(), prop_poses_.begin() + static_cast<std::ptrdiff_t>(i * kPropRow),
                   [](double value) { return static_cast<float>(value); });
  }
}

}  // namespace doppel::engine
