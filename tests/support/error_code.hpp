// The code of the error that a call throws, for tests.
// A call that throws nothing is a failure.
#pragma once

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace doppel::test {

template <typename Call>
ErrorCode code_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::kInternal;
}

}  // namespace doppel::test
