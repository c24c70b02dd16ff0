// The formats of a report, and one way to make any of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/run_report.h"
#include "report/text_report.h"

namespace mlfix {

enum class Format : std::uint8_t {
  Text,
  Concise,
  Json,
  Jsonl,
  Sarif,
  Github,
  Gitlab,
  Rdjson,
  Junit,
  Markdown,
  Html
};

// The names users write, in the order of the enumeration.
const std::vector<std::string_view>& format_names();
std::string_view format_name(Format format);
std::optional<Format> format_named(std::string_view name);

// Is it made for a terminal, and not for a program or a file?
bool is_for_terminals(Format format);

// A pure function of its arguments; `options` is for the formats that know them.
std::string render(Format format, const RunReport& report, const TextOptions& options);

}  // namespace mlfix
