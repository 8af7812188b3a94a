// fork, exec, pipes.
// Nothing is waited for by time: reads end when the program writes or ends.
#include "program/program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <stdexcept>

namespace doppel::program {

Program::Program(std::vector<std::string> arguments, bool keeps_errors, std::string path) {
  std::array<int, 2> output{};
  std::array<int, 2> errors{};
  if (::pipe2(output.data(), O_CLOEXEC) != 0 || ::pipe2(errors.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  std::vector<char*> list{path.data()};
  for (std::string& argument : arguments) list.push_back(argument.data());
  list.push_back(nullptr);
  id_ = ::fork();
  if (id_ < 0) throw std::runtime_error("fork");
  if (id_ == 0) {
    ::dup2(output[1], STDOUT_FILENO);
    if (keeps_errors) ::dup2(errors[1], STDERR_FILENO);
    ::execv(path.c_str(), list.data());
    ::_exit(127);
  }
  ::close(output[1]);
  ::close(errors[1]);
  output_ = output[0];
  errors_ = errors[0];
}

Program::~Program() {
  if (!has_ended_) {
    ::kill(id_, SIGKILL);
    wait();
  }
  ::close(output_);
  ::close(errors_);
}

std::string Program::read_line() {
  std::string line;
  char c = 0;
  while (::read(output_, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

std::uint16_t Program::port() {
  if (address_.empty()) address_ = read_line();
  const std::size_t colon = address_.rfind(':');
  return colon == std::string::npos ? 0 : static_cast<std::uint16_t>(std::stoi(address_.substr(colon + 1)));
}

void Program::signal(int number) const { ::kill(id_, number); }

int Program::wait() {
  if (has_ended_) return code_;
  int status = 0;
  ::waitpid(id_, &status, 0);
  has_ended_ = true;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return code_;
}

std::string Program::error_text() {
  std::string text;
  std::array<char, 4096> block{};
  for (ssize_t count = 0; (count = ::read(errors_, block.data(), block.size())) > 0;)
    text.append(block.data(), static_cast<std::size_t>(count));
  return text;
}

std::size_t Program::memory() const {
  std::ifstream stream("/proc/" + std::to_string(id_) + "/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  stream >> total >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace doppel::program
