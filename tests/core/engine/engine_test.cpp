// Tests of slots, handles, rows and the step: stale handles, capacity, no allocation in a frame.
#include "engine/engine.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "allocation_count.hpp"
#include "base/error.hpp"
#include "error_code.hpp"
#include "face/face_status.hpp"
#include "face_fixtures.hpp"

namespace doppel::engine {
namespace {

using test::code_of;

constexpr double kStep = 1.0 / 60.0;

TEST(Engine, CapacityIsOneToSixtyFour) {
  EXPECT_EQ(code_of([] { Engine(0); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([] { Engine(65); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(Engine(64).face_input().size(), 64 * kFaceChannelCount);
}

TEST(Engine, AvatarsHaveRowsOfTheirOwnInOneStep) {
  Engine engine(3);
  const Handle first = engine.add_avatar(test::plain_routes(), nullptr);
  const Handle second = engine.add_avatar(test::plain_routes(), nullptr);
  EXPECT_EQ(engine.row(first), 0U);
  EXPECT_EQ(engine.row(second), 1U);
  face::Calibration calibration;
  calibration.overall = 0.5;
  engine.set_calibration(second, calibration);
  engine.face_input()[kJawOpen] = 0.4F;
  engine.face_input()[kFaceChannelCount + kJawOpen] = 0.8F;
  EXPECT_EQ(engine.step(kStep), 0U);
  EXPECT_FLOAT_EQ(engine.face_output()[kJawOpen], 0.4F);
  EXPECT_FLOAT_EQ(engine.face_output()[kFaceChannelCount + kJawOpen], 0.4F);
  EXPECT_FLOAT_EQ(engine.morphs()[kMaxMorphSlots + kJawOpen], 0.4F);
}

TEST(Engine, AFullEngineRefusesAndStaysAsItIs) {
  Engine engine(1);
  const Handle only = engine.add_avatar(test::plain_routes(), nullptr);
  EXPECT_EQ(code_of([&] { engine.add_avatar(test::plain_routes(), nullptr); }), ErrorCode::kCapacityExceeded);
  EXPECT_EQ(engine.row(only), 0U);
}

TEST(Engine, TooManyMorphSlotsAreRefusedWithTheLimit) {
  Engine engine(1);
  face::FaceRoutes routes;
  routes.slot_count = kMaxMorphSlots + 1;
  EXPECT_EQ(code_of([&] { engine.add_avatar(routes, nullptr); }), ErrorCode::kCapacityExceeded);
  routes.slot_count = kMaxMorphSlots;
  engine.add_avatar(routes, nullptr);
}

TEST(Engine, ARefusedAvatarLeavesTheSlotFree) {
  Engine engine(1);
  face::FaceRoutes broken;
  broken.channels[0].binds = {{9, 1.0}};
  EXPECT_EQ(code_of([&] { engine.add_avatar(broken, nullptr); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(engine.row(engine.add_avatar(test::plain_routes(), nullptr)), 0U);
}

TEST(Engine, HandlesOfRemovedAvatarsAreNeverValidAgain) {
  Engine engine(2);
  const Handle first = engine.add_avatar(test::plain_routes(), nullptr);
  engine.remove_avatar(first);
  const Handle next = engine.add_avatar(test::plain_routes(), nullptr);
  EXPECT_EQ(engine.row(next), 0U);
  EXPECT_NE(first, next);
  EXPECT_EQ(code_of([&] { engine.row(first); }), ErrorCode::kInvalidHandle);
  EXPECT_EQ(code_of([&] { engine.remove_avatar(first); }), ErrorCode::kInvalidHandle);
  EXPECT_EQ(code_of([&] { engine.set_calibration(first, {}); }), ErrorCode::kInvalidHandle);
  for (const Handle made_up : {0U, 1U, 255U, 0xFFFFFFFFU}) {
    EXPECT_EQ(code_of([&] { engine.row(made_up); }), ErrorCode::kInvalidHandle);
  }
}

TEST(Engine, RemovalZeroesItsRowsAndNoOthers) {
  Engine engine(2);
  const Handle first = engine.add_avatar(test::plain_routes(), nullptr);
  engine.add_avatar(test::plain_routes(), nullptr);
  for (float& value : engine.face_input()) value = 2.0F;
  engine.step(kStep);
  EXPECT_EQ(engine.counters()[1], kFaceChannelCount);
  engine.remove_avatar(first);
  EXPECT_EQ(engine.step(kStep), face::kStatusClamped);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    EXPECT_EQ(engine.face_input()[i], 0.0F);
    EXPECT_EQ(engine.face_output()[i], 0.0F);
    EXPECT_EQ(engine.face_output()[kFaceChannelCount + i], 1.0F);
  }
  EXPECT_EQ(engine.morphs()[0], 0.0F);
  EXPECT_EQ(engine.status()[0], 0U);
  EXPECT_EQ(engine.counters()[1], 0U);
}

TEST(Engine, StatusIsPerRowAndItsOrIsReturned) {
  Engine engine(2);
  engine.add_avatar(test::plain_routes(), nullptr);
  engine.add_avatar(test::plain_routes(), nullptr);
  engine.face_input()[0] = std::numeric_limits<float>::quiet_NaN();
  engine.face_input()[kFaceChannelCount] = 1.5F;
  EXPECT_EQ(engine.step(kStep), face::kStatusNonFinite | face::kStatusClamped);
  EXPECT_EQ(engine.status()[0], face::kStatusNonFinite);
  EXPECT_EQ(engine.status()[1], face::kStatusClamped);
  EXPECT_EQ(engine.counters()[0], 1U);
  EXPECT_EQ(engine.counters()[3], 1U);
}

TEST(Engine, TimeStepsAreClamped) {
  Engine engine(1);
  engine.step(0.05);
  engine.step(3.0);
  engine.step(-1.0);
  engine.step(std::numeric_limits<double>::quiet_NaN());
  EXPECT_DOUBLE_EQ(engine.time(), 0.15);
}

TEST(Engine, RowsNeverMove) {
  Engine engine(2);
  const float* const morphs = engine.morphs().data();
  const Handle handle = engine.add_avatar(test::plain_routes(), nullptr);
  engine.step(kStep);
  engine.remove_avatar(handle);
  EXPECT_EQ(engine.morphs().data(), morphs);
}

TEST(Engine, AStepAllocatesNothing) {
  Engine engine(4);
  const face::FaceMeasurement measurement = test::scaled_face(0.7);
  for (const face::RemapMethod method :
       {face::RemapMethod::kRangeMatch, face::RemapMethod::kAdaptiveRemap, face::RemapMethod::kLinear}) {
    face::FaceRoutes routes = test::plain_routes();
    routes.expressions.push_back({.name = "blink", .is_binary = true, .binds = {{0, 1.0}}});
    routes.channels[kEyeBlinkLeft].expressions = {{0, 1.0}};
    face::Calibration calibration;
    calibration.method = method;
    engine.set_calibration(engine.add_avatar(routes, &measurement), calibration);
  }
  for (float& value : engine.face_input()) value = 55.0F;
  const std::size_t before = test::allocation_count();
  for (int frame = 0; frame < 30; ++frame) engine.step(kStep);
  EXPECT_EQ(test::allocation_count(), before);
  // The counter counts at all.
  ::operator delete(::operator new(1));
  EXPECT_EQ(test::allocation_count(), before + 1);
}

TEST(Engine, StepIsNoexcept) { static_assert(noexcept(std::declval<Engine&>().step(0.0))); }

}  // namespace
}  // namespace doppel::engine
