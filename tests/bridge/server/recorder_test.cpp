// Tests of the recorder behind the hub: what it keeps of a stream that begins before it is described, or before it records.
// The file's form is tested with the take.
#include "server/recorder.hpp"

#include <gtest/gtest.h>

#include "mocap_fixtures.hpp"
#include "server/mocap_hub.hpp"
#include "take/take_reader.hpp"
#include "temporary_folder.hpp"

namespace doppel::server {
namespace {

using fixtures::make_descriptions;
using fixtures::make_frame;

struct RecorderTest : ::testing::Test {
  fixtures::TemporaryFolder folder;
  BridgeClock clock;
  Metrics metrics;
  MocapHub hub{{"0.1.0", "0123456789abcdef", "sim"}, clock, metrics};
  mocap::DescriptionsPointer descriptions = std::make_shared<mocap::Descriptions>(make_descriptions(2, 5, 1));
  std::mt19937 random{1};

  void send_frame(std::int32_t number) { hub.on_frame(make_frame(*descriptions, number, random)); }

  /// Numbers of the frames in the take; nothing in it may be damaged or without descriptions.
  std::vector<std::int32_t> recorded() {
    take::TakeReader reader(folder / "take.dtake");
    std::vector<std::int32_t> numbers;
    take::TakeFrame frame;
    while (reader.read(frame)) numbers.push_back(frame.frame.number);
    EXPECT_EQ(reader.faults().damaged_bytes + reader.faults().damaged_chunks + reader.faults().lost_frames, 0U);
    return numbers;
  }
};

TEST_F(RecorderTest, FramesBeforeTheFirstDescriptionsAreLeftOut) {
  {
    Recorder recorder(folder / "take.dtake", "sim");
    hub.set_tap(&recorder);
    for (int i = 0; i < 5; ++i) send_frame(i);
    hub.on_descriptions(descriptions);
    for (int i = 5; i < 9; ++i) send_frame(i);
    EXPECT_EQ(recorder.frame_count(), 4U);
    hub.set_tap(nullptr);
  }
  EXPECT_EQ(recorded(), (std::vector<std::int32_t>{5, 6, 7, 8}));
}

TEST_F(RecorderTest, OneThatComesLateIsToldWhatHolds) {
  hub.on_descriptions(descriptions);
  send_frame(0);
  send_frame(1);
  {
    Recorder recorder(folder / "take.dtake", "sim");
    hub.set_tap(&recorder);
    send_frame(2);
    hub.set_tap(nullptr);
  }
  EXPECT_EQ(recorded(), (std::vector<std::int32_t>{1, 2}));
}

}  // namespace
}  // namespace doppel::server
