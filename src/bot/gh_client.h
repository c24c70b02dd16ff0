// `gh api`: one request at a time, patiently.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "bot/forge.h"
#include "text/error.h"

namespace mlfix {

class GhClient {
 public:
  GhClient(std::string host, Patience patience);

  // Sends `body` (none when null) and gives the answer's JSON. `what` completes
  // "GitHub refuses to ..." in errors (Unreadable). An answer of GraphQL that
  // holds errors is one.
  Result<nlohmann::json> call(std::string_view what, const std::string& method,
                              const std::string& path, const nlohmann::json& body) const;

 private:
  std::string host_;
  Patience patience_;
};

// What the forge gave instead of `expected`.
Error odd_answer(std::string_view expected);

}  // namespace mlfix
