// One place for words that the text, the JSON and the tables must agree on.

#include "report/labels.h"

#include <fmt/format.h>

namespace mlfix {

std::string_view label(Severity severity) {
  switch (severity) {
    case Severity::Info:
      return "info";
    case Severity::Low:
      return "low";
    case Severity::Medium:
      return "medium";
    case Severity::High:
      return "high";
  }
  return "medium";
}

std::string_view label(Confidence confidence) {
  switch (confidence) {
    case Confidence::Low:
      return "low";
    case Confidence::Medium:
      return "medium";
    case Confidence::High:
      return "high";
  }
  return "low";
}

std::string_view label(Applicability applicability) {
  switch (applicability) {
    case Applicability::Safe:
      return "safe";
    case Applicability::Unsafe:
      return "unsafe";
    case Applicability::Suggestion:
      return "suggestion";
  }
  return "suggestion";
}

std::string counted(std::size_t n, std::string_view singular, std::string_view plural) {
  if (n == 1) return fmt::format("1 {}", singular);
  return plural.empty() ? fmt::format("{} {}s", n, singular) : fmt::format("{} {}", n, plural);
}

}  // namespace mlfix
