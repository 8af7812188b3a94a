// Clients of the bridge for tests: raw bytes over TCP, HTTP by hand, a WebSocket.
// They block, and give up after ten seconds: a test that waits that long has failed.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/websocket.hpp"

namespace doppel::program {

/// A TCP connection to 127.0.0.1.
class Connection {
 public:
  /// `receive_buffer`: bytes of the socket's receive buffer; 0: the system's own.
  explicit Connection(std::uint16_t port, int receive_buffer = 0);
  ~Connection();
  Connection(Connection&& other) noexcept;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool is_open() const { return socket_ >= 0; }
  /// False where the other side is gone.
  bool write(std::string_view bytes);
  /// At least a byte; empty at the end of the stream, at an error, and after ten seconds.
  std::string read();
  /// Everything up to the end.
  std::string read_all();
  int socket() const { return socket_; }

 private:
  int socket_ = -1;
};

struct Response {
  int status = 0;
  /// Names in lower case.
  std::vector<std::pair<std::string, std::string>> fields;
  std::string body;

  std::string field(std::string_view name) const;
};

/// Sends a head and a body as they are, and reads one response. Status 0 where none comes.
Response ask(Connection& connection, std::string_view request, bool is_head = false);
/// A request of its own connection with the right `Host`; `fields` are whole lines with CRLF.
Response request(std::uint16_t port, std::string_view method, std::string_view target, std::string_view fields = "",
                 std::string_view body = "");

class WebSocket : private protocol::MessageReader::Handler {
 public:
  using Json = nlohmann::ordered_json;

  struct Settings {
    std::string target = "/mocap";
    std::string protocols = "doppel.mocap.v1";
    /// Whole lines with CRLF.
    std::string fields{};
    std::string host{};
    int receive_buffer = 0;
  };

  WebSocket(std::uint16_t port, const Settings& settings);

  /// 101 where the handshake was taken.
  int status() const { return response_.status; }
  const Response& response() const { return response_; }
  void send(std::string_view text);
  void send_frame(unsigned first_byte, std::string_view payload);
  void send_raw(std::string_view bytes) { connection_.write(bytes); }
  int socket() const { return connection_.socket(); }

  /// The next message; nothing at the end of the connection.
  struct Message {
    bool is_text = false;
    std::string payload;
  };
  std::optional<Message> next();
  /// The next text of this type; what comes before it is thrown away. An empty object at the end.
  Json next_text(std::string_view type);
  /// The next frame; empty at the end.
  std::string next_frame();
  /// Reads to the end; the close code, 1006 where the connection was cut.
  std::uint16_t read_to_close();

 private:
  bool on_message(protocol::Opcode opcode, std::string_view payload) override;
  void on_ping(std::string_view payload) override { send_frame(0x8A, payload); }
  void on_pong() override {}
  void on_close(std::uint16_t code) override { close_code_ = code; }

  Connection connection_;
  Response response_;
  protocol::MessageReader reader_{std::size_t{1} << 26, false};
  std::vector<Message> messages_;
  std::size_t taken_ = 0;
  std::uint16_t close_code_ = 1006;
};

}  // namespace doppel::program
