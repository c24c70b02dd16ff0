// Secrets in what other programs say. Everything that comes from git, from the
// forge's client or from an address passes here before anybody sees it.
#pragma once

#include <string>
#include <string_view>

namespace mlfix {

// `text` with "***" in the place of: the user part of addresses, tokens of the
// forges, what follows "Authorization:", and the values of our environment's
// variables whose names say that they are secret. Linear in the text for each
// such variable.
std::string redacted(std::string_view text);

}  // namespace mlfix
