// Runs a fuzz target without libFuzzer, so that every test run, with any
// compiler and without instrumentation, gives it some time:
//
//     MLFIX_FUZZ_SECONDS=60 python_smoke --words=python.dict --crash-file=F PATH...
//
// First each file of PATH is an input, then mutations of them until the time (a
// few seconds if nothing is said) is up. Unlike libFuzzer this learns nothing from coverage. The
// sequence of inputs depends on the files alone, so that a failure comes back when the same tree is
// tested again; how far it gets depends on the machine. The input that ends the
// process, or takes longer than kLongestRun, is left in the crash file.

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" {
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
[[gnu::weak]] std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                  std::size_t max_size, unsigned seed);
}

namespace {

namespace fs = std::filesystem;

constexpr int kUsualTime = 3;                  // seconds
constexpr unsigned kLongestRun = 60;           // seconds
constexpr std::size_t kLongestInput = 20'000;  // bytes

struct Arguments {
  fs::path words;
  std::string crash_file = "crash";
  std::vector<fs::path> paths;
};

// What LLVMFuzzerMutate and the signal handler need; libFuzzer's interface has
// no place for it.
struct State {
  std::minstd_rand random{1};
  std::vector<std::string> words;
  std::vector<std::string> inputs;
  std::string crash_file;
  std::string current;
};

State& state() {
  static State the_state;
  return the_state;
}

std::size_t below(std::size_t limit) {
  return limit == 0 ? 0 : state().random() % limit;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// A word stands in quotes, one a line; \x0a is the only escape in use.
std::vector<std::string> words_of(const fs::path& path) {
  std::vector<std::string> words;
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t begin = line.find('"');
    const std::size_t end = line.rfind('"');
    if (line.starts_with('#') || begin == std::string::npos || begin == end) continue;
    std::string word = line.substr(begin + 1, end - begin - 1);
    if (word.ends_with("\\x0a")) word.replace(word.size() - 4, 4, "\n");
    words.push_back(word);
  }
  return words;
}

void add_inputs(const fs::path& path, std::vector<std::string>& inputs) {
  std::vector<fs::path> files;
  if (fs::is_regular_file(path)) files.push_back(path);
  if (fs::is_directory(path)) {
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) inputs.push_back(bytes_of(file));
}

void change_bytes(std::string& text) {
  const std::size_t at = below(text.size() + 1);
  const std::size_t length = 1 + below(1u << below(6));
  const std::string& other = state().inputs[below(state().inputs.size())];
  switch (below(state().words.empty() ? 5 : 7)) {
    case 0:
      text.insert(at, 1, static_cast<char>(below(256)));
      break;
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(below(256));
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text.insert(at, std::string(text.substr(below(text.size() + 1), length)));
      break;
    case 4:
      text.insert(at, other.substr(below(other.size() + 1), 8 * length));
      break;
    default:
      text.insert(at, state().words[below(state().words.size())]);
  }
}

void keep_current() {
  const int file = ::open(state().crash_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  static_cast<void>(!::write(file, state().current.data(), state().current.size()));
  ::close(file);
}

extern "C" void end_of_target(int signal) {
  keep_current();
  constexpr std::string_view kText = "the input that failed is in the crash file\n";
  static_cast<void>(!::write(STDERR_FILENO, kText.data(), kText.size()));
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void run(std::string input) {
  State& s = state();
  s.current = std::move(input);
  ::alarm(kLongestRun);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(s.current.data()), s.current.size());
  ::alarm(0);
}

std::string mutated(std::string text) {
  const std::size_t size = std::min(text.size(), kLongestInput);
  text.resize(kLongestInput);
  auto* data = reinterpret_cast<std::uint8_t*>(text.data());
  text.resize(LLVMFuzzerCustomMutator != nullptr
                  ? LLVMFuzzerCustomMutator(data, size, kLongestInput,
                                            static_cast<unsigned>(state().random()))
                  : LLVMFuzzerMutate(data, size, kLongestInput));
  return text;
}

Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const std::string value(argument.substr(std::min(argument.find('='), argument.size() - 1) + 1));
    if (argument.starts_with("--words=")) {
      arguments.words = value;
    } else if (argument.starts_with("--crash-file=")) {
      arguments.crash_file = value;
    } else {
      arguments.paths.emplace_back(argument);
    }
  }
  return arguments;
}

std::chrono::seconds time_to_spend() {
  const char* value = std::getenv("MLFIX_FUZZ_SECONDS");
  return std::chrono::seconds(value != nullptr ? std::atoi(value) : kUsualTime);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                        std::size_t max_size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  for (std::size_t i = below(4) + 1; i > 0; --i) change_bytes(text);
  const std::size_t kept = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), kept);
  return kept;
}

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments(argc, argv);
  State& s = state();
  s.words = words_of(arguments.words);
  s.crash_file = arguments.crash_file;
  for (const fs::path& path : arguments.paths) add_inputs(path, s.inputs);
  if (s.inputs.empty()) {
    std::fputs("no input: name files or folders\n", stderr);
    return 2;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM}) {
    ::signal(signal, end_of_target);
  }
  for (const std::string& input : s.inputs) run(input);
  const auto end = std::chrono::steady_clock::now() + time_to_spend();
  std::size_t runs = 0;
  std::string input;
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    // Some mutations are mutated further, so that inputs get away from the files.
    if (below(4) != 0) input = s.inputs[below(s.inputs.size())];
    input = mutated(std::move(input));
    run(input);
  }
  std::printf("%zu files and %zu mutations of them\n", s.inputs.size(), runs);
  return 0;
}
