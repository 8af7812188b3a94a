// The engine: slots of avatars, their rows, and one `step` a frame for all of them. The only stateful class of the core.
// It is not a parser: routes, measurements and profiles come in as structs.
#include "engine/engine.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"

namespace doppel::engine {

namespace {

constexpr std::uint32_t kSlotBits = 8;
constexpr std::uint32_t kSlotMask = (1U << kSlotBits) - 1;
constexpr std::uint32_t kGenerationMask = (1U << (32 - kSlotBits)) - 1;
static_assert(kMaxCapacity <= kSlotMask + 1);

std::size_t checked_capacity(std::size_t capacity) {
  if (capacity >= 1 && capacity <= kMaxCapacity) return capacity;
  throw Error(ErrorCode::kInvalidArgument,
              "capacity: must be from 1 to " + std::to_string(kMaxCapacity) + ", found " + std::to_string(capacity));
}

}  // namespace

Engine::Engine(std::size_t capacity)
    : slots_(checked_capacity(capacity)),
      face_input_(capacity * kFaceChannelCount),
      face_output_(capacity * kFaceChannelCount),
      morphs_(capacity * kMaxMorphSlots),
      face_bones_(capacity * kFaceBoneRow),
      status_(capacity),
      counters_(capacity * kCounterRow),
      bodies_(capacity),
      performer_generations_(capacity) {}

Handle Engine::add_avatar(const face::FaceRoutes& routes, const face::FaceMeasurement* measurement) {
  if (routes.slot_count > kMaxMorphSlots) {
    throw Error(ErrorCode::kCapacityExceeded, "slotCount: a row holds " + std::to_string(kMaxMorphSlots) +
                                                  " morph slots, the avatar has " + std::to_string(routes.slot_count));
  }
  const auto free = std::find_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.solver == nullptr; });
  if (free == slots_.end()) {
    throw Error(ErrorCode::kCapacityExceeded, "avatars: all " + std::to_string(slots_.size()) + " slots are in use");
  }
  auto solver = std::make_unique<face::FaceSolver>(routes, measurement);
  free->solver = std::move(solver);
  free->generation = (free->generation + 1) & kGenerationMask;
  if (free->generation == 0) free->generation = 1;
  const auto slot = static_cast<std::uint32_t>(free - slots_.begin());
  clear_rows(slot);
  return free->generation << kSlotBits | slot;
}

face::FaceSolver& Engine::solver(Handle handle) const { return *slots_[row(handle)].solver; }

std::size_t Engine::row(Handle handle) const {
  const std::size_t slot = handle & kSlotMask;
  const bool valid = slot < slots_.size() && slots_[slot].solver != nullptr && slots_[slot].generation == handle >> kSlotBits;
  if (!valid) throw Error(ErrorCode::kInvalidHandle, "handle: " + std::to_string(handle) + " names no avatar, or a removed one");
  return slot;
}

void Engine::clear_rows(std::size_t slot) {
  const auto zero = [slot](auto& rows, std::size_t stride) {
    std::fill_n(rows.begin() + static_cast<std::ptrdiff_t>(slot * stride), stride, 0);
  };
  zero(face_input_, kFaceChannelCount);
  zero(face_output_, kFaceChannelCount);
  zero(morphs_, kMaxMorphSlots);
  zero(face_bones_, kFaceBoneRow);
  zero(status_, 1);
  zero(counters_, kCounterRow);
}

void Engine::remove_avatar(Handle handle) {
  const std::size_t slot = row(handle);
  slots_[slot].solver.reset();
  bodies_.props.release(static_cast<std::uint32_t>(slot + 1));
  bodies_.clear_body(slot);
  clear_rows(slot);
}

void Engine::set_calibration(Handle handle, const face::Calibration& calibration) { solver(handle).set_calibration(calibration); }
const face::Calibration& Engine::calibration(Handle handle) const { return solver(handle).calibration(); }
void Engine::set_bypass(Handle handle, bool on) { solver(handle).set_bypass(on); }
void Engine::set_input_range(Handle handle, face::InputRange range) { solver(handle).set_input_range(range); }
void Engine::set_solo(Handle handle, int channel) { solver(handle).set_solo(channel); }

