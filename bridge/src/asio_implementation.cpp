// The one unit that compiles Asio and Beast themselves (separate compilation), so that the others stay small.
// It has no code of its own.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
