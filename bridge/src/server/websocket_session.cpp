// Direct non-blocking `send` while the socket takes everything; the loop is asked only when it does not. A shared buffer holds
// header and payload, so a frame, with the texts that wait for it, is one system call for each client and is copied by the kernel
// alone.
#include "server/websocket_session.hpp"

#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <sstream>

#include "server/clock.hpp"

namespace doppel::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using protocol::Opcode;

namespace {

constexpr double kQuietSeconds = 20.0;
/// For the client to answer a close, or to read what stands before it.
constexpr double kCloseSeconds = 2.0;
/// Bytes taken from one client before the others have their turn.
constexpr int kReadsInARow = 4;
/// Parts that one system call takes: what is begun, texts, a frame.
constexpr std::size_t kMostParts = 8;

/// One for all sessions: they are read one after the other on one thread.
std::array<std::uint8_t, 65536>& scratch() {
  static std::array<std::uint8_t, 65536> bytes;
  return bytes;
}

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

WebSocketSession::WebSocketSession(tcp::socket socket, PeerHandler& handler, Metrics& metrics, SessionLimits limits)
    : metrics_(metrics), socket_(std::move(socket)), handler_(handler), limits_(limits), reader_(limits.message, true) {
  boost::system::error_code error;
  socket_.non_blocking(true, error);
  socket_.set_option(tcp::no_delay(true), error);
  handle_ = socket_.native_handle();
  const auto peer = socket_.remote_endpoint(error);
  std::ostringstream text;
  text << peer;
  address_ = text.str();
  if (limits_.unsent > 0) {
    ::setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &limits_.unsent, sizeof limits_.unsent);
  }
}

void WebSocketSession::start(std::string response, std::string_view early, std::function<void()> on_end) {
  on_end_ = std::move(on_end);
  heard_at_ = steady_seconds();
  send_text(std::make_shared<const std::string>(std::move(response)));
  const auto self = shared_from_this();
  handler_.on_open(self);
  if (!early.empty()) {
    const std::uint16_t code = reader_.feed({reinterpret_cast<const std::uint8_t*>(early.data()), early.size()}, *this);
    if (code != 0) close(code, code == protocol::close_code::kTooLarge ? "too-large" : "");
  }
  read();
}

bool WebSocketSession::enqueue(const TextPointer& text) {
  if (is_closing_ || is_ended_) return false;
  if (queued_bytes_ + text->size() > limits_.queue) {
    metrics_.refuse("too-slow");
    queue_.clear();
    queued_bytes_ = 0;
    close(protocol::close_code::kTryLater, "too-slow");
    return false;
  }
  queued_bytes_ += text->size();
  queue_.push_back(text);
  return true;
}

void WebSocketSession::send_text(const TextPointer& text) {
  if (enqueue(text)) flush();
}

void WebSocketSession::send_frame(const FramePointer& frame) {
  if (is_closing_ || is_ended_) return;
  if (newest_)
    skip_frame();
  else if (!is_waiting_to_write_ && queued_bytes_ == 0 && send_whole(frame))
    return;
  newest_ = frame;
  flush();
}

/// The way of nearly every frame: nothing waits, and the socket takes it. Else what is left of it is begun, or it is not sent.
bool WebSocketSession::send_whole(const FramePointer& frame) {
  const std::size_t size = frame->size();
  const ssize_t sent = ::send(handle_, frame->data(), size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent <= 0) return false;
  if (static_cast<std::size_t>(sent) < size) {
    frame_ = frame;
    left_ = frame->data();
    left_bytes_ = size;
    note_written(static_cast<std::size_t>(sent));
    wait_writable();
    return true;
  }
  metrics_.bytes_sent += size;
  ++counters_.frames_sent;
  ++metrics_.frames_sent;
  return true;
}

void WebSocketSession::send_if_ready(const FramePointer& message) {
  send_waiting();
  if (is_closing_ || is_ended_ || is_waiting_to_write_) return;
  const ssize_t sent = ::send(handle_, message->data(), message->size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent <= 0) return;
  const auto taken = static_cast<std::size_t>(sent);
  metrics_.bytes_sent += taken;
  if (taken == message->size()) return;
  // What was begun has to be ended before anything else.
  text_ = std::make_shared<const std::string>(message->bytes.begin() + static_cast<std::ptrdiff_t>(message->begin + taken),
                                              message->bytes.end());
  left_ = reinterpret_cast<const std::uint8_t*>(text_->data());
  left_bytes_ = text_->size();
  wait_writable();
}

void WebSocketSession::drop_frame() {
  if (!newest_) return;
  newest_ = nullptr;
  skip_frame();
}

void WebSocketSession::skip_frame() {
  ++counters_.frames_dropped;
  ++metrics_.frames_dropped;
}

void WebSocketSession::close(std::uint16_t code, std::string_view reason) {
  if (is_closing_ || is_ended_) return;
  newest_ = nullptr;
  closing_at_ = steady_seconds();
  auto frame = std::make_shared<const std::string>(protocol::make_close(code, reason));
  is_closing_ = true;
  queued_bytes_ += frame->size();
  queue_.push_back(std::move(frame));
  flush();
}

Peer::Counters WebSocketSession::counters() const {
  Counters counters = counters_;
  counters.queued_bytes = queued_bytes_ + left_bytes_ + (newest_ ? newest_->size() : 0);
  return counters;
}

