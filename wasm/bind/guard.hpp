// One guard for every cold call: a C++ exception leaves as a JavaScript Error with `name`, `code` and `message`.
// It is not used on the frame path, which throws nothing.
#pragma once

#include <emscripten/val.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/error.hpp"

namespace doppel::bind {

/// What a caught exception says, kept until no C++ handler is open any more.
struct Fault {
  std::string code;
  std::string message;
};

/// Throws the Error in JavaScript. Frames of C++ between here and JavaScript run their destructors.
[[noreturn]] inline void throw_fault(const Fault& fault) {
  emscripten::val error = emscripten::val::global("Error").new_(fault.message);
  error.set("name", emscripten::val("DoppelError"));
  error.set("code", emscripten::val(fault.code));
  error.throw_();
}

/// Runs `call` and turns what it throws into a JavaScript Error.
template <typename Call>
auto guarded(Call&& call) -> std::invoke_result_t<Call> {
  Fault fault;
  try {
    return std::forward<Call>(call)();
  } catch (const Error& error) {
    fault = {std::string(to_string(error.code())), error.what()};
  } catch (const std::bad_alloc&) {
    fault = {std::string(to_string(ErrorCode::kInternal)), "memory: there is not enough for this avatar or document"};
  } catch (const std::exception& error) {
    fault = {std::string(to_string(ErrorCode::kInternal)), error.what()};
  }
  throw_fault(fault);
}

}  // namespace doppel::bind
