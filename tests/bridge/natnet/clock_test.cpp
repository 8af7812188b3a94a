// Tests of clocks against a made-up server whose offset is known: echoes, arrivals, and times that never go back.
// All times are numbers of the test; nothing waits.
#include "natnet/clock.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace doppel::natnet {
namespace {

constexpr double kOffset = 5000.0;  // server = local + offset
constexpr std::uint64_t kTicks = 10'000'000;

std::uint64_t ticks(double server) { return static_cast<std::uint64_t>(server * kTicks); }

TEST(EchoClock, OffsetIsWithinHalfTheBestRoundTrip) {
  EchoClock clock;
  EXPECT_FALSE(clock.to_local(1.0, 0.0));
  EXPECT_LT(clock.error(0.0), 0.0);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> delay(0.0002, 0.02);
  double shortest = 1.0;
  double now = 0.0;
  for (int i = 0; i < 40; ++i) {
    const double there = delay(random);
    const double back = delay(random);
    clock.add(now, now + there + back, now + there + kOffset);
    shortest = std::min(shortest, there + back);
    now += 0.25;
    const double truth = now;
    EXPECT_LE(std::abs(clock.to_local(truth + kOffset, now).value() - truth), clock.error(now) + 1e-9);
    EXPECT_LE(clock.error(now), 0.5 * shortest + kClockDrift * 10.0 + 1e-9);
  }
}

TEST(EchoClock, OldSamplesAreForgotten) {
  EchoClock clock;
  clock.add(0.0, 0.0001, 0.00005 + kOffset);
  const double later = kClockWindow + 5.0;
  // The clock has drifted by 3 ms since: the old sample must not be believed for its short way.
  clock.add(later, later + 0.002, later + 0.001 + kOffset + 0.003);
  EXPECT_NEAR(clock.to_local(later + kOffset + 0.003, later + 0.01).value(), later, 0.0012);
}

TEST(EchoClock, NonsenseIsNotTaken) {
  EchoClock clock;
  clock.add(2.0, 1.0, 5.0);
  clock.add(1.0, 2.0, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(clock.to_local(1.0, 1.0));
}

TEST(ArrivalClock, JitterIsTakenOutAndNothingIsFromTheFuture) {
  ArrivalClock clock;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> jitter(0.0, 0.03);
  for (int i = 0; i < 1000; ++i) {
    const double sent = i / 120.0;
    const double received = sent + 0.001 + (i % 10 == 0 ? 0.0 : jitter(random));
    const double mapped = clock.map(sent + kOffset, received);
    EXPECT_LE(mapped, received);
    EXPECT_NEAR(mapped, sent + 0.001, 1e-9);
  }
}

TEST(CaptureClock, GrowsWhateverBothClocksDo) {
  CaptureClock clock;
  std::mt19937 random(4);
  const Layout layouts[] = {Layout::of({2, 5}), Layout::of({2, 9}), Layout::of({4, 1})};
  double received = 10.0;
  double last = 0.0;
  for (int i = 0; i < 5000; ++i) {
    received += static_cast<double>(random() % 10) * 1e-3;
    FrameData frame;
    frame.timestamp = static_cast<double>(random() % 1000);
    frame.transmit_ticks = frame.mid_exposure_ticks = random();
    if (i % 50 == 0) frame.timestamp = std::numeric_limits<double>::quiet_NaN();
    if (i % 100 == 0) clock.restart();
    if (i % 30 == 0) clock.echo().add(received - 0.001, received, static_cast<double>(random() % 1000));
    const double captured = clock.captured_at(frame, layouts[random() % 3], kTicks, received);
    ASSERT_GT(captured, last);
    ASSERT_LT(captured, received + 1e-6 * (i + 1)) << "never more ahead than the smallest steps add up to";
    last = captured;
  }
}

TEST(CaptureClock, ExposureIsMappedOnceTheEchoIsKnown) {
  CaptureClock clock;
  FrameData frame;
  frame.mid_exposure_ticks = ticks(20.0 - 0.0055 + kOffset);
  frame.transmit_ticks = ticks(20.0 + kOffset);
  frame.timestamp = 77.0;
  const Layout layout = Layout::of({4, 1});
  EXPECT_NEAR(clock.captured_at(frame, layout, kTicks, 20.001), 20.001, 1e-9) << "before an echo the arrival stands in";
  clock.echo().add(20.1, 20.1002, 20.1001 + kOffset);
  frame.mid_exposure_ticks = ticks(20.2 - 0.0055 + kOffset);
  EXPECT_NEAR(clock.captured_at(frame, layout, kTicks, 20.201), 20.2 - 0.0055, 1e-6);
  frame.mid_exposure_ticks = 0;
  frame.transmit_ticks = ticks(20.3 + kOffset);
  EXPECT_NEAR(clock.captured_at(frame, layout, kTicks, 20.301), 20.3, 1e-6) << "without an exposure the transmission counts";
}

}  // namespace
}  // namespace doppel::natnet
