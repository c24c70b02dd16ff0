// Some settings are undone by their counterpart on the command line, which comes
// last; transports and the work tree by variables that no setting overrides. What has
// neither (a program that a remote names) is looked for before a remote is spoken to,
// see bot/remote.h.

#include "process/git.h"

#include <fmt/format.h>
#include <linux/limits.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fstream>
#include <system_error>
#include <utility>

#include "text/characters.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// Variables by which people configure git; all others would point it to
// something else than the checkout at hand.
bool is_passed_on(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kPrefixes = {
      "GIT_CONFIG",     "GIT_SSH",  "GIT_ASKPASS", "GIT_SSL_",          "GIT_HTTP_",
      "GIT_PROXY_SSL_", "GIT_TEST", "GIT_EXEC",    "GIT_DISCOVERY_ACR",
  };
  return std::ranges::any_of(kPrefixes, [&](std::string_view p) { return name.starts_with(p); });
}

void set_environment(Command& command, const fs::path& top, const GitCall& call) {
  auto& variables = command.environment;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable = *at;
    const std::string_view name = variable.substr(0, variable.find('='));
    if (name.starts_with("GIT_") && !is_passed_on(name)) variables.emplace(name, std::nullopt);
  }
  variables["LC_ALL"] = "C";
  variables["GIT_TERMINAL_PROMPT"] = "0";
  variables["GIT_OPTIONAL_LOCKS"] = "0";
  variables["GIT_NO_LAZY_FETCH"] = "1";
  variables["GIT_CEILING_DIRECTORIES"] = top.parent_path().string();
  variables["GIT_WORK_TREE"] = top.string();
  // Wins over every protocol.*.allow; what does not name a transport allows none.
  variables["GIT_ALLOW_PROTOCOL"] = call.transport.empty() ? "none" : call.transport;
  for (const auto& [name, value] : call.environment) variables[name] = value;
}

std::vector<std::string> words_of(const fs::path& top, const GitCall& call) {
  static constexpr std::array<std::string_view, 13> kSettings = {
      "core.fsmonitor=false",
      "core.hooksPath=/dev/null",
      "core.alternateRefsCommand=true",  // a program that prints nothing
      "core.pager=cat",
      "safe.bareRepository=explicit",
      "protocol.ext.allow=never",
      "diff.ignoreSubmodules=all",
      "submodule.recurse=false",
      "fetch.recurseSubmodules=false",
      "push.gpgSign=false",
      "log.showSignature=false",
      "gc.auto=0",
      "maintenance.auto=false",
  };
  std::vector<std::string> words = {"git", "-C", top.string(), "--no-pager"};
  const auto set = [&](std::string_view setting) {
    words.insert(words.end(), {"-c", std::string(setting)});
  };
  std::ranges::for_each(kSettings, set);
  if (call.transport.empty()) {
    set("credential.helper=");
    set("core.askPass=");
  }
  words.insert(words.end(), call.arguments.begin(), call.arguments.end());
  return words;
}

bool asks_for_ignore_rules(const GitCall& call) {
  return std::ranges::any_of(call.arguments, [](const std::string& word) {
    return word == "--exclude-standard" || word == "check-ignore";
  });
}

// Far more than git takes in the largest repositories. A call with a transport waits
// for a remote, and whoever started it for what it fetches.
Bounds bounds_of(const GitCall& call) {
  if (call.bounds) return *call.bounds;
  if (!call.transport.empty()) return {};
  const std::chrono::seconds processor =
      asks_for_ignore_rules(call) ? call.for_ignore_rules : std::chrono::seconds(60);
  constexpr std::size_t kGibi = std::size_t{1} << 30;
  constexpr std::chrono::seconds kAtEndlessFile{2};  // somebody may be about to write there
  return {std::chrono::minutes(5), processor, kGibi, kGibi, kAtEndlessFile};
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

// What git reads of a repository, whatever it is asked.
constexpr std::array<std::string_view, 3> kReadInCheckout = {".gitignore", ".gitattributes",
                                                             ".gitmodules"};
constexpr std::array<std::string_view, 12> kReadInGitFolder = {
    "HEAD",         "commondir",   "config",    "config.worktree",
    "index",        "packed-refs", "shallow",   "info/attributes",
    "info/exclude", "info/grafts", "logs/HEAD", "objects/info/alternates",
};

// The text after "gitdir: " of a `.git` that is a file, or of a `commondir`; a few bytes are
// enough for any path.
std::string line_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  std::string line(PATH_MAX, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(stream.gcount()));
  return line.substr(0, line.find_first_of("\r\n"));
}