Handle Engine::add_performer(const PerformerDescription& description) {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (bodies_.performer(slot) != nullptr) continue;
    bodies_.set_performer(slot, std::make_unique<Performer>(description));
    std::uint32_t& generation = performer_generations_[slot];
    generation = (generation + 1) & kGenerationMask;
    if (generation == 0) generation = 1;
    return generation << kSlotBits | static_cast<std::uint32_t>(slot);
  }
  throw Error(ErrorCode::kCapacityExceeded, "performers: all " + std::to_string(slots_.size()) + " rows are in use");
}

std::size_t Engine::performer_row(Handle performer) const {
  const std::size_t slot = performer & kSlotMask;
  const bool valid =
      slot < slots_.size() && bodies_.performer(slot) != nullptr && performer_generations_[slot] == performer >> kSlotBits;
  if (!valid) {
    throw Error(ErrorCode::kInvalidHandle, "handle: " + std::to_string(performer) + " names no performer, or a removed one");
  }
  return slot;
}

void Engine::remove_performer(Handle performer) { bodies_.clear_performer(performer_row(performer)); }

void Engine::set_body(Handle avatar, const BodyDescription& description) {
  const std::size_t slot = row(avatar);
  bodies_.set_body(slot, std::make_unique<BodySolver>(description));
}

BodySolver& Engine::body(Handle avatar) const {
  BodySolver* const body = bodies_.body(row(avatar));
  if (body == nullptr) throw Error(ErrorCode::kInvalidArgument, "avatar: it has no body yet");
  return *body;
}

void Engine::follow_performer(Handle avatar, Handle performer) {
  body(avatar);
  bodies_.follow_performer(row(avatar), performer == 0 ? Bodies::kNone : performer_row(performer));
}

void Engine::follow_body(Handle avatar, Handle leader, const TransferSettings& settings) {
  body(avatar);
  body(leader);
  if (!bodies_.follow_body(row(avatar), row(leader), settings)) {
    throw Error(ErrorCode::kInvalidArgument, "leader: an avatar can not follow itself, nor one that follows it");
  }
}

void Engine::follow_offset(Handle avatar, Handle leader) {
  body(avatar);
  body(leader);
  if (!bodies_.follow_offset(row(avatar), row(leader))) {
    throw Error(ErrorCode::kInvalidArgument, "leader: an avatar can not follow itself, nor one that follows it");
  }
}

void Engine::set_performer_floor(Handle performer, double metres) {
  const std::size_t slot = performer_row(performer);
  if (!std::isfinite(metres)) throw Error(ErrorCode::kInvalidArgument, "floor: must be a finite number of metres");
  bodies_.set_floor(slot, metres);
}

std::size_t Engine::auto_calibrate_all(bool force) {
  std::size_t started = 0;
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    BodySolver* const body = bodies_.body(slot);
    if (body == nullptr || body->performer() == nullptr) continue;
    started += body->auto_calibrate(force) == solve::PoseFault::kNone ? 1U : 0U;
  }
  return started;
}

void Engine::attach_prop(std::uint32_t prop, Handle avatar, solve::Slot slot) {
  body(avatar);
  if (!bodies_.props.attach(prop, static_cast<std::uint32_t>(row(avatar) + 1), slot)) {
    throw Error(ErrorCode::kInvalidArgument, "prop: " + std::to_string(prop) + " is not known");
  }
}

std::size_t Engine::props_at(Handle avatar, solve::Slot slot, std::span<std::uint32_t> ids) const {
  return bodies_.props.at_slot(static_cast<std::uint32_t>(row(avatar) + 1), slot, ids);
}

std::uint32_t Engine::step(double dt) noexcept {
  const double taken = dt > 0.0 ? std::min(dt, kMaxTimeStep) : 0.0;
  time_ += taken;
  bodies_.step(taken);
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    face::FaceSolver* const solver = slots_[i].solver.get();
    if (solver == nullptr) continue;
    const face::FaceRows rows{
        std::span<const float, kFaceChannelCount>(face_input_.data() + i * kFaceChannelCount, kFaceChannelCount),
        std::span<float, kFaceChannelCount>(face_output_.data() + i * kFaceChannelCount, kFaceChannelCount),
        std::span<float>(morphs_.data() + i * kMaxMorphSlots, kMaxMorphSlots),
        std::span<float, kFaceBoneRow>(face_bones_.data() + i * kFaceBoneRow, kFaceBoneRow),
    };
    status_[i] = solver->solve(rows);
    counters_[i * kCounterRow] = solver->input().non_finite_count();
    counters_[i * kCounterRow + 1] = solver->input().clamped_count();
    all |= status_[i];
  }
  return all;
}

}  // namespace doppel::engine
