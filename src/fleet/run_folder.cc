// A line is written in one call, so that a process that is killed leaves whole lines and at
// most one that is cut off. Its checksum tells, and whatever follows it is dropped: those
// files are analysed again.

#include "fleet/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

namespace mlfix {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> problem(ErrorKind kind, const fs::path& path, std::string message,
                              std::string remedy = {}) {
  return tl::unexpected(Error{kind, path.string(), 0, std::move(message), std::move(remedy)});
}

fs::path record_path(const fs::path& folder, const Shard& shard) {
  return folder / fmt::format("shard-{}-of-{}.jsonl", shard.number, shard.count);
}

bool is_record(const fs::path& path) {
  return path.filename().string().starts_with("shard-") && path.extension() == ".jsonl";
}

// The lines of a record, one at a time.
class RecordReader {
 public:
  RecordReader(const fs::path& path, const Registry& registry)
      : input_(path, std::ios::binary), registry_(&registry) {}

  // Nothing at the end, and for a last line without line feed.
  std::optional<Result<RecordLine>> next() {
    if (!read_line()) return std::nullopt;
    ++number_;
    if (line_.size() > kMostLineBytes) {
      return tl::unexpected(
          Error{ErrorKind::Refused, {}, 0, "has a line of more than 256 MiB", {}});
    }
    auto parsed = parse_record_line(line_, *registry_, parser_);
    if (parsed) good_ += line_.size() + 1;
    return parsed;
  }

  std::uint64_t good_bytes() const { return good_; }  // of the lines that were read well
  std::uint32_t number() const { return number_; }    // of the last line
  // What was read last, and is no whole line.
  const std::string& rest() const { return line_; }

 private:
  // A line has the text of one file.
  static constexpr std::size_t kMostLineBytes = 256u << 20;

  // Up to the line feed, which is taken off, or until it is longer than a line may be.
  // False when the file ends before.
  bool read_line() {
    line_.clear();
    while (line_.size() <= kMostLineBytes) {
      input_.getline(part_.data(), static_cast<std::streamsize>(part_.size()));
      const auto count = static_cast<std::size_t>(input_.gcount());
      const bool is_whole = input_.good();
      line_.append(part_.data(), is_whole ? count - 1 : count);
      if (is_whole) return true;
      if (input_.eof() || count == 0) return false;
      input_.clear();  // the part was full
    }
    return true;
  }

  std::ifstream input_;
  const Registry* registry_;
  Parser parser_;
  std::vector<char> part_ = std::vector<char>(1u << 16);
  std::string line_;
  std::uint64_t good_ = 0;
  std::uint32_t number_ = 0;
};

IoResult<FileHandle> open_locked(const fs::path& path) {
  auto handle =
      FileHandle::open(system_files(), path,
                       O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (!handle) return handle;
  const auto status = system_files().status(handle->descriptor());
  if (!status) return tl::unexpected(status.error());
  if (!status->is_regular()) return tl::unexpected(EINVAL);
  if (flock(handle->descriptor(), LOCK_EX | LOCK_NB) != 0) return tl::unexpected(errno);
  return handle;
}

std::string differs(const RecordHead& found, const RecordHead& wanted) {
  return found.shard == wanted.shard ? difference(found.run, wanted.run) : "shards";
}

}  // namespace

Result<RunJournal> RunJournal::open(const fs::path& folder, const RecordHead& head, Start start,
                                    const Registry& registry) {
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path path = record_path(folder, head.shard);
  auto handle = open_locked(path);
  if (!handle && handle.error() == EWOULDBLOCK) {
    return problem(ErrorKind::Refused, path, "is being written by another run",
                   "give every run a folder of its own");
  }
  if (!handle) {
    return problem(ErrorKind::Unwritable, path,
                   "can't be written: " + describe_errno(handle.error()));
  }
  RunJournal journal(path, std::move(*handle), registry);
  if (auto read = journal.read(head, start); !read) return tl::unexpected(std::move(read.error()));
  return journal;
}

Result<void> RunJournal::read(const RecordHead& head, Start start) {
  std::error_code error;
  const bool empty = fs::file_size(path_, error) == 0;
  if (start == Start::New && !empty) {
    return problem(ErrorKind::Usage, path_, "is the record of an earlier run",
                   "go on with it with --resume, or name another folder");
  }
  RecordReader reader(path_, *registry_);
  bool begun = false;
  while (auto line = reader.next()) {
    if (!*line) break;
    if (const auto* found = std::get_if<RecordHead>(&**line)) {
      if (const std::string what = differs(*found, head); !what.empty()) {
        return problem(ErrorKind::Usage, path_,
                       fmt::format("is the record of a run with other {}", what),
                       "run what was begun there, or name another folder");
      }
      begun = true;
    } else if (auto* file = std::get_if<RecordedFile>(&**line)) {
      earlier_.insert_or_assign(file->index, std::move(file->outcome));
      ++files_;
    } else {
      ended_ = true;
    }
  }
  // A record is cut off after the beginning of its first line at the earliest.
  if (!begun && !empty && !std::string_view(reader.rest()).starts_with(kRecordBegin)) {
    return problem(ErrorKind::Refused, path_, "is no record of a run", "name another folder");
  }
  finished_count_ = earlier_.size();
  const std::uint64_t good = begun ? reader.good_bytes() : 0;
  if (const auto cut = system_files().truncate(handle_.descriptor(), good); !cut) {
    failure_ = cut.error();
  }
  if (!begun) write(record_line(head));
  if (!failure_) return {};
  return problem(ErrorKind::Unwritable, path_, "can't be written: " + describe_errno(*failure_));
}

std::optional<FileOutcome> RunJournal::take_finished(std::size_t index) {
  const std::lock_guard lock(*mutex_);
  auto node = earlier_.extract(index);
  if (node.empty()) return std::nullopt;
  return std::move(node.mapped());
}

void RunJournal::write(std::string_view line) {
  if (failure_) return;
  if (const auto written = handle_.write_all(line); !written) failure_ = written.error();
}

void RunJournal::add(const RecordedFile& file) {
  const std::string line = record_line(file, *registry_);
  const std::lock_guard lock(*mutex_);
  write(line);
  ++files_;
}

Result<void> RunJournal::finish() {
  const std::lock_guard lock(*mutex_);
  if (!ended_) write(record_line(RecordEnd{files_}));
  ended_ = true;
  if (!failure_) return {};
  return problem(ErrorKind::Unwritable, path_, "can't be written: " + describe_errno(*failure_),
                 "make room, and go on with --resume");
}

namespace {

// Puts a run together, record by record.
class Collector {
 public:
  explicit Collector(const Registry& registry) : registry_(&registry) {}

