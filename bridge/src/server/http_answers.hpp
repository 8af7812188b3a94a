// What answers have in common, and the forms of those without a file: fields only, nothing is sent here.
// Only http_connection includes this: it instantiates Beast's templates.
#pragma once

#include <boost/beast/http.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/websocket.hpp"
#include "server/static_files.hpp"

namespace doppel::server {

/// An answer with the fields that all have. `cors_origin`: the origin that may read it; empty: no other.
template <typename Body>
boost::beast::http::response<Body> make_answer(unsigned status, std::string_view cors_origin, bool keeps_alive) {
  boost::beast::http::response<Body> answer;
  answer.result(status);
  answer.version(11);
  answer.set("Server", "doppel-bridge");
  answer.set("Content-Security-Policy", std::string(kPagePolicy));
  answer.set("X-Content-Type-Options", "nosniff");
  answer.set("Referrer-Policy", "no-referrer");
  answer.set("Cross-Origin-Resource-Policy", "same-origin");
  if (!cors_origin.empty()) {
    answer.set("Access-Control-Allow-Origin", std::string(cors_origin));
    answer.set("Vary", "Origin");
  }
  answer.keep_alive(keeps_alive);
  return answer;
}

/// Puts a text into an answer that has its status; what is said of a moment is not stored.
inline void put_text(boost::beast::http::response<boost::beast::http::string_body>& answer, std::string_view type,
                     std::string text) {
  answer.set("Content-Type", std::string(type));
  answer.set("Cache-Control", "no-store");
  if (answer.result_int() == 401) answer.set("WWW-Authenticate", "Bearer");
  if (answer.result_int() == 405) answer.set("Allow", "GET, HEAD");
  answer.body() = std::move(text);
  answer.prepare_payload();
}

/// A file to put into an answer; nothing where it cannot be read.
inline std::optional<boost::beast::http::file_body::value_type> open_file(const std::filesystem::path& file) {
  boost::beast::http::file_body::value_type body;
  boost::beast::error_code error;
  body.open(file.c_str(), boost::beast::file_mode::scan, error);
  return error ? std::nullopt : std::optional(std::move(body));
}

/// Puts a file that is open into an answer.
inline void put_file(boost::beast::http::response<boost::beast::http::file_body>& answer,
                     boost::beast::http::file_body::value_type file, std::string_view type, std::string_view etag,
                     std::string_view cache) {
  answer.set("Content-Type", std::string(type));
  answer.set("ETag", std::string(etag));
  answer.set("Cache-Control", std::string(cache));
  answer.content_length(file.size());
  answer.body() = std::move(file);
}

/// Why a head is refused.
struct HeadFault {
  unsigned status;
  std::string_view code;
  std::string_view message;
};

/// Nothing where it is whole, or where the client is gone.
inline std::optional<HeadFault> head_fault(boost::beast::error_code error) {
  namespace http = boost::beast::http;
  if (error == http::error::header_limit) return HeadFault{431, "too-large", "the head of a request may have 8 KiB"};
  if (error == http::error::body_limit) return HeadFault{413, "too-large", "the body is larger than an asset may be"};
  const bool is_of_form = error && error.category() == http::make_error_code(http::error::end_of_stream).category();
  if (!is_of_form || error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  return HeadFault{400, "bad-request", "not an HTTP request"};
}

/// What a browser asks before a page from elsewhere may use the bridge.
inline void put_preflight(boost::beast::http::response<boost::beast::http::empty_body>& answer) {
  answer.set("Access-Control-Allow-Methods", "GET, HEAD, PUT");
  answer.set("Access-Control-Allow-Headers", "authorization, content-type");
  answer.set("Access-Control-Allow-Private-Network", "true");
  answer.set("Access-Control-Max-Age", "600");
}

inline std::string error_body(std::string_view code, std::string_view message) {
  nlohmann::ordered_json json;
  json["error"] = {{"code", code}, {"message", message}};
  return json.dump() + "\n";
}

/// The answer to a WebSocket's handshake, whole. `subprotocol` empty: none.
inline std::string switching_protocols(std::string_view key, std::string_view subprotocol) {
  std::string answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
                       protocol::accept_key(key) + "\r\n";
  if (!subprotocol.empty()) answer += "Sec-WebSocket-Protocol: " + std::string(subprotocol) + "\r\n";
  return answer + "\r\n";
}

}  // namespace doppel::server
