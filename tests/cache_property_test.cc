// The cache is never wrong: projects are edited at random, and what a run says that has a cache is,
// byte for byte, what one says that has none: findings, in all formats, and patches.
//
// MLFIX_CACHE_EDITS is the number of edits, MLFIX_CACHE_SEED another beginning, and
// MLFIX_CACHE_PROJECT a folder with sources, of which a copy is edited in place of cases.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cli/analysis.h"
#include "cli/delivery.h"
#include "cli/session.h"
#include "cli/setup.h"
#include "report/format.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"

namespace mlfix::cache_property_test {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kEdits = 150;
constexpr unsigned kEditsOfProject = 25;
constexpr int kCasesOfProject = 6;
constexpr std::uintmax_t kLargestFile = 200'000;

using Lines = std::vector<std::string>;

unsigned number_in_environment(const char* name, unsigned otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(value, nullptr, 10));
}

// What settings may say; each says something else of the same files.
constexpr std::array<std::string_view, 6> kSettings = {
    "",
    "rules:\n  no-grad-eval:\n    severity: low\n",
    "ignore: [resource]\n",
    "unsafe: true\n",
    "knowledge:\n  functions:\n    - {names: helper.keep model.step, effects: Frees}\n",
    "per-path-ignores:\n  \"*/a*.py\": all\n",
};

Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// Cases of several files, each in a folder of its own: their files import from each other.
std::vector<fs::path> cases_of_several_files() {
  std::vector<fs::path> cases;
  for (const auto& entry : fs::recursive_directory_iterator(MLFIX_SOURCE_DIR "/testdata")) {
    if (entry.is_directory() && entry.path().extension() == ".before") cases.push_back(entry);
  }
  std::ranges::sort(cases);
  return cases;
}

bool is_source(const fs::directory_entry& entry) {
  const fs::path ending = entry.path().extension();
  return entry.is_regular_file() && !entry.is_symlink() &&
         (ending == ".py" || ending == ".ipynb") && entry.file_size() <= kLargestFile;
}

