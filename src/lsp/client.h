// What the client said of itself when it connected.
#pragma once

#include <nlohmann/json.hpp>

#include "lsp/text_document.h"

namespace mlfix::lsp {

struct Client {
  Encoding encoding = Encoding::Utf16;
  bool related_information = false;  // shows the places of reasons
  bool document_changes = false;     // takes edits of a version
  bool markdown = false;             // in what is shown beside the code
  bool action_literals = false;      // takes actions that are more than a command
  bool pulls = false;                // asks for diagnostics, so none are sent
  bool refreshes = false;            // asks again when it is told to
  bool progress = false;             // shows how far work has come
  bool watches = false;              // tells of files that change on disk
};

// From the parameters of `initialize`. UTF-8 is chosen where the client has it, for
// then nothing must be counted.
Client client_of(const nlohmann::json& params);

std::string_view name_of(Encoding encoding);

}  // namespace mlfix::lsp
