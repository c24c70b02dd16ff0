#include "fleet/repository_record.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "text/foreign_text.h"
#include "text/regular_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr FileWish kRecordWish = {1u << 20, "remove it, and run this repository again",
                                  "remove it, and run this repository again"};

// Calls `each` with the key and the member of all that a record holds.
template <typename Record, typename Each>
void for_each_member(Record& record, Each each) {
  each("address", record.address);
  each("revision", record.revision);
  each("commit", record.commit);
  each("problem", record.problem);
  each("files", record.files);
  each("bytes", record.bytes);
  each("left_out", record.left_out);
  each("findings", record.findings);
  each("fixable_safe", record.fixable_safe);
  each("fixable_unsafe", record.fixable_unsafe);
  each("errors", record.errors);
  each("patch_bytes", record.patch_bytes);
  each("run", record.run);
}

bool take(const OrderedJson& from, std::string& into) {
  if (!from.is_string()) return false;
  into = from.get<std::string>();
  return true;
}

template <typename Number>
bool take(const OrderedJson& from, Number& into) {
  if (!from.is_number_unsigned()) return false;
  into = from.get<Number>();
  return true;
}

Error no_record(const fs::path& path) {
  return {ErrorKind::Refused, path.string(), 0, "is no record of a repository",
          "remove it, and run this repository again"};
}

}  // namespace

std::string repository_record_text(const RepositoryRecord& record) {
  OrderedJson json;
  for_each_member(record, [&](const char* key, const auto& member) { json[key] = member; });
  return json_visible(json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace)) + "\n";
}

Result<RepositoryRecord> parse_repository_record(std::string_view text) {
  const OrderedJson json = OrderedJson::parse(text, nullptr, false);
  RepositoryRecord record;
  bool good = json.is_object();
  for_each_member(record, [&](const char* key, auto& member) {
    good = good && json.contains(key) && take(json[key], member);
  });
  if (!good) return tl::unexpected(no_record({}));
  return record;
}

bool take_counts(std::string_view report, RepositoryRecord& record) {
  // The counts only: the rest of a report may be large.
  const auto keep = [](int depth, OrderedJson::parse_event_t event, const OrderedJson& parsed) {
    const bool is_key = depth == 1 && event == OrderedJson::parse_event_t::key;
    return !is_key || parsed == "summary";
  };
  const OrderedJson json = OrderedJson::parse(report, keep, false);
  if (!json.is_object() || !json.contains("summary")) return false;
  const OrderedJson& counts = json["summary"];
  const auto count = [&](const char* key, std::size_t& into) {
    return counts.contains(key) && take(counts[key], into);
  };
  return counts.is_object() && count("findings", record.findings) &&
         count("fixable_safe", record.fixable_safe) &&
         count("fixable_unsafe", record.fixable_unsafe) && count("errors", record.errors);
}

Result<void> write_repository_record(const fs::path& folder, const RepositoryRecord& record) {
  const fs::path path = folder / kRepositoryRecord;
  fs::path unfinished = path;
  unfinished += ".new";
  std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
  file << repository_record_text(record);
  file.close();
  std::error_code error;
  if (file) fs::rename(unfinished, path, error);
  if (file && !error) return {};
  return tl::unexpected(
      Error{ErrorKind::Unwritable, path.string(), 0, "a record can't be written", {}});
}

Result<std::optional<RepositoryRecord>> read_repository_record(const fs::path& folder) {
  const fs::path path = folder / kRepositoryRecord;
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return std::nullopt;
  const auto file = read_regular_file(system_files(), path, kRecordWish);
  if (!file) return tl::unexpected(file.error());
  auto record = parse_repository_record(file->bytes);
  if (!record) return tl::unexpected(no_record(path));
  return std::optional(std::move(*record));
}

}  // namespace mlfix