// A project on disk that is edited.
class EditedProject {
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }
  bool chance(std::size_t one_of) { return below(one_of) == 0; }

  template <typename Map>
  auto any(const Map& map) {
    return *std::next(map.begin(), static_cast<std::ptrdiff_t>(below(map.size())));
  }

 public:
  explicit EditedProject(std::mt19937& random) : random_(random) {}

  void add(const fs::path& sources, const fs::path& below) {
    for (const auto& entry : fs::recursive_directory_iterator(sources)) {
      if (!is_source(entry)) continue;
      const fs::path name = below / entry.path().lexically_relative(sources);
      original_[name] = testing::read_bytes(entry.path());
    }
  }

  void add_cases(const std::vector<fs::path>& cases) {
    const bool flat = chance(3);  // names then mean what several files say
    for (int i = 0; i < kCasesOfProject; ++i) {
      add(any(cases), flat ? fs::path() : fs::path("case" + std::to_string(i)));
    }
  }

  void begin() {
    for (const auto& [name, text] : original_) {
      write(name, text);
      for (const std::string& line : lines_of(text)) pool_.push_back(line);
    }
    configure();
  }

  const fs::path& path() const { return folder_.path(); }

  fs::path settings() const { return folder_.path() / "mlfix.yaml"; }

  // What a run is asked to look at: all of it, two folders, or some files.
  std::vector<fs::path> roots() {
    if (files_.empty() || chance(3)) return {path()};
    std::vector<fs::path> some;
    const bool folders = chance(2);
    for (std::size_t i = 0; i < 1 + below(3); ++i) {
      const fs::path file = path() / any(files_).first;
      some.push_back(folders ? file.parent_path() : file);
    }
    return some;
  }

  // What was done, for a message.
  std::string edit() {
    if (files_.empty()) return restore();
    switch (below(22)) {
      case 0:
      case 1:
      case 2:
        return restore();
      case 8:
        return configure();
      case 9:
        return change_bytes();
      case 10:
        return link();
      case 11:
        return change_unseen();
      case 12:
        return write_as_notebook();
      case 13:
        return replace_names();
      case 14:
        return remove();
      case 3:
        return move();
      case 4:
        return make_package();
      case 5:
        return rename_name();
      case 6:
        return write_notebook();
      case 7:
        return import_from_another();
      default:
        return edit_lines();
    }
  }

 private:
  void write(const fs::path& name, const std::string& text) {
    fs::remove(folder_.path() / name);  // it may be a link to another
    folder_.write(name, text);
    files_[name] = text;
  }

  std::string restore() {
    const auto [name, text] = any(original_);
    write(name, text);
    return "restored " + name.string();
  }

  std::string remove() {
    const fs::path name = any(files_).first;
    fs::remove(folder_.path() / name);
    files_.erase(name);
    return "removed " + name.string();
  }

  std::string move() {
    const auto [name, text] = any(files_);
    const fs::path to = any(original_).first.parent_path() / any(original_).first.filename();
    if (!chance(2)) {
      fs::remove(folder_.path() / name);
      files_.erase(name);
    }
    write(to, text);
    return "moved " + name.string() + " to " + to.string();
  }

  std::string configure() {
    const std::string_view text = kSettings[below(kSettings.size())];
    folder_.write("mlfix.yaml", text);
    return "configured " + std::string(text);
  }

  // Ends of lines, a mark at the beginning, bytes of another encoding.
  std::string change_bytes() {
    auto [name, text] = any(files_);
    switch (below(4)) {
      case 0:
        text = "\xEF\xBB\xBF" + text;
        break;
      case 1:
        text = "# -*- coding: latin-1 -*-\n# \xE9\n" + text;
        break;
      case 2:
        text += "# until 2020-01-01 \xE2\x80\xAE\n";
        break;
      default: {
        std::string other;
        for (const char byte : text)
          other += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
        text = std::move(other);
      }
    }
    write(name, text);
    return "changed bytes of " + name.string();
  }

  std::string link() {
    const fs::path to = any(files_).first;
    const fs::path name = any(original_).first;
    if (name == to) return "nothing";
    const fs::path place = folder_.path() / name;
    fs::remove(place);
    files_.erase(name);
    fs::create_directories(place.parent_path());
    if (chance(2)) {
      fs::create_symlink(folder_.path() / to, place);
    } else {
      fs::create_hard_link(fs::weakly_canonical(folder_.path() / to), place);
    }
    return "linked " + name.string() + " to " + to.string();
  }

  // The file keeps its size and its time; or the time is an earlier one.
  std::string change_unseen() {
    auto [name, text] = any(files_);
    const fs::path place = folder_.path() / name;
    const auto time = fs::last_write_time(place);
    const std::size_t at = text.find("loss");
    if (at != std::string::npos) text.replace(at, 4, "mess");
    write(name, text);
    fs::last_write_time(place, chance(2) ? time : time - std::chrono::hours(1));
    return "changed " + name.string() + " unseen";
  }

  std::string write_as_notebook() {
    const auto [name, text] = any(files_);
    std::string source;
    for (const std::string& line : lines_of(text)) {
      std::string quoted;
      for (const char byte : line) {
        if (byte == '"' || byte == '\\') quoted += '\\';
        quoted += byte == '\n'   ? std::string("\\n")
                  : byte == '\t' ? std::string("\\t")
                                 : std::string(1, byte);
      }
      source += (source.empty() ? "\"" : ",\"") + quoted + "\"";
    }
    const fs::path notebook = fs::path(name).replace_extension(".ipynb");
    write(notebook, R"({"cells":[{"cell_type":"code","metadata":{},"outputs":[],)"
                    R"("execution_count":null,"source":[)" +
                        source + R"(]}],"metadata":{},"nbformat":4,"nbformat_minor":2})");
    return "wrote " + notebook.string();
  }

  // One word is another, in all of a file: what it imports, calls or offers has another name.
  std::string replace_names() {
    auto [name, text] = any(files_);
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kWords = {{
        {"torch", "numpy"},
        {"import ", "import a_"},
        {"forward", "__call__"},
        {"backward", "forward"},
        {"nn.Module", "object"},
        {"from .", "from .."},
    }};
    const auto& [from, to] = kWords[below(kWords.size())];
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    write(name, text);
    return "replaced " + std::string(from) + " in " + name.string();
  }

  std::string make_package() {
    const fs::path name = any(original_).first.parent_path() / "__init__.py";
    const fs::path module = any(original_).first.stem();
    write(name, chance(2) ? "" : "from ." + module.string() + " import *\n");
    return "made " + name.string();
  }

  std::string write_notebook() {
    const fs::path module = any(original_).first.stem();
    const fs::path name = any(original_).first.parent_path() / "look.ipynb";
    write(name,
          R"({"cells":[{"cell_type":"code","metadata":{},"outputs":[],"execution_count":null,)"
          R"("source":["import )" +
              module.string() + R"(\n"]}],"metadata":{},"nbformat":4,"nbformat_minor":2})");
    return "wrote " + name.string();
  }

  std::string import_from_another() {
    const auto [name, text] = any(files_);
    const fs::path module = any(original_).first.stem();
    const std::string line =
        chance(2) ? "import " + module.string() + "\n" : "from " + module.string() + " import *\n";
    write(name, line + text);
    return "imported " + module.string() + " in " + name.string();
  }

  // A function, a class or a method gets another name in one file.
  std::string rename_name() {
    auto [name, text] = any(files_);
    const std::string_view keyword = chance(2) ? "def " : "class ";
    const std::size_t at = text.find(keyword, below(text.size() + 1));
    if (at == std::string::npos) return "nothing";
    const std::size_t begin = at + keyword.size();
    const std::size_t end = std::min(text.find_first_of("(:", begin), text.size());
    text.replace(begin, end - begin, chance(2) ? "forward" : "renamed");
    write(name, text);
    return "renamed in " + name.string();
  }

  std::string edit_lines() {
    const auto [name, text] = any(files_);
    Lines lines = lines_of(text);
    const std::size_t times = 1 + below(2);
    for (std::size_t i = 0; i < times; ++i) {
      const std::size_t at = below(lines.size() + 1);
      const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
      if (at == lines.size() || chance(3)) {
        lines.insert(place, pool_[below(pool_.size())]);
      } else if (chance(2)) {
        lines.erase(place);
      } else {
        change_line(*place);
      }
    }
    write(name, joined(lines));
    return "edited " + name.string();
  }

  void change_line(std::string& line) {
    static const std::vector<std::pair<std::string, std::string>> kChanges = {
        {".detach()", ""},
        {".item()", ""},
        {".append(", ".add("},
        {"return ", "pass  # "},
        {"self.", "self.other."},
        {"(", ".detach()("},
        {"torch.no_grad", "torch.enable_grad"},
        {"=", "+="},
        {"import ", "import a.b as "},
        {"    ", "        "},
        {")", ", x)"},
        {"(", "(self.loss, "},
        {" in ", " in range(2) or "},
        {"print", "keep"}};
    const auto& [from, to] = kChanges[below(kChanges.size())];
    if (const std::size_t at = line.find(from); at != std::string::npos) {
      line.replace(at, from.size(), to);
    } else {
      line = pool_[below(pool_.size())];
    }
  }

  std::mt19937& random_;
  testing::TemporaryFolder folder_;
  std::map<fs::path, std::string> original_;
  std::map<fs::path, std::string> files_;  // as they are
  Lines pool_;
};

