// Who is a page, who has the authority, which answer belongs to whom.
// Texts are parsed and written anew, so that nobody gets bytes that are no JSON.
#include "server/remote_hub.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "protocol/json_text.hpp"
#include "protocol/mocap_messages.hpp"
#include "protocol/remote_messages.hpp"

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

RemoteHub::RemoteHub(SceneStore& scene, Metrics& metrics) : scene_(scene), metrics_(metrics) {}
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
  Json json = protocol::is_shallow(text) ? Json::parse(text, nullptr, false) : Json();
  if (!json.is_object()) {
    peer->close(protocol::close_code::kInvalidText, "not a JSON object");
    return;
  }
  const auto type = json.find("type");
  if (json.contains("action")) {
    on_request(client, json);
  } else if (type == json.end() || !type->is_string()) {
    send_error(client, "unknown-type", "expected an action or a type");
  } else if (*type == "register") {
    on_register(client, json);
  } else if (!client.is_page()) {
    send_error(client, "not-a-page", "only a registered page may say this; a controller's message has an action");
  } else {
    const std::string name = *type;
    on_page_message(client, name, json);
  }
}

void RemoteHub::on_page_message(Client& client, std::string_view type, Json& json) {
  if (type == "answer") {
    on_answer(client, json);
  } else if (type == "valueChanged") {
    on_value_changed(client, json);
  } else if (type == "takeAuthority") {
    set_authority(&client);
  } else if (type == "releaseAuthority") {
    if (&client != authority_) return send_error(client, "not-authority", "another page has the authority");
    if (Client* next = next_authority(&client)) set_authority(next);
  } else if (type == "scene") {
    on_scene(client, json);
  } else if (type == "getScene") {
    client.send({{"type", "scene"}, {"revision", scene_.revision()}, {"document", Json::parse(scene_.document())}});
  } else {
    send_error(client, "unknown-type",
               "type: expected register, answer, valueChanged, takeAuthority, releaseAuthority, scene or getScene");
  }
}

void RemoteHub::on_request(Client& client, Json& json) {
  ++metrics_.remote_requests;
  const protocol::RequestFault fault = protocol::check_remote_request(json);
  if (!fault.code.empty()) return answer_error(client, json, fault.code, fault.message);
  if (!authority_) return answer_error(client, json, "no-page", "no page with avatars is connected to the bridge");
  if (client.waiting >= kMostWaiting) return answer_error(client, json, "busy", "64 requests of this client wait already");
  const std::uint64_t number = ++last_request_;
  Json forward{{"type", "request"}, {"request", number}, {"from", client.is_page() ? client.page : "controller"}};
  for (const auto& [name, value] : json.items()) {
    if (name != "id" && name != "type" && name != "request" && name != "from") forward[name] = value;
  }
  ++client.waiting;
  pending_.emplace(number, Pending{&client, authority_, {{"action", json["action"]}}, now_ + kAnswerSeconds});
  if (json.contains("id")) pending_.at(number).request["id"] = json["id"];
  authority_->send(forward);
}

void RemoteHub::on_answer(Client& client, Json& json) {
  const auto number = json.find("request");
  const bool is_number = number != json.end() && number->is_number_unsigned();
  const auto found = is_number ? pending_.find(number->get<std::uint64_t>()) : pending_.end();
  if (found == pending_.end() || found->second.page != &client) {
    return send_error(client, "unknown-request", "request: nobody waits for this answer, or it is not this page's");
  }
  if (!json.contains("ok") || !json["ok"].is_boolean())
    return send_error(client, "invalid-request", "ok: expected true or false");
  Json answer{{"type", found->second.request["action"]}};
  if (found->second.request.contains("id")) answer["id"] = found->second.request["id"];
  for (const auto& [name, value] : json.items()) {
    if (name != "type" && name != "request" && name != "id") answer[name] = value;
  }
  Client& asker = *found->second.asker;
  --asker.waiting;
  pending_.erase(found);
  asker.send(answer);
}

void RemoteHub::on_value_changed(Client& client, const Json& json) {
  if (&client != authority_) return send_error(client, "not-authority", "only the authority tells of changes");
  const TextPointer text = make_text(dump(json));
  for (const auto& [peer, other] : clients_) {
    if (other.get() != &client) other->peer->send_text(text);
  }
}

void RemoteHub::on_register(Client& client, const Json& json) {
  if (client.is_page()) return send_error(client, "already-registered", "this connection is page " + client.page);
  const auto output = json.find("output");
  if (output != json.end() && !output->is_boolean())
    return send_error(client, "invalid-request", "output: expected true or false");
  client.page_number = ++last_page_;
  client.page = "p" + std::to_string(client.page_number);
  client.is_output = output != json.end() && output->get<bool>();
  // A page that shows yields to the first one that can be worked with.
  const bool leads = !authority_ || (authority_->is_output && !client.is_output);
  client.send({{"type", "registered"},
               {"page", client.page},
               {"authority", leads},
               {"revision", scene_.revision()},
               {"document", Json::parse(scene_.document())}});
  if (leads)
    set_authority(&client);
  else
    client.send({{"type", "authority"}, {"holder", authority_->page}, {"you", false}});
  send_session();
}

void RemoteHub::on_scene(Client& client, const Json& json) {
  if (&client != authority_) return send_error(client, "not-authority", "only the authority writes the scene");
  const auto base = json.find("baseRevision");
  const auto document = json.find("document");
  if (base == json.end() || !base->is_number_unsigned() || document == json.end() || !document->is_object()) {
    return send_error(client, "invalid-request", "expected baseRevision, a whole number, and document, an object");
  }
  if (base->get<std::uint64_t>() != scene_.revision()) {
    client.send({{"type", "error"},
                 {"code", "stale-revision"},
                 {"message", "the scene was changed since the revision that this one started from"},
                 {"revision", scene_.revision()}});
    return;
  }
  std::string text = dump(*document);
  if (text.size() > kLongestScene) return send_error(client, "too-large", "document: expected at most 2 MiB");
  const std::uint64_t revision = scene_.store(std::move(text));
  client.send({{"type", "sceneStored"}, {"revision", revision}});
  const TextPointer news = make_text(dump({{"type", "scene"}, {"revision", revision}, {"document", *document}}));
  for (const auto& [peer, other] : clients_) {
    if (other.get() != &client && other->is_page()) other->peer->send_text(news);
  }
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
  now_ = now;
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