// The folders that hold what git knows of the checkout: its `.git`, or where that leads.
std::vector<fs::path> git_folders(const fs::path& top) {
  constexpr std::string_view kLeads = "gitdir: ";
  std::vector<fs::path> folders = {top / ".git"};
  const std::string leads = line_of(folders.front());
  if (leads.starts_with(kLeads)) folders.front() = top / leads.substr(kLeads.size());
  const std::string common = line_of(folders.front() / "commondir");
  if (!common.empty()) folders.push_back(folders.front() / common);
  return folders;
}

struct ReadFile {
  fs::path folder;
  fs::path file;
};

std::vector<ReadFile> files_that_git_reads(const fs::path& top) {
  std::vector<ReadFile> files = {{top, top / ".git"}};
  for (const std::string_view name : kReadInCheckout) files.push_back({top, top / name});
  for (const fs::path& folder : git_folders(top)) {
    for (const std::string_view name : kReadInGitFolder) files.push_back({folder, folder / name});
  }
  return files;
}

// The first of them that has no end, as a pipe or a device. Where git waits for another one,
// as of a branch or that a setting names, it is ended; others cost the memory that it may take.
std::optional<fs::path> endless_file_that_git_reads(const fs::path& top) {
  std::error_code error;
  for (const ReadFile& read : files_that_git_reads(top)) {
    const fs::file_status status = fs::status(read.file, error);
    if (fs::is_other(status)) return read.file;
  }
  return std::nullopt;
}

// The first of them that a link puts there from elsewhere, or that names files elsewhere. git
// quotes what it does not understand, and who reads our log need not be who may read that file.
std::optional<fs::path> foreign_file_that_git_reads(const fs::path& top) {
  for (const fs::path& folder : git_folders(top)) {
    // The files there may name further ones, each with a file of that kind.
    const fs::path alternates = folder / "objects/info/alternates";
    if (is_there(alternates)) return alternates;
  }
  for (const ReadFile& read : files_that_git_reads(top)) {
    std::error_code error;
    const fs::path real = fs::canonical(read.file, error);
    if (error || read.file == top / ".git") continue;
    const fs::path folder = fs::canonical(read.folder, error);
    if (!error && !is_below(real, folder)) return read.file;
  }
  return std::nullopt;
}

// The file by which the checkout takes the repository of another one for its own, where that
// one does not list it among its work trees and say where it is: then nobody but the checkout
// says that they belong together, and git would write there.
std::optional<fs::path> borrowed_repository(const fs::path& top) {
  const fs::path own = git_folders(top).front();
  const fs::path common = own / "commondir";
  if (!is_there(common)) return std::nullopt;
  std::error_code error;
  const fs::path listed = fs::canonical(own / line_of(common), error) / "worktrees";
  const bool known = !error && fs::is_regular_file(fs::symlink_status(top / ".git", error)) &&
                     fs::canonical(own, error).parent_path() == listed &&
                     fs::equivalent(own / line_of(own / "gitdir"), top / ".git", error);
  return known && !error ? std::nullopt : std::optional(common);
}

// git's complaint, where it can be nothing but what git says.
std::string without_quotes(const fs::path& top, std::string complaint) {
  const auto foreign = foreign_file_that_git_reads(top);
  if (!foreign) return complaint;
  return fmt::format(
      "fatal: what git says is not repeated, as it may quote a file from elsewhere, by {}\n",
      foreign->lexically_normal().string());
}

// What git itself takes for a bare repository, where `.git` is not to its taste.
bool looks_bare(const fs::path& folder) {
  return is_there(folder / "HEAD") && is_there(folder / "objects") && is_there(folder / "refs");
}

// Whether git, started there, stays there. Folders in which it must not look any further are
// a list that is parted by colons, so that one with a colon in its name can't be told.
bool is_found_by_git(const fs::path& top) {
  if (top.parent_path().native().find(':') == std::string::npos) return true;
  const GitCall question{top, {"rev-parse", "--absolute-git-dir"}};
  Command command{words_of(top, question), {}, {}, {}, bounds_of(question)};
  set_environment(command, top, question);
  const auto answer = run_process(command);
  if (!answer || answer->status != 0) return true;  // git says itself what is wrong
  std::string_view printed = answer->out;
  std::error_code error;
  return fs::equivalent(take_until(printed, '\n'), git_folders(top).front(), error);
}

Error error_at(ErrorKind kind, const fs::path& path, std::string message, std::string remedy) {
  return {kind, path.string(), 0, std::move(message), std::move(remedy)};
}

