// The invariants on code that was not written for them: the Python files of
// three Debian packages, and all golden programs together as one project, which
// has a fix in most of its files. Each is copied to a folder of its own, where
// mlfix runs as a user runs it. For the safe fixes and with --unsafe:
//
//   * nothing crashes or goes wrong inside, and what holds for any program holds
//     (support/invariants.h);
//   * patch and findings do not depend on --jobs or the order of the input;
//   * `git apply` makes of the patch the bytes that mlfix would write;
//   * CPython compiles every changed file that it compiled before;
//   * a second run has nothing to change.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/scheduler.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "support/golden.h"
#include "support/invariants.h"
#include "support/process.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"

namespace mlfix::real_code_test {
namespace {

namespace fs = std::filesystem;
using testing::Level;
using testing::ProcessResult;
using testing::Shipped;

using Program = std::map<std::string, std::string>;  // file name, text

constexpr const char* kGoldenPrograms = "golden_programs";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The Python modules that the package manager has installed for a package, without those that
// test it: these list operators, a fifth of all of PyTorch.
Program modules_of_package(const std::string& package) {
  constexpr std::string_view kModules = "/dist-packages/";
  Program program;
  const ProcessResult listed = testing::run_command({"dpkg", "-L", package}, {});
  for (const std::string& path : lines_of(listed.out)) {
    const std::size_t at = path.find(kModules);
    if (at == std::string::npos || !path.ends_with(".py") || !fs::is_regular_file(path)) continue;
    if (path.find("/testing/_internal/") != std::string::npos) continue;
    program[path.substr(at + kModules.size())] = testing::read_bytes(path);
  }
  return program;
}

Program golden_program() {
  Program program;
  for (const testing::GoldenCase& c : testing::golden_cases()) {
    program[c.group + '/' + c.stem + '/' + c.slug + ".py"] = c.before;
  }
  return program;
}

bool in_continuous_integration() {
  const char* value = std::getenv("CI");
  return value != nullptr && std::string_view(value) == "true";
}

// One program, its files in a folder.
class Checkout {
 public:
  explicit Checkout(const Program& program) : program_(program) { restore(); }

  void restore() const {
    for (const auto& [name, text] : program_) folder_.write(name, text);
  }

  const fs::path& path() const { return folder_.path(); }

  // The patch on standard output, the findings on standard error.
  ProcessResult run(Level level, std::string_view jobs, std::vector<std::string> paths) const {
    std::vector<std::string> arguments = {"--diff", "--no-config", "--format=json"};
    arguments.push_back(fmt::format("--jobs={}", jobs));
    if (level == Level::Unsafe) arguments.emplace_back("--unsafe");
    arguments.insert(arguments.end(), paths.begin(), paths.end());
    testing::ProcessOptions options;
    options.folder = folder_.path();
    return testing::run_mlfix(arguments, options);
  }

  // What lies at the top of the folder, last first.
  std::vector<std::string> entries_backwards() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names, std::ranges::greater());
    return names;
  }

 private:
  const Program& program_;
  testing::TemporaryFolder folder_;
};

class RealCodeTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string name = GetParam();
    program_ = name == kGoldenPrograms ? golden_program() : modules_of_package(name);
    if (!program_.empty()) return;
    if (in_continuous_integration()) FAIL() << name << " is not installed";
    GTEST_SKIP() << name << " is not installed; scripts/test installs it";
  }

  // Runs the pipeline over every file of the checkout; the texts of the files it changes.
  Program fix_all(Level level, const Checkout& checkout) const {
    std::vector<fs::path> paths;
    for (const auto& [name, text] : program_) paths.push_back(checkout.path() / name);
    const Project project(paths, Shipped::get().knowledge());
    PipelineOptions options = Shipped::get().options(level, std::nullopt);
    options.project = &project;
    std::vector<const Program::value_type*> files;
    std::vector<std::uint64_t> sizes;
    for (const auto& file : program_) {
      files.push_back(&file);
      sizes.push_back(file.second.size());
    }
    Program fixed;
    const auto make_work = [&] {
      const Shipped& shipped = Shipped::get();
      auto pipeline =
          std::make_shared<FilePipeline>(shipped.registry(), shipped.knowledge(), options);
      return [&, pipeline](std::size_t i) {
        const Result<SourceFile> file =
            make_source_file(checkout.path() / files[i]->first, files[i]->second);
        return file ? pipeline->run(*file) : FileResult();
      };
    };
    const auto deliver = [&](std::size_t i, const FileResult& result) {
      SCOPED_TRACE(files[i]->first);
      testing::check_invariants(result, files[i]->second, options,
                                checkout.path() / files[i]->first);
      if (result.changed) fixed[files[i]->first] = result.fixed_text;
    };
    map_in_order<FileResult>(sizes, make_work, deliver, {});
    return fixed;
  }

  void check_compiles(const Program& fixed) const {
    const testing::TemporaryFolder pairs;
    for (const auto& [name, text] : fixed) {
      std::string flat = name;
      std::ranges::replace(flat, '/', '_');
      pairs.write(flat + ".before", program_.at(name));
      pairs.write(flat + ".after", text);
    }
    const ProcessResult compiled = testing::run_command(
        {"python3", MLFIX_SOURCE_DIR "/tests/compile_check.py", pairs.path().string()}, {});
    EXPECT_EQ(compiled.status, 0) << compiled.out << compiled.err;
  }

  void check_as_user(const Checkout& checkout, Level level, const Program& fixed) const {
    const ProcessResult first = checkout.run(level, "1", {"."});
    ASSERT_LT(first.status, 126) << first.err;
    const ProcessResult other = checkout.run(level, "4", checkout.entries_backwards());
    EXPECT_EQ(other.status, first.status);
    EXPECT_TRUE(other.out == first.out) << "another patch with threads, or in another order";
    EXPECT_TRUE(other.err == first.err) << "other findings with threads, or in another order";
    if (!fixed.empty()) apply(checkout, first.out);
    for (const auto& [name, text] : program_) {
      const auto changed = fixed.find(name);
      const std::string& expected = changed == fixed.end() ? text : changed->second;
      EXPECT_TRUE(testing::read_bytes(checkout.path() / name) == expected)
          << "the patch does not give the fixed text of " << name;
    }
    EXPECT_EQ(checkout.run(level, "2", {"."}).out, "") << "a second run changes the output again";
    checkout.restore();
  }

  static void apply(const Checkout& checkout, const std::string& patch) {
    testing::ProcessOptions options;
    options.folder = checkout.path();
    options.input = patch;
    const ProcessResult applied =
        testing::run_command({"git", "apply", "--whitespace=nowarn", "-"}, options);
    ASSERT_EQ(applied.status, 0) << applied.err;
  }

  Program program_;
};

TEST_P(RealCodeTest, KeepsEveryInvariant) {
  const Checkout checkout(program_);
  for (const Level level : {Level::Safe, Level::Unsafe}) {
    SCOPED_TRACE(level == Level::Safe ? "safe" : "unsafe");
    const Program fixed = fix_all(level, checkout);
    RecordProperty(level == Level::Safe ? "fixed_safe" : "fixed_unsafe",
                   static_cast<int>(fixed.size()));
    check_compiles(fixed);
    check_as_user(checkout, level, fixed);
    EXPECT_FALSE(fixed.empty() && GetParam() == std::string_view(kGoldenPrograms));
  }
}

std::string test_name(const ::testing::TestParamInfo<const char*>& corpus) {
  std::string name = corpus.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Of, RealCodeTest,
                         ::testing::Values("python3-torch", "python3-torchvision",
                                           "python3-matplotlib", kGoldenPrograms),
                         test_name);

}  // namespace
}  // namespace mlfix::real_code_test
