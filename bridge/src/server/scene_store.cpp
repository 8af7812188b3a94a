// Loads and saves the scene's document.
// A damaged file is never overwritten in silence: it is set aside under another name.
#include "server/scene_store.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"

namespace doppel::server {

using Json = nlohmann::ordered_json;

std::string SceneStore::load() {
  std::error_code error;
  if (file_.empty() || !std::filesystem::exists(file_, error)) return {};
  std::ifstream stream(file_, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  try {
    if (!protocol::is_shallow(text)) throw std::invalid_argument("it is nested too deeply");
    const Json json = Json::parse(text);
    const Json& revision = json.at("revision");
    if (!revision.is_number_unsigned()) throw std::invalid_argument("its revision is no whole number");
    document_ = json.at("document").dump();
    revision_ = revision.get<std::uint64_t>();
    return {};
  } catch (const std::exception& fault) {
    std::filesystem::path aside = file_;
    aside += ".damaged";
    std::filesystem::rename(file_, aside, error);
    return "the scene in " + file_.string() + " cannot be used and was set aside as " + aside.string() + ": " + fault.what();
  }
}

std::uint64_t SceneStore::store(std::string document) {
  document_ = std::move(document);
  is_changed_ = true;
  return ++revision_;
}

std::string SceneStore::save() {
  if (file_.empty() || !is_changed_) return {};
  is_changed_ = false;
  std::filesystem::path next = file_;
  next += ".next";
  {
    std::ofstream stream(next, std::ios::binary | std::ios::trunc);
    stream << "{\"revision\":" << revision_ << ",\"document\":" << document_ << "}\n";
    if (!stream.flush()) return "the scene could not be written to " + next.string();
  }
  std::error_code error;
  std::filesystem::rename(next, file_, error);
  return error ? "the scene could not be written to " + file_.string() + ": " + error.message() : std::string();
}

}  // namespace doppel::server