// Below the top of a checkout, by its parts alone, and in no `.git`; a folder may have a
// slash at its end.
bool stays_below(std::string_view path) {
  if (path.ends_with('/')) path.remove_suffix(1);
  while (true) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == ".." || is_git_folder(part)) return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

std::vector<std::string_view> nul_fields(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) result.push_back(take_until(text, '\0'));
  return result;
}

// What is in the checkout that git had better not be started on.
std::optional<Error> why_not_asked(const fs::path& top) {
  const auto refused = [&](std::string_view why, std::string remedy) {
    return error_at(ErrorKind::Refused, top, fmt::format("git is not asked: {}", why),
                    std::move(remedy));
  };
  const auto shown = [&](const fs::path& file) { return file.lexically_relative(top).string(); };
  if (looks_bare(top)) {
    return refused("it looks like a bare repository and like a checkout",
                   "remove HEAD, objects or refs beside .git, or name the files");
  }
  if (const auto endless = endless_file_that_git_reads(top)) {
    return refused(shown(*endless) + " is a pipe or a device, which it would read without end",
                   "remove it");
  }
  if (const auto borrowed = borrowed_repository(top)) {
    return refused(
        shown(*borrowed) + " names a repository that does not know of this checkout",
        "run git worktree repair in that repository if they belong together, or clone it");
  }
  return std::nullopt;
}

tl::unexpected<Error> leads_out(std::string_view path) {
  return tl::unexpected(
      error_at(ErrorKind::Refused, std::string(path),
               "is listed by git, and leads out of the checkout or into a .git folder",
               "git makes no such entry; clone the repository instead of unpacking it"));
}

// A name that can stand on a line of its own, as it is.
bool fits_on_line(std::string_view path) {
  return path.find('"') == std::string_view::npos &&
         std::ranges::none_of(path, [](unsigned char c) { return c < ' '; });
}

tl::unexpected<Error> misunderstood(std::string_view what) {
  return tl::unexpected(
      Error{ErrorKind::Internal, {}, 0, fmt::format("the output of git {} is odd", what), {}});
}

}  // namespace

bool is_checkout(const fs::path& folder) {
  std::error_code error;
  const fs::path git = folder / ".git";
  const bool empty_folder = fs::is_directory(git, error) && fs::is_empty(git, error);
  return is_there(git) && !empty_folder;
}

std::optional<fs::path> checkout_around(const fs::path& folder) {
  std::error_code error;
  fs::path at = fs::weakly_canonical(fs::absolute(folder.empty() ? "." : folder, error), error);
  while (!error) {
    if (is_checkout(at)) return at;
    if (at == at.parent_path()) return std::nullopt;
    at = at.parent_path();
  }
  return std::nullopt;
}

Result<ProcessOutput> run_git(const GitCall& call) {
  const auto top = checkout_around(call.folder);
  if (!top) {
    return tl::unexpected(error_at(ErrorKind::Usage, call.folder, "is in no git work tree",
                                   "run mlfix in a clone of the repository"));
  }
  if (auto reason = why_not_asked(*top)) return tl::unexpected(std::move(*reason));
  if (!is_found_by_git(*top)) return ProcessOutput{128, "", "fatal: not a git repository: .git\n"};
  Command command{words_of(*top, call), {}, call.input, {}, bounds_of(call)};
  set_environment(command, *top, call);
  auto output = run_process(command);
  if (output && output->status != 0) output->err = without_quotes(*top, std::move(output->err));
  if (!output && asks_for_ignore_rules(call) && output.error().remedy.empty() &&
      exceeded_bounds(output.error())) {
    output.error().message +=
        "; a pattern of .gitignore, .git/info/exclude or core.excludesFile may be what takes it so "
        "long";
    output.error().remedy = "use fewer ** in one pattern, or name the files instead of the folder";
  }
  return output;
}

std::string git_complaint(std::string_view err) {
  constexpr std::string_view kFatal = "fatal: ";
  while (err.ends_with('\n')) err.remove_suffix(1);
  for (std::string_view rest = err; !rest.empty();) {
    const std::string_view line = take_until(rest, '\n');
    if (line.starts_with(kFatal)) return std::string(line.substr(kFatal.size()));
  }
  const std::size_t newline = err.rfind('\n');
  return std::string(newline == std::string_view::npos ? err : err.substr(newline + 1));
}

Result<std::string> ask_git(const GitCall& call) {
  auto output = run_git(call);
  if (!output) return tl::unexpected(std::move(output.error()));
  if (output->status == 0) return std::move(output->out);
  const std::string why = output->err.empty() ? fmt::format("exit status {}", output->status)
                                              : git_complaint(output->err);
  return tl::unexpected(error_at(ErrorKind::Unreadable, call.folder,
                                 fmt::format("git {} failed: {}", call.arguments.front(), why),
                                 {}));
}

