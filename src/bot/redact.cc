// The shape of a secret is a guess, so several are made: by place (an address),
// by form (the prefixes that forges give their tokens) and by value (what the
// environment holds). A word too much that is hidden costs nothing.

#include "bot/redact.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace mlfix {
namespace {

constexpr std::string_view kHidden = "***";
constexpr std::size_t kShortestSecret = 8;

bool is_token_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

bool is_secret_name(std::string_view name) {
  static constexpr std::array<std::string_view, 3> kWords = {"TOKEN", "PASSWORD", "SECRET"};
  return std::ranges::any_of(
      kWords, [name](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

std::vector<std::string> secrets_of_environment() {
  std::vector<std::string> secrets;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable = *at;
    const std::size_t equals = variable.find('=');
    if (equals == std::string_view::npos || !is_secret_name(variable.substr(0, equals))) continue;
    const std::string_view value = variable.substr(equals + 1);
    if (value.size() >= kShortestSecret) secrets.emplace_back(value);
  }
  // A secret that contains another one goes first, and goes whole.
  std::ranges::sort(secrets, std::ranges::greater{}, &std::string::size);
  return secrets;
}

void hide_values(std::string& text) {
  for (const std::string& secret : secrets_of_environment()) {
    for (auto at = text.find(secret); at != std::string::npos;
         at = text.find(secret, at + kHidden.size())) {
      text.replace(at, secret.size(), kHidden);
    }
  }
}

// "https://user:password@host" -> "https://***@host".
void hide_users(std::string& text) {
  for (auto at = text.find("://"); at != std::string::npos; at = text.find("://", at + 3)) {
    const std::size_t begin = at + 3;
    const std::size_t end = std::min(text.find_first_of("/ \t\r\n'\"", begin), text.size());
    const std::size_t sign = text.rfind('@', end == 0 ? 0 : end - 1);
    if (sign == std::string::npos || sign <= begin || sign >= end) continue;
    text.replace(begin, sign - begin, kHidden);
  }
}

// Tokens by the prefixes that GitHub and GitLab document for them.
void hide_tokens(std::string& text) {
  static constexpr std::array<std::string_view, 9> kPrefixes = {
      "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "glcbt-", "gldt-"};
  for (const std::string_view prefix : kPrefixes) {
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at + 1)) {
      std::size_t end = at + prefix.size();
      while (end < text.size() && is_token_character(text[end])) ++end;
      if (end - at >= kShortestSecret) text.replace(at, end - at, kHidden);
    }
  }
}

void hide_authorization(std::string& text) {
  std::string lower = text;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  static constexpr std::string_view kHeader = "authorization:";
  for (auto at = lower.rfind(kHeader); at != std::string::npos;) {
    const std::size_t begin = at + kHeader.size();
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    text.replace(begin, end - begin, " ***");
    at = at == 0 ? std::string::npos : lower.rfind(kHeader, at - 1);
  }
}

}  // namespace

std::string redacted(std::string_view text) {
  std::string result(text);
  hide_authorization(result);
  hide_users(result);
  hide_values(result);
  hide_tokens(result);
  return result;
}

}  // namespace mlfix
