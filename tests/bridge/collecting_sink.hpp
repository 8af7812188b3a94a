// A sink that keeps what a source says, holds every frame to the contract of mocap/frame.hpp, and a loop that runs until
// something is so. It asserts no times: its limits only end a test that would hang.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cmath>
#include <functional>
#include <vector>

#include "mocap/source.hpp"

namespace doppel::test {

class CollectingSink : public mocap::Sink {
 public:
  void on_descriptions(const mocap::DescriptionsPointer& next) override {
    ASSERT_TRUE(next);
    ASSERT_GT(next->revision, descriptions ? descriptions->revision : 0);
    descriptions = next;
    for (const mocap::SkeletonDescription& skeleton : next->skeletons) {
      ASSERT_FALSE(skeleton.bones.empty());
      for (std::size_t i = 0; i < skeleton.bones.size(); ++i) ASSERT_LT(skeleton.bones[i].parent, static_cast<std::int32_t>(i));
    }
  }

  void on_frame(const mocap::Frame& next) override {
    ++frames;
    check_order(next);
    check_skeletons(next);
    frame = next;
    if (each_frame) each_frame(next);
  }

  void on_status(const mocap::Status& next) override {
    status = next;
    if (!next.code.empty() && (codes.empty() || codes.back() != next.code)) codes.push_back(next.code);
  }

  bool has_code(const std::string& code) const { return std::find(codes.begin(), codes.end(), code) != codes.end(); }

  mocap::DescriptionsPointer descriptions;
  mocap::Frame frame;
  mocap::Status status;
  std::vector<std::string> codes;  // in the order in which they came
  std::uint64_t frames = 0;
  std::function<void(const mocap::Frame&)> each_frame;

 private:
  void check_order(const mocap::Frame& next) {
    if (frames <= 1) return;
    ASSERT_GT(next.captured_at, frame.captured_at);
    ASSERT_GE(next.received_at, frame.received_at);
    ASSERT_GE(next.epoch, frame.epoch);
    ASSERT_GE(next.revision, frame.revision);
    if (next.epoch != frame.epoch) return;
    ASSERT_GE(next.number, frame.number);
    ASSERT_GE(next.source_time, frame.source_time);
  }

  void check_skeletons(const mocap::Frame& next) {
    ASSERT_EQ(next.revision, descriptions ? descriptions->revision : 0);
    std::size_t at = 0;
    for (const mocap::SkeletonFrame& skeleton : next.skeletons) {
      while (at < descriptions->skeletons.size() && descriptions->skeletons[at].id != skeleton.id) ++at;
      ASSERT_LT(at, descriptions->skeletons.size()) << "a skeleton without a description, or out of its order";
      ASSERT_EQ(skeleton.bones.size(), descriptions->skeletons[at].bones.size());
      for (const mocap::BonePose& bone : skeleton.bones) check_pose(bone.position, bone.rotation);
    }
    for (const mocap::RigidBodyFrame& body : next.rigid_bodies) check_pose(body.position, body.rotation);
  }

  static void check_pose(const mocap::Vector3& position, const mocap::Quaternion& q) {
    for (const float x : position) ASSERT_TRUE(std::isfinite(x));
    ASSERT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0F, 1e-4F);
  }
};

/// Runs `context` until `done` is true; false when that did not come within `seconds`.
inline bool run_until(boost::asio::io_context& context, const std::function<bool()>& done, double seconds = 20.0) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  context.restart();
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    context.run_one_for(std::chrono::milliseconds(20));
    if (context.stopped()) context.restart();
  }
  return true;
}

}  // namespace doppel::test
