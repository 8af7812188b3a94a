// Loads and saves the scene's document.
// A damaged file is never overwritten in silence: it is set aside under another name.
#include "server/scene_store.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "protocol/json_object.hpp"

namespace doppel::server {

std::string SceneStore::load() {
  std::error_code error;
  if (file_.empty() || !std::filesystem::exists(file_, error)) return {};
  std::ifstream stream(file_, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  try {
    const auto members = protocol::split_object(text);
    if (!members) throw std::invalid_argument("it is no JSON object, or is nested too deeply");
    const std::string_view document = protocol::find_member(*members, "document");
    const std::string_view revision_text = protocol::find_member(*members, "revision");
    if (document.empty()) throw std::invalid_argument("it has no document");
    const auto revision = nlohmann::json::parse(revision_text.empty() ? "null" : revision_text);
    if (!revision.is_number_unsigned()) throw std::invalid_argument("its revision is no whole number");
    document_ = document;
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
  std::filesystem::path next = file_;
  next += ".next";
  {
    std::ofstream stream(next, std::ios::binary | std::ios::trunc);
    stream << "{\"revision\":" << revision_ << ",\"document\":" << document_ << "}\n";
    if (!stream.flush()) return "the scene could not be written to " + next.string();
  }
  std::error_code error;
  std::filesystem::rename(next, file_, error);
  if (error) return "the scene could not be written to " + file_.string() + ": " + error.message();
  is_changed_ = false;
  return {};
}

}  // namespace doppel::server
