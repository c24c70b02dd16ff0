// The values of the protocol that more than one place reads or writes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "lsp/text_document.h"

namespace mlfix::lsp {

using Json = nlohmann::json;

// Error codes of JSON-RPC and of the protocol.
enum class Code : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ServerCancelled = -32802,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

Json response(const Json& id, Json result);
Json error_response(const Json& id, Code code, std::string message, Json data = nullptr);
Json notification(std::string method, Json params);

// Each throws a Json::exception for a value that is none of its kind. Numbers that are
// too large become the largest.
Point point_of(const Json& position);
Span span_of(const Json& range);
std::string uri_in(const Json& params);  // of its `textDocument`

Json to_json(Point point);
Json to_json(Span span);

}  // namespace mlfix::lsp
