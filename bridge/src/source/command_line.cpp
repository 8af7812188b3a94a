// The one unit that spells the options of sources.
// Ranges are checked where the values are used; here only words are.
#include "source/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <utility>

namespace doppel::source {
namespace {

using natnet::Naming;
using natnet::UpAxis;
using natnet::Version;

const std::map<std::string, UpAxis> kAxes{{"y", UpAxis::kY}, {"z", UpAxis::kZ}};
const std::map<std::string, Naming> kNamings{
    {"motive", Naming::kMotive}, {"fbx", Naming::kFbx}, {"bvh", Naming::kBvh}, {"unreal", Naming::kUnreal}};
const std::map<std::string, sim::MotionKind> kMotions{{"walk", sim::MotionKind::kWalk},
                                                      {"sit", sim::MotionKind::kSit},
                                                      {"clap", sim::MotionKind::kClap},
                                                      {"wave", sim::MotionKind::kWave},
                                                      {"stand", sim::MotionKind::kStand}};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return text;
}

template <class Value>
Value choose(const std::string& option, const std::string& word, const std::map<std::string, Value>& choices) {
  const auto at = choices.find(lower(word));
  if (at != choices.end()) return at->second;
  std::string known;
  for (const auto& [name, value] : choices) known += (known.empty() ? "" : ", ") + name;
  throw CLI::ValidationError(option, "'" + word + "' is none of " + known);
}

template <class Value>
void add_choice(CLI::App& app, const std::string& name, Value& value, std::map<std::string, Value> choices,
                const std::string& text) {
  app.add_option_function<std::string>(
      name, [name, &value, choices = std::move(choices)](const std::string& word) { value = choose(name, word, choices); }, text);
}

void add_version(CLI::App& app, const std::string& name, const std::string& text,
                 const std::function<void(const Version&)>& set) {
  app.add_option_function<std::string>(
      name,
      [name, set](const std::string& value) {
        const std::optional<Version> version = natnet::parse_version(value);
        if (!version) throw CLI::ValidationError(name, "'" + value + "' is not a version such as 4.1");
        set(*version);
      },
      text);
}

void add_faults(CLI::App& app, sim::Faults& faults) {
  const char* group = "Faults";
  app.add_option("--loss", faults.loss, "Share of frames that get lost, 0 to 1")->group(group);
  app.add_option("--reorder", faults.reorder, "Share of frames that arrive late, 0 to 1")->group(group);
  app.add_option("--duplicate", faults.duplicate, "Share of frames that arrive twice, 0 to 1")->group(group);
  app.add_option("--truncate", faults.truncate, "Share of frames that are cut off, 0 to 1")->group(group);
  app.add_option("--jitter", faults.jitter, "Most by which a frame is late, seconds")->group(group);
  app.add_option("--restart-every", faults.restart_every, "Seconds between restarts of the server; 0: none")->group(group);
  app.add_option("--change-every", faults.change_every, "Seconds between changes of the skeleton list; 0: none")->group(group);
  app.add_flag("--rough", faults.is_rough, "Left-over memory, unknown descriptions, quaternions of changing sign, broken names")
      ->group(group);
  app.add_option("--seed", faults.seed, "Seed of all chances")->group(group);
}

}  // namespace

void add_client_options(CLI::App& app, natnet::ClientOptions& options) {
  app.add_option("--server", options.server, "IPv4 address of Motive; without it the network is searched");
  app.add_option("--interface", options.interface_address, "IPv4 address of this machine's interface to use");
  app.add_option("--command-port", options.command_port, "UDP port of the server's commands")->capture_default_str();
  app.add_option("--data-port", options.data_port, "UDP port of frames; 0: as the server says");
  app.add_option("--multicast-group", options.multicast_group, "Group of frames; without it as the server says");
  add_choice<natnet::Transport>(app, "--transport", options.transport,
                                {{"auto", natnet::Transport::kAutomatic},
                                 {"multicast", natnet::Transport::kMulticast},
                                 {"unicast", natnet::Transport::kUnicast}},
                                "How frames come: auto, multicast, unicast");
  add_choice<mocap::Coordinates>(
      app, "--coordinates", options.coordinates,
      {{"auto", mocap::Coordinates::kUnknown}, {"local", mocap::Coordinates::kLocal}, {"global", mocap::Coordinates::kGlobal}},
      "Skeleton coordinates as set in Motive: auto (found out), local, global");
  add_choice(app, "--up", options.up_axis, kAxes, "Up axis as set in Motive: y, z");
  add_version(app, "--bitstream", "NatNet version to ask a unicast server for", [&](const Version& v) { options.bitstream = v; });
}

void add_sim_options(CLI::App& app, sim::SimOptions& options, bool has_ports) {
  app.add_option("--performers", options.performers, "Performers, 0 to 20")->capture_default_str();
  app.add_option("--rate", options.rate, "Frames a second, 30 to 360")->capture_default_str();
  app.add_option_function<std::vector<std::string>>(
      "--motion",
      [&options](const std::vector<std::string>& words) {
        options.motions.clear();
        for (const std::string& word : words) options.motions.push_back(choose("--motion", word, kMotions));
      },
      "Motions, taken in turn: walk, sit, clap, wave, stand");
  app.add_option("--bvh", options.bvh, "BVH file that every performer plays instead");
  app.add_option("--height", options.shape.height, "Height of the performers, metres")->capture_default_str();
  app.add_option("--spine", options.shape.spine_bones, "Spine bones, 1 to 7")->capture_default_str();
  app.add_option("--neck", options.shape.neck_bones, "Neck bones, 1 to 3")->capture_default_str();
  add_choice(app, "--naming", options.shape.naming, kNamings, "Bone names: motive, fbx, bvh, unreal");
  app.add_flag("--no-fingers{false}", options.shape.has_fingers, "Bodies of 21 bones");
  app.add_option("--props", options.props, "Rigid bodies besides chairs")->capture_default_str();
  app.add_option("--markers", options.markers, "Labeled markers per performer")->capture_default_str();
  add_version(app, "--natnet", "NatNet version, 2.5 to 4.2 (default 4.1)", [&](const Version& v) { options.version = v; });
  add_version(app, "--announce", "NatNet version to announce in place of the one that is sent",
              [&](const Version& v) { options.announced = v; });
  app.add_flag("--global{false}", options.is_local, "Skeletons in global coordinates");
  add_choice(app, "--sim-up", options.up_axis, kAxes, "Up axis of what the simulator sends: y, z");
  app.add_flag("--multicast", options.is_multicast, "Send to a multicast group");
  if (has_ports) {
    app.add_option("--address", options.address, "IPv4 address to listen on")->capture_default_str();
    app.add_option("--command-port", options.command_port, "UDP port of commands; 0: any")->capture_default_str();
    app.add_option("--data-port", options.data_port, "UDP port of frames; 0: any")->capture_default_str();
    app.add_option("--multicast-group", options.multicast_group, "Multicast group")->capture_default_str();
  }
  add_faults(app, options.faults);
}

}  // namespace doppel::source
