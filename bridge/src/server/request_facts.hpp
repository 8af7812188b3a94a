// What the router looks at, taken from a request that Beast has parsed. In a header of its own, for connections and for the
// fuzzer. It decides nothing.
#pragma once

#include <boost/beast/http.hpp>
#include <string_view>

#include "server/route.hpp"

namespace doppel::server {

/// Views into the parser, whose head must be done. Where the connection comes from is the caller's to add.
template <class Parser>
RequestFacts request_facts(const Parser& parser) {
  using boost::beast::http::field;
  const auto& request = parser.get();
  RequestFacts facts;
  facts.method = request.method_string();
  facts.target = request.target();
  // Of several hosts or origins none is believed.
  if (request.count(field::host) == 1) facts.host = request[field::host];
  const auto origin = request.find(field::origin);
  if (origin != request.end()) facts.origin = std::string_view(origin->value());
  if (request.count(field::origin) > 1) facts.origin = "";
  facts.authorization = request[field::authorization];
  facts.upgrade = request[field::upgrade];
  facts.connection = request[field::connection];
  facts.websocket_key = request[field::sec_websocket_key];
  facts.websocket_version = request[field::sec_websocket_version];
  facts.websocket_protocol = request[field::sec_websocket_protocol];
  if (const auto length = parser.content_length()) facts.content_length = *length;
  facts.is_chunked = parser.chunked();
  return facts;
}

}  // namespace doppel::server
