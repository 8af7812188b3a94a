// The only unit that instantiates Beast's HTTP templates.
// Every read and write has a deadline that moves on with progress; the server's sweep keeps it.
#include "server/http_connection.hpp"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <optional>

#include "server/clock.hpp"
#include "server/http_answers.hpp"
#include "server/http_sending.hpp"
#include "server/pace.hpp"
#include "server/peer_address.hpp"
#include "server/request_facts.hpp"

namespace doppel::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

constexpr double kHeadSeconds = 5.0;    // from connecting to a whole head
constexpr double kIdleSeconds = 15.0;   // between two requests
constexpr double kDrainSeconds = 1.0;   // for what a client still sends behind a refusal
constexpr double kStallSeconds = 20.0;  // without a byte, in the middle of a body

class Connection final : public HttpConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, HttpServices& services, std::function<void(HttpConnection*)> on_end)
      : socket_(std::move(socket)), services_(services), on_end_(std::move(on_end)), buffer_(services.largest_head + 65536) {
    beast::error_code error;
    socket_.set_option(tcp::no_delay(true), error);
    local_address_ = plain_address(socket_.local_endpoint(error).address()).to_string();
    is_peer_loopback_ = plain_address(socket_.remote_endpoint(error).address()).is_loopback();
  }

  void start() override {
    deadline_ = steady_seconds() + kHeadSeconds;
    read_head();
  }

  bool is_idle() const override { return is_idle_; }
  double rate() const override { return pace_.rate(); }

  void sweep(double now) override {
    if (now > deadline_) stop();
    pace_.sweep(now);
  }

  void stop() override {
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->end(); });
  }

 private:
  using Parser = http::request_parser<http::buffer_body>;

  void read_head() {
    is_idle_ = true;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(services_.largest_head));
    parser_->body_limit(services_.largest_body);
    http::async_read_header(socket_, buffer_, *parser_,
                            [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_head(error); });
  }

  void on_head(beast::error_code error) {
    if (is_ended_) return;
    is_idle_ = false;
    pace_.begin(steady_seconds());
    deadline_ = steady_seconds() + kStallSeconds;
    if (const auto fault = head_fault(error)) return refuse(fault->status, fault->code, fault->message, true);
    if (error) return end();
    ++services_.metrics.requests;
    is_head_ = parser_->get().method() == http::verb::head;
    serve(route(services_.rules, facts()));
  }

  RequestFacts facts() const {
    RequestFacts facts = request_facts(*parser_);
    facts.local_address = local_address_;
    facts.is_peer_loopback = is_peer_loopback_;
    return facts;
  }

  void serve(Route route) {
    route_ = std::move(route);
    switch (route_.service) {
      case Service::kRefused: return refuse(route_.status, route_.code, route_.message);
      case Service::kMocap:
      case Service::kRemote: return serve_websocket();
      case Service::kGetAsset: return serve_asset();
      case Service::kPutAsset: return begin_upload();
      case Service::kListTakes: return send_text(200, "application/json", services_.takes.list_text());
      case Service::kGetTake: return serve_take();
      case Service::kHealth: return send_text(200, "application/json", services_.health());
      case Service::kMetrics: return send_text(200, "text/plain; version=0.0.4; charset=utf-8", services_.metrics_text());
      case Service::kPage: return serve_page();
      case Service::kPreflight: return serve_preflight();
    }
  }

  template <typename Body>
  http::response<Body> make_response(unsigned status, bool ends = false) {
    return make_answer<Body>(status, route_.cors_origin, !ends && parser_->is_done() && parser_->get().keep_alive());
  }

  void send_text(unsigned status, std::string_view type, std::string text, bool ends = false) {
    auto response = make_response<http::string_body>(status, ends);
    put_text(response, type, std::move(text));
    send(std::move(response));
  }

  void refuse(unsigned status, std::string_view code, std::string_view message, bool ends = false) {
    services_.metrics.refuse(code);
    // A body that is not wanted is not read: the connection ends with the answer.
    send_text(status, "application/json", error_body(code, message), ends || !parser_->is_done());
  }

  template <typename Body>
  void send(http::response<Body> response) {
    ends_ = !response.keep_alive();
    auto sending = std::make_unique<SendingOf<Body>>(std::move(response));
    if (is_head_) sending->leave_body_out();
    sending_ = std::move(sending);
    write_on();
  }

  void write_on() {
    sending_->write_some(socket_, [self = shared_from_this()](beast::error_code error, std::size_t bytes) {
      if (self->is_ended_) return;
      if (error) return self->end();
      self->pace_.carry(bytes);
      self->deadline_ = steady_seconds() + kStallSeconds;
      if (!self->sending_->is_done()) return self->write_on();
      self->on_sent();
    });
  }

  void on_sent() {
    sending_ = nullptr;
    if (ends_) return drain();
    deadline_ = steady_seconds() + kIdleSeconds;
    read_head();
  }

  /// Reads what is still on its way for a moment, so that no reset overtakes the answer.
  void drain() {
    beast::error_code error;
    socket_.shutdown(tcp::socket::shutdown_send, error);
    deadline_ = std::min(deadline_, steady_seconds() + kDrainSeconds);
    drain_on();
  }

  void drain_on() {
    socket_.async_read_some(asio::buffer(block_), [self = shared_from_this()](beast::error_code fault, std::size_t) {
      if (self->is_ended_) return;
      if (fault || steady_seconds() > self->deadline_) return self->end();
      self->drain_on();
    });
  }

  void serve_file(const std::filesystem::path& file, std::string_view type, std::string_view etag, std::string_view cache,
                  std::string_view policy) {
    const std::string_view known = parser_->get()[http::field::if_none_match];
    const bool is_known = !known.empty() && (has_token(known, etag) || known == "*");
    if (is_known) {
      auto response = make_response<http::empty_body>(304);
      response.set("ETag", std::string(etag));
      response.set("Cache-Control", std::string(cache));
      return send(std::move(response));
    }
    auto body = open_file(file);
    if (!body) return refuse(404, "not-found", "the file is gone");
    auto response = make_response<http::file_body>(200);
    response.set("Content-Security-Policy", std::string(policy));
    put_file(response, std::move(*body), type, etag, cache);
    send(std::move(response));
  }

  void serve_page() {
    const StaticFile* file = services_.files.find(route_.path, steady_seconds());
    if (!file) return refuse(404, "not-found", "there is no such page");
    serve_file(file->file, file->type, file->etag, file->cache_control, file->policy);
  }

  void serve_asset() {
    const auto file = services_.assets.find(route_.hash);
    if (!file) return refuse(404, "not-found", "there is no such asset");
    serve_file(*file, "application/octet-stream", '"' + route_.hash + '"', "private, max-age=31536000, immutable", kPagePolicy);
  }

  void serve_take() {
    const auto take = services_.takes.find(route_.path);
    if (!take) return refuse(404, "not-found", "there is no such take");
    serve_file(take->file, "application/octet-stream", take->etag(), "private, no-cache", kPagePolicy);
  }

  void serve_preflight() {
    auto response = make_response<http::empty_body>(204);
    put_preflight(response);
    send(std::move(response));
  }

  void serve_websocket() {
    if (!services_.has_room()) return refuse(503, "too-many-clients", "no more WebSocket clients are taken");
    std::string response = switching_protocols(parser_->get()[http::field::sec_websocket_key], route_.subprotocol);
    const auto data = buffer_.data();
    std::string early(static_cast<const char*>(data.data()), data.size());
    is_ended_ = true;
    const auto self = shared_from_this();
    on_end_(this);
    services_.upgrade(std::move(socket_), route_, std::move(response), early);
  }

  void begin_upload() {
    switch (services_.assets.begin(route_.hash, *parser_->content_length(), upload_)) {
      case AssetStore::Admission::kTooLarge: return refuse(413, "too-large", "the body is larger than an asset may be");
      case AssetStore::Admission::kNoSpace: return refuse(507, "no-space", "there is no room for this asset");
      case AssetStore::Admission::kPresent: return send_text(200, "application/json", "{}\n", !parser_->is_done());
      case AssetStore::Admission::kAdmitted: break;
    }
    if (http::token_list(parser_->get()[http::field::expect]).exists("100-continue")) {
      return send_continue(socket_, [self = shared_from_this()](bool is_sent) { is_sent ? self->read_body() : self->end(); });
    }
    read_body();
  }

  void read_body() {
    // A body of no bytes has come already.
    if (parser_->is_done()) return finish_upload();
    auto& body = parser_->get().body();
    body.data = block_.data();
    body.size = block_.size();
    http::async_read_some(socket_, buffer_, *parser_,
                          [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_body(error); });
  }

  void on_body(beast::error_code error) {
    if (is_ended_) return;
    if (error == http::error::need_buffer) error = {};
    if (error) return end();
    deadline_ = steady_seconds() + kStallSeconds;
    const std::size_t count = block_.size() - parser_->get().body().size;
    pace_.carry(count);
    upload_->add({block_.data(), count});
    read_body();
  }

  void finish_upload() {
    const AssetUpload::Result result = upload_->finish();
    upload_ = nullptr;
    if (result == AssetUpload::Result::kWrongHash)
      return refuse(400, "bad-request", "the body's SHA-256 is not the one in the path");
    if (result == AssetUpload::Result::kWriteFailed) return refuse(507, "no-space", "the asset could not be written");
    send_text(201, "application/json", "{}\n");
  }

  void end() {
    if (is_ended_) return;
    is_ended_ = true;
    upload_ = nullptr;
    beast::error_code error;
    socket_.close(error);
    on_end_(this);
  }

  tcp::socket socket_;
  HttpServices& services_;
  std::function<void(HttpConnection*)> on_end_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::unique_ptr<Sending> sending_;
  std::unique_ptr<AssetUpload> upload_;
  Route route_;
  std::string local_address_;
  std::array<std::uint8_t, 16384> block_{};
  double deadline_ = 0.0;
  Pace pace_;
  bool is_peer_loopback_ = false;
  bool is_head_ = false;
  bool ends_ = false;
  bool is_idle_ = true;
  bool is_ended_ = false;
};

}  // namespace

std::shared_ptr<HttpConnection> make_http_connection(tcp::socket socket, HttpServices& services,
                                                     std::function<void(HttpConnection*)> on_end) {
  return std::make_shared<Connection>(std::move(socket), services, std::move(on_end));
}

}  // namespace doppel::server
