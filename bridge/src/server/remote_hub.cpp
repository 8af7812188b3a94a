// Who is a page, who has the authority, which answer belongs to whom.
// What is sent on goes as it stands, member by member (remote_message.hpp).
#include "server/remote_hub.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "protocol/json_object.hpp"
#include "protocol/mocap_messages.hpp"
#include "protocol/remote_messages.hpp"
#include "server/remote_message.hpp"

namespace doppel::server {

namespace {

std::string dump(const RemoteHub::Json& json) { return json.dump(-1, ' ', false, RemoteHub::Json::error_handler_t::replace); }

}  // namespace

struct RemoteHub::Client {
  std::shared_ptr<Peer> peer;
  /// `p1` and so on; empty for a controller.
  std::string page;
  std::uint64_t page_number = 0;
  bool is_output = false;
  std::size_t waiting = 0;

  bool is_page() const { return page_number != 0; }
  void send(const Json& json) const { peer->send_text(make_text(dump(json))); }
};

struct RemoteHub::Pending {
  Client* asker;
  Client* page;
  /// The asker's message, for its id and action.
  Json request;
  double deadline;
};

RemoteHub::RemoteHub(SceneStore& scene, Metrics& metrics, std::function<double()> clock)
    : scene_(scene), metrics_(metrics), clock_(std::move(clock)) {}
RemoteHub::~RemoteHub() = default;

void RemoteHub::on_open(const std::shared_ptr<Peer>& peer) {
  auto client = std::make_unique<Client>();
  client->peer = peer;
  clients_.emplace(peer.get(), std::move(client));
  send_session();
}

void RemoteHub::on_closed(const std::shared_ptr<Peer>& peer) {
  const auto found = clients_.find(peer.get());
  if (found == clients_.end()) return;
  const std::unique_ptr<Client> client = std::move(found->second);
  clients_.erase(found);
  std::erase_if(pending_, [&](const auto& item) { return item.second.asker == client.get(); });
  if (client.get() == authority_) set_authority(next_authority(client.get()));
  end_requests_of(*client);
  send_session();
}

void RemoteHub::on_text(const std::shared_ptr<Peer>& peer, std::string_view text) {
  const auto found = clients_.find(peer.get());
  if (found == clients_.end()) return;
  Client& client = *found->second;
  const auto read = read_remote_message(text);
  if (!read) {
    peer->close(protocol::close_code::kInvalidText, "not a JSON object");
    return;
  }
  const RemoteMessage& message = *read;
  const Json& head = message.head;
  const auto type = head.find("type");
  // Whatever has a type is no request: an answer may well name its action.
  if (type == head.end() && head.contains("action")) {
    on_request(client, message);
  } else if (type == head.end() || !type->is_string()) {
    send_error(client, "unknown-type", "expected an action or a type");
  } else if (*type == "register") {
    on_register(client, head);
  } else if (!client.is_page()) {
    send_error(client, "not-a-page", "only a registered page may say this; a controller's message has an action");
  } else {
    on_page_message(client, type->get_ref<const std::string&>(), message);
  }
}

void RemoteHub::on_page_message(Client& client, std::string_view type, const RemoteMessage& message) {
  if (type == "answer") {
    on_answer(client, message);
  } else if (type == "valueChanged") {
    on_value_changed(client, message);
  } else if (type == "takeAuthority") {
    set_authority(&client);
  } else if (type == "releaseAuthority") {
    if (&client != authority_) return send_error(client, "not-authority", "another page has the authority");
    if (Client* next = next_authority(&client)) set_authority(next);
  } else if (type == "scene") {
    on_scene(client, message);
  } else if (type == "getScene") {
    client.peer->send_text(scene_text());
  } else {
    send_error(client, "unknown-type",
               "type: expected register, answer, valueChanged, takeAuthority, releaseAuthority, scene or getScene");
  }
}

void RemoteHub::on_request(Client& client, const RemoteMessage& message) {
  ++metrics_.remote_requests;
  const Json& head = message.head;
  const protocol::RequestFault fault = protocol::check_remote_request(head);
  if (!fault.code.empty()) return answer_error(client, head, fault.code, fault.message);
  if (!authority_) return answer_error(client, head, "no-page", "no page with avatars is connected to the bridge");
  if (client.waiting >= kMostWaiting) return answer_error(client, head, "busy", "64 requests of this client wait already");
  const std::uint64_t number = ++last_request_;
  ++client.waiting;
  Pending& pending =
      pending_.emplace(number, Pending{&client, authority_, {{"action", head["action"]}}, clock_() + kAnswerSeconds})
          .first->second;
  if (head.contains("id")) pending.request["id"] = head["id"];
  constexpr std::array<std::string_view, 4> kOwn{"id", "type", "request", "from"};
  authority_->peer->send_text(make_text(protocol::ObjectText()
                                            .add("type", "request")
                                            .add("request", number)
                                            .add("from", client.is_page() ? client.page : "controller")
                                            .add_members(message.members, kOwn)
                                            .take()));
}

void RemoteHub::on_answer(Client& client, const RemoteMessage& message) {
  const auto number = message.head.find("request");
  const bool is_number = number != message.head.end() && number->is_number_unsigned();
  const auto found = is_number ? pending_.find(number->get<std::uint64_t>()) : pending_.end();
  if (found == pending_.end() || found->second.page != &client) {
    return send_error(client, "unknown-request", "request: nobody waits for this answer, or it is not this page's");
  }
  const auto ok = message.head.find("ok");
  if (ok == message.head.end() || !ok->is_boolean()) return send_error(client, "invalid-request", "ok: expected true or false");
  const Pending answered = std::move(found->second);
  pending_.erase(found);
  --answered.asker->waiting;
  protocol::ObjectText answer;
  answer.add("type", answered.request["action"]);
  if (answered.request.contains("id")) answer.add("id", answered.request["id"]);
  constexpr std::array<std::string_view, 3> kOwn{"type", "request", "id"};
  answered.asker->peer->send_text(make_text(answer.add_members(message.members, kOwn).take()));
}

void RemoteHub::on_value_changed(Client& client, const RemoteMessage& message) {
  if (&client != authority_) return send_error(client, "not-authority", "only the authority tells of changes");
  const TextPointer text = make_text(protocol::ObjectText().add_members(message.members, {}).take());
  for (const auto& [peer, other] : clients_) {
    if (other.get() != &client) other->peer->send_text(text);
  }
}

void RemoteHub::on_register(Client& client, const Json& head) {
  if (client.is_page()) return send_error(client, "already-registered", "this connection is page " + client.page);
  const auto output = head.find("output");
  if (output != head.end() && !output->is_boolean())
    return send_error(client, "invalid-request", "output: expected true or false");
  client.page_number = ++last_page_;
  client.page = "p" + std::to_string(client.page_number);
  client.is_output = output != head.end() && output->get<bool>();
  // A page that shows yields to the first one that can be worked with.
  const bool leads = !authority_ || (authority_->is_output && !client.is_output);
  client.peer->send_text(make_text(protocol::ObjectText()
                                       .add("type", "registered")
                                       .add("page", client.page)
                                       .add("authority", leads)
                                       .add("revision", scene_.revision())
                                       .add_text("document", scene_.document())
                                       .take()));
  if (leads)
    set_authority(&client);
  else
    client.send({{"type", "authority"}, {"holder", authority_->page}, {"you", false}});
  send_session();
}

void RemoteHub::on_scene(Client& client, const RemoteMessage& message) {
  if (&client != authority_) return send_error(client, "not-authority", "only the authority writes the scene");
  const auto base = message.head.find("baseRevision");
  const auto document = message.head.find("document");
  if (base == message.head.end() || !base->is_number_unsigned() || document == message.head.end() || !document->is_object()) {
    return send_error(client, "invalid-request", "expected baseRevision, a whole number, and document, an object");
  }
  if (base->get<std::uint64_t>() != scene_.revision()) {
    client.send({{"type", "error"},
                 {"code", "stale-revision"},
                 {"message", "the scene was changed since the revision that this one started from"},
                 {"revision", scene_.revision()}});
    return;
  }
  const std::string_view text = protocol::find_member(message.members, "document");
  if (text.size() > kLongestScene) return send_error(client, "too-large", "document: expected at most 2 MiB");
  const std::uint64_t revision = scene_.store(std::string(text));
  // Said to be stored when it is. What cannot be written is tried again every second, and told in the log.
  scene_.save();
  client.send({{"type", "sceneStored"}, {"revision", revision}});
  const TextPointer news = scene_text();
  for (const auto& [peer, other] : clients_) {
    if (other.get() != &client && other->is_page()) other->peer->send_text(news);
  }
}

TextPointer RemoteHub::scene_text() const {
  return make_text(protocol::ObjectText()
                       .add("type", "scene")
                       .add("revision", scene_.revision())
                       .add_text("document", scene_.document())
                       .take());
}

RemoteHub::Client* RemoteHub::next_authority(const Client* without) const {
  Client* best = nullptr;
  for (const auto& [peer, client] : clients_) {
    if (!client->is_page() || client.get() == without) continue;
    const bool is_better =
        !best || std::pair(client->is_output, client->page_number) < std::pair(best->is_output, best->page_number);
    if (is_better) best = client.get();
  }
  return best;
}

void RemoteHub::set_authority(Client* client) {
  if (client == authority_) return;
  Client* before = authority_;
  authority_ = client;
  if (before) end_requests_of(*before);
  for (const auto& [peer, page] : clients_) {
    if (!page->is_page()) continue;
    Json holder = authority_ ? Json(authority_->page) : Json(nullptr);
    page->send({{"type", "authority"}, {"holder", std::move(holder)}, {"you", page.get() == authority_}});
  }
  send_session();
}

void RemoteHub::end_requests_of(const Client& page) {
  for (auto item = pending_.begin(); item != pending_.end();) {
    if (item->second.page != &page) {
      ++item;
      continue;
    }
    const Pending ended = std::move(item->second);
    item = pending_.erase(item);
    --ended.asker->waiting;
    answer_error(*ended.asker, ended.request, "page-left", "the page left, or lost its authority, before it answered");
  }
}

void RemoteHub::tick(double now) {
  for (auto item = pending_.begin(); item != pending_.end();) {
    if (item->second.deadline > now) {
      ++item;
      continue;
    }
    const Pending ended = std::move(item->second);
    item = pending_.erase(item);
    --ended.asker->waiting;
    answer_error(*ended.asker, ended.request, "timeout", "the page did not answer within 10 s");
  }
}

void RemoteHub::answer_error(Client& client, const Json& request, std::string_view code, std::string_view message) {
  const auto action = request.find("action");
  Json answer{{"type", action != request.end() && action->is_string() ? *action : Json("error")}};
  const auto id = request.find("id");
  if (id != request.end() && (id->is_string() || id->is_number())) answer["id"] = *id;
  answer["ok"] = false;
  answer["error"] = {{"code", code}, {"message", message}};
  client.send(answer);
}

void RemoteHub::send_error(Client& client, std::string_view code, std::string_view message) {
  client.peer->send_text(make_text(protocol::error_message(code, message)));
}

void RemoteHub::send_session() {
  std::size_t pages = 0;
  for (const auto& [peer, client] : clients_) pages += client->is_page() ? 1U : 0U;
  metrics_.remote_pages = pages;
  metrics_.remote_controllers = clients_.size() - pages;
  const TextPointer text = make_text(dump({{"type", "session"},
                                           {"pages", pages},
                                           {"controllers", clients_.size() - pages},
                                           {"authority", authority_ ? Json(authority_->page) : Json(nullptr)}}));
  for (const auto& [peer, client] : clients_) client->peer->send_text(text);
}

}  // namespace doppel::server
