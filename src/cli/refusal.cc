#include "cli/refusal.h"

#include <utility>

#include "cli/exit_status.h"

namespace mlfix {

Error misuse(std::string message, std::string remedy) {
  return {ErrorKind::Usage, {}, 0, std::move(message), std::move(remedy)};
}

int refuse(Session& session, const Error& error) {
  complain(session, error);
  return kExitError;
}

}  // namespace mlfix
