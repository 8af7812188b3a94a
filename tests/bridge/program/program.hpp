// Runs a real program of the bridge for a test: starts it, reads the address that it prints, ends it.
// Only processes that a test has started are ever signalled.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace doppel::program {

class Program {
 public:
  /// Starts `doppel-bridge` (or another program) with these arguments. Its log goes to the test's own standard error, or to
  /// `error_text`.
  explicit Program(std::vector<std::string> arguments, bool keeps_errors = false, std::string path = DOPPEL_BRIDGE_PROGRAM);
  /// Kills it, if it still runs.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// The first line of its standard output, without the line's end; empty where it ended without one.
  std::string read_line();
  /// Port of the printed address.
  std::uint16_t port();
  void signal(int number) const;
  /// Waits for its end: the exit code, or 128 and the signal.
  int wait();
  /// What it wrote to standard error; after `wait`, with `keeps_errors`.
  std::string error_text();
  pid_t id() const { return id_; }
  /// Bytes of memory that are its own now.
  std::size_t memory() const;

 private:
  pid_t id_ = -1;
  int output_ = -1;
  int errors_ = -1;
  bool has_ended_ = false;
  int code_ = -1;
  std::string address_;
};

}  // namespace doppel::program
