#include "lsp/protocol.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mlfix::lsp {
namespace {

std::uint32_t number_of(const Json& value) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (!value.is_number_unsigned()) {
    throw Json::other_error::create(501, "a position needs numbers from 0", &value);
  }
  return static_cast<std::uint32_t>(std::min(value.get<std::uint64_t>(), kMost));
}

}  // namespace

Json response(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json error_response(const Json& id, Code code, std::string message, Json data) {
  Json error = {{"code", static_cast<int>(code)}, {"message", std::move(message)}};
  if (!data.is_null()) error["data"] = std::move(data);
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

Json notification(std::string method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", std::move(method)}, {"params", std::move(params)}};
}

Point point_of(const Json& position) {
  return {number_of(position.at("line")), number_of(position.at("character"))};
}

Span span_of(const Json& range) {
  return {point_of(range.at("start")), point_of(range.at("end"))};
}

std::string uri_in(const Json& params) {
  return params.at("textDocument").at("uri").get<std::string>();
}

Json to_json(Point point) {
  return {{"line", point.line}, {"character", point.character}};
}

Json to_json(Span span) {
  return {{"start", to_json(span.begin)}, {"end", to_json(span.end)}};
}

}  // namespace mlfix::lsp