// Ids and modes in fields of their own look like paths that stay.
Result<std::vector<std::string_view>> listed_fields(std::string_view list) {
  auto fields = nul_fields(list);
  for (const std::string_view field : fields) {
    if (!stays_below(field)) return leads_out(field);
  }
  return fields;
}

Result<std::vector<std::string_view>> listed_entries(std::string_view list) {
  auto fields = nul_fields(list);
  for (const std::string_view field : fields) {
    const std::size_t tab = field.find('\t');
    const std::string_view path = tab == std::string_view::npos ? field : field.substr(tab + 1);
    if (!stays_below(path)) return leads_out(path);
  }
  return fields;
}

// "scope\0name\nvalue\0", in turn.
Result<std::vector<GitSetting>> git_settings(const fs::path& folder) {
  const auto listed = ask_git({folder, {"config", "--list", "-z", "--show-scope", "--includes"}});
  if (!listed) return tl::unexpected(listed.error());
  std::vector<GitSetting> settings;
  const auto fields = nul_fields(*listed);
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    const bool is_users = fields[i] == "system" || fields[i] == "global" || fields[i] == "command";
    std::string_view value = fields[i + 1];
    const std::string_view name = take_until(value, '\n');
    settings.push_back({std::string(name), std::string(value), is_users});
  }
  return settings;
}

Result<std::map<std::string, std::string>> hash_files(const fs::path& top,
                                                      const std::vector<std::string>& paths) {
  std::map<std::string, std::string> ids;
  std::string input;
  std::vector<std::string_view> asked;
  std::error_code error;
  for (const std::string& path : paths) {
    if (!fits_on_line(path) || !fs::is_regular_file(fs::symlink_status(top / path, error)))
      continue;
    input += path + '\n';
    asked.push_back(path);
  }
  if (asked.empty()) return ids;
  const auto answer =
      ask_git({top, {"hash-object", "--no-filters", "--stdin-paths"}, std::move(input)});
  if (!answer) return tl::unexpected(answer.error());
  std::string_view rest = *answer;
  for (const std::string_view path : asked) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return misunderstood("hash-object");
    ids.emplace(path, rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return ids;
}

// "<id> blob <size>", or "<id> missing".
Result<std::map<std::string, std::uint64_t>> blob_sizes(GitCall call,
                                                        const std::vector<std::string>& blobs) {
  std::map<std::string, std::uint64_t> sizes;
  if (blobs.empty()) return sizes;
  call.arguments = {"cat-file", "--batch-check"};
  call.input = fmt::format("{}\n", fmt::join(blobs, "\n"));
  const auto answer = ask_git(call);
  if (!answer) return tl::unexpected(answer.error());
  for (std::string_view rest = *answer; !rest.empty();) {
    const std::string_view line = take_until(rest, '\n');
    std::uint64_t size = 0;
    const char* const end = line.data() + line.size();
    const auto read = std::from_chars(line.data() + line.rfind(' ') + 1, end, size);
    if (read.ec == std::errc() && read.ptr == end)
      sizes.emplace(line.substr(0, line.find(' ')), size);
  }
  return sizes;
}

Result<std::vector<std::string>> read_blobs(GitCall call, const std::vector<std::string>& blobs) {
  std::vector<std::string> result;
  if (blobs.empty()) return result;
  call.arguments = {"cat-file", "--batch"};
  call.input = fmt::format("{}\n", fmt::join(blobs, "\n"));
  const auto answer = ask_git(call);
  if (!answer) return tl::unexpected(answer.error());
  std::string_view rest = *answer;
  while (!rest.empty()) {  // "<id> blob <size>", the bytes, a line feed
    const std::size_t newline = rest.find('\n');
    const std::string_view header = rest.substr(0, newline);
    const std::size_t blank = header.rfind(' ');
    std::size_t size = 0;
    if (newline == std::string_view::npos || blank == std::string_view::npos) {
      return misunderstood("cat-file");
    }
    const char* const end = header.data() + header.size();
    const auto read = std::from_chars(header.data() + blank + 1, end, size);
    rest.remove_prefix(newline + 1);
    if (read.ptr != end || rest.size() <= size) return misunderstood("cat-file");
    result.emplace_back(rest.substr(0, size));
    rest.remove_prefix(size + 1);
  }
  if (result.size() != blobs.size()) return misunderstood("cat-file");
  return result;
}

}  // namespace mlfix
