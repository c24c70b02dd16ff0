// Only sources are written out.

#include <algorithm>
#include <span>

#include "bot/series.h"
#include "bot/source_files.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// What discovery looks at: sources, and the files that mark virtual environments.
bool is_wanted(const fs::path& path) {
  return path.extension() == ".py" || path.extension() == ".ipynb" ||
         path.filename() == "pyvenv.cfg";
}

}  // namespace

Result<Bench> Bench::set_up(const Git& git, const std::string& commit, const fs::path& folder) {
  const auto files = git.files(commit);
  if (!files) return tl::unexpected(files.error());
  Bench bench(git, commit, folder);
  std::vector<TreeEntry> wanted;
  for (const TreeEntry& entry : *files) {
    if (!is_wanted(entry.path)) continue;
    wanted.push_back(entry);
    bench.entries_.emplace(entry.path, entry);
  }
  if (const auto written = bench.write(wanted); !written) return tl::unexpected(written.error());
  return bench;
}

Result<void> Bench::write(const std::vector<TreeEntry>& entries) const {
  return write_source_files(*git_, entries, folder_);
}

std::string Bench::name_of(const std::filesystem::path& file) const {
  return file.lexically_relative(folder_).generic_string();
}

std::vector<FixedFinding> Bench::fixed(const RunReport& report) const {
  std::vector<FixedFinding> result;
  for (const FileReport& file : report.files) {
    const std::string path = name_of(file.file.path);
    const auto changed = changed_.find(path);
    const bool is_new = changed == changed_.end();
    const SourceFile& base = is_new ? file.file : changed->second.base;
    const auto place = [&](Offset offset) {
      return place_of(base, is_new ? offset : changed->second.map.original(offset));
    };
    for (const FileFinding& entry : file.result.findings) {
      if (!entry.applied || !entry.finding.fix) continue;
      const Finding& finding = entry.finding;
      FixedFinding fixed{path,
                         place(finding.range.begin),
                         finding.message,
                         finding.fix->title,
                         finding.growth,
                         finding.severity,
                         {},
                         {},
                         entry.identity.fingerprint};
      for (const Reason& reason : finding.why) {
        fixed.why.push_back({place(reason.range.begin), reason.text});
      }
      // Places of a file that an earlier fix has changed are not those of the base branch.
      const bool is_of_base = std::ranges::none_of(finding.way.steps(), [&](const WayStep& step) {
        return step.is_elsewhere() && changed_.contains(name_of(step.path));
      });
      const auto steps = is_of_base ? finding.way.steps() : std::span<const WayStep>();
      for (const WayStep& step : steps) {
        fixed.way.push_back(step.is_elsewhere()
                                ? FixedFact{{{}, step.position}, step.text, name_of(step.path)}
                                : FixedFact{place(step.range.begin), step.text});
      }
      result.push_back(std::move(fixed));
    }
  }
  return result;
}

Result<std::vector<TreeEntry>> Bench::apply(const RunReport& report) {
  std::vector<TreeEntry> result;
  for (const FileReport& file : report.files) {
    if (!file.result.changed) continue;
    const std::string path = name_of(file.file.path);
    const std::string text = file.fixed_text();
    auto blob = git_->write_blob(text);
    if (!blob) return tl::unexpected(std::move(blob.error()));
    if (auto done = write_source_file(folder_ / path, text); !done) {
      return tl::unexpected(std::move(done.error()));
    }
    const auto size = static_cast<Offset>(file.file.text.size());
    Changed& changed =
        changed_.try_emplace(path, Changed{file.file, OffsetMap(size)}).first->second;
    changed.map.apply(file.result.fixed_edits);
    result.push_back({entries_.at(path).mode, std::move(*blob), path});
  }
  return result;
}

Result<void> Bench::reset() {
  std::vector<TreeEntry> entries;
  for (const auto& [path, changed] : changed_) entries.push_back(entries_.at(path));
  changed_.clear();
  return write(entries);
}

}  // namespace mlfix
