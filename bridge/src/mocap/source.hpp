// The one interface between what makes frames (NatNet, a simulator, a recording) and what takes them (the server, a recorder).
// It is not a queue: a sink that needs a frame longer than the call copies it.
#pragma once

#include "mocap/description.hpp"
#include "mocap/frame.hpp"
#include "mocap/status.hpp"

namespace boost::asio {
class io_context;
}

namespace doppel::mocap {

/// Called on the thread that runs the source's io_context, and only between `start` and the return of `stop`.
/// Calls must be short and must not throw.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Before the first frame that follows them. The old ones no longer hold.
  virtual void on_descriptions(const DescriptionsPointer& descriptions) = 0;
  /// The frame is the source's own storage and lives for the length of the call.
  virtual void on_frame(const Frame& frame) = 0;
  /// At every change of state or message, and once a second.
  virtual void on_status(const Status& status) = 0;
};

class Source {
 public:
  virtual ~Source() = default;
  /// Starts its work on `context` and returns. `context` and `sink` outlive `stop`. Once only.
  /// Throws doppel::Error when its configuration cannot work here (a missing interface, a file that cannot be read).
  virtual void start(boost::asio::io_context& context, Sink& sink) = 0;
  /// From the context's thread. Cancels what is under way; no call of the sink comes after it. May be called again.
  virtual void stop() = 0;
};

}  // namespace doppel::mocap