// How a run is asked, chosen at random.
struct Asking {
  std::vector<fs::path> roots;
  Action action = Action::Report;
  bool unsafe = false;
  bool show_minor = false;
  bool show_abstained = false;
  std::vector<std::string> select;
  unsigned jobs = 1;
  Format format = Format::Json;
};

Asking any_asking(std::mt19937& random, EditedProject& project) {
  const auto chance = [&](unsigned one_of) { return random() % one_of == 0; };
  Asking asking;
  asking.roots = project.roots();
  asking.action = chance(3) ? Action::Diff : Action::Report;
  asking.unsafe = chance(2);
  asking.show_minor = chance(4);
  asking.show_abstained = chance(3);
  if (chance(5)) asking.select = {"gradient"};
  asking.jobs = chance(2) ? 2 : 1;
  asking.format = static_cast<Format>(random() % (static_cast<unsigned>(Format::Html) + 1));
  return asking;
}

// All that a run says; from which cache, if any.
std::string said(const Asking& asking, const fs::path& settings, const fs::path& cache) {
  Options options;
  options.paths = asking.roots;
  options.config = settings;
  options.quiet = true;
  options.action = asking.action;
  options.unsafe = asking.unsafe;
  options.rules.show_minor = asking.show_minor;
  options.rules.select = asking.select;
  options.show_abstained = asking.show_abstained;
  options.jobs = asking.jobs;
  options.cache.off = cache.empty();
  options.cache.folder = cache.string();
  Output out(STDOUT_FILENO);
  Output err(STDERR_FILENO);
  Session session{options, testing::Shipped::get().registry(), out, err};
  auto setup = make_setup(session);
  EXPECT_TRUE(setup) << setup.error().to_string();
  if (!setup) return {};
  const InterruptGuard interrupt;
  const RunReport report = analyse(session, *setup, find_input(session), interrupt);
  std::string text = render(Format::Json, report, {}) + render(asking.format, report, {});
  for (const Error& error : report.errors) text += error.to_string() + "\n";
  if (asking.action == Action::Report) return text;
  RunReport with_patch = report;
  make_patch(with_patch, [&](std::string_view part) { text += part; });
  return text;
}

TEST(CachePropertyTest, WarmSaysWhatColdSays) {
  std::mt19937 random(number_in_environment("MLFIX_CACHE_SEED", 20261125));
  const char* real = std::getenv("MLFIX_CACHE_PROJECT");
  const std::vector<fs::path> cases = cases_of_several_files();
  ASSERT_GT(cases.size(), 20u);
  const testing::TemporaryFolder cache;
  std::optional<EditedProject> project;
  const unsigned edits = number_in_environment("MLFIX_CACHE_EDITS", kEdits);
  for (unsigned i = 0; i < edits; ++i) {
    if (!project || (real == nullptr && i % kEditsOfProject == 0)) {
      project.emplace(random);
      real == nullptr ? project->add_cases(cases) : project->add(real, {});
      project->begin();
    }
    const std::string edit = project->edit();
    const Asking asking = any_asking(random, *project);
    ASSERT_EQ(said(asking, project->settings(), cache.path()),
              said(asking, project->settings(), {}))
        << "edit " << i << ": " << edit;
  }
}

}  // namespace
}  // namespace mlfix::cache_property_test
