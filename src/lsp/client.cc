// Whatever is missing, or is of another kind than the protocol says, is not there.

#include "lsp/client.h"

#include <algorithm>

namespace mlfix::lsp {
namespace {

using Json = nlohmann::json;

const Json* found(const Json& from, const char* pointer) {
  const Json::json_pointer at(pointer);
  return from.contains(at) ? &from.at(at) : nullptr;
}

bool is_true(const Json& from, const char* pointer) {
  const Json* value = found(from, pointer);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

bool has(const Json& from, const char* pointer) {
  const Json* value = found(from, pointer);
  return value != nullptr && value->is_object();
}

bool lists(const Json& from, const char* pointer, std::string_view word) {
  const Json* list = found(from, pointer);
  return list != nullptr && list->is_array() && std::ranges::any_of(*list, [&](const Json& one) {
           return one.is_string() && one == std::string(word);
         });
}

}  // namespace

Client client_of(const Json& params) {
  Client client;
  if (lists(params, "/capabilities/general/positionEncodings", "utf-8")) {
    client.encoding = Encoding::Utf8;
  }
  const std::string text = "/capabilities/textDocument";
  const std::string workspace = "/capabilities/workspace";
  client.related_information =
      is_true(params, (text + "/publishDiagnostics/relatedInformation").c_str());
  client.document_changes = is_true(params, (workspace + "/workspaceEdit/documentChanges").c_str());
  client.markdown = lists(params, (text + "/hover/contentFormat").c_str(), "markdown");
  client.action_literals = has(params, (text + "/codeAction/codeActionLiteralSupport").c_str());
  client.pulls = has(params, (text + "/diagnostic").c_str());
  client.refreshes = is_true(params, (workspace + "/diagnostics/refreshSupport").c_str());
  client.progress = is_true(params, "/capabilities/window/workDoneProgress");
  client.watches =
      is_true(params, (workspace + "/didChangeWatchedFiles/dynamicRegistration").c_str());
  return client;
}

std::string_view name_of(Encoding encoding) {
  return encoding == Encoding::Utf8 ? "utf-8" : "utf-16";
}

}  // namespace mlfix::lsp
