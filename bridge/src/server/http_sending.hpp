// A response on its way to a socket, whatever its body, written piece by piece.
// Only http_connection includes this: it instantiates Beast's templates.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <functional>
#include <string_view>
#include <utility>

namespace doppel::server {

/// A response on its way, whatever its body.
class Sending {
 public:
  using Done = std::function<void(boost::beast::error_code, std::size_t bytes)>;

  virtual ~Sending() = default;
  /// `done` comes from the loop, after a part of the response or an error.
  virtual void write_some(boost::asio::ip::tcp::socket& socket, Done done) = 0;
  virtual bool is_done() = 0;
};

template <typename Body>
class SendingOf final : public Sending {
 public:
  explicit SendingOf(boost::beast::http::response<Body> response) : response_(std::move(response)), serializer_(response_) {}
  /// The head alone: the answer to HEAD.
  void leave_body_out() { serializer_.split(true); }
  void write_some(boost::asio::ip::tcp::socket& socket, Done done) override {
    namespace http = boost::beast::http;
    if (serializer_.split())
      http::async_write_header(socket, serializer_, std::move(done));
    else
      http::async_write_some(socket, serializer_, std::move(done));
  }
  bool is_done() override { return serializer_.split() ? serializer_.is_header_done() : serializer_.is_done(); }

 private:
  boost::beast::http::response<Body> response_;
  boost::beast::http::response_serializer<Body> serializer_;
};

/// Tells a client that waits for it to send its body. `done` comes from the loop.
inline void send_continue(boost::asio::ip::tcp::socket& socket, std::function<void(bool is_sent)> done) {
  static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
  boost::asio::async_write(socket, boost::asio::buffer(kGoOn),
                           [done = std::move(done)](boost::beast::error_code error, std::size_t) { done(!error); });
}

}  // namespace doppel::server
