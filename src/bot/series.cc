// Fixes of two rules can meet in a line, and one can make another needless. So
// each rule is analysed on what the commits before it left, and a commit holds
// what was really changed then.

#include "bot/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bot/messages.h"
#include "bot/own_commit.h"

namespace mlfix {
namespace {

constexpr std::string_view kIgnoreRevs = ".git-blame-ignore-revs";

std::vector<std::string> paths_of(const std::vector<TreeEntry>& entries) {
  std::vector<std::string> paths;
  for (const TreeEntry& entry : entries) paths.push_back(entry.path);
  std::ranges::sort(paths);
  return paths;
}

class SeriesMaker {
 public:
  SeriesMaker(const Git& git, Bench& bench, const Analyser& analyse, const BotSettings& settings,
              const Registry& registry, FixRequest request)
      : git_(git),
        bench_(bench),
        analyse_(analyse),
        settings_(settings),
        registry_(registry),
        request_(std::move(request)) {}

  Result<FixSeries> make(const std::vector<std::uint32_t>& rules) {
    const auto date = git_.commit_text(bench_.base()).map(date_of);
    if (!date) return tl::unexpected(date.error());
    date_ = date->value_or("0 +0000");
    series_.level = request_.level;
    series_.tip = bench_.base();
    for (const std::uint32_t rule : rules) {
      if (auto done = add(rule); !done) return tl::unexpected(std::move(done.error()));
    }
    if (settings_.blame_ignore_revs && !series_.commits.empty()) {
      if (auto done = add_ignore_revs(); !done) return tl::unexpected(std::move(done.error()));
    }
    return std::move(series_);
  }

 private:
  Result<void> add(std::uint32_t rule) {
    request_.rule = rule;
    const auto report = analyse_(bench_.folder(), request_);
    if (!report) return tl::unexpected(report.error());
    RuleCommit commit;
    commit.rule = rule;
    commit.findings = bench_.fixed(*report);
    const auto entries = bench_.apply(*report);
    if (!entries) return tl::unexpected(entries.error());
    if (entries->empty() || commit.findings.empty()) return {};
    commit.files = paths_of(*entries);
    commit.message = commit_message(registry_.rules()[rule], series_.level, commit.findings);
    auto made = commit_entries(*entries, commit.message);
    if (!made) return tl::unexpected(std::move(made.error()));
    commit.commit = *made;
    series_.commits.push_back(std::move(commit));
    return {};
  }

  Result<std::string> commit_entries(const std::vector<TreeEntry>& entries,
                                     const std::string& message) {
    auto tree = git_.write_tree(series_.tip, entries);
    if (!tree) return tree;
    auto commit = git_.write_commit(
        sealed_commit({*tree, series_.tip, bench_.base(), date_, message}, settings_));
    if (commit) series_.tip = *commit;
    return commit;
  }

  // `git blame` then passes over the commits, as long as they are merged as they
  // are: a squash makes another commit of them.
  Result<void> add_ignore_revs() {
    auto text = ignore_revs_of_base();
    if (!text) return tl::unexpected(std::move(text.error()));
    if (!text->empty() && !text->ends_with('\n')) *text += '\n';
    for (const RuleCommit& commit : series_.commits) {
      *text += fmt::format("# {}\n{}\n", commit.message.substr(0, commit.message.find('\n')),
                           commit.commit);
    }
    const auto blob = git_.write_blob(*text);
    if (!blob) return tl::unexpected(blob.error());
    const auto made = commit_entries({{"100644", *blob, std::string(kIgnoreRevs)}},
                                     "List the commits of mlfix in .git-blame-ignore-revs\n\n"
                                     "They change many lines for one reason each, which blame "
                                     "need not show.\n");
    if (!made) return tl::unexpected(made.error());
    return {};
  }

  Result<std::string> ignore_revs_of_base() const {
    const auto files = git_.files(bench_.base());
    if (!files) return tl::unexpected(files.error());
    const auto entry = std::ranges::find(*files, kIgnoreRevs, &TreeEntry::path);
    if (entry == files->end()) return std::string();
    return git_.contents({entry->blob}).map([](auto contents) { return contents.front(); });
  }

  const Git& git_;
  Bench& bench_;
  const Analyser& analyse_;
  const BotSettings& settings_;
  const Registry& registry_;
  FixRequest request_;
  std::string date_;
  FixSeries series_;
};

}  // namespace

Result<FixSeries> make_series(const Git& git, Bench& bench, const Analyser& analyse,
                              const BotSettings& settings, const Registry& registry,
                              const std::vector<std::uint32_t>& rules, FixRequest request) {
  auto series =
      SeriesMaker(git, bench, analyse, settings, registry, std::move(request)).make(rules);
  if (auto done = bench.reset(); !done) return tl::unexpected(std::move(done.error()));
  return series;
}

}  // namespace mlfix