bool WebSocketSession::take_next() {
  if (!queue_.empty()) {
    text_ = std::move(queue_.front());
    queue_.pop_front();
    queued_bytes_ -= text_->size();
    left_ = reinterpret_cast<const std::uint8_t*>(text_->data());
    left_bytes_ = text_->size();
    return true;
  }
  if (!newest_) return false;
  frame_ = std::move(newest_);
  newest_ = nullptr;
  left_ = frame_->data();
  left_bytes_ = frame_->size();
  return true;
}

void WebSocketSession::note_written(std::size_t bytes) {
  metrics_.bytes_sent += bytes;
  while (bytes > 0 && (left_bytes_ > 0 || take_next())) {
    const std::size_t taken = std::min(bytes, left_bytes_);
    left_ += taken;
    left_bytes_ -= taken;
    bytes -= taken;
    if (left_bytes_ > 0) return;
    if (frame_) {
      ++counters_.frames_sent;
      ++metrics_.frames_sent;
    }
    text_ = nullptr;
    frame_ = nullptr;
  }
}

/// Everything that waits, as far as the socket takes it.
void WebSocketSession::write_out() {
  while (left_bytes_ > 0 || !queue_.empty() || newest_) {
    std::array<iovec, kMostParts> parts{};
    std::size_t count = 0;
    const auto add = [&](const void* bytes, std::size_t size) { parts[count++] = {const_cast<void*>(bytes), size}; };
    if (left_bytes_ > 0) add(left_, left_bytes_);
    auto text = queue_.begin();
    for (; text != queue_.end() && count < kMostParts; ++text) add((*text)->data(), (*text)->size());
    const bool has_room = text == queue_.end() && count < kMostParts;
    if (newest_ && has_room) add(newest_->data(), newest_->size());
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = count;
    const ssize_t sent = ::sendmsg(handle_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return would_block(errno) ? wait_writable() : end_later();
    note_written(static_cast<std::size_t>(sent));
  }
}

void WebSocketSession::flush() {
  if (is_ended_ || is_waiting_to_write_) return;
  write_out();
  if (!is_closing_ || left_bytes_ > 0 || !queue_.empty()) return;
  // The close frame is out. What the client still sends is read and thrown away, so that no reset overtakes it.
  boost::system::error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (is_peer_done_) end_later();
}

void WebSocketSession::wait_writable() {
  if (is_waiting_to_write_) return;
  is_waiting_to_write_ = true;
  socket_.async_wait(tcp::socket::wait_write, [self = shared_from_this()](const boost::system::error_code& error) {
    self->is_waiting_to_write_ = false;
    if (error)
      self->end();
    else
      self->flush();
  });
}

void WebSocketSession::read() {
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const boost::system::error_code& error) {
    if (error)
      self->end();
    else
      self->on_readable();
  });
}

void WebSocketSession::on_readable() {
  for (int i = 0; i < kReadsInARow && !is_ended_; ++i) {
    auto& bytes = scratch();
    const ssize_t count = ::recv(socket_.native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count == 0 || (count < 0 && !would_block(errno) && errno != EINTR)) return end();
    if (count < 0) break;
    heard_at_ = steady_seconds();
    is_pinged_ = false;
    if (is_closing_ || is_peer_done_) continue;
    const std::uint16_t code = reader_.feed({bytes.data(), static_cast<std::size_t>(count)}, *this);
    if (code == 0) continue;
    metrics_.refuse(code == protocol::close_code::kTooLarge ? "too-large" : "bad-frame");
    close(code, code == protocol::close_code::kTooLarge ? "too-large" : "bad-frame");
  }
  if (!is_ended_) read();
}

bool WebSocketSession::on_message(Opcode opcode, std::string_view payload) {
  if (opcode == Opcode::kText)
    handler_.on_text(shared_from_this(), payload);
  else
    handler_.on_binary(shared_from_this(), payload);
  return !is_closing_ && !is_ended_;
}

void WebSocketSession::on_ping(std::string_view payload) {
  send_text(std::make_shared<const std::string>(protocol::make_frame(Opcode::kPong, payload)));
}

void WebSocketSession::on_close(std::uint16_t code) {
  is_peer_done_ = true;
  constexpr std::uint16_t kNoCode = 1005;
  if (is_closing_)
    end_later();
  else
    close(code == kNoCode ? protocol::close_code::kDone : code, "");
}

void WebSocketSession::sweep(double now) {
  if (is_ended_) return;
  if (is_closing_ && now - closing_at_ > kCloseSeconds) return end_later();
  if (is_closing_) return;
  if (now - heard_at_ > 2 * kQuietSeconds) return end_later();
  if (now - heard_at_ > kQuietSeconds && !is_pinged_) {
    is_pinged_ = true;
    send_text(std::make_shared<const std::string>(protocol::make_frame(Opcode::kPing, "")));
  }
}

void WebSocketSession::end_later() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] { self->end(); });
}

void WebSocketSession::end() {
  if (is_ended_) return;
  is_ended_ = true;
  newest_ = nullptr;
  frame_ = nullptr;
  queue_.clear();
  boost::system::error_code error;
  socket_.close(error);
  handler_.on_closed(shared_from_this());
  on_end_();
}

}  // namespace doppel::server
