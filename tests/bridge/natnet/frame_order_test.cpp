// Tests of order: late frames, duplicates, losses, restarts and takes that are edited, with and without the server's clock.
// Streams are written as numbers; what must come out is counted by hand.
#include "natnet/frame_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace doppel::natnet {
namespace {

using enum FrameOrderResult;

constexpr std::uint64_t kTicksPerSecond = 10'000'000;
constexpr double kRate = 240.0;

FrameData at(std::int32_t number, double seconds) {
  FrameData frame;
  frame.number = number;
  frame.timestamp = number / kRate;
  frame.transmit_ticks = static_cast<std::uint64_t>(seconds * kTicksPerSecond);
  return frame;
}
FrameData at(std::int32_t number) { return at(number, 100.0 + number / kRate); }

// The same rules, whether frames carry ticks (3.0), a timestamp (2.7) or a number alone (2.5).
class Order : public testing::TestWithParam<Version> {
 protected:
  FrameOrderResult judge(const FrameData& frame) {
    return order_.judge(frame, layout_, layout_.clock_stamps ? kTicksPerSecond : 0);
  }
  FrameOrderResult judge(std::int32_t number) { return judge(at(number)); }
  FrameOrder order_;
  Layout layout_ = Layout::of(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Clocks, Order, testing::Values(Version{2, 5}, Version{2, 7}, Version{3, 0}));

TEST_P(Order, InOrderEverythingIsNew) {
  for (int i = 50; i < 500; ++i) EXPECT_EQ(judge(i), kNew);
  EXPECT_EQ(order_.lost(), 0U);
}

TEST_P(Order, LateDuplicateAndLostAreToldApart) {
  EXPECT_EQ(judge(1), kNew);
  EXPECT_EQ(judge(2), kNew);
  EXPECT_EQ(judge(2), kDuplicate);
  EXPECT_EQ(judge(5), kNew);
  EXPECT_EQ(judge(3), kLate);
  EXPECT_EQ(judge(3), kDuplicate);
  EXPECT_EQ(judge(1), kDuplicate);
  for (int i = 6; i < 200; ++i) EXPECT_EQ(judge(i), kNew);
  EXPECT_EQ(order_.lost(), 1U) << "4 never came; 3 came late";
}

TEST_P(Order, GapLongerThanTheWindowIsLostWhole) {
  judge(1);
  judge(1001);
  for (int i = 1002; i < 1100; ++i) judge(i);
  EXPECT_EQ(order_.lost(), 999U);
}

TEST_P(Order, RestartIsANewEpoch) {
  for (int i = 5000; i < 5100; ++i) judge(i);
  EXPECT_EQ(judge(at(1, 0.1)), kNewEpoch);
  EXPECT_EQ(judge(at(2, 0.11)), kNew);
}

// The server lived so shortly that its clock goes back by less than a second: its frames follow one another all the same.
TEST_P(Order, RestartByASmallStepIsFoundByFramesThatFollow) {
  for (int i = 1; i <= 150; ++i) judge(at(i, 1.0 + i / kRate));
  int dropped = 0;
  FrameOrderResult result = kLate;
  for (int i = 1; i < 100 && result != kNewEpoch; ++i) {
    result = judge(at(i, 1.0 + i / kRate));
    if (result != kNewEpoch) ++dropped;
  }
  EXPECT_EQ(result, kNewEpoch);
  EXPECT_LT(dropped, kRestartFrames);
}

TEST_P(Order, AnnouncedServerBeginsAnEpoch) {
  judge(10);
  order_.expect_epoch();
  EXPECT_EQ(judge(11), kNewEpoch);
  EXPECT_EQ(judge(12), kNew);
}

// Any mixture of loss, disorder within a few frames and duplicates: numbers handed on grow, nothing is taken for a restart, and
// new + late + duplicate + lost is all there was.
TEST_P(Order, DisorderNeverGoesBack) {
  std::mt19937 random(3);
  std::vector<std::pair<double, int>> arrivals;
  int lost = 0;
  int doubled = 0;
  constexpr int kCount = 20000;
  for (int i = 1; i <= kCount; ++i) {
    // The first and the last are there, so that every loss is between two that came.
    if (i > 1 && i < kCount - 100 && random() % 20 == 0) {
      ++lost;
      continue;
    }
    const auto delay = [&] { return i > 1 && random() % 20 == 0 ? 1.0 + static_cast<double>(random() % 40) / 10.0 : 0.0; };
    arrivals.emplace_back(i + delay(), i);
    if (random() % 100 == 0) {
      arrivals.emplace_back(i + delay() + 0.01, i);
      ++doubled;
    }
  }
  std::stable_sort(arrivals.begin(), arrivals.end());
  std::int32_t newest = 0;
  int handed_on = 0;
  int late = 0;
  int duplicates = 0;
  for (const auto& [time, number] : arrivals) {
    const FrameOrderResult result = judge(number);
    ASSERT_NE(result, kNewEpoch) << number;
    if (result == kNew) {
      ASSERT_GT(number, newest);
      newest = number;
      ++handed_on;
    }
    late += result == kLate ? 1 : 0;
    duplicates += result == kDuplicate ? 1 : 0;
  }
  EXPECT_EQ(duplicates, doubled);
  EXPECT_EQ(handed_on + late + lost, kCount);
  EXPECT_EQ(order_.lost(), static_cast<std::uint64_t>(lost));
}

// Pitfall 23: while a take is edited numbers stand still and jump; the transmit stamp goes on.
TEST(FrameOrder, EditedTakeGoesByTheTransmitStamp) {
  FrameOrder order;
  const Layout layout = Layout::of({4, 1});
  const auto judge = [&](std::int32_t number, double seconds) {
    return order.judge(at(number, seconds), layout, kTicksPerSecond);
  };
  EXPECT_EQ(judge(100, 1.0), kNew);
  EXPECT_EQ(judge(100, 1.1), kNew) << "paused";
  EXPECT_EQ(judge(100, 1.2), kNew);
  EXPECT_EQ(judge(100, 1.2), kDuplicate);
  EXPECT_EQ(judge(500, 1.3), kNew) << "a jump forward";
  EXPECT_EQ(judge(20, 1.4), kNewEpoch) << "a jump back";
  EXPECT_EQ(judge(21, 1.5), kNew);
}

// Numbers that a scrubbed take jumps over were never sent.
TEST(FrameOrder, NumbersThatJumpWithoutTimeAreNotLost) {
  FrameOrder order;
  const Layout layout = Layout::of({4, 1});
  const auto judge = [&](std::int32_t number, double seconds) {
    return order.judge(at(number, seconds), layout, kTicksPerSecond);
  };
  EXPECT_EQ(judge(100, 1.0), kNew);
  EXPECT_EQ(judge(102, 1.01), kNew) << "101 is lost";
  EXPECT_EQ(judge(2'000'000'000, 1.02), kNew);
  EXPECT_EQ(order.lost(), 1U);
  for (int i = 1; i < 100; ++i) EXPECT_EQ(judge(2'000'000'000 + 2 * i, 1.02 + i / kRate), kNew);
  // Every second one is missing; what stands in the window of 64 may still come.
  EXPECT_GE(order.lost(), 1U + 99U - 32U);
  EXPECT_LE(order.lost(), 1U + 99U);
}

TEST(FrameOrder, TimestampThatIsNoNumberIsNotUsed) {
  FrameOrder order;
  const Layout layout = Layout::of({2, 9});
  FrameData frame = at(1);
  EXPECT_EQ(order.judge(frame, layout, 0), kNew);
  frame = at(2);
  frame.timestamp = std::numeric_limits<double>::quiet_NaN();
  order.judge(frame, layout, 0);
  frame.number = 3;
  EXPECT_EQ(order.judge(frame, layout, 0), kNew);
}

}  // namespace
}  // namespace doppel::natnet