  Result<void> add(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
      return problem(ErrorKind::Unreadable, path, "is no file",
                     "name the records, or their folder");
    }
    RecordReader reader(path, *registry_);
    const auto first = reader.next();
    if (!first) return problem(ErrorKind::Refused, path, "is no record of a run");
    if (!*first) return problem(ErrorKind::Refused, path, first->error().message);
    const auto* head = std::get_if<RecordHead>(&**first);
    if (head == nullptr) return problem(ErrorKind::Refused, path, "is no record of a run");
    if (auto joined = join(*head, path); !joined) return joined;
    return add_files(reader, head->shard, path);
  }

  Result<WholeRun> whole() {
    for (unsigned number = 1; number <= shards_; ++number) {
      if (!seen_.contains(number)) {
        return missing(fmt::format("there is no record of shard {}/{}", number, shards_));
      }
    }
    std::ranges::sort(run_.files, {}, &RecordedFile::index);
    for (std::size_t i = 0; i < run_.files.size(); ++i) {
      if (run_.files[i].index != i) return missing("the records have other files than the run");
    }
    if (run_.files.size() != run_.run.count) return missing("the records lack files of the run");
    return std::move(run_);
  }

 private:
  static tl::unexpected<Error> missing(std::string what) {
    return problem(ErrorKind::Usage, {}, std::move(what), "name the records of all shards");
  }

  Result<void> join(const RecordHead& head, const fs::path& path) {
    if (seen_.empty()) {
      run_.run = head.run;
      shards_ = head.shard.count;
    }
    const std::string what =
        head.shard.count != shards_ ? "numbers of shards" : difference(run_.run, head.run);
    if (!what.empty()) {
      return problem(ErrorKind::Usage, path,
                     fmt::format("is of another run than the records before it: other {}", what),
                     "name the records of one run");
    }
    if (seen_.insert(head.shard.number).second) return {};
    return problem(ErrorKind::Usage, path, "is the second record of this shard",
                   "name each record once");
  }

  Result<void> add_files(RecordReader& reader, const Shard& shard, const fs::path& path) {
    std::size_t files = 0;
    while (auto line = reader.next()) {
      if (!*line) {
        return tl::unexpected(Error{ErrorKind::Refused, path.string(), reader.number(),
                                    line->error().message, "run the shard again with --resume"});
      }
      if (auto* file = std::get_if<RecordedFile>(&**line)) {
        run_.files.push_back(std::move(*file));
        ++files;
      } else if (const auto* end = std::get_if<RecordEnd>(&**line)) {
        if (end->files == files) return {};
        return problem(ErrorKind::Refused, path, "lacks files that it had");
      }
    }
    return problem(ErrorKind::Usage, path,
                   fmt::format("shard {} is not finished", to_string(shard)),
                   "run it again with --resume");
  }

  const Registry* registry_;
  WholeRun run_;
  unsigned shards_ = 0;
  std::set<unsigned> seen_;
};

Result<std::vector<fs::path>> records_in(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::vector<fs::path>{path};
  std::vector<fs::path> records;
  fs::directory_iterator entries(path, error);
  for (const auto end = fs::directory_iterator(); !error && entries != end;
       entries.increment(error)) {
    if (is_record(entries->path())) records.push_back(entries->path());
  }
  if (error) return problem(ErrorKind::Unreadable, path, "can't be read: " + error.message());
  if (records.empty()) {
    return problem(ErrorKind::Usage, path, "holds no record of a run",
                   "name the folder of --run-folder");
  }
  std::ranges::sort(records);
  return records;
}

}  // namespace

Result<WholeRun> read_run(const std::vector<fs::path>& records, const Registry& registry) {
  Collector collector(registry);
  for (const fs::path& named : records) {
    const auto found = records_in(named);
    if (!found) return tl::unexpected(found.error());
    for (const fs::path& record : *found) {
      if (auto added = collector.add(record); !added) {
        return tl::unexpected(std::move(added.error()));
      }
    }
  }
  return collector.whole();
}

}  // namespace mlfix
