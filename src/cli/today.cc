// The only place that asks for the time: all else is a function of its input.

#include "cli/today.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <string_view>

namespace mlfix {
namespace {

namespace chrono = std::chrono;

chrono::system_clock::time_point now() {
  const char* variable = std::getenv("SOURCE_DATE_EPOCH");
  const std::string_view text = variable == nullptr ? "" : variable;
  std::int64_t seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool is_number = !text.empty() && read.ptr == text.data() + text.size();
  return is_number ? chrono::system_clock::time_point(chrono::seconds(seconds))
                   : chrono::system_clock::now();
}

}  // namespace

std::string today() {
  const chrono::year_month_day day{chrono::floor<chrono::days>(now())};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

}  // namespace mlfix
